"""Which partitions this node owns: a lease by the database's clock, and an epoch that grows with each new owner.

A node that is gone is noticed in two ways. The quick one: it holds an advisory lock for as long as it is connected, and
its neighbour waits for that lock. The sure one: its lease runs out. Neither has to be right for the journal to be: a
takeover waits for the batch that the old owner is writing, and raises the epoch, so that no later one is written.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Final, Self

import asyncpg

from dicehall import __version__
from dicehall.ports import JournalError
from dicehall.store.postgres.connection import ANSWER_WITHIN, CONNECT_WITHIN, LOST, Connection, away, connect
from dicehall.store.postgres.schema import prepare
from dicehall.store.postgres.sharing import Held, Node, Plan, plan

log = logging.getLogger("dicehall.store")

LEASE: Final = 3.0
"""Seconds by the database's clock."""
RENEW_EVERY: Final = 0.5
WAIT_FOR_A_BATCH: Final = "1s"
"""Longer than a batch takes, and short enough for the lease to be renewed in between."""
CHANNEL: Final = "ownership"
"""Tells the other nodes to look at once; whoever misses it looks soon anyway."""
ALIVE: Final = 1684628326
"""The first number of the advisory locks that nodes hold while they are connected; the second is the node's own."""

RENEW: Final = f"""
UPDATE nodes SET lease = clock_timestamp() + interval '{LEASE} seconds', draining = draining OR $2
WHERE node = $1 RETURNING draining
"""
NODES: Final = f"""
SELECT node, version, draining, node = $1 OR (lease > clock_timestamp() AND EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = {ALIVE} AND objid = number AND granted
    AND mode = 'ExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)) AS alive FROM nodes
"""
END_MINE: Final = f"""
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = {ALIVE} AND objid = $1
AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid = $2
"""
HOLD: Final = "SELECT pg_advisory_xact_lock(1684628325, 3)"
"""One node at a time looks and takes, so that two do not take the same."""
TAKE: Final = "UPDATE partitions SET node = $1, version = $3, epoch = epoch + 1 WHERE partition = ANY ($2::smallint[])"
GIVE: Final = "UPDATE partitions SET node = $3, version = $4, epoch = epoch + 1 WHERE partition = $2 AND node = $1"
KEEP: Final = "UPDATE partitions SET version = $3 WHERE partition = ANY ($2::smallint[]) AND node = $1"


class Ownership:
    """`epochs` are those of the partitions that this node owns now; the journal reads them for each batch.

    `owners` and `others` are what this node saw when it looked last: all owners, and the other nodes that are alive.
    `waiting` are partitions that no node which is alive may have, as each is older than one that has written there.
    """

    def __init__(self, url: str, node: str, version: str) -> None:
        """`version` is another one than this program's, where it is not empty."""
        self._url = url
        self._node = node
        self._version = version or __version__
        self.epochs: dict[int, int] = {}
        self.owners: dict[int, str | None] = {}
        self.others: frozenset[str] = frozenset()
        self.waiting: tuple[int, ...] = ()
        self.on_change: Callable[[], None] = lambda: None
        """Called when any of them has changed."""
        self._connection: Connection | None = None
        self._process = 0
        """Of the database, for the last connection that had this node's name."""
        self._connected = 0.0
        """When, by this machine's clock."""
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._renewed = 0.0
        self._is_draining = False
        self._is_closed = False

    @classmethod
    async def open(cls, url: str, node: str, version: str = "") -> Self:
        """Raises `JournalError` if another process runs under this name, or the database does not answer."""
        ownership = await cls.reserve(url, node, version)
        await ownership.start()
        return ownership

    @classmethod
    async def reserve(cls, url: str, node: str, version: str = "") -> Self:
        """The name is this process's own, and that is all: whatever takes long before the start keeps nobody waiting.

        Raises as `open` does.
        """
        ownership = cls(url, node, version)
        with ownership._opening():
            first = await connect(url)
            try:
                await prepare(first)
            finally:
                await first.close()
            await ownership._connect()
        return ownership

    async def start(self) -> None:
        """From now on it is alive, and takes its share. Raises `JournalError`."""
        with self._opening():
            await self._look()
        work = (self._renew_until_closed(), self._watch_until_closed())
        self._tasks = [asyncio.get_running_loop().create_task(each) for each in work]

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except (*LOST, asyncpg.PostgresError) as error:
            self._give_up()
            raise JournalError(away(error, "the hall cannot open")) from error
        except BaseException:
            self._give_up()
            raise

    async def close(self) -> None:
        """The others notice at once, since the lock goes with the connection."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.epochs.clear()
        if self._connection is not None:
            with suppress(*LOST):
                await self._connection.close(timeout=CONNECT_WITHIN)
        self._connection = None

    @property
    def is_drained(self) -> bool:
        """Whether it was to hand everything over, and has."""
        return self._is_draining and not self.epochs

    def drain(self) -> None:
        """From now on everything is handed over, partition by partition, if there is another node to take it.

        It is done when `epochs` is empty.
        """
        self._is_draining = True
        self._wake.set()

    # The connection

    async def _connect(self) -> None:
        self._give_up()
        connection = await connect(self._url, lock_timeout=WAIT_FOR_A_BATCH)
        try:
            await connection.execute(
                "INSERT INTO nodes VALUES ($1, DEFAULT, 0, 0, NULL, 0, now(), false) ON CONFLICT DO NOTHING", self._node
            )
            number = await connection.fetchval("SELECT number FROM nodes WHERE node = $1", self._node)
            await self._hold_name(connection, number)
            await connection.execute(
                "UPDATE nodes SET draining = $2, version = $3 WHERE node = $1",
                self._node, self._is_draining, self._version,
            )  # fmt: skip
            await connection.add_listener(CHANNEL, lambda *_: self._wake.set())
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(lambda _: self._wake.set())
        self._connection, self._connected = connection, monotonic()
        self._process = connection.get_server_pid()

    async def _hold_name(self, connection: Connection, number: int) -> None:
        """The connection of a process that has just ended may live for another moment.

        One of this process is ended: after the network was cut, the database may believe in it for hours.
        """
        await connection.execute(END_MINE, number, self._process)
        end = monotonic() + LEASE
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", ALIVE, number):
            if monotonic() > end:
                raise JournalError(f"another process of this hall runs as {self._node}: give each a name of its own")
            await asyncio.sleep(LEASE / 30)

    @property
    def _open(self) -> Connection:
        if self._connection is None:
            raise asyncpg.InterfaceError("the database is away")
        return self._connection

    def _give_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    # Renewing

    async def _renew_until_closed(self) -> None:
        while not self._is_closed:
            with suppress(TimeoutError):  # not `wait_for`: before Python 3.12 it may overhear that it is cancelled
                async with asyncio.timeout(RENEW_EVERY):
                    await self._wake.wait()
            self._wake.clear()
            try:
                if self._connection is None or self._connection.is_closed():
                    await self._connect()
                await self._look()
            except asyncpg.LockNotAvailableError:  # a batch takes long: look again soon
                log.warning("which tables this machine runs cannot be settled yet: something is still being written")
            except Exception as error:  # whatever went wrong, only a new connection is sure to work
                log.warning("which tables this machine runs cannot be renewed now: %s", error)
                self._give_up()
                if monotonic() - self._renewed > LEASE:
                    self._become({}, self.owners, self.others, ())

    async def _look(self) -> None:
        """Renew the lease, take what nobody alive owns, give away what others should have."""
        told = await self._open.fetchval(RENEW, self._node, self._is_draining)
        self._is_draining = self._is_draining or told  # it may have been asked for meanwhile
        self._renewed = monotonic()
        async with self._open.transaction():
            await self._open.execute(HOLD)
            wanted, nodes = await self._plan()
            if wanted.keep:
                await self._open.execute(KEEP, self._node, wanted.keep, self._version)
            if wanted.take:
                # An old owner may still be writing a batch: it ends first, and its next one has an old epoch.
                gone = [node.name for node in nodes if not node.is_alive]
                await self._open.execute("SELECT FROM nodes WHERE node = ANY ($1) ORDER BY node FOR UPDATE", gone)
                await self._open.execute(TAKE, self._node, wanted.take, self._version)
                await self._tell()
        await self._see(nodes, wanted.waiting)
        versions = {node.name: node.version for node in nodes}
        for partition, to in wanted.give:
            await self._give(partition, to, versions[to])

    async def _plan(self) -> tuple[Plan, list[Node]]:
        """And the nodes that it is for. Just connected, a node takes nothing from others: after the database was away,
        they may be on their way back."""
        rows: list[Any] = await self._open.fetch(NODES, self._node)
        patient = monotonic() - self._connected < LEASE
        found: list[Any] = await self._open.fetch("SELECT partition, node, version FROM partitions")
        partitions = {partition: Held(node, version) for partition, node, version in found}
        owning = {held.owner for held in partitions.values()}
        nodes = [
            Node(node, alive or (patient and node in owning), draining, version)
            for node, version, draining, alive in rows
        ]
        return plan(self._node, nodes, partitions), nodes

    async def _give(self, partition: int, to: str, version: str) -> None:
        """From now on no batch of this node has the partition; one that is being written ends first."""
        if self.epochs.pop(partition, None) is not None:
            self.on_change()
        async with self._open.transaction():
            await self._open.execute("SELECT FROM nodes WHERE node = $1 FOR UPDATE", self._node)
            await self._open.execute(GIVE, self._node, partition, to, version)
            await self._tell()

    async def _see(self, nodes: list[Node], waiting: tuple[int, ...]) -> None:
        """What has become of it, and who is there. Nothing is run before it is noted for this node's version."""
        rows: list[Any] = await self._open.fetch("SELECT partition, node, epoch, version FROM partitions")
        own = (self._node, self._version)
        self._become(
            {partition: epoch for partition, node, epoch, version in rows if (node, version) == own},
            {partition: node for partition, node, _, _ in rows},
            frozenset(node.name for node in nodes if node.is_alive and node.name != self._node),
            waiting,
        )

    async def _tell(self) -> None:
        await self._open.execute("SELECT pg_notify($1, '')", CHANNEL)

    def _become(
        self, epochs: dict[int, int], owners: dict[int, str | None], others: frozenset[str], waiting: tuple[int, ...]
    ) -> None:
        if (epochs, owners, others, waiting) != (self.epochs, self.owners, self.others, self.waiting):
            if waiting and not self.waiting:
                log.error("%d partitions wait for a node as new as the one that had them", len(waiting))
            self.epochs.clear()
            self.epochs.update(epochs)
            self.owners, self.others, self.waiting = owners, others, waiting
            self.on_change()

    # Noticing at once that a neighbour is gone

    async def _watch_until_closed(self) -> None:
        """Wait for the lock of the next node in the order of names: whoever gets it knows that its holder is gone."""
        while not self._is_closed:
            connection: Connection | None = None
            try:
                connection = await connect(self._url)
                while True:
                    await self._watch(connection)
            except Exception:  # the lease tells too, only later
                await asyncio.sleep(RENEW_EVERY)
            finally:
                if connection is not None:
                    connection.terminate()

    async def _watch(self, connection: Connection) -> None:
        """For a while, since the next node may be another one by then."""
        nodes = await connection.fetch(
            f"SELECT number, node FROM ({NODES}) JOIN nodes USING (node) WHERE alive", self._node
        )
        names = sorted((node, number) for number, node in nodes if node != self._node)
        if not names:
            await asyncio.sleep(RENEW_EVERY)
            return
        _, number = next((each for each in names if each[0] > self._node), names[0])
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lock_timeout = '{LEASE} s'")
                await connection.execute(
                    "SELECT pg_advisory_xact_lock_shared($1, $2)", ALIVE, number, timeout=ANSWER_WITHIN
                )
        except asyncpg.LockNotAvailableError:
            return
        self._wake.set()
