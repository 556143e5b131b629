"""A hall on several nodes, all on this machine, with PostgreSQL and NATS from wheels beside it."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

import hall_servers
from hall_servers import Server, Spent, nothing

sys.path.append(str(Path(__file__).resolve().parents[1]))
from tests.engines import nats, postgresql, process
from tests.server.nodes.cluster import until_shared

NAMES = ("one", "two", "three", "four")


def can_run() -> bool:
    """Whether the engines are here."""
    try:
        postgresql.programs()
        nats.program()
    except process.NoEngine:
        return False
    return True


class Nodes:
    """Open when it is made, the partitions shared out; on all cores but the players', where there are more than two."""

    def __init__(self, folder: Path, count: int, people: int) -> None:
        from dicehall.store.postgres.database import PostgresDatabase

        self.watched: Callable[[], None] = nothing
        self.unwatched: Callable[[], None] = nothing
        self._ends = ExitStack()
        with hall_servers.on(hall_servers.many_cores()):
            self._postgresql = self._ends.enter_context(postgresql.PostgreSQL())
            self._nats = self._ends.enter_context(nats.Nats())
        self.database = self._postgresql.new_database()
        book = PostgresDatabase(self.database)
        self.sign_ins = hall_servers.enter(book, people)
        book.close()
        self.metrics = [hall_servers.free_port() for _ in range(count)]
        self.nodes = [self._start(folder, name, port) for name, port in zip(NAMES, self.metrics, strict=False)]
        self.ports = [port for node in self.nodes for port in node.ports]
        asyncio.run(self.until_owned_by(*NAMES[:count]))

    def _start(self, folder: Path, name: str, metrics: int) -> Server:
        place = ("--database", self.database, "--bus", self._nats.url, "--node", name)
        node = self._ends.enter_context(hall_servers.hall(folder, metrics=metrics, more=place))
        node.wait()
        return node

    async def until_owned_by(self, *names: str) -> None:
        """Until these nodes have all partitions, evenly."""
        await until_shared(self.database, *names)

    @property
    def spent(self) -> Spent:
        engines = 0.0
        for engine in (self._postgresql, self._nats):
            for each in hall_servers.processes(engine.pid):
                with suppress(OSError):  # one that has just ended
                    engines += hall_servers.cpu(each)
        return Spent(owners=sum(node.cpu for node in self.nodes if node.process.poll() is None), engines=engines)

    @property
    def memory(self) -> int:
        """Without the engines, which share most of theirs."""
        return sum(node.memory for node in self.nodes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()
