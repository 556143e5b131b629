"""What the store of a hall holds, read or spoiled beside the hall: in the files of its folder, or in PostgreSQL."""

import sqlite3
from contextlib import closing
from typing import Any

from dicehall.store.journal.disk import DiskJournal
from dicehall.store.postgres.connection import JOURNAL, connect
from dicehall.store.postgres.people_schema import PEOPLE
from dicehall.store.postgres.reader import JournalReader
from tests.server.kit import RunningHall


async def rows(hall: RunningHall, statement: str) -> list[tuple[Any, ...]]:
    """What a statement answers that both databases know; what it changes is kept."""
    if hall.database is not None:
        connection = await connect(hall.database, search_path=f"{JOURNAL}, {PEOPLE}")
        try:
            return [tuple(row.values()) for row in await connection.fetch(statement)]
        finally:
            await connection.close()
    with closing(sqlite3.connect(hall.data / "journal.db")) as database:
        database.execute("ATTACH ? AS people", (str(hall.data / "people.db"),))
        with database:
            return database.execute(statement).fetchall()


async def acts(hall: RunningHall) -> list[bytes]:
    """Of administrators, as they are written down."""
    if hall.database is None:
        with closing(DiskJournal(hall.data)) as journal:
            return await journal.records("")
    connection = await connect(hall.database)
    try:
        return await JournalReader(connection).records("")
    finally:
        await connection.close()


async def everything(hall: RunningHall) -> bytes:
    """All that is kept of a hall, as it is kept: its folder, and its database row by row."""
    kept = [file.read_bytes() for file in hall.data.iterdir()]
    if hall.database is not None:
        held = await rows(
            hall, f"SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ({JOURNAL!r}, {PEOPLE!r})"
        )
        for schema, table in held:
            kept += [text.encode() for (text,) in await rows(hall, f"SELECT row::text FROM {schema}.{table} AS row")]
    return b"\n".join(kept)
