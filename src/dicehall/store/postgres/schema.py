"""Making the journal's tables in a database, or refusing one that this program does not know."""

import logging
from pathlib import Path
from typing import Final

from dicehall.ports import JournalError
from dicehall.store.postgres.connection import JOURNAL, Connection

log = logging.getLogger("dicehall.store")

OLDEST: Final = 15
"""The first PostgreSQL that a hall is made for."""
EDITION: Final = 1
"""Of the tables in `schema.sql`."""
HERE: Final = Path(__file__).parent
MAKING: Final = 2
"""The advisory lock of whoever makes or upgrades the tables; 1 is held for the logs."""


async def prepare(connection: Connection) -> None:
    """In one transaction, while other nodes that open at the same moment wait."""
    if (version := connection.get_server_version()) < (OLDEST,):
        raise JournalError(f"this is PostgreSQL {version.major}: a hall needs {OLDEST} or newer")
    if await connection.fetchval("SHOW fsync") == "off":
        log.warning("this database does not wait for its disk (fsync is off): a power cut may lose what was played")
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(1684628325, $1)", MAKING)
        if await connection.fetchval("SELECT to_regnamespace($1) IS NULL", JOURNAL):
            await connection.execute(f"CREATE SCHEMA {JOURNAL}")
            await connection.execute((HERE / "schema.sql").read_text(encoding="utf-8"))
            await connection.execute("CREATE TABLE edition (edition integer NOT NULL)")
            await connection.execute("INSERT INTO edition VALUES ($1)", EDITION)
        elif await connection.fetchval("SELECT to_regclass($1) IS NULL", f"{JOURNAL}.edition"):
            raise JournalError("this database holds tables of another program: give the hall a database of its own")
        elif (found := await connection.fetchval("SELECT edition FROM edition")) != EDITION:
            raise JournalError(
                f"this database was written by a newer Dicehall (its format is {found}, this program knows {EDITION}): "
                "update Dicehall, or give this hall another database"
            )
        await connection.execute((HERE / "functions.sql").read_text(encoding="utf-8"))
