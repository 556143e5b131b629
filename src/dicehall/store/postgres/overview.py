"""What an operator sees of a hall's nodes, and how one is told to end: by the database alone."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

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
OWNERS: Final = "SELECT node FROM partitions ORDER BY partition"
STANDBYS: Final = """
SELECT application_name, state, sync_state, extract(epoch FROM replay_lag)::float8,
    CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint END
FROM pg_stat_replication ORDER BY application_name
"""


class NodeRow(NamedTuple):
    name: str
    is_alive: bool
    is_draining: bool
    partitions: int
    tables: int
    renewed: float
    """Seconds since it last said that it is alive, by the database's clock."""

    @property
    def state(self) -> str:
        return "gone" if not self.is_alive else "draining" if self.is_draining else "alive"


class Standby(NamedTuple):
    """Of the database. Only a role with `pg_monitor` is told more than its name."""

    name: str
    state: str | None
    sync: str | None
    """`quorum` or `sync`: a move is confirmed when enough of these have it. `async`: it may be behind."""
    behind: float | None
    """Seconds; PostgreSQL does not say while nothing is written."""
    bytes_behind: int | None


class Picture(NamedTuple):
    nodes: Sequence[NodeRow]
    """All that there ever were."""
    owners: Sequence[str | None]
    """Of the partitions, whether those nodes are alive or not."""
    standbys: Sequence[Standby]


async def overview(url: str) -> list[NodeRow]:
    """All nodes that there ever were; raises `JournalError`."""
    connection = await connect_to_hall(url)
    try:
        return await _nodes(connection)
    finally:
        await connection.close()


async def picture(url: str) -> Picture:
    """Raises `JournalError`."""
    connection = await connect_to_hall(url)
    try:
        owners: list[Any] = await connection.fetch(OWNERS)
        standbys: list[Any] = await connection.fetch(STANDBYS)
        return Picture(
            await _nodes(connection), [node for (node,) in owners], [Standby(*standby) for standby in standbys]
        )
    except (*LOST, asyncpg.PostgresError) as error:
        raise JournalError(away(error, "nothing can be seen")) from error
    finally:
        await connection.close()


async def _nodes(connection: Connection) -> list[NodeRow]:
    return [NodeRow(*row) for row in await connection.fetch(OVERVIEW, "")]


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
