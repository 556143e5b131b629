"""How fast the journal takes appends: SQLite beside PostgreSQL, in turns, in one run.

As tables do it: each has one append outstanding, and sends the next when it is answered. The figures of a busy machine
say little; the ratios say more. PostgreSQL comes from a wheel, with its own data folder beside that of SQLite.
Run it from the root of the checkout: `python -m benchmarks.bench_journal`.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, Protocol

import uvloop
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.ports import Append, JournalError
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.postgres.journal import PostgresJournal
from dicehall.store.postgres.ownership import Ownership
from tests.engines.postgresql import PostgreSQL

SNAPSHOT_EVERY = 50
"""Appends of a table, as in a hall."""
SNAPSHOT = os.urandom(2000)
TICK = os.sysconf("SC_CLK_TCK")


class Appends(Protocol):
    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None: ...


class Measured(NamedTuple):
    rate: float
    """Appends a second."""
    p50: float
    """Milliseconds."""
    p99: float
    hall: float
    """Microseconds of the hall's processor for an append."""
    server: float
    """And of the database's; nan where it is the hall itself."""


async def play(journal: Appends, tables: int, size: int, seconds: float, server: Callable[[], float]) -> Measured:
    """All tables at once, until the time is over."""
    loop = asyncio.get_running_loop()
    body = os.urandom(size)
    waits: list[float] = []
    over = loop.create_future()
    running = tables

    def send(table: str, version: int) -> None:
        began = time.perf_counter()

        def answered(error: JournalError | None) -> None:
            nonlocal running
            if error is not None:
                raise error
            now = time.perf_counter()
            waits.append(now - began)
            if now < end:
                send(table, version + 1)
            elif running := running - 1:
                pass
            else:
                over.set_result(None)

        snapshot = SNAPSHOT if version % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1 else None
        journal.append(Append(table, version, 1, body, None, snapshot), answered)

    cpu, server_cpu, start = time.process_time(), server(), time.perf_counter()
    end = start + seconds
    for number in range(tables):
        send(f"t{number}", 0)
    await over
    took, count = time.perf_counter() - start, len(waits)
    cuts = statistics.quantiles(waits, n=100)
    return Measured(
        rate=count / took,
        p50=cuts[49] * 1e3,
        p99=cuts[98] * 1e3,
        hall=(time.process_time() - cpu) / count * 1e6,
        server=(server() - server_cpu) / count * 1e6,
    )


async def on_sqlite(folder: Path, measure: Callable[[Appends, Callable[[], float]], Awaitable[Measured]]) -> Measured:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        journal = DiskJournal(Path(place))
        try:
            found = await measure(journal, lambda: 0.0)
        finally:
            journal.close()
    return found._replace(server=float("nan"))


async def on_postgresql(
    engine: PostgreSQL, measure: Callable[[Appends, Callable[[], float]], Awaitable[Measured]]
) -> Measured:
    url = engine.new_database()
    ownership = await Ownership.open(url, "bench")
    journal = await PostgresJournal.open(url, "bench", ownership.epochs)
    try:
        return await measure(journal, lambda: cpu_of(engine.pid))
    finally:
        await journal.close()
        await ownership.close()


def cpu_of(pid: int) -> float:
    """Seconds of a process, its children, and those that have ended."""
    own = _times(pid)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(own) + sum(sum(_times(int(child))[:2]) for child in children)


def _times(pid: int) -> list[float]:
    """User, system, and those of children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0.0]
    return [int(field) / TICK for field in fields[11:15]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--size", type=int, default=300, help="bytes of an append")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()

    async def measure(journal: Appends, server: Callable[[], float]) -> Measured:
        return await play(journal, given.tables, given.size, given.seconds, server)

    found: dict[str, list[Measured]] = {"SQLite": [], "PostgreSQL 18": []}
    with PostgreSQL("max_wal_size=4GB") as engine:
        for _ in range(given.rounds):
            found["SQLite"].append(uvloop.run(on_sqlite(engine.folder.parent, measure)))
            found["PostgreSQL 18"].append(uvloop.run(on_postgresql(engine, measure)))
    show(found, f"{given.tables} tables, {given.size} bytes, the median of {given.rounds} rounds in turns")


def show(found: dict[str, list[Measured]], title: str) -> None:
    table = Table(title=title, box=SIMPLE_HEAD)
    for heading in ("journal", "appends/s", "from – to", "ratio", "p50 ms", "p99 ms", "hall µs", "server µs"):
        table.add_column(heading, justify="left" if heading == "journal" else "right")
    first = 0.0
    for name, rounds in found.items():
        middle = Measured(*(statistics.median(column) for column in zip(*rounds, strict=True)))
        first = first or middle.rate
        rates = [each.rate for each in rounds]
        server = "–" if middle.server != middle.server else f"{middle.server:.1f}"
        table.add_row(
            name, f"{middle.rate:,.0f}", f"{min(rates):,.0f} – {max(rates):,.0f}", f"{middle.rate / first:.2f}",
            f"{middle.p50:.1f}", f"{middle.p99:.1f}", f"{middle.hall:.1f}", server,
        )  # fmt: skip
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
