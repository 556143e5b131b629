"""Whether bots that think delay people: a person's move at one table, while two hundred other tables of bots play.

The same hall has no other table first, then tables of random bots, which cost as many moves and no thought, then tables
of hard bots. Somebody in a process of their own watches every table, so that bots keep the pace that people see. All of
it shares this machine: compare the rows, and mind what else runs.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.bots import levels_of
from dicehall.rules.catalog import GAMES

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.kit import ROOMY, Client, RunningHall, awaited, begin, come_in, over

SEATS = 4
LIMITS = (*ROOMY, "watches_per_socket=1000")
SETTLE = 8.0
"""Seconds until the processes have started and bots of all tables are at it."""


class Load(NamedTuple):
    rate: float
    """Moves and throws of bots in a second."""
    taken: list[float]
    """Milliseconds of each move of a person, until the hall confirms it."""

    @property
    def p99(self) -> float:
        return sorted(self.taken)[int(len(self.taken) * 0.99)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--watch", nargs=2, metavar=("URL", "LEVEL"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.watch:
        url, level = given.watch
        asyncio.run(watch(url, level, given.tables))
        return
    alone = asyncio.run(measured("uniform", 0, given.moves))
    random = asyncio.run(measured("uniform", given.tables, given.moves))
    hard = asyncio.run(measured("hard", given.tables, given.moves))
    table = Table(box=SIMPLE_HEAD, title=f"A person's move beside {given.tables} tables of {SEATS} bots")
    for column in ("tables of", "bot moves/s", "p50 ms", "p99 ms", "p99 : nobody", "p99 : random bots"):
        table.add_column(column, justify="left" if column == "tables of" else "right")
    for name, load in (("nobody", alone), ("random bots", random), ("hard bots", hard)):
        table.add_row(
            name, f"{load.rate:.0f}", f"{statistics.median(load.taken):.1f}", f"{load.p99:.1f}",
            f"{load.p99 / alone.p99:.2f}", f"{load.p99 / random.p99:.2f}",
        )  # fmt: skip
    Console().print(table)
    print(f"{given.moves} moves a row; the machine's load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


async def measured(level: str, tables: int, moves: int) -> Load:
    with tempfile.TemporaryDirectory() as folder, RunningHall(Path(folder), limits=LIMITS) as hall:
        watcher = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--watch", hall.url, level, "--tables", str(tables),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert watcher.stdout is not None
        await watcher.stdout.readline()
        ann, ben = await come_in(hall.url, "Ann"), await come_in(hall.url, "Ben")
        code = await begin(ann, ben, game="mindroll", options={"match": "open"}, on_timeout="wait")
        taken = [await one_move(code, ann, ben) for _ in range(moves)]
        told, _ = await watcher.communicate(b"\n")
        for person in (ann, ben):
            await person.close()
        hall.stop()
        return Load(float(told), taken)


async def one_move(code: str, *people: Client) -> float:
    """At the pace of quick people: whoever is awaited makes the first legal move."""
    await asyncio.sleep(0.02)
    for person in people:
        await person.catch_up()
    person = next(each for each in people if awaited(each, code))
    began = perf_counter()
    if person.tables[code]["waiting"]["type"] == "chance":
        await person.do(code, "throw")
    else:
        await person.do(code, "move", moves=person.options(code)[:1])
    return (perf_counter() - began) * 1000


# The watcher's process


async def watch(url: str, level: str, tables: int) -> None:
    """Open the tables, say so, start games again as they end, and print how many moves a second there were."""
    host = await come_in(url, "Walt")
    listings = [listing for listing in GAMES if levels_of(listing.name)]
    codes: list[str] = []
    for listing in islice(cycle(listings), tables):
        code = await host.open(listing.name, sit=False, bots=[level] * SEATS, seats=SEATS, public=False)
        await host.do(code, "start")
        codes.append(code)
    again = asyncio.create_task(play_again(host, codes))
    await asyncio.sleep(SETTLE if tables else 0)
    before, began = versions(host, codes), perf_counter()
    print(flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print((versions(host, codes) - before) / (perf_counter() - began))
    again.cancel()


def versions(host: Client, codes: list[str]) -> int:
    return sum(host.tables[code]["version"] for code in codes)


async def play_again(host: Client, codes: list[str]) -> None:
    while True:
        for code in codes:
            if over(host, code):
                await host.do(code, "start")
        await asyncio.sleep(1)


if __name__ == "__main__":
    main()
