"""A lobby that only a guest ever used is put away after ten minutes without a window; all others keep their time."""

import asyncio
from collections.abc import Collection
from random import Random

import pytest

from dicehall.ports import Person
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.events import Setting
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from dicehall.table.live.vacancy import PUT_AWAY_AFTER
from tests.server.timeless import Listeners, LoopJournal, OneTable, in_no_time

HOUR = 3600.0


class Accounts:
    async def by_ids(self, persons: Collection[str]) -> dict[str, Person]:
        return {who: Person(who, who, "account" if who == "account" else "guest") for who in persons}


class Evening(OneTable):
    """Everyone whose name is Account has one."""

    def __init__(self) -> None:
        super().__init__()
        self.start()

    def start(self) -> None:
        """As after a restart."""
        self.listeners = Listeners()
        self.hall = Hall(
            self.journal, self.listeners, dice=Random(1), luck=Random(2), pace=0.0,
            acquaintances=Acquaintances(Accounts()),
        )  # fmt: skip

    async def lobby(self, host: str, command: commands.Open | None = None) -> LiveTable:
        self.live = await self.hall.open(
            host, command or commands.Open(Setting(game="peril", seats=4)), lambda _answer: None
        )
        await asyncio.sleep(0)
        return self.live


@in_no_time
async def test_the_lobby_of_a_guest_is_put_away_ten_minutes_after_the_last_window_is_closed() -> None:
    evening = Evening()
    live = await evening.lobby("ann")
    live.enter("ann")
    await asyncio.sleep(2 * PUT_AWAY_AFTER)
    assert not evening.listeners.closings, "a window is open"
    live.exit("ann")
    await asyncio.sleep(PUT_AWAY_AFTER - 1)
    assert not evening.listeners.closings
    await asyncio.sleep(2)
    assert evening.listeners.closings == [live.code]
    assert live.table.closed


@pytest.mark.parametrize(
    "command",
    [
        commands.Open(Setting(game="peril", seats=4), sit=False),
        commands.Open(Setting(game="peril", seats=4), bots=("normal", "normal")),
        commands.Open(Setting(game="peril", seats=4, public=False)),
    ],
    ids=["host who only watches", "with bots", "private"],
)
@in_no_time
async def test_so_is_one_that_was_never_looked_at(command: commands.Open) -> None:
    live = await Evening().lobby("ann", command)
    await asyncio.sleep(PUT_AWAY_AFTER + 1)
    assert live.table.closed


@pytest.mark.parametrize(
    "acts",
    [
        [("ben", commands.Sit())],
        [("ann", commands.Invite("ben"))],
        [("ann", commands.AddBot()), ("ann", commands.Start())],
        [("ann", commands.AddBot()), ("ann", commands.Start()), ("ann", commands.Reset())],
    ],
    ids=["another person sits there", "a seat is kept", "a game runs", "a game was played"],
)
@in_no_time
async def test_a_table_that_someone_else_may_come_back_to_stays(acts: list[tuple[str, AnyCommand]]) -> None:
    evening = Evening()
    live = await evening.lobby("ann", commands.Open(Setting(game="peril", seats=4, on_timeout="wait")))
    for who, command in acts:
        await evening.do(who, command)
    await asyncio.sleep(HOUR - 1)
    assert not live.table.closed


@in_no_time
async def test_the_lobby_of_an_account_stays_for_an_hour() -> None:
    live = await Evening().lobby("account")
    await asyncio.sleep(HOUR - 1)
    assert not live.table.closed
    await asyncio.sleep(2)
    assert live.table.closed


@in_no_time
async def test_a_lobby_that_is_empty_again_is_put_away_later() -> None:
    evening = Evening()
    live = await evening.lobby("ann")
    await evening.do("ben", commands.Sit())
    await asyncio.sleep(2 * PUT_AWAY_AFTER)
    await evening.do("ben", commands.Leave())
    assert not live.table.closed
    await asyncio.sleep(PUT_AWAY_AFTER + 1)
    assert live.table.closed


@in_no_time
async def test_after_a_restart_the_time_begins_again_and_the_others_stay() -> None:
    evening = Evening()
    unused, kept = await evening.lobby("ann"), await evening.lobby("account")
    await asyncio.sleep(PUT_AWAY_AFTER - 60)
    evening.hall.stop()
    for live in (unused, kept):
        live.stop()
    evening.start()
    await evening.hall.start()
    await evening.hall.wake_all()
    await asyncio.sleep(PUT_AWAY_AFTER - 1)
    assert evening.hall.open_tables == 2
    await asyncio.sleep(2)
    assert evening.listeners.closings == [unused.code]
    assert evening.hall.find(kept.code).table.host == "account"


class SlowJournal(LoopJournal):
    """Hall time stands still for the first twenty minutes, as in a hall that could not write."""

    @property
    def now(self) -> float:
        return max(0.0, super().now - 1200.0)


@in_no_time
async def test_it_is_hall_time_that_has_to_pass() -> None:
    evening = Evening()
    evening.journal = SlowJournal()
    evening.start()
    live = await evening.lobby("ann")
    await asyncio.sleep(1200 + PUT_AWAY_AFTER - 1)
    assert not live.table.closed
    await asyncio.sleep(2)
    assert live.table.closed
