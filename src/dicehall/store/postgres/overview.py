"""What an operator sees of a hall's nodes, and how one is told to end: by the database alone."""

from typing import Final, NamedTuple

import asyncpg

from dicehall.ports import JournalError
from dicehall.store.postgres.connection import LOST, Connection, away, connect
from dicehall.store.postgres.ownership import CHANNEL, LEASE, NODES

OVERVIEW: Final = f"""
SELECT node, alive, nodes.draining, count(DISTINCT partition), count(heads.name),
    extract(epoch FROM clock_timestamp() - nodes.lease)::float8 + {LEASE}
FROM ({NODES}) AS seen JOIN nodes USING (node) LEFT JOIN partitions USING (node) LEFT JOIN heads USING (partition)
GROUP BY node, alive, nodes.draining, nodes.lease ORDER BY node
"""


class NodeRow(NamedTuple):
    name: str
    is_alive: bool
    is_draining: bool
    partitions: int
    tables: int
    renewed: float
    """Seconds since it last said that it is alive, by the database's clock."""


async def overview(url: str) -> list[NodeRow]:
    """All nodes that there ever were; raises `JournalError`."""
    connection = await connect_to_hall(url)
    try:
        return [NodeRow(*row) for row in await connection.fetch(OVERVIEW, "")]
    finally:
        await connection.close()


async def drain(url: str, node: str) -> bool:
    """From now on the node hands its tables over, and ends; False if it does not run. Raises `JournalError`."""
    connection = await connect_to_hall(url)
    try:
        alive = {name for name, _, is_alive in await connection.fetch(NODES, "") if is_alive}
        if node not in alive:
            return False
        await connection.execute("UPDATE nodes SET draining = true WHERE node = $1", node)
        await connection.execute("SELECT pg_notify($1, '')", CHANNEL)
        return True
    finally:
        await connection.close()


async def connect_to_hall(url: str) -> Connection:
    """Raises `JournalError` where no hall is; nothing is made."""
    try:
        connection = await connect(url)
        if await connection.fetchval("SELECT to_regclass('nodes') IS NULL"):
            await connection.close()
            raise JournalError("no hall has ever been opened on this database")
    except (*LOST, asyncpg.PostgresError) as error:
        raise JournalError(away(error, "nothing was changed")) from error
    return connection
