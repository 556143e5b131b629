"""How long a match without end holds the hall up: `python benchmarks/bench_long_match.py`.

A MindRoll that its host ends after a few entries and after very many, in a journal in memory, so that no disk hides
what the hall itself does. A hall does nothing else in these milliseconds. The ratio of a cost that does not grow is 1.
"""

import argparse
import asyncio
import copy
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from tests.server.timeless import Listeners

ANN, BEN = "ann", "ben"
FEW = 300
SETTING = Setting(game="mindroll", seats=2, on_timeout="wait", options={"match": "open"})


async def do(ask: Callable[[Callable[[Any], None]], object]) -> None:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    ask(answer.set_result)
    assert isinstance(outcome := await answer, Decided), outcome


async def play(entries: int) -> tuple[MemoryJournal, Hall, LiveTable]:
    journal = MemoryJournal()
    hall = Hall(journal, Listeners(), pace=0.0)
    await hall.start()
    opened: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    live = await hall.open(ANN, commands.Open(SETTING), opened.set_result)
    await opened
    for who, command in ((BEN, commands.Sit()), (BEN, commands.Ready()), (ANN, commands.Start())):
        await do(lambda reply, who=who, command=command: live.ask(who, command, reply))  # type: ignore[misc]
    while live.table.version < entries:
        who = next(who for who, mine in live.mine.items() if mine.options)
        move = commands.MakeMoves((msgspec.to_builtins(live.mine[who].options[0]),))
        await do(lambda reply, who=who, move=move: live.ask(who, move, reply))  # type: ignore[misc]
    return journal, hall, live


async def restarted(journal: MemoryJournal, code: str) -> LiveTable:
    hall = Hall(copy.copy(journal), Listeners(), pace=0.0)
    await hall.start()
    await hall.wake(code)
    return hall.find(code)


async def measure(entries: int, times: int) -> dict[str, float]:
    """Milliseconds, the median of a few."""
    journal, hall, live = await play(entries)
    hall.stop()
    found: dict[str, list[float]] = {"a window comes back after a restart": [], "the end, after a restart": []}
    for _ in range(times):
        again = await restarted(copy.deepcopy(journal), live.code)
        found["a window comes back after a restart"].append(timed(lambda again=again: again.since(1)))  # type: ignore[misc]
        found["the end, after a restart"].append(await ended(again))
    return {"the end": await ended(live)} | {what: median(trips) for what, trips in found.items()}


async def ended(live: LiveTable) -> float:
    """The command is decided and its append handed over at once; the rest waits for the loop."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    spent = timed(lambda: live.ask(ANN, commands.StopMatch(), answer.set_result))
    await answer
    return spent


def timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return 1e3 * (perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=30_000, help="of the long match (default 30,000)")
    parser.add_argument("--times", type=int, default=5, help="how often it is read back (default 5)")
    arguments = parser.parse_args()
    few, many = (asyncio.run(measure(entries, arguments.times)) for entries in (FEW, arguments.entries))
    table = Table("", f"{FEW} entries", f"{arguments.entries:,} entries", "ratio", box=SIMPLE_HEAD)
    for what in few:
        table.add_row(what, f"{few[what]:.1f} ms", f"{many[what]:.1f} ms", f"{many[what] / few[what]:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
