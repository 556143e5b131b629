"""What halls of two nodes run on, one stage for each kind of fault; what is missing is said in one line."""

import asyncio
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from tests.engines.nats import Nats
from tests.engines.network import BUS, DATABASE, Network
from tests.engines.patroni import Patroni
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine
from tests.engines.proxy import Proxy
from tests.server.gates.processes import ended, gates_of
from tests.server.kit import RunningHall

NAMES = ("one", "other")


class NotRun(Exception):
    """Its text says why, in one line."""


@dataclass
class Stage:
    nodes: list[RunningHall]
    database: str
    """Its URL, for whoever looks at it from outside."""


@dataclass
class Plain(Stage):
    postgresql: PostgreSQL
    nats: Nats


@dataclass
class Lined(Stage):
    line: Proxy
    """From the first node to the database."""


@dataclass
class Switching(Stage):
    patroni: Patroni


@dataclass
class Apart(Stage):
    network: Network
    """Around the first node."""


@asynccontextmanager
async def plain(folder: Path) -> AsyncIterator[Plain]:
    with PostgreSQL() as postgresql, Nats() as nats:
        database = postgresql.new_database()
        async with two_nodes(folder, (database, database), nats.url) as nodes:
            yield Plain(nodes, database, postgresql, nats)


@asynccontextmanager
async def gated(folder: Path) -> AsyncIterator[Stage]:
    """Each node has its sockets held by another process, which ends with it."""
    with PostgreSQL() as postgresql, Nats() as nats:
        database, gates = postgresql.new_database(), list[int]()
        async with two_nodes(folder, (database, database), nats.url, "--workers", "2") as nodes:
            yield Stage(nodes, database)
            gates = [gate for node in nodes for gate in gates_of(node)]
        await ended(*gates)


@asynccontextmanager
async def lined(folder: Path) -> AsyncIterator[Lined]:
    with PostgreSQL() as postgresql, Nats() as nats:
        database = postgresql.new_database()
        async with Proxy(postgresql) as line, two_nodes(folder, (line.url(database), database), nats.url) as nodes:
            yield Lined(nodes, database, line)


@asynccontextmanager
async def switching(folder: Path) -> AsyncIterator[Switching]:
    with what_there_is(), Patroni() as patroni, Nats() as nats:
        database = patroni.new_database()
        async with two_nodes(folder, (database, database), nats.url) as nodes:
            yield Switching(nodes, database, patroni)


@asynccontextmanager
async def apart(folder: Path) -> AsyncIterator[Apart]:
    """The first node reaches people, the database and the bus by a line each."""
    with what_there_is(), Network() as network:
        address = network.here(DATABASE)
        with PostgreSQL(f"listen_addresses={address}") as postgresql, Nats(network.here(BUS)) as nats:
            postgresql.let_in(f"{address}/24")
            database = postgresql.new_database(address)
            async with two_nodes(folder, (database, database), nats.url, network=network) as nodes:
                yield Apart(nodes, database, network)


@contextmanager
def what_there_is() -> Iterator[None]:
    try:
        yield
    except NoEngine as reason:
        raise NotRun(str(reason)) from reason


class Node(RunningHall):
    """What it says is read: else it would stop when nothing more fits into the pipe."""

    def start(self) -> None:
        super().start()
        Thread(target=deque, args=(self.process.stdout, 0), daemon=True).start()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class NodeApart(Node):
    """It runs in a network of its own."""

    def __init__(self, network: Network, data: Path, *arguments: str) -> None:
        self._network = network
        super().__init__(data, *arguments, "--host", network.there)

    def _begun(self, *words: str, **options: Any) -> "subprocess.Popen[str]":
        command = (*self._network.inside, sys.executable, "-m", "dicehall", *words)
        return subprocess.Popen(command, encoding="utf-8", **options)


@asynccontextmanager
async def two_nodes(
    folder: Path, databases: tuple[str, str], bus: str, *options: str, network: Network | None = None
) -> AsyncIterator[list[RunningHall]]:
    nodes: list[RunningHall] = []
    try:
        for name, database in zip(NAMES, databases, strict=True):
            words = ("--database", database, "--bus", bus, "--node", name, "--fast", *options)
            if network is not None and not nodes:
                nodes.append(NodeApart(network, folder, *words))
            else:
                nodes.append(await asyncio.to_thread(Node, folder, *words))
        yield nodes
    finally:
        for node in nodes:
            node.__exit__()
