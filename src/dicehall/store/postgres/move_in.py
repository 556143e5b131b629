"""A hall on one machine moves into PostgreSQL: all of it or nothing, and compared row by row before it counts."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from dicehall.ports import JournalError
from dicehall.store.files.database import Database
from dicehall.store.files.folder import JOURNAL as JOURNAL_FILE
from dicehall.store.files.folder import PEOPLE as PEOPLE_FILE
from dicehall.store.files.folder import RESTORED
from dicehall.store.files.read_only import damage, open_running
from dicehall.store.files.schema import marks as known_marks
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.marks import noted_hall_time
from dicehall.store.postgres.connection import BAD_TEXT, CONNECT_WITHIN, JOURNAL, LOST, SETTINGS, Connection, away
from dicehall.store.postgres.moved_tables import COUNTED_BY_POSTGRESQL, OF_JOURNAL, OF_PEOPLE, MovedTable
from dicehall.store.postgres.people_schema import PEOPLE, prepare_people
from dicehall.store.postgres.schema import prepare
from dicehall.store.postgres.transaction import cause_of
from dicehall.store.results.projection import prepare as prepare_results

AT_ONCE: Final = 1000
"""Rows."""
UNFIT: Final = (*BAD_TEXT, asyncpg.IntegrityConstraintViolationError)
UNSURE: Final = (
    "the database was lost in the very moment in which all was done: try again, and if the answer is that the "
    "database is not empty, the hall is in it"
)


def move_in(data: Path, url: str) -> int:
    """How many rows have moved. What the files hold stays as it is. Raises `JournalError`."""
    with _closed_hall(data) as (journal, people, seconds):
        try:
            return asyncio.run(_move(url, journal, people, seconds))
        except (*LOST, SQLAlchemyError, asyncpg.PostgresError) as error:
            raise JournalError(away(cause_of(error), "nothing was moved")) from error


def refuse_unless_empty(url: str) -> None:
    """Before anything that takes long. Raises `JournalError`."""

    async def look() -> None:
        engine = _engine(url)
        try:
            async with engine.connect() as connection:
                await _empty(connection)
        finally:
            await engine.dispose()

    try:
        asyncio.run(look())
    except (*LOST, SQLAlchemyError, asyncpg.PostgresError) as error:
        raise JournalError(away(cause_of(error), "nothing was moved")) from error


# The files


@contextmanager
def _closed_hall(data: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection, float]]:
    """Its two files, and hall time; nobody can open it meanwhile. Files of an earlier version are upgraded."""
    for name in (JOURNAL_FILE, PEOPLE_FILE):
        if not (data / name).is_file():
            raise JournalError(f"{data / name} is missing: name the folder of a hall")
    with ExitStack() as stack:
        journal = stack.enter_context(closing(DiskJournal(data, noted_hall_time(data))))
        database = stack.enter_context(closing(Database(data)))
        database.write_now(prepare_results)
        files = [stack.enter_context(closing(open_running(data / name))) for name in (JOURNAL_FILE, PEOPLE_FILE)]
        for name, file in zip((JOURNAL_FILE, PEOPLE_FILE), files, strict=True):
            if found := damage(file):
                raise JournalError(f"{data / name} is damaged ({found}): restore a backup first")
        _refuse_unfinished(*files)
        yield files[0], files[1], journal.now


def _refuse_unfinished(journal: sqlite3.Connection, people: sqlite3.Connection) -> None:
    """What a hall finds out, and says, when it is opened could not be found out any more after the move."""
    versions = dict(journal.execute("SELECT name, version FROM heads"))
    ahead = [
        table
        for table, version in people.execute(f"SELECT place, version FROM {known_marks.name}")
        if version > versions.get(table, version)
    ]
    if ahead or journal.execute("SELECT 1 FROM meta WHERE key = ?", (RESTORED,)).fetchone():
        raise JournalError(
            "the hall was restored from a backup, or its journal has lost something, and it was not opened since: "
            "open it once and close it, then move it"
        )


# The database


async def _move(url: str, journal: sqlite3.Connection, people: sqlite3.Connection, seconds: float) -> int:
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            there = await _empty(connection)
            await connection.run_sync(prepare_people)
            await there.execute(f"SET LOCAL search_path = {JOURNAL}")
            await prepare(there)
            await there.execute("UPDATE hall_time SET seconds = $1", seconds)
            count = 0
            for file, tables in ((journal, OF_JOURNAL), (people, OF_PEOPLE)):
                for table in tables:
                    count += await _copy(there, table, file)
                    await _compare(there, table, file)
            await _count_on(there)
            await _commit(connection)
    finally:
        await engine.dispose()
    return count


def _engine(url: str) -> AsyncEngine:
    return create_async_engine("postgresql+asyncpg://", async_creator=lambda: _connect(url), poolclass=NullPool)


async def _connect(url: str) -> Connection:
    """Without a limit for an answer: much may have to be flushed."""
    settings = {**SETTINGS, "search_path": PEOPLE, "idle_in_transaction_session_timeout": "0"}
    return await asyncpg.connect(url, timeout=CONNECT_WITHIN, server_settings=settings)


async def _empty(connection: AsyncConnection) -> Connection:
    """The driver's own connection, inside the transaction that has begun."""
    found = await connection.exec_driver_sql(
        "SELECT nspname FROM pg_namespace WHERE nspname IN ('journal', 'people') ORDER BY nspname"
    )
    if found.first() is not None:
        raise JournalError("this database is not empty, a hall is in it: nothing was moved; give it another database")
    there: Any = (await connection.get_raw_connection()).driver_connection
    assert isinstance(there, asyncpg.Connection)
    return there


async def _copy(there: Connection, table: MovedTable, file: sqlite3.Connection) -> int:
    count, rows = 0, table.rows(file)
    try:
        while some := list(islice(rows, AT_ONCE)):
            await there.copy_records_to_table(table.name, schema_name=table.schema, columns=table.columns, records=some)
            count += len(some)
    except (sqlite3.Error, ValueError, TypeError, *UNFIT) as error:
        raise JournalError(
            f"a row of the table {table.name} cannot be moved ({error}): nothing was moved; restore a backup first"
        ) from error
    return count


async def _compare(there: Connection, table: MovedTable, file: sqlite3.Connection) -> None:
    rows = table.rows(file)
    async for found in there.cursor(table.query_there, prefetch=AT_ONCE):
        if tuple(found) != next(rows, None):
            raise _differs(table)
    if next(rows, None) is not None:
        raise _differs(table)


def _differs(table: MovedTable) -> JournalError:
    return JournalError(f"the table {table.name} is not the same in the database as in the files: nothing was moved")


async def _count_on(there: Connection) -> None:
    for name in COUNTED_BY_POSTGRESQL:
        table = f"{PEOPLE}.{name}"
        await there.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number)) FROM {table}")


async def _commit(connection: AsyncConnection) -> None:
    try:
        await connection.commit()
    except (*LOST, SQLAlchemyError) as error:
        raise JournalError(UNSURE) from error
