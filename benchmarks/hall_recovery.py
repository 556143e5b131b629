"""What idle sockets weigh, and how soon a killed hall is back with all its tables."""

import asyncio
import re
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import hall_servers
import msgspec
from hall_clients import SEATS, Client, Table
from hall_loads import CONNECTING, SETTLE, connect_all, seat

NEXT = re.compile(rb'<([^>]*)>; rel="next"')
"""In the head of a page of the list: where the next one is."""


class Memory(NamedTuple):
    socket: float
    """Bytes for each idle one."""
    many: int
    """Of the whole process with very many."""


async def idle_sockets(folder: Path, few: int, many: int) -> Memory:
    tokens = hall_servers.invite(folder, many)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        await connect_all([Client(tokens[0])], port)
        empty = server.memory
        clients = [Client(token) for token in tokens]
        await connect_all(clients[:few], port)
        await asyncio.sleep(SETTLE)
        some = server.memory
        await connect_all(clients[few:], port)
        await asyncio.sleep(SETTLE)
        memory = Memory((some - empty) / few, server.memory)
        for client in clients:
            client.transport.abort()
        return memory


class Recovery(NamedTuple):
    moves: float
    """At each table when the hall was killed."""
    answers: float
    """Seconds from starting the process until a page is served."""
    awake: float
    """Until every table is folded from the journal and listed as running."""
    shown: float
    """Until every table has been shown to the player whose turn it is."""
    continued: float
    """Until every table has made another move that is on disk."""


async def recover(folder: Path, running: int, seconds: float) -> Recovery:
    tokens = hall_servers.invite(folder, running * SEATS)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        tables = await seat(tokens, running, port)
        for table in tables:
            table.then = Table.play
            table.play()
        await asyncio.sleep(seconds)
        server.kill()
    await asyncio.sleep(0.1)
    moves = statistics.mean(table.moves for table in tables)
    began = time.perf_counter()
    with hall_servers.hall(folder, port):
        await answered(port)
        answers = time.perf_counter() - began
        await all_awake(port, running)
        awake = time.perf_counter() - began
        gate = asyncio.Semaphore(CONNECTING)
        shown = max(await asyncio.gather(*(continued(table, port, gate) for table in tables)))
        return Recovery(moves, answers, awake, shown - began, time.perf_counter() - began)


async def answered(port: int) -> None:
    """Until a page comes; the port alone may be open earlier."""
    while not (await fetched(port, b"/api/games")).startswith(b"HTTP/1.1 200"):
        await asyncio.sleep(0.01)


async def all_awake(port: int, running: int) -> None:
    while await playing(port) < running:
        await asyncio.sleep(0.01)


async def playing(port: int) -> int:
    """How many tables are listed as such, on all pages of the list."""
    count, path = 0, b"/api/tables"
    while path:
        page = await fetched(port, path)
        count += page.count(b'"state":"playing"')
        following = NEXT.search(page)
        path = following[1] if following else b""
    return count


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


async def continued(table: Table, port: int, gate: asyncio.Semaphore) -> float:
    """The last to move comes back first; if the turn has passed on, then the one whose turn it is. Says when."""
    async with gate:
        last = table.mover
        assert last is not None
        back = await come_back(table, last, port)
        ((due, _until, _since),) = msgspec.json.decode(back.whole, type=Seen).shown.waiting.due
        if table.clients[due] is not last:
            back = await come_back(table, table.clients[due], port)
        shown = time.perf_counter()
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
