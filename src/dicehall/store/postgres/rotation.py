"""Changing the key of a hall in PostgreSQL: while no node runs, and so that none can open in between."""

from typing import Any, Final

import asyncpg
from msgspec.structs import replace

from dicehall.ports import JournalError, Uncertain
from dicehall.rules.public_log import LogLine, bytes_of
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.public_log import LAST_LINE, key_line, line_of
from dicehall.store.postgres.connection import LOST, Connection
from dicehall.store.postgres.overview import connect_to_hall
from dicehall.store.postgres.ownership import ALIVE
from dicehall.store.postgres.public_log import insert

# Also one that has its name and no lease yet, or a lease and no connection.
RUNNING: Final = f"""
SELECT node FROM nodes WHERE lease > clock_timestamp() OR EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = {ALIVE} AND objid = number AND granted
    AND mode = 'ExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
) ORDER BY node
"""
UNSURE: Final = (
    "the database was lost while the key was changed: run this again, which finds out which key is right, before you "
    "start a node"
)


async def last_line(url: str) -> LogLine | None:
    """Of the public log. Raises `JournalError`."""
    connection = await connect_to_hall(url)
    try:
        return await _last(connection)
    finally:
        connection.terminate()


async def rotate(url: str, old: HallKey, new: HallKey) -> int:
    """The line of the log that says so, signed by both keys. Raises `JournalError`; nothing has changed then,
    unless it is `Uncertain`."""
    connection = await connect_to_hall(url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE")  # who opens now waits for the end
            running = [node for (node,) in await connection.fetch(RUNNING)]
            if running:
                raise JournalError(
                    f"nodes of this hall run, or ran a moment ago ({', '.join(running)}): stop all of them first, "
                    "since each of them signs with the key"
                )
            await connection.execute("SELECT hold_logs()")
            last = await _last(connection)
            if last is None or last.key != old.public:
                raise JournalError("this is not the key of the hall in this database: nothing was changed")
            line = key_line(last, new, "rotate")
            await insert(connection, replace(line, before_signature=old.sign(bytes_of(line))))
    except (*LOST, asyncpg.PostgresError) as error:
        raise Uncertain(UNSURE) from error
    finally:
        connection.terminate()
    return line.number


async def _last(connection: Connection) -> LogLine | None:
    row: Any = await connection.fetchrow(LAST_LINE)
    return None if row is None else line_of(row)
