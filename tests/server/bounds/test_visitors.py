"""Every limit on visitors holds, says what is allowed and when to come again, and forgets nobody for ever."""

import asyncio
from typing import Any

import pytest

from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import BURST, SHORTLY, TooMany, Visitors
from dicehall.server.live.talk import Talk
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable
from tests.at_once import at_once
from tests.server.bounds.clock import Clock, refused
from tests.server.timeless import Listeners, in_no_time


def test_connections_are_counted_by_address_until_they_end() -> None:
    visitors = Visitors(Limits(connections_per_address=2, connections=4))
    homes = [visitors.connect("192.0.2.1"), visitors.connect("192.0.2.1")]
    limit = refused(lambda: visitors.connect("192.0.2.1"))
    assert (limit.status, limit.reason) == (429, "too_many")
    assert str(limit) == "At most 2 open connections from your address."
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
        ("admit_request", 200 * BURST, 0.005),
        ("admit_guest", 300, 12),
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
    assert str(limit).endswith(f"; wait {max(1, round(seconds))} s.")
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


def test_sockets_of_one_person_are_limited_over_all_addresses() -> None:
    visitors = Visitors(Limits(sockets_per_person=2))
    for _ in range(2):
        visitors.admit_window("ann")
        visitors.opened_window("ann")
    assert "close a window somewhere" in str(refused(lambda: visitors.admit_window("ann")))
    visitors.admit_window("ben")
    for _ in range(5):
        visitors.admit_window(None)
    visitors.closed_window("ann")
    visitors.admit_window("ann")


def test_a_refusal_by_a_limit_is_one_like_any_other() -> None:
    error = TooMany("too_many", "Enough.", 1.2)
    assert isinstance(error, RefusedError)
    assert (error.refused.reason, error.refused.message) == ("too_many", "Enough.")
    assert error.headers == {"Retry-After": "2"}


# Tables


class LimitedHall:
    """A hall in which tables are opened within limits."""

    def __init__(self, limits: Limits) -> None:
        self.clock = Clock()
        self.visitors = Visitors(limits, now=self.clock)
        self.hall = Hall(MemoryJournal(), Listeners(), pace=0.0)
        self.answers: list[Any] = []

    def open(self, who: str, *, public: bool = True) -> LiveTable:
        reply = self.visitors.opening(who, self.hall, self.answers.append)
        return at_once(self.hall.open(who, commands.Open(Setting(game="peril", seats=4, public=public)), reply))

    async def opened(self, who: str, *, public: bool = True) -> LiveTable:
        live = self.open(who, public=public)
        await asyncio.sleep(0.1)
        return live


@in_no_time
async def test_tables_of_one_person_are_limited_including_those_not_yet_on_disk() -> None:
    evening = LimitedHall(Limits(tables_per_person=3))
    first = evening.open("ann")
    evening.open("ann")
    evening.open("ann")
    limit = refused(lambda: evening.open("ann"))
    assert str(limit) == "At most 3 tables per person; close one, or leave it."
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
    evening = LimitedHall(Limits(tables_per_person=1))
    reply = evening.visitors.opening("ann", evening.hall, evening.answers.append)
    await evening.hall.open("ann", commands.Open(Setting(game="peril", seats=4), bots=("nobody knows",)), reply)
    await asyncio.sleep(1)
    await evening.opened("ann")


@in_no_time
async def test_seats_at_other_peoples_tables_are_not_counted_as_ones_own_tables() -> None:
    evening = LimitedHall(Limits(tables_per_person=1))
    live = await evening.opened("ann")
    live.ask("ben", commands.Sit(), evening.answers.append)
    await asyncio.sleep(1)
    refused(lambda: evening.open("ben"))


@in_no_time
async def test_the_tables_of_a_hall_are_limited() -> None:
    evening = LimitedHall(Limits(tables=2))
    await evening.opened("ann")
    await evening.opened("ben")
    limit = refused(lambda: evening.open("cleo"))
    assert limit.status == 503
    assert "2 tables" in str(limit)


@in_no_time
async def test_tables_are_not_opened_one_after_the_other_without_end() -> None:
    evening = LimitedHall(Limits(openings_per_person=2))
    for _ in range(2):
        (await evening.opened("ann")).ask("ann", commands.Close(), evening.answers.append)
        await asyncio.sleep(1)
    assert refused(lambda: evening.open("ann")).reason == "too_fast"
    evening.clock.now += 31
    await evening.opened("ann")


@in_no_time
async def test_spectators_of_a_table_are_limited_and_its_own_people_always_get_in() -> None:
    evening = LimitedHall(Limits(watchers_per_table=2))
    live = await evening.opened("ann")
    for who in (None, "eve"):
        evening.visitors.admit_watcher(live, who, {})
        live.enter(who)
    limit = refused(lambda: evening.visitors.admit_watcher(live, "fay", {}))
    assert "At most 2 spectators at one table" in str(limit)
    refused(lambda: evening.visitors.admit_watcher(live, None, {}))
    evening.visitors.admit_watcher(live, "ann", {})
    evening.visitors.admit_watcher(live, "eve", {})
    evening.visitors.admit_watcher(live, None, {live.code: live})
    live.exit(None)
    evening.visitors.admit_watcher(live, "fay", {})


@in_no_time
async def test_the_tables_one_socket_watches_are_limited() -> None:
    evening = LimitedHall(Limits(watches_per_socket=2))
    live = await evening.opened("ann")
    evening.visitors.admit_watcher(live, "ann", {"kiro": live})
    refused(lambda: evening.visitors.admit_watcher(live, "ann", {"kiro": live, "zada": live}))
    evening.visitors.admit_watcher(live, "ann", {"kiro": live, live.code: live})


@in_no_time
async def test_codes_cannot_be_guessed_one_after_the_other() -> None:
    evening = LimitedHall(Limits(unknown_codes_per_address=3))
    live = await evening.opened("ann")

    def find(code: str, address: str = "192.0.2.1") -> LiveTable:
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


@in_no_time
async def test_nobody_guesses_codes_from_many_addresses() -> None:
    evening = LimitedHall(Limits(unknown_codes_per_person=2))
    live = await evening.opened("ann")

    def find(code: str, who: str, home: int) -> LiveTable:
        return evening.visitors.find(evening.hall, code, f"192.0.2.{home}", who)

    for home in range(2):
        with pytest.raises(NoTable):
            find("xxxx", "eve", home)
    assert "2 unknown tables a minute per person" in str(refused(lambda: find(live.code, "eve", 3)))
    assert find(live.code, "ben", 0) is live


@in_no_time
async def test_while_the_whole_hall_guesses_private_tables_are_found_by_their_link_alone() -> None:
    evening = LimitedHall(Limits(unknown_codes=2))
    public, private = await evening.opened("ann"), await evening.opened("ann", public=False)

    def find(code: str, key: str = "") -> LiveTable:
        return evening.visitors.find(evening.hall, code, "192.0.2.9", "ben", key)

    assert find(private.code) is private
    for home in range(2):
        with pytest.raises(NoTable):
            evening.visitors.find(evening.hall, "xxxx", f"192.0.2.{home}")
    hit, miss = refused(lambda: find(private.code)), refused(lambda: find("xxxx"))
    assert str(hit) == str(miss), "a hit would tell as much as a miss"
    assert find(public.code) is public
    assert find(private.code, private.table.key) is private
    assert evening.visitors.find(evening.hall, private.code, "192.0.2.9", "ann") is private


@pytest.mark.parametrize("wanted", ["host", "player", "invited"])
@in_no_time
async def test_people_find_their_own_table_however_many_codes_their_neighbours_guess(wanted: str) -> None:
    evening = LimitedHall(Limits(unknown_codes_per_address=1))
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
    evening = LimitedHall(Limits(unknown_codes_per_address=2))
    live = await evening.opened("ann")

    def glance(code: str) -> LiveTable | None:
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
    assert glance(live.code) is None, "anyone who guesses by other ways sees no titles"


# Chat


def test_chat_is_as_fast_as_the_limits_say() -> None:
    from dicehall.table.core.state import Table

    clock = Clock()
    talk = Talk(Limits(chat_lines=2, chat_seconds=60), now=clock)
    table = Table(host="ann")
    for _ in range(2):
        assert talk.admit(table, "ann", "Hello\u202e there") == ("all", "Hello there")
    with pytest.raises(RefusedError) as error:
        talk.admit(table, "ann", "More!")
    assert error.value.refused.reason == "too_fast"
    assert error.value.refused.message == "At most 2 lines in 60 seconds; wait 30 s."
    talk.admit(table, "ben", "Now me.")
    clock.now += 30
    talk.admit(table, "ann", "Again.")


def test_seconds_to_wait_are_said_also_where_they_depend_on_others() -> None:
    visitors = Visitors(Limits(sockets=1))
    visitors.entered("192.0.2.1")
    assert refused(lambda: visitors.admit_socket("192.0.2.2")).headers == {"Retry-After": f"{SHORTLY:.0f}"}
