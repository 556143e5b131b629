"""Stalls: the hall is stopped, or its disk takes nothing, while clocks run. Nobody may lose time by it.

At every other table a move waits in its socket when the hall goes on; at the others it comes a moment later.
`python -m tests.crash.stalls` tries it at full size, and with `--careless` on a hall whose clocks run through stalls.
"""

import argparse
import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from tests.crash.halls import MortalHall
from tests.crash.people import Message, Person, Refused
from tests.crash.visits import Visit, visit

CARELESS = ("let_clocks_run_through_stalls", "let_clocks_strike_at_once")
"""What was wrong with the hall before."""

Stall: TypeAlias = Callable[[MortalHall, float, Callable[[], None]], Awaitable[None]]
"""Holds a hall up for so many seconds, and calls something while it does."""


async def stopped(hall: MortalHall, seconds: float, meanwhile: Callable[[], None]) -> None:
    assert hall.pid is not None
    os.kill(hall.pid, signal.SIGSTOP)
    meanwhile()
    await asyncio.sleep(seconds)  # time passes
    os.kill(hall.pid, signal.SIGCONT)


async def stopped_again_and_again(hall: MortalHall, seconds: float, meanwhile: Callable[[], None]) -> None:
    assert hall.pid is not None
    for _ in range(round(seconds)):
        os.kill(hall.pid, signal.SIGSTOP)
        await asyncio.sleep(0.9)  # time passes
        os.kill(hall.pid, signal.SIGCONT)
        await asyncio.sleep(0.1)
    meanwhile()


async def with_a_full_disk(hall: MortalHall, seconds: float, meanwhile: Callable[[], None]) -> None:
    hall.limit(0)
    meanwhile()
    await asyncio.sleep(seconds)  # time passes
    hall.lift_limit()


class Turn(NamedTuple):
    code: str
    person: Person
    command: Message


class Outcome(NamedTuple):
    moves: int
    """All that was asked of the players."""
    done: int
    struck: int
    """Clocks, by the seats that were said to be out of time."""

    @property
    def is_fair(self) -> bool:
        return self.done == self.moves and not self.struck


async def outlast(hall: MortalHall, people: Visit, codes: list[str], stall: Stall, seconds: float) -> Outcome:
    """Every table waits for somebody, the hall is held up, and they answer."""
    turns = [Turn(code, *await people.next_turn(code)) for code in codes]
    answers: list[asyncio.Task[bool]] = []

    def answer(turns: list[Turn]) -> None:
        answers.extend(asyncio.create_task(insist(turn)) for turn in turns)

    await stall(hall, seconds, lambda: answer(turns[::2]))
    await asyncio.sleep(1.0)  # time passes: they have to see first that the hall is back
    answer(turns[1::2])
    done = sum(await asyncio.gather(*answers))
    for code in codes:
        await people.ann.at.ask("watch", table=code)  # whatever was told has come by now
    told = [event["type"] for message in people.ann.at.heard for event in message.get("events", ())]
    return Outcome(len(turns), done, told.count("timed_out"))


async def insist(turn: Turn) -> bool:
    """As people do where the disk is full: again and again. Whether it was played."""
    while True:
        try:
            await turn.person.at.do(turn.code, **turn.command)
        except Refused as refused:
            if refused.reason != "unwritable":
                return False
            await asyncio.sleep(0.25)
        else:
            return True


async def leave_little_time(hall: MortalHall, people: Visit, codes: list[str], seconds: float) -> None:
    """So that no test has to sit a clock out: hall time is put forward while the hall is closed."""
    until = min(due[1] for code in codes for due in people.ann.at.tables[code]["waiting"]["due"])
    await asyncio.to_thread(hall.stop)
    await people.go()
    with closing(sqlite3.connect(hall.data / "journal.db")) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'hall time'", (until - seconds,))
    hall.open()
    await people.come_in()
    await people.watch(*codes)


async def tables(people: Visit, clocks: list[int]) -> list[str]:
    """One for each clock, at which you are out when your time is; all wait for somebody."""
    codes = [await people.table("peril", clock=clock, on_timeout="kick") for clock in clocks]
    for code in codes:
        await people.next_turn(code)
    return codes


# At full size

FULL: list[tuple[str, Stall, float, list[int]]] = [
    ("stopped", stopped, 30, [15, 15, 25, 25] * 2),
    ("stopped again and again, 0.9 of every second", stopped_again_and_again, 30, [15] * 6),
    ("with a full disk", with_a_full_disk, 18, [15] * 6),
]


async def spend(hall: MortalHall, clocks: list[int], stall: Stall, seconds: float) -> Outcome:
    async with visit(hall) as people:
        return await outlast(hall, people, await tables(people, clocks), stall, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--careless", action="store_true", help="on a hall whose clocks run through stalls")
    sabotage = CARELESS if parser.parse_args().careless else ()
    unfair = 0
    for name, stall, seconds, clocks in FULL:
        with TemporaryDirectory() as folder, MortalHall(Path(folder) / "data", sabotage=sabotage) as hall:
            outcome = asyncio.run(spend(hall, clocks, stall, seconds))
        lengths = " and ".join(str(clock) for clock in sorted(set(clocks)))
        print(
            f"{name}, for {seconds:.0f} s: {len(clocks)} clocks of {lengths} s ran, {outcome.struck} struck; "
            f"{outcome.done} of {outcome.moves} moves were played",
            flush=True,
        )
        unfair += not outcome.is_fair
    if unfair:
        sys.exit(f"In {unfair} of {len(FULL)} stalls players lost time.")


if __name__ == "__main__":
    main()
