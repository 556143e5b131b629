"""The hall's faults never run on players' clocks: stopped, or with a slow or full disk, its time stands still.

Time really passes here; tests/store/journal/test_hall_time.py tries what the hall makes of it with clocks that are set.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

import pytest

from tests.crash.halls import MortalHall
from tests.crash.people import Message
from tests.crash.sabotage import DAY, SLOW, SLOW_FLUSH
from tests.crash.stalls import (
    CARELESS,
    Outcome,
    Stall,
    leave_little_time,
    outlast,
    stopped,
    stopped_again_and_again,
    tables,
    with_a_full_disk,
)
from tests.crash.visits import Visit, visit
from tests.server.kit import PATIENCE

CLOCK = 15
LEFT = 3.0
"""Seconds on each clock, and the hall is held up for longer."""
STALLED = 4.0
MAY_PASS = 1.5
"""Seconds of hall time in a stall: until it is noticed, and on a busy machine."""
ROUNDED = 0.2
"""Seconds: hall time is told in tenths."""


async def hall_time(people: Visit, code: str) -> float:
    before = len(people.ann.at.samples)
    await people.ann.at.ask("watch", table=code)
    return people.ann.at.samples[before].now


async def heard(people: Visit, kind: str) -> Message:
    async with asyncio.timeout(PATIENCE):
        while True:
            for message in people.ann.at.heard:
                if message["type"] == kind:
                    return message
            await asyncio.sleep(0.05)


async def passed(people: Visit, code: str, stall: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Hall time, and real time, that a stall took."""
    before, begun = await hall_time(people, code), monotonic()
    await stall()
    return await hall_time(people, code) - before, monotonic() - begun


def played(folder: Path, *sabotage: str) -> Callable[[Callable[[MortalHall, Visit], Awaitable[None]]], None]:
    def run(test: Callable[[MortalHall, Visit], Awaitable[None]]) -> None:
        async def evening(hall: MortalHall) -> None:
            async with visit(hall) as people:
                await test(hall, people)

        with MortalHall(folder, sabotage=sabotage) as hall:
            asyncio.run(evening(hall))

    return run


async def held_up(hall: MortalHall, people: Visit, stall: Stall) -> Outcome:
    codes = await tables(people, [CLOCK] * 4)
    await leave_little_time(hall, people, codes, LEFT)
    return await outlast(hall, people, codes, stall, STALLED)


@pytest.mark.parametrize("stall", [stopped, pytest.param(with_a_full_disk, marks=pytest.mark.soak)])
def test_nobody_loses_time_while_the_hall_can_do_nothing_and_the_table_is_told(stall: Stall, tmp_path: Path) -> None:
    @played(tmp_path)
    async def _(hall: MortalHall, people: Visit) -> None:
        outcome = await held_up(hall, people, stall)
        assert outcome.is_fair, outcome
        away = await heard(people, "away")
        assert away["seconds"] >= LEFT / 2


@pytest.mark.soak
def test_a_hall_whose_clocks_run_through_stalls_is_noticed(tmp_path: Path) -> None:
    @played(tmp_path, *CARELESS)
    async def _(hall: MortalHall, people: Visit) -> None:
        outcome = await held_up(hall, people, stopped)
        assert outcome.struck >= outcome.moves / 2, "wherever no move waited in its socket"


@pytest.mark.soak
def test_many_short_stops_take_little_time_as_well(tmp_path: Path) -> None:
    @played(tmp_path)
    async def _(hall: MortalHall, people: Visit) -> None:
        (code,) = await tables(people, [CLOCK])
        hall_seconds, seconds = await passed(people, code, lambda: stopped_again_and_again(hall, 5, lambda: None))
        assert hall_seconds < 0.7 * seconds


@pytest.mark.soak
def test_a_slow_disk_takes_nobody_s_time(tmp_path: Path) -> None:
    @played(tmp_path, "flush_slowly_when_told")
    async def _(_hall: MortalHall, people: Visit) -> None:
        (code,) = await tables(people, [CLOCK])
        (tmp_path / SLOW).touch()
        hall_seconds, seconds = await passed(people, code, lambda: people.move(code))
        assert seconds >= SLOW_FLUSH
        assert hall_seconds < seconds - SLOW_FLUSH + MAY_PASS


@pytest.mark.soak
def test_a_clock_on_the_wall_that_jumps_by_days_changes_nothing(tmp_path: Path) -> None:
    @played(tmp_path, "let_the_wall_clock_jump")
    async def _(_hall: MortalHall, people: Visit) -> None:
        (code,) = await tables(people, [CLOCK])

        async def play() -> None:
            for _ in range(6):
                await people.move(code)

        hall_seconds, seconds = await passed(people, code, play)
        assert 0 <= hall_seconds <= seconds + ROUNDED
        assert seconds < DAY
        told = [event["type"] for message in people.ann.at.heard for event in message.get("events", ())]
        assert "timed_out" not in told
