"""A hall in PostgreSQL as the two files of a hall on one machine: read in one snapshot, while its nodes run."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import asyncpg
from sqlalchemy import Table

from dicehall import __version__
from dicehall.ports import JournalError
from dicehall.store.files.backup_reading import Progress, check_copy, no_progress
from dicehall.store.files.database import make_people
from dicehall.store.files.folder import JOURNAL as JOURNAL_FILE
from dicehall.store.files.folder import PEOPLE as PEOPLE_FILE
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.schema import chores, marks, metadata
from dicehall.store.files.upgrade import revisions
from dicehall.store.journal.editions import EDITIONS, make_journal
from dicehall.store.journal.public_log import COLUMNS, LAST_LINE, line_of
from dicehall.store.postgres.connection import ANSWER_WITHIN, JOURNAL, LOST, Connection, away, connect
from dicehall.store.postgres.examination import HALL_TIME, SLOWLY
from dicehall.store.postgres.people_schema import PEOPLE
from dicehall.store.postgres.schema import EDITION

Cells: TypeAlias = tuple[Any, ...]

AT_ONCE: Final = 1000
"""Rows."""
NO_HALL: Final = "there is no hall in this database: --database is the address that you gave to `dicehall serve`"


class CopiedTable(NamedTuple):
    schema: str
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    """By which rows are sorted, byte by byte on both sides."""

    @property
    def query_there(self) -> str:
        return f"SELECT {_listed(self.columns)} FROM {self.schema}.{self.name} ORDER BY {_listed(self.key)}"

    @property
    def query(self) -> str:
        """Of SQLite."""
        return f"SELECT {_listed(self.columns)} FROM {self.name} ORDER BY {_listed(self.key)}"

    @property
    def insert(self) -> str:
        return f"INSERT INTO {self.name} ({_listed(self.columns)}) VALUES ({', '.join('?' * len(self.columns))})"


def _listed(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _of_people(table: Table) -> CopiedTable:
    return CopiedTable(
        PEOPLE, table.name, tuple(each.name for each in table.c), tuple(each.name for each in table.primary_key)
    )


APPENDS: Final = CopiedTable(JOURNAL, "appends", ("name", "first", "last", "body", "crc"), ("name", "last"))
OF_JOURNAL: Final = (
    CopiedTable(JOURNAL, "heads", ("name", "version", "due"), ("name",)),
    APPENDS,
    CopiedTable(JOURNAL, "snapshots", ("name", "version", "body", "crc"), ("name",)),
    CopiedTable(JOURNAL, "seeds", ("name", "seed"), ("name",)),
    CopiedTable(JOURNAL, "records", ("number", "name", "body"), ("number",)),
    CopiedTable(JOURNAL, "log", tuple(COLUMNS.split(", ")), ("number",)),
)
OF_PEOPLE: Final = tuple(_of_people(table) for table in metadata.sorted_tables if table not in (chores, marks))
"""The tables that no migration makes are left out: a hall counts them again, as after any restore."""

# In a file each append of a table points to the one before it, and the head to the last.
CHAIN: Final = """
UPDATE appends SET previous = before FROM (
    SELECT number AS at, lag(number) OVER (PARTITION BY name ORDER BY last) AS before FROM appends
) WHERE number = at
"""
TAILS: Final = """
UPDATE heads SET tail = at FROM (SELECT name AS of, max(number) AS at FROM appends GROUP BY name) WHERE name = of
"""


def move_out(url: str, folder: Path, key: HallKey | None, progress: Progress = no_progress) -> list[Path]:
    """The files, in an empty folder; each row is compared with the database. `key` must be the hall's own.

    Raises `JournalError`.
    """
    try:
        return asyncio.run(_move_out(url, folder, key, progress))
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise JournalError(away(error, "nothing was copied")) from error
    except sqlite3.Error as error:
        raise JournalError(f"{folder} cannot be written ({error}): check that there is space") from error


async def _move_out(url: str, folder: Path, key: HallKey | None, progress: Progress) -> list[Path]:
    connection = await connect(url, ANSWER_WITHIN, idle_in_transaction_session_timeout="0")
    try:
        # One snapshot: no node waits for it, and nothing that is committed meanwhile is in it.
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            await _check(connection, key)
            seconds = float(await connection.fetchval(HALL_TIME))
            journal, people = folder / JOURNAL_FILE, folder / PEOPLE_FILE
            with closing(sqlite3.connect(journal, isolation_level=None)) as file:
                make_journal(file, max(EDITIONS))
                file.execute("UPDATE meta SET value = ?", (seconds,))
                await _fill(file, connection, OF_JOURNAL, f"Copying {JOURNAL_FILE}", progress)
            with closing(sqlite3.connect(people, isolation_level=None)) as file:
                make_people(file, revisions()[-1])
                await _fill(file, connection, OF_PEOPLE, f"Copying {PEOPLE_FILE}", progress)
    finally:
        connection.terminate()
    for copy in (journal, people):
        check_copy(copy, copy)
    return [journal, people]


async def _check(connection: Connection, key: HallKey | None) -> None:
    """That this program knows the tables, and that the key is that of the public log."""
    for table in (f"{JOURNAL}.edition", f"{PEOPLE}.alembic_version"):
        if await connection.fetchval("SELECT to_regclass($1) IS NULL", table):
            raise JournalError(NO_HALL)
    edition = await connection.fetchval("SELECT edition FROM edition")
    migration = await connection.fetchval(f"SELECT version_num FROM {PEOPLE}.alembic_version")
    if (edition, migration) != (EDITION, revisions()[-1]):
        raise JournalError(
            f"this database was written by another Dicehall than this one ({__version__}): back it up with that one"
        )
    row = await connection.fetchrow(LAST_LINE)
    if row is not None and key is not None and line_of(row).key != key.public:
        raise JournalError(
            "the key is not that of this hall: name the hall.key of a node that runs with --key, or its folder with "
            "--data"
        )


async def _fill(
    file: sqlite3.Connection, connection: Connection, tables: Sequence[CopiedTable], what: str, progress: Progress
) -> None:
    """In one transaction of the file."""
    sizes = [await connection.fetchval("SELECT pg_table_size($1::regclass)", _there(table)) for table in tables]
    file.execute("PRAGMA foreign_keys = OFF")
    file.execute("BEGIN")
    for number, table in enumerate(tables, 1):
        file.execute(f"DELETE FROM {table.name}")
        async for rows in _chunks(connection, table):
            file.executemany(table.insert, rows)
        await _compare(file, connection, table)
        progress(what, sum(sizes[:number]), sum(sizes))
    if APPENDS in tables:
        file.execute(CHAIN)
        file.execute(TAILS)
    file.execute("COMMIT")


def _there(table: CopiedTable) -> str:
    return f"{table.schema}.{table.name}"


async def _chunks(connection: Connection, table: CopiedTable) -> AsyncIterator[list[Cells]]:
    cursor = await connection.cursor(table.query_there, timeout=SLOWLY)
    while rows := await cursor.fetch(AT_ONCE, timeout=SLOWLY):
        yield [tuple(row) for row in rows]


async def _compare(file: sqlite3.Connection, connection: Connection, table: CopiedTable) -> None:
    copied: Iterator[Cells] = iter(file.execute(table.query))
    async for rows in _chunks(connection, table):
        if rows != list(islice(copied, len(rows))):
            raise _differs(table)
    if next(copied, None) is not None:
        raise _differs(table)


def _differs(table: CopiedTable) -> JournalError:
    return JournalError(f"the table {table.name} is not the same in the copy as in the database: nothing was copied")
