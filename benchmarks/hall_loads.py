"""People who connect, sit down and play at a pace, with what that took of the server and of the players."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from hall_clients import SEATS, Client, Table, nothing
from hall_servers import Server

CONNECTING = 100
"""Handshakes at a time."""
SETTLE = 0.6
"""Seconds in which comings and goings are told."""


class Load(NamedTuple):
    """A stretch of play."""

    moves: int
    seconds: float
    server: float
    """CPU seconds."""
    players: float
    latencies: list[float]

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.server

    @property
    def busy(self) -> float:
        """How much of its core the generator used."""
        return self.players / self.seconds

    def percentile(self, part: float) -> float:
        """In milliseconds."""
        return 1000 * sorted(self.latencies)[int(part * (len(self.latencies) - 1))]


class Stopwatch:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.began, self._server, self._players = time.perf_counter(), server.cpu, time.process_time()

    def stop(self, latencies: list[float]) -> Load:
        return Load(
            len(latencies), time.perf_counter() - self.began, self.server.cpu - self._server,
            time.process_time() - self._players, latencies[:],
        )  # fmt: skip


# Connecting


async def connect_all(clients: Iterable[Client], port: int) -> None:
    gate = asyncio.Semaphore(CONNECTING)

    async def connect(client: Client) -> None:
        async with gate:
            await client.connect(port)

    await asyncio.gather(*map(connect, clients))


async def seat(tokens: Sequence[str], count: int, port: int) -> list[Table]:
    """So many tables with a game running."""
    clients = [Client(token) for token in tokens[: count * SEATS]]
    await connect_all(clients, port)
    tables = [Table(clients[at : at + SEATS], Random(at)) for at in range(0, len(clients), SEATS)]
    await asyncio.gather(*(table.set_up() for table in tables))
    await asyncio.sleep(SETTLE)
    for table in tables:
        table.begin()
    return tables


def hang_up(tables: Iterable[Table]) -> None:
    for table in tables:
        for client in table.clients:
            client.transport.abort()


# Playing


async def let_finish(tables: Sequence[Table]) -> None:
    """What is on its way arrives; nothing new is sent."""
    for table in tables:
        table.then = nothing
    await asyncio.sleep(SETTLE)
    if lost := sum(client.transport.is_closing() for table in tables for client in table.clients):
        raise RuntimeError(f"{lost} sockets were lost: the figures would be of fewer tables")


async def paced(server: Server, tables: Sequence[Table], rate: float, seconds: float) -> Load:
    """Moves at random moments, so many a second on average, each at the table that has waited longest."""
    latencies: list[float] = []
    waiting = deque(tables)
    rng = Random(6)

    def then(table: Table) -> None:
        latencies.append(time.perf_counter() - table.sent)
        waiting.append(table)

    for table in tables:
        table.then = then
    watch = Stopwatch(server)
    due = watch.began
    while due < watch.began + seconds:
        if (pause := due - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        elif not waiting:
            await asyncio.sleep(0)
            continue
        if waiting:
            waiting.popleft().play()
            due += rng.expovariate(rate)
    load = watch.stop(latencies)
    await let_finish(tables)
    return load
