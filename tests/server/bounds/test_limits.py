"""Every limit holds, says what is allowed and when to come again, and forgets nobody for ever."""

import asyncio
import json
import re
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.rules.errors import BadOptions
from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import MOST, WIDE, Limits, allow_files, too_deep
from dicehall.server.bounds.pace import MOST_KEPT, Bucket, Buckets, Pace
from dicehall.server.bounds.visitors import BURST, SHORTLY, TooMany, Visitors
from dicehall.server.live.talk import Talk
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import No
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import Live
from tests.server.timeless import Listeners, in_no_time

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "limits.md"


class Clock:
    """Time passes when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(ask: Callable[[], Any]) -> TooMany:
    with pytest.raises(TooMany) as error:
        ask()
    return error.value


# What a host writes


def test_a_host_changes_some_limits_and_the_others_stay() -> None:
    limits = Limits.read(["sockets_per_address=5000", " tables = 1_000 ", "tables=7"])
    assert limits == Limits(sockets_per_address=5000, tables=7)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "=5",
        "sockets",
        "socket=5",
        "sockets=",
        "sockets=-1",
        "sockets=0",
        "sockets=many",
        "sockets=1.5",
        "sockets=٣",
        "sockets=1000000001",
        f"sockets={'9' * 5000}",
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(word: str) -> None:
    with pytest.raises(BadOptions) as error:
        Limits.read([word])
    text = str(error.value)
    assert "--limit" in text
    assert f"from 1 to {MOST}" in text or all(name in text for name in Limits._fields)
    assert len(text) < 1000


def test_whoever_mistypes_is_told_the_nearest_name() -> None:
    with pytest.raises(BadOptions, match="such as watchers_per_table=500, not 'spectators_per_table=5'"):
        Limits.read(["spectators_per_table=5"])


def test_every_limit_is_described_to_hosts_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+)[^|]*\|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(number.replace(",", "")) for name, number in rows} == Limits()._asdict()


# Open files


def test_sockets_and_connections_fit_into_what_the_system_allows() -> None:
    assert Limits().fitting(10**6) == Limits()
    small = Limits(sockets=1000, connections=500).fitting(1024)
    assert small.sockets + small.connections == 1024 - 100
    assert small.sockets == pytest.approx(2 * small.connections, abs=2)
    tiny = Limits().fitting(10)
    assert (tiny.sockets, tiny.connections) == (1, 1)


def test_the_hall_asks_the_system_for_all_the_files_it_can_have() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allowed = allow_files()
        assert allowed >= 256
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (allowed, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Depth

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=30,
)


def depth(value: Any) -> int:
    match value:
        case list():
            return 1 + max(map(depth, value), default=0)
        case dict():
            return 1 + max(map(depth, value.values()), default=0)
        case _:
            return 0


@given(JSON, st.integers(1, 6), st.booleans())
def test_only_what_is_deeper_than_the_limit_is_too_deep(value: Any, most: int, ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    if text.count(b"[") + text.count(b"{") <= WIDE * most:
        assert too_deep(text, most) == (depth(value) > most)


@given(st.text('[]{}"\\,:a', max_size=200).map(str.encode), st.integers(1, 5))
def test_what_is_no_json_is_looked_at_as_well(text: bytes, most: int) -> None:
    too_deep(text, most)


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        (b"[" * 32 + b"]" * 32, False),
        (b"[" * 33 + b"]" * 33, True),
        (b'{"a":' * 33 + b"1" + b"}" * 33, True),
        (b"[" * 65536, True),
        (b'"' + b"[" * 1000 + b'"', False),
        (rb'"\"' + b"[" * 1000 + b'"', False),
        (rb'"\\"' + b"[" * 33, True),
        (b"[" + b"[]," * 100 + b"[]]", False),
        (b"[" + b"[]," * 20000 + b"[]]", True),
    ],
    ids=["32", "33", "objects", "no end", "in a string", "behind a quote", "behind a string", "wide", "endlessly wide"],
)
def test_brackets_count_where_they_are_no_text(text: bytes, deep: bool) -> None:
    assert too_deep(text, 32) == deep


# Pace


def test_a_bucket_gives_so_much_at_once_and_then_so_much_a_second() -> None:
    bucket = Bucket(Pace(3, 2), now=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(100.0) == 0.5
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert bucket.left(1000.0) == 3


def test_what_is_owed_is_not_owed_for_ever() -> None:
    bucket = Bucket(Pace(10, 1), now=0.0)
    for _ in range(100):
        bucket.owe(0.0, 50)
    assert bucket.wait(0.0) == 11


@given(st.lists(st.floats(0, 10), max_size=200))
def test_nobody_gets_more_than_their_pace_in_any_stretch_of_time(pauses: list[float]) -> None:
    bucket, now, taken = Bucket(Pace(5, 2), now=0.0), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if bucket.take(now):
            taken.append(now)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= 5 + 2 * (taken[last] - taken[first]) + 1e-6


def test_very_many_are_not_remembered_for_ever_and_those_who_keep_coming_are() -> None:
    buckets = Buckets(Pace(1, 0.001), Clock())
    for number in range(3 * MOST_KEPT):
        assert buckets.take(str(number)) == 0
        assert (buckets.take("the flooder") == 0) == (number == 0)
    assert len(buckets) == MOST_KEPT


# Visitors


def test_connections_are_counted_by_address_until_they_end() -> None:
    visitors = Visitors(Limits(connections_per_address=2, connections=4))
    homes = [visitors.connect("192.0.2.1"), visitors.connect("192.0.2.1")]
    limit = refused(lambda: visitors.connect("192.0.2.1"))
    assert (limit.status, limit.reason) == (429, "too_many")
    assert str(limit) == "2 open connections from your address are the most."
    visitors.connect("2001:db8::1")
    visitors.connect("2001:db8::2")
    assert refused(lambda: visitors.connect("192.0.2.3")).status == 503
    for home in homes:
        visitors.disconnect(home)
    assert refused(lambda: visitors.connect("2001:db8::3")).status == 429
    visitors.connect("192.0.2.1")
    assert visitors.turned_away == {"connections_per_address": 2, "connections": 1}


def test_connections_of_trusted_proxies_are_counted_only_in_all() -> None:
    visitors = Visitors(Limits(connections_per_address=1, connections=3), Proxies.read(["10.0.0.0/8"]))
    for _ in range(3):
        visitors.connect("10.0.0.1")
    assert refused(lambda: visitors.connect("10.0.0.1")).status == 503


def test_nothing_is_kept_of_those_who_have_gone() -> None:
    visitors = Visitors()
    for number in range(1000):
        address = f"192.0.{number // 250}.{number % 250}"
        home = visitors.connect(address)
        visitors.entered(address)
        visitors.opened_window(address)
        visitors.closed_window(address)
        visitors.left(address)
        visitors.disconnect(home)
    assert (len(visitors.sockets), visitors.sockets.total) == (0, 0)
    assert (len(visitors.connections), visitors.connections.total) == (0, 0)


@pytest.mark.parametrize(
    ("name", "most", "seconds"),
    [
        ("admit_request", 100 * BURST, 0.01),
        ("admit_guest", 200, 18),
        ("admit_account", 30, 120),
        ("admit_invitation", 100, 36),
    ],
)
def test_a_rate_is_refused_with_the_seconds_to_wait_and_then_holds(name: str, most: int, seconds: float) -> None:
    clock = Clock()
    visitors = Visitors(now=clock)
    admit = getattr(visitors, name)
    for _ in range(most):
        admit("192.0.2.1")
    limit = refused(lambda: admit("192.0.2.1"))
    assert (limit.status, limit.reason) == (429, "too_fast")
    assert limit.headers == {"Retry-After": str(max(1, round(seconds)))}
    assert str(limit).endswith(f" are the most; wait {max(1, round(seconds))} s.")
    admit("192.0.2.2")
    clock.now += seconds + 0.001
    admit("192.0.2.1")
    refused(lambda: admit("192.0.2.1"))


def test_one_home_with_many_ipv6_addresses_is_one_address() -> None:
    visitors = Visitors(Limits(guests_per_address=2), now=Clock())
    visitors.admit_guest("2001:db8::1")
    visitors.admit_guest("2001:db8::2")
    refused(lambda: visitors.admit_guest("2001:db8::3"))
    visitors.admit_guest("2001:db8:0:1::1")


def test_one_person_has_so_many_sockets_from_everywhere_together() -> None:
    visitors = Visitors(Limits(sockets_per_person=2))
    for _ in range(2):
        visitors.admit_window("ann")
        visitors.opened_window("ann")
    assert "close a window somewhere" in str(refused(lambda: visitors.admit_window("ann")))
    visitors.admit_window("ben")
    for _ in range(5):
        visitors.admit_window(None)
        visitors.opened_window(None)
    visitors.closed_window("ann")
    visitors.admit_window("ann")


def test_a_refusal_by_a_limit_is_one_like_any_other() -> None:
    error = TooMany("too_many", "Enough.", 1.2)
    assert isinstance(error, No)
    assert (error.refused.reason, error.refused.message) == ("too_many", "Enough.")
    assert error.headers == {"Retry-After": "2"}


# Tables


class Evening:
    """A hall in which tables are opened within limits."""

    def __init__(self, limits: Limits) -> None:
        self.clock = Clock()
        self.visitors = Visitors(limits, now=self.clock)
        self.hall = Hall(MemoryJournal(), Listeners(), pace=0.0)
        self.answers: list[Any] = []

    def open(self, who: str) -> Live:
        reply = self.visitors.opening(who, self.hall, self.answers.append)
        return self.hall.open(who, commands.Open(Setting(game="peril", seats=4)), reply)

    async def opened(self, who: str) -> Live:
        live = self.open(who)
        await asyncio.sleep(0.1)
        return live


@in_no_time
async def test_one_person_has_so_many_tables_also_those_on_their_way_to_the_disk() -> None:
    evening = Evening(Limits(tables_per_person=3))
    first = evening.open("ann")
    evening.open("ann")
    evening.open("ann")
    limit = refused(lambda: evening.open("ann"))
    assert str(limit) == "3 tables of one person are the most; close one, or leave it."
    await asyncio.sleep(1)
    assert len(evening.answers) == 3
    refused(lambda: evening.open("ann"))
    await evening.opened("ben")
    first.ask("ann", commands.Close(), evening.answers.append)
    await asyncio.sleep(1)
    await evening.opened("ann")
    refused(lambda: evening.open("ann"))


@in_no_time
async def test_a_table_that_was_refused_does_not_count() -> None:
    evening = Evening(Limits(tables_per_person=1))
    reply = evening.visitors.opening("ann", evening.hall, evening.answers.append)
    evening.hall.open("ann", commands.Open(Setting(game="peril", seats=4), bots=("nobody knows",)), reply)
    await asyncio.sleep(1)
    await evening.opened("ann")


@in_no_time
async def test_whoever_sits_at_other_peoples_tables_has_those() -> None:
    evening = Evening(Limits(tables_per_person=1))
    live = await evening.opened("ann")
    live.ask("ben", commands.Sit(), evening.answers.append)
    await asyncio.sleep(1)
    refused(lambda: evening.open("ben"))


@in_no_time
async def test_the_hall_has_room_for_so_many_tables() -> None:
    evening = Evening(Limits(tables=2))
    await evening.opened("ann")
    await evening.opened("ben")
    limit = refused(lambda: evening.open("cleo"))
    assert limit.status == 503
    assert "2 tables" in str(limit)


@in_no_time
async def test_tables_are_not_opened_one_after_the_other_without_end() -> None:
    evening = Evening(Limits(openings_per_person=2))
    for _ in range(2):
        (await evening.opened("ann")).ask("ann", commands.Close(), evening.answers.append)
        await asyncio.sleep(1)
    assert refused(lambda: evening.open("ann")).reason == "too_fast"
    evening.clock.now += 31
    await evening.opened("ann")


@in_no_time
async def test_a_table_has_so_many_spectators_and_its_own_people_always_get_in() -> None:
    evening = Evening(Limits(watchers_per_table=2))
    live = await evening.opened("ann")
    for who in (None, "eve"):
        evening.visitors.admit_watcher(live, who, {})
        live.enter(who)
    limit = refused(lambda: evening.visitors.admit_watcher(live, "fay", {}))
    assert "2 spectators at one table are the most" in str(limit)
    refused(lambda: evening.visitors.admit_watcher(live, None, {}))
    evening.visitors.admit_watcher(live, "ann", {})
    evening.visitors.admit_watcher(live, "eve", {})
    evening.visitors.admit_watcher(live, None, {live.code: live})
    live.exit(None)
    evening.visitors.admit_watcher(live, "fay", {})


@in_no_time
async def test_one_socket_watches_so_many_tables() -> None:
    evening = Evening(Limits(watches_per_socket=2))
    live = await evening.opened("ann")
    evening.visitors.admit_watcher(live, "ann", {"kiro": live})
    refused(lambda: evening.visitors.admit_watcher(live, "ann", {"kiro": live, "zada": live}))
    evening.visitors.admit_watcher(live, "ann", {"kiro": live, live.code: live})


@in_no_time
async def test_codes_cannot_be_guessed_one_after_the_other() -> None:
    evening = Evening(Limits(unknown_codes_per_address=3))
    live = await evening.opened("ann")

    def find(code: str, address: str = "192.0.2.1") -> Live:
        return evening.visitors.find(evening.hall, code, address)

    for _ in range(3):
        assert find(live.code) is live
        with pytest.raises(NoTable):
            find("xxxx")
    limit = refused(lambda: find("xxxx"))
    assert "3 unknown tables a minute" in str(limit)
    refused(lambda: find(live.code))  # a hit would tell as much as a miss
    assert find(live.code, "192.0.2.2") is live
    evening.clock.now += 21
    assert find(live.code) is live


@pytest.mark.parametrize("wanted", ["host", "player", "invited"])
@in_no_time
async def test_people_find_their_own_table_however_many_codes_their_neighbours_guess(wanted: str) -> None:
    evening = Evening(Limits(unknown_codes_per_address=1))
    live = await evening.opened("host")
    live.ask("player", commands.Sit(), evening.answers.append)
    live.ask("host", commands.Invite("invited"), evening.answers.append)
    await asyncio.sleep(0.1)
    with pytest.raises(NoTable):
        evening.visitors.find(evening.hall, "xxxx", "192.0.2.1", "stranger")
    assert evening.visitors.find(evening.hall, live.code, "192.0.2.1", wanted) is live
    assert evening.visitors.glance(evening.hall, live.code, "192.0.2.1", wanted) is live
    refused(lambda: evening.visitors.find(evening.hall, live.code, "192.0.2.1", "stranger"))
    refused(lambda: evening.visitors.find(evening.hall, "xxxx", "192.0.2.1", wanted))


@in_no_time
async def test_titles_are_no_way_to_guess_either_and_keep_nobody_from_a_table() -> None:
    evening = Evening(Limits(unknown_codes_per_address=2))
    live = await evening.opened("ann")

    def glance(code: str) -> Live | None:
        return evening.visitors.glance(evening.hall, code, "192.0.2.1")

    for _ in range(2):
        assert glance(live.code) is live
        assert glance("xxxx") is None
    assert glance(live.code) is None
    assert evening.visitors.find(evening.hall, live.code, "192.0.2.1") is live
    evening.clock.now += 31
    assert glance(live.code) is live
    for _ in range(2):
        with pytest.raises(NoTable):
            evening.visitors.find(evening.hall, "xxxx", "192.0.2.1")
    assert glance(live.code) is None, "whoever guesses by other ways sees no titles"


# Chat


def test_chat_is_as_fast_as_the_limits_say() -> None:
    from dicehall.table.core.state import Table

    clock = Clock()
    talk = Talk(Limits(chat_lines=2, chat_seconds=60), now=clock)
    table = Table(host="ann")
    for _ in range(2):
        assert talk.admit(table, "ann", "Hello\u202e there") == ("all", "Hello there")
    with pytest.raises(No) as error:
        talk.admit(table, "ann", "More!")
    assert error.value.refused.reason == "too_fast"
    assert error.value.refused.message == "2 lines in 60 seconds are the most; wait 30 s."
    talk.admit(table, "ben", "Now me.")
    clock.now += 30
    talk.admit(table, "ann", "Again.")


def test_seconds_to_wait_are_said_also_where_they_depend_on_others() -> None:
    visitors = Visitors(Limits(sockets=1))
    visitors.entered("192.0.2.1")
    assert refused(lambda: visitors.admit_socket("192.0.2.2")).headers == {"Retry-After": f"{SHORTLY:.0f}"}
