"""The book of predictions beside real tables of bots: what it does when games end, and in a hall that is killed."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from dicehall.evenings.live.book_door import BOOK, Closes, Empties, Forgets, Shares, Shows, Stirs, Told, Voids, Wishes
from dicehall.evenings.live.predictions import FORM, LOOK_AGAIN, Predictions
from dicehall.evenings.live.tables import HallTables
from dicehall.evenings.predictions.decide import Wish
from dicehall.evenings.predictions.events import (
    ALLOWANCE,
    AllowanceGiven,
    BookEvent,
    PoolClosed,
    PoolId,
    PoolSettled,
    PoolVoided,
)
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from tests.evenings.live.test_tournaments import MortalJournal, Registered
from tests.server.timeless import Listeners, in_no_time

NOON = 20_000.5 * 24 * 60 * 60
MINUTE = 60.0
LONG_ENOUGH = 10 * MINUTE
EVE, FLO = Who("eve"), Who("flo")


class Open:
    """A hall in which bots play for spectators."""

    def __init__(self, journal: MortalJournal, *, is_on: bool = True) -> None:
        self.journal = journal
        self.hall = Hall(journal, Listeners(), pace=1.0, acquaintances=Acquaintances(Registered()))
        tables = HallTables(self.hall)
        self.predictions = Predictions(journal, tables, is_on=is_on, wall=lambda: NOON)

    async def start(self) -> "Open":
        await self.hall.start()
        await self.predictions.start()
        await self.hall.wake_all()
        self._keeping = asyncio.get_running_loop().create_task(self.predictions.keep())
        return self

    def stop(self) -> None:
        self._keeping.cancel()
        self.predictions.stop()
        self.hall.stop()

    async def ask(self, live: LiveTable, who: str | None, command: Any) -> Decided | Refused:
        answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        live.ask(who, command, answer.set_result)
        return await answer

    async def game(self) -> LiveTable:
        """Bots play Peril, and a host who does not play looks on: so they take their time."""
        answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        setting = Setting(game="peril", seats=2, options={"starting_lives": 2}, rated=False)
        live = await self.hall.open("ann", commands.Open(setting, sit=False, bots=("normal",) * 2), answer.set_result)
        await answer
        await self.ask(live, "ann", commands.Start())
        return live

    async def predict(self, live: LiveTable, who: Who, seat: int, chips: int = 10) -> Told:
        pool = PoolId(live.code, live.table.games)
        return await self.predictions.do(Wishes(Wish(pool, who, seat, chips, 60, live.table.version, 2, ())))

    async def until_nothing_is_open(self) -> None:
        async with asyncio.timeout(LONG_ENOUGH):
            while self.predictions.book.pools:
                await asyncio.sleep(1.0)

    async def events(self) -> list[BookEvent]:
        return [event for body in await self.journal.bodies(BOOK) for event in FORM.bodies.decode(body).entries]


async def opened(journal: MortalJournal | None = None, *, is_on: bool = True) -> Open:
    return await Open(journal or MortalJournal(), is_on=is_on).start()


def pool_of(live: LiveTable) -> PoolId:
    return PoolId(live.code, live.table.games)


async def all_is_right(hall: Open) -> None:
    """No chip came from nowhere or is gone, and every pool has ended once."""
    events, book = await hall.events(), hall.predictions.book
    given = sum(event.chips for event in events if isinstance(event, AllowanceGiven))
    assert sum(book.purses.values()) == book.chips == given
    ended = Counter(event.pool for event in events if isinstance(event, PoolSettled | PoolVoided))
    assert set(ended.values()) <= {1}


@in_no_time
async def test_a_game_that_ends_while_nobody_tells_the_book_is_settled_by_the_next_look() -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0)
    await hall.predict(live, FLO, 1)
    assert hall.predictions.book.chips == 2 * ALLOWANCE
    await hall.until_nothing_is_open()
    assert sorted(hall.predictions.book.purses.values()) == [ALLOWANCE - 10, ALLOWANCE + 10]
    await all_is_right(hall)
    hall.stop()


@in_no_time
async def test_a_game_whose_table_has_gone_on_or_is_closed_is_settled_by_its_record() -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0)
    pool = pool_of(live)
    hall.stop()
    while live.table.playing is not None:
        await asyncio.sleep(1.0)
    await hall.ask(live, "ann", commands.Close())
    again = await opened(hall.journal)
    await again.until_nothing_is_open()
    [ended] = [event for event in await again.events() if isinstance(event, PoolSettled)]
    assert ended.pool == pool
    await all_is_right(again)
    again.stop()


@pytest.mark.parametrize("command", [commands.Reset(), commands.Close(), commands.ForbidPredictions()])
@in_no_time
async def test_w_04_a_game_without_an_end_gives_the_stakes_back(command: Any) -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0, 70)
    pool = pool_of(live)
    await hall.ask(live, "ann", command)
    await hall.predictions.do(Stirs(pool))  # as the machine of the table says it
    await hall.until_nothing_is_open()
    assert hall.predictions.book.purses == {EVE: ALLOWANCE}
    assert hall.predictions.book.records == {}
    await all_is_right(hall)
    hall.stop()


@in_no_time
async def test_a_hall_without_predictions_gives_back_what_was_staked_before() -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0, 70)
    hall.stop()
    again = await opened(hall.journal, is_on=False)
    await again.until_nothing_is_open()
    assert again.predictions.book.purses == {EVE: ALLOWANCE}
    again.stop()


@in_no_time
async def test_the_declared_point_is_found_by_the_next_look_and_written_once() -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0)
    await hall.until_nothing_is_open()
    events = await hall.events()
    assert sum(isinstance(event, PoolClosed) for event in events) <= 1
    await all_is_right(hall)
    hall.stop()


@in_no_time
async def test_what_is_asked_twice_happens_once() -> None:
    hall = await opened()
    live = await hall.game()
    await hall.predict(live, EVE, 0)
    version = hall.predictions.book.version
    pool = pool_of(live)
    for wanted in (Closes(pool, 99), Voids(pool, "off"), Shares(EVE, FLO), Forgets(EVE), Empties()):
        await hall.predictions.do(wanted)
        once = hall.predictions.book.version
        assert once == version + 1 or isinstance(wanted, Empties)
        await hall.predictions.do(wanted)
        assert hall.predictions.book.version == once
        version = once
    shown = await hall.predictions.do(Shows(pool, (FLO,), (EVE,)))
    assert (shown.purses, shown.barred) == ({FLO: ALLOWANCE}, ())
    hall.stop()


async def evening(journal: MortalJournal) -> list[Who]:
    """Two games in a row, with predictions in both; who was told that theirs is taken."""
    hall = await opened(journal)
    told: list[Who] = []

    async def goes_on() -> None:
        live = await hall.game()
        for number in range(2):
            for who, seat in ((EVE, 0), (FLO, 1), (EVE, 1)):
                if (await hall.predict(live, who, seat)).refused is None:
                    told.append(who)
            while live.table.playing is not None:
                await asyncio.sleep(1.0)
            if not number:
                await hall.ask(live, "ann", commands.Start())
        await hall.until_nothing_is_open()

    going = asyncio.get_running_loop().create_task(goes_on())
    await asyncio.wait({going}, timeout=LONG_ENOUGH)
    if going.done():
        going.result()
    else:
        going.cancel()
    hall.stop()
    return told


def test_a_hall_that_is_killed_between_any_two_appends_makes_no_chip_and_loses_none() -> None:
    """Each append is a point to be killed at; with real processes in tests/crash/test_predictions.py."""

    @in_no_time
    async def killed_after(appends: int | None) -> None:
        journal = MortalJournal()
        journal.left = appends
        told = await evening(journal)
        tries = journal.tries
        journal.left = None
        hall = await opened(journal)
        await asyncio.sleep(LOOK_AGAIN)
        await hall.until_nothing_is_open()
        await all_is_right(hall)
        assert set(told) <= set(hall.predictions.book.given), "who was told that theirs is taken has had their chips"
        hall.stop()
        last.append(tries)

    last: list[int] = []
    killed_after(None)
    for appends in range(last[0]):
        killed_after(appends)
    assert len(last) > 10
