"""Bots that think in another process: the same moves, whatever happens to the process, and nobody waits for them."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.bots import is_quick
from dicehall.bots.characters import CHARACTERS
from dicehall.ports.workers import WorkLost
from dicehall.rules.catalog import GAMES
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from dicehall.table.live.workers import Processes

WAIT = 90.0
KING = Setting(game="stlucia", seats=2, options={"threshold": 4}, public=False)


class Quiet:
    """A broadcaster that nobody listens to."""

    def told(self, *_: Any) -> None: ...
    def closed(self, *_: Any) -> None: ...
    def present(self, *_: Any) -> None: ...
    def warned(self, *_: Any) -> None: ...
    def away(self, *_: Any) -> None: ...
    def uncertain(self, *_: Any, known: bool) -> None: ...


class Held:
    """Workers that answer when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, function: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked.append((future, function, given))
        return future

    def stop(self) -> None:
        for future, _, _ in self.asked:
            future.cancel()


async def ask(live: LiveTable, who: str | None, command: Any) -> Decided | Refused:
    answered: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answered.set_result)
    return await answered


async def opened(hall: Hall, bots: int = 2, level: str = "hard", setting: Setting = KING) -> LiveTable:
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    live = await hall.open(
        "ann", commands.Open(setting, sit=bots < setting.seats, bots=(level,) * bots), answered.set_result
    )
    assert isinstance(await answered, Decided)
    return live


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not done():
            await asyncio.sleep(0.005)


def make(workers: Any, **given: Any) -> Hall:
    return Hall(MemoryJournal(), Quiet(), dice=Random(5), luck=Random(6), pace=0.0, workers=workers, **given)


async def whole_game(workers: Any) -> list[str]:
    """Two hard bots of King play it out."""
    hall = make(workers)
    live = await opened(hall)
    await ask(live, "ann", commands.Start())
    await until(lambda: live.table.games == 1 and live.table.playing is None)
    hall.stop()
    return [msgspec.json.decode(body)["record"] for body in await hall.journal.records(live.code)]


def test_a_game_is_the_same_wherever_its_bots_think_even_if_the_process_is_killed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def evening() -> None:
        here = await whole_game(None)
        processes = Processes(1)

        async def kill() -> None:
            await until(lambda: bool(processes.pids))
            os.kill(processes.pids[0], signal.SIGKILL)

        killing = asyncio.create_task(kill())
        there = await whole_game(processes)
        await killing
        assert there == here

    with caplog.at_level(logging.WARNING):
        asyncio.run(evening())
    assert "a thinking process has died; another takes its place, and its work is done again" in caplog.text


def test_only_what_the_seat_may_know_and_a_seed_leave_the_hall() -> None:
    async def evening() -> None:
        workers = Held()
        hall = make(workers)
        live = await opened(hall)
        await ask(live, "ann", commands.Start())
        await until(lambda: bool(workers.asked))
        play = live.table.playing
        assert play is not None
        _, _, (question,) = workers.asked[0]
        seat = play.due[0].seat
        temper = CHARACTERS[play.seats[seat].removeprefix("bot:")].temper
        assert question[:5] == ("stlucia", "hard", temper, play.game, play.game.view(play.state, seat))
        assert isinstance(question.seed, int)
        hall.stop()

    asyncio.run(evening())


def test_while_a_bot_thinks_its_table_and_others_go_on() -> None:
    async def evening() -> None:
        workers = Held()
        hall = make(workers)
        slow = await opened(hall)
        await ask(slow, "ann", commands.Start())
        await until(lambda: bool(workers.asked))
        version = slow.table.version
        other = await opened(hall, bots=1, level="hard", setting=Setting(game="mindroll", seats=2))
        await ask(other, "ann", commands.Start())
        assert isinstance(await ask(slow, "ann", commands.Lock()), Decided)
        assert slow.table.version > version
        await until(lambda: len(workers.asked) == 2)
        (stale, function, given), (current, _, _) = workers.asked
        stale.set_result(function(*given))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert slow.table.version == version + 1, "what was thought about the table before is not played"
        current.set_result(function(*given))
        await until(lambda: slow.table.version > version + 1)
        hall.stop()

    asyncio.run(evening())


def test_a_bot_nobody_can_think_for_plays_its_first_legal_move(caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        workers = Held()
        hall = make(workers)
        live = await opened(hall)
        await ask(live, "ann", commands.Start())
        await until(lambda: bool(workers.asked))
        version = live.table.version
        workers.asked[0][0].set_exception(WorkLost("no process could be started: as asked"))
        await until(lambda: live.table.version > version)
        hall.stop()

    with caplog.at_level(logging.ERROR):
        asyncio.run(evening())
    assert "its first legal move is played: no process could be started: as asked" in caplog.text


def test_a_hall_that_closes_waits_for_no_thought() -> None:
    async def evening() -> None:
        workers = Held()
        hall = make(workers)
        live = await opened(hall)
        await ask(live, "ann", commands.Start())
        await until(lambda: bool(workers.asked))
        version = live.table.version
        hall.stop()
        await asyncio.sleep(0.05)
        assert live.table.version == version

    asyncio.run(evening())


def test_a_table_asks_once_however_often_it_wakes_up() -> None:
    async def evening() -> None:
        workers = Held()
        hall = make(workers)
        live = await opened(hall)
        await ask(live, "ann", commands.Start())
        await until(lambda: bool(workers.asked))
        for _ in range(5):
            live.wake()
        await asyncio.sleep(0.05)
        assert len(workers.asked) == 1
        hall.stop()

    asyncio.run(evening())


@pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)
def test_random_bots_think_where_they_are(listing: Any) -> None:
    assert is_quick(listing.name, "uniform")
