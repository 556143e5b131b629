"""What `open` and `quick` cost in a hall with few tables and with many: `python benchmarks/bench_crowds.py`.

Both go through the limits to a journal in memory, so that no disk hides what the hall itself does. The last column is
the ratio of the two: 1 means that the number of tables makes no difference.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dicehall.rules.catalog import GAMES
from dicehall.server.bounds.addresses import origins
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from tests.server.timeless import Listeners

FEW, MANY = 10, 5_000
ROOMY = Limits(tables=1_000_000, tables_per_address=1_000_000, openings_per_address=1_000_000)


class Crowded:
    def __init__(self) -> None:
        self.hall = Hall(MemoryJournal(), Listeners(), pace=3600.0)
        self.visitors = Visitors(ROOMY)
        self.people = 0

    async def fill(self, tables: int) -> None:
        while self.hall.open_tables < tables:
            await self.open()

    async def open(self) -> None:
        who, done = self.somebody(), asyncio.Event()
        reply = self.visitors.opening(who, self.hall, lambda _answer: done.set(), "192.0.2.1")
        await self.hall.open(who, commands.Open(Setting(game="peril", seats=4)), reply, origins("192.0.2.1"))
        await done.wait()

    async def quick(self) -> None:
        """Half of them open a table, and the other half complete it."""
        who, done = self.somebody(), asyncio.Event()
        game = GAMES[0].name
        joins = self.hall.gathers(game, seats=2)
        reply = self.visitors.opening(who, self.hall, lambda *_answer: done.set(), "192.0.2.1", joins=joins)
        await self.hall.quick(who, game, reply, seats=2, origins=origins("192.0.2.1"))
        await done.wait()

    def somebody(self) -> str:
        self.people += 1
        return f"person {self.people}"


async def measure(tables: int, times: int) -> dict[str, float]:
    """Microseconds of each, the median of many."""
    crowded = Crowded()
    await crowded.fill(tables)
    asked: dict[str, Any] = {"open": crowded.open, "quick": crowded.quick}
    found = {}
    for name, ask in asked.items():
        trips = []
        for _ in range(times):
            began = perf_counter()
            await ask()
            trips.append(1e6 * (perf_counter() - began))
        found[name] = median(trips)
    crowded.hall.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how often each is asked (default 200)")
    times = parser.parse_args().times
    few, many = (asyncio.run(measure(tables, times)) for tables in (FEW, MANY))
    table = Table("", f"{FEW} tables", f"{MANY:,} tables", "ratio", box=SIMPLE_HEAD)
    for name in few:
        table.add_row(name, f"{few[name]:.0f} µs", f"{many[name]:.0f} µs", f"{many[name] / few[name]:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
