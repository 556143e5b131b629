"""Opening tables: bounded by person, by address and by minute, with a reserve, whatever the number of tables."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from dicehall.server.bounds.addresses import origins
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import SITE_SHARE, Visitors
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from tests.at_once import at_once
from tests.server.bounds.clock import Clock, refused
from tests.server.timeless import Listeners, in_no_time, reopened


class Addressed:
    """A hall in which tables are opened from addresses."""

    def __init__(self, **limits: int) -> None:
        self.clock = Clock()
        self.visitors = Visitors(Limits(**limits), now=self.clock)
        self.hall = Hall(MemoryJournal(), Listeners(), pace=0.0)
        self.answers: list[Any] = []

    def open(self, who: str, address: str, *, is_account: bool = False, bots: tuple[str, ...] = ()) -> LiveTable:
        reply = self.visitors.opening(who, self.hall, self.answers.append, address, is_account=is_account)
        command = commands.Open(Setting(game="peril", seats=4), bots=bots)
        return at_once(self.hall.open(who, command, reply, origins(address)))

    async def quick(self, who: str, address: str) -> None:
        joins = self.hall.gathers("peril")
        reply = self.visitors.opening(who, self.hall, lambda *answer: self.answers.append(answer), address, joins=joins)
        await self.hall.quick(who, "peril", reply, origins=origins(address))
        await asyncio.sleep(0.1)


async def done(live: LiveTable, who: str, command: commands.Request) -> None:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answer.set_result)
    assert isinstance(await answer, Decided)


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
@in_no_time
async def test_many_guests_of_one_address_share_its_tables(address: str) -> None:
    evening = Addressed(tables_per_address=3)
    tables = [evening.open(f"guest {number}", address) for number in range(3)]  # none of them is on the disk yet
    limit = refused(lambda: evening.open("one more", address))
    assert str(limit) == "At most 3 tables opened from your address; close one, or join one."
    assert limit.reason == "too_many"
    evening.open("elsewhere", "192.0.2.2")
    await asyncio.sleep(0.1)
    await done(tables[0], "guest 0", commands.Close())
    evening.open("one more", address)
    refused(lambda: evening.open("and another", address))


@in_no_time
async def test_an_ipv6_home_counts_by_its_64_bits_and_a_site_by_its_48() -> None:
    evening = Addressed(tables_per_address=2)
    for home in range(SITE_SHARE):
        for guest in range(2):
            evening.open(f"guest {home} {guest}", f"2001:db8:1:{home}::{guest}")
        refused(lambda home=home: evening.open("one more", f"2001:db8:1:{home}::ffff"))  # type: ignore[misc]
    refused(lambda: evening.open("next door", "2001:db8:1:ffff::1"))
    evening.open("another site", "2001:db8:2::1")


@in_no_time
async def test_tables_of_one_address_are_not_opened_and_closed_without_end() -> None:
    evening = Addressed(openings_per_address=2)
    for number in range(2):
        live = evening.open(f"guest {number}", "192.0.2.1")
        await asyncio.sleep(0.1)
        await done(live, f"guest {number}", commands.Close())
    limit = refused(lambda: evening.open("one more", "192.0.2.1"))
    assert limit.reason == "too_fast"
    assert "At most 2 tables opened a minute from your address; wait 30 s." in str(limit)
    evening.open("elsewhere", "192.0.2.2")
    evening.clock.now += 30
    evening.open("one more", "192.0.2.1")


@in_no_time
async def test_a_table_that_could_not_be_opened_counts_for_nobody() -> None:
    evening = Addressed(tables_per_address=1)
    evening.open("ann", "192.0.2.1", bots=("nobody knows",))
    await asyncio.sleep(0.1)
    assert (evening.hall.open_tables, evening.hall.roster.opened_from("192.0.2.1")) == (0, 0)
    evening.open("ann", "192.0.2.1")


@in_no_time
async def test_the_last_tenth_is_for_accounts_and_everyone_may_join_what_is_there() -> None:
    evening = Addressed(tables=20)
    for number in range(17):
        evening.open(f"guest {number}", f"192.0.2.{number}")
    await evening.quick("ann", "192.0.2.100")
    assert evening.hall.open_tables == 18
    opening: list[Callable[[], Any]] = [lambda: evening.open("guest", "192.0.2.200")]
    limit = refused(opening[0])
    assert limit.status == 503
    assert "kept for people with accounts" in str(limit)
    await evening.quick("ben", "192.0.2.200")  # a seat at a table that waits is none that has to be opened
    assert evening.hall.open_tables == 18
    for number in range(2):
        evening.open(f"account {number}", "192.0.2.201", is_account=True)
    assert "no room for another" in str(refused(lambda: evening.open("account", "192.0.2.201", is_account=True)))


class Unseen(Hall):
    """Nobody may look at all of its tables."""

    def __iter__(self) -> NoReturn:
        raise AssertionError("this takes the longer, the more tables there are")


@in_no_time
async def test_nothing_looks_at_all_tables_to_open_one() -> None:
    evening = Addressed()
    evening.hall = Unseen(MemoryJournal(), Listeners(), pace=0.0)
    evening.open("ann", "192.0.2.1")
    await evening.quick("ben", "192.0.2.1")
    await evening.quick("cleo", "192.0.2.1")
    assert evening.hall.open_tables == 2


@in_no_time
async def test_the_roster_follows_people_as_they_sit_stand_and_hand_tables_over() -> None:
    evening = Addressed()
    first, second = evening.open("ann", "192.0.2.1"), evening.open("ben", "192.0.2.1")
    await asyncio.sleep(0.1)
    roster = evening.hall.roster
    await done(second, "ann", commands.Sit())
    assert (roster.tables_of("ann"), roster.tables_of("ben")) == (2, 1)
    await done(second, "ben", commands.Transfer("ann"))
    await done(second, "ben", commands.Leave())
    assert (roster.tables_of("ann"), roster.tables_of("ben")) == (2, 0)
    await done(second, "ann", commands.Stand())
    assert roster.tables_of("ann") == 2, "the host still counts"
    again = await reopened(evening.hall.journal, Listeners(), pace=0.0)
    assert again.open_tables == 2
    await again.wake_all()
    assert again.roster.tables_of("ann") == 2
    assert again.roster.opened_from("192.0.2.1") == 0, "addresses are not written down"
    for live in (first, second):
        await done(live, "ann", commands.Close())
    assert (roster.tables_of("ann"), roster.opened_from("192.0.2.1")) == (0, 0)
    again.stop()
