"""What people cost: names, chat and look-ups on SQLite beside PostgreSQL, in turns, in one run.

The figures of a busy machine say little; the ratios say more. PostgreSQL comes from a wheel, with its own data folder
beside that of SQLite. Run it from the root of the checkout: `python -m benchmarks.bench_people`.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.database import Database
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres.database import PostgresDatabase
from tests.engines.postgresql import PostgreSQL

ROUNDS: Final = 3
TIMES: Final = 300
AT_ONCE: Final = 20


async def rate(work: Callable[[int], Awaitable[Any]], at_once: int) -> float:
    """How many a second, with so many outstanding."""
    numbers = iter(range(TIMES))

    async def worker() -> None:
        for number in numbers:
            await work(number)

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    return TIMES / (time.perf_counter() - began)


async def measured(database: AnyDatabase, name: str) -> list[float]:
    people = DiskPeople(database, most_cached=0)
    ada, _ = await people.welcome(f"Ada {name}")
    return [
        await rate(lambda number: people.welcome(f"Guest {name} {number}"), 1),
        await rate(lambda number: people.welcome(f"Visitor {name} {number}"), AT_ONCE),
        await rate(lambda number: people.say(f"table {number % AT_ONCE}", "all", ada.id, "hello"), AT_ONCE),
        await rate(lambda _: people.by_id(ada.id), 1),
        await rate(lambda _: people.by_id(ada.id), AT_ONCE),
    ]


WORK: Final = (
    "new guests, one after the other",
    f"new guests, {AT_ONCE} at once",
    f"chat at {AT_ONCE} tables at once",
    "looked up without a cache",
    f"looked up without a cache, {AT_ONCE} at once",
)


def show(sqlite: Sequence[Sequence[float]], postgresql: Sequence[Sequence[float]]) -> None:
    table = Table("a second", "SQLite", "PostgreSQL", "ratio", box=SIMPLE_HEAD, title=f"medians of {ROUNDS} rounds")
    for number, name in enumerate(WORK):
        one, other = (median(each[number] for each in found) for found in (sqlite, postgresql))
        table.add_row(name, f"{one:,.0f}", f"{other:,.0f}", f"{other / one:.2f}")
    Console().print(table)


def main() -> None:
    with (
        PostgreSQL() as engine,
        tempfile.TemporaryDirectory() as folder,
        closing(Database(Path(folder))) as sqlite,
        closing(PostgresDatabase(engine.new_database())) as postgresql,
    ):
        found: list[list[list[float]]] = [[], []]
        databases: tuple[AnyDatabase, ...] = (sqlite, postgresql)
        for number in range(ROUNDS):
            for database, rounds in zip(databases, found, strict=True):
                rounds.append(asyncio.run(measured(database, str(number))))
        show(*found)


if __name__ == "__main__":
    main()
