"""What an operator sees of a hall's nodes, and how one is told to end: by the database alone."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import asyncpg

from dicehall.ports import JournalError
from dicehall.store.postgres.connection import LOST, Connection, away, connect
from dicehall.store.postgres.ownership import CHANNEL, LEASE, NODES
from dicehall.store.postgres.versions import is_fit

OVERVIEW: Final = f"""
SELECT node, alive, seen.draining, count(DISTINCT partition), count(heads.name),
    extract(epoch FROM clock_timestamp() - lease)::float8 + {LEASE}, seen.version
FROM ({NODES}) AS seen JOIN (SELECT node, lease FROM nodes) AS leases USING (node)
    LEFT JOIN partitions USING (node, version) LEFT JOIN heads USING (partition)
GROUP BY node, alive, seen.draining, lease, seen.version ORDER BY node
"""
PARTITIONS: Final = f"""
SELECT CASE WHEN seen.version = partitions.version THEN node END, alive IS TRUE AND seen.version = partitions.version,
    partitions.version
FROM partitions LEFT JOIN ({NODES}) AS seen USING (node) ORDER BY partition
"""
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
    version: str
    """Of its program."""

    @property
    def state(self) -> str:
        return "gone" if not self.is_alive else "draining" if self.is_draining else "alive"


class PartitionRow(NamedTuple):
    owner: str | None
    """None too where the owner has come back with another version, and does not run it."""
    is_run: bool
    version: str
    """Of the newest program that ever wrote there."""


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
    partitions: Sequence[PartitionRow]
    standbys: Sequence[Standby]

    @property
    def waiting(self) -> Sequence[PartitionRow]:
        """They are run by nobody, and each node that is alive is too old for them."""
        alive = [node.version for node in self.nodes if node.is_alive]
        return [each for each in self.partitions
                if not each.is_run and not any(is_fit(version, each.version) for version in alive)]  # fmt: skip


def takers(nodes: Sequence[NodeRow], giver: NodeRow) -> list[NodeRow]:
    """Who can take what a node has."""
    return [node for node in nodes if node.is_alive and not node.is_draining and node.name != giver.name
            and is_fit(node.version, giver.version)]  # fmt: skip


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
        partitions: list[Any] = await connection.fetch(PARTITIONS, "")
        standbys: list[Any] = await connection.fetch(STANDBYS)
        return Picture(
            await _nodes(connection), [PartitionRow(*row) for row in partitions], [Standby(*row) for row in standbys]
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
        if not any(row.name == node and row.is_alive for row in await _nodes(connection)):
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
