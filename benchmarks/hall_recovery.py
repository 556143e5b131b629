"""How soon the tables of a killed hall, or of a killed node, are there again and go on."""

import asyncio
import re
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import hall_servers
import msgspec
import uvloop
from hall_clients import SEATS, Client, Table
from hall_loads import CONNECTING, hang_up, let_finish, seat
from hall_nodes import NAMES, Nodes
from hall_servers import Server, cpu_of_machine

BATCH = 500
"""Tables that are played at a time: their sockets together are more than a system lets one process have."""
ASLEEP = re.compile(rb"^dicehall_tables_asleep (\S+)", re.MULTILINE)
PLAYING = re.compile(rb'^dicehall_tables{[^}]*state="playing"[^}]*} (\S+)', re.MULTILINE)


class Moment(NamedTuple):
    seconds: float
    """Since the kill, or since the start of the new process."""
    cpu: float
    """Seconds of the hall and its engines by then."""


class Recovery(NamedTuple):
    moves: float
    """At each table when it was killed."""
    there: Moment
    """A page is served, or another node has the partitions."""
    awake: Moment
    """Every table is folded from the journal."""
    shown: Moment
    """Every table has been shown to the player whose turn it is."""
    continued: Moment
    """Every table has made another move that is on disk."""
    others: float
    """Cores that everything else on this machine used, players included."""


class Watch:
    """Says how long it took, and what it took of the server."""

    def __init__(self, server: Server | Nodes) -> None:
        self._server, self._before = server, server.spent
        self._machine = cpu_of_machine()
        self._began = time.perf_counter()

    def now(self) -> Moment:
        return Moment(time.perf_counter() - self._began, self._server.spent.since(self._before).total)

    def others(self) -> float:
        """Cores."""
        moment = self.now()
        return (cpu_of_machine() - self._machine - moment.cpu) / moment.seconds


def killed_hall(folder: Path, running: int, seconds: float) -> Recovery:
    return uvloop.run(started_again(folder, running, seconds))


def killed_node(folder: Path, running: int, seconds: float) -> Recovery:
    with Nodes(folder, 2, running * SEATS) as hall:
        return uvloop.run(taken_over(hall, running, seconds))


async def started_again(folder: Path, running: int, seconds: float) -> Recovery:
    """From the start of the new process on."""
    tokens = hall_servers.invite(folder, running * SEATS)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        tables = await played(tokens, running, port, seconds)
        server.kill()
    metrics = hall_servers.free_port()
    with hall_servers.hall(folder, port, metrics=metrics) as again:
        watch = Watch(again)
        await answered(port)
        return await until_continued(tables, watch, port, metrics)


async def taken_over(hall: Nodes, running: int, seconds: float) -> Recovery:
    """The first of two nodes has all the tables; from its death on."""
    tables = await played(hall.sign_ins, running, hall.ports[0], seconds)
    hall.nodes[0].kill()
    watch = Watch(hall)
    await hall.until_owned_by(NAMES[1])
    return await until_continued(tables, watch, hall.ports[1], hall.metrics[1])


async def played(tokens: list[str], running: int, port: int, seconds: float) -> list[Table]:
    """So many tables in the middle of a game, with nobody connected any more."""
    tables: list[Table] = []
    for first in range(0, running, BATCH):
        batch = await seat(tokens[first * SEATS :], min(BATCH, running - first), port)
        for table in batch:
            table.then = Table.play
            table.play()
        await asyncio.sleep(seconds)
        await let_finish(batch)
        hang_up(batch)
        tables += batch
    return tables


async def until_continued(tables: list[Table], watch: Watch, port: int, metrics: int) -> Recovery:
    moves, there = statistics.mean(table.moves for table in tables), watch.now()
    await all_awake(metrics, len(tables))
    awake = watch.now()
    gate = asyncio.Semaphore(CONNECTING)
    shown = max(await asyncio.gather(*(continued(table, port, gate, watch) for table in tables)))
    return Recovery(moves, there, awake, shown, watch.now(), watch.others())


async def answered(port: int) -> None:
    """Until a page comes; the port alone may be open earlier."""
    while not (await fetched(port, b"/api/games")).startswith(b"HTTP/1.1 200"):
        await asyncio.sleep(0.01)


async def all_awake(metrics: int, running: int) -> None:
    while not is_awake(await fetched(metrics, b"/metrics"), running):
        await asyncio.sleep(0.02)


def is_awake(told: bytes, running: int) -> bool:
    asleep = ASLEEP.search(told)
    return asleep is not None and not float(asleep[1]) and sum(map(float, PLAYING.findall(told))) >= running


async def fetched(port: int, path: bytes) -> bytes:
    """The answer with its head, or nothing."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET %b HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n" % path)
        return await reader.read()
    except OSError:
        return b""


class Seen(msgspec.Struct):
    class PublicTable(msgspec.Struct):
        class Waiting(msgspec.Struct):
            due: tuple[tuple[int, float, float], ...]

        waiting: Waiting

    shown: PublicTable


async def continued(table: Table, port: int, gate: asyncio.Semaphore, watch: Watch) -> Moment:
    """The last to move comes back first; if the turn has passed on, then the one whose turn it is. Says when."""
    async with gate:
        last = table.mover
        assert last is not None
        back = await come_back(table, last, port)
        ((due, _until, _since),) = msgspec.json.decode(back.whole, type=Seen).shown.waiting.due
        if table.clients[due] is not last:
            back = await come_back(table, table.clients[due], port)
        shown = watch.now()
        table.begin()
        table.clients, table.mover, table.question = [back], back, back.whole
        moved = asyncio.Event()
        table.then = lambda _: moved.set()
        table.play()
        await moved.wait()
        return shown


async def come_back(table: Table, client: Client, port: int) -> Client:
    again = Client(client.token)
    again.table = table
    await again.connect(port)
    await again.demand(b'"type":"watch","table":"%b"' % table.code)
    return again
