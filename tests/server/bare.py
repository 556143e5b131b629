"""A real uvicorn with our protocols and no hall behind them, and clients that may break every rule."""

import asyncio
import socket as tcp
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec

import pytest
import uvicorn
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from dicehall.server.bounds.request_heads import http_protocol
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.gates.adopting import adopt
from dicehall.server.gates.arrivals import taken
from dicehall.server.gates.branch import Branch, Reception
from dicehall.server.gates.gate import Gate
from dicehall.server.gates.line import Line
from dicehall.server.live.frames import text_frame
from dicehall.server.live.handshake import Admission, Listener, Peer, Rejected, Request, at_once
from dicehall.server.live.socket import socket_protocol

P = ParamSpec("P")

gated: ContextVar[bool] = ContextVar("gated", default=False)
"""Whether sockets come through a gate."""
PATIENCE = 90.0
UPGRADE = {
    "Host": "hall",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test in the kind of loop that the server runs in, and let nothing wait for ever."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def patiently() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*args, **kwargs)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(patiently())

    return run


class Guest:
    """A listener that remembers, and answers if it was told how."""

    plays = True

    def __init__(self, answer: Callable[[Peer, bytes], None] | None = None) -> None:
        self.answer = answer
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.times_closed = 0
        self.gone = asyncio.Event()

    def opened(self, socket: Peer) -> None:
        self.socket = socket

    def received(self, text: bytes) -> None:
        self.heard.put_nowait(text)
        if self.answer:
            self.answer(self.socket, text)

    def closed(self) -> None:
        self.times_closed += 1
        self.gone.set()


def keep_alive(guest: Guest) -> None:
    """The seconds between two pings have passed."""
    guest.socket._keep_alive()  # type: ignore[attr-defined]


def echo(socket: Peer, text: bytes) -> None:
    socket.send(text_frame(text))


def stumble(_socket: Peer, _text: bytes) -> None:
    raise RuntimeError("the listener stumbles")


async def web_page(scope: Any, _receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """The HTTP application beside the sockets."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"7")]})
    await send({"type": "http.response.body", "body": b"welcome"})


class Hall:
    """A running server, and the guests that came in."""

    def __init__(self, server: uvicorn.Server, port: int, guests: list[Guest], branch: Branch | None = None) -> None:
        self.server = server
        self.branch = branch
        self.port = port
        self.guests = guests

    def connect(self, path: str = "/") -> connect:
        return connect(f"ws://127.0.0.1:{self.port}{path}", proxy=None)


@asynccontextmanager
async def hall(
    answer: Callable[[Peer, bytes], None] | None = None,
    admission: Callable[[Request], Listener | Rejected] | None = None,
    visitors: Visitors | None = None,
    app: Any = None,
    later: Admission | None = None,
) -> AsyncIterator[Hall]:
    """`later` is an admission that may take its time."""
    visitors = visitors or Visitors()
    guests: list[Guest] = []

    def let_in(_request: Request) -> Listener:
        guests.append(Guest(answer))
        return guests[-1]

    with tcp.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            app or web_page,
            ws=socket_protocol(later or at_once(admission or let_in), visitors),
            http=http_protocol(visitors),
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
        )
        server = uvicorn.Server(config)
        port = listening.getsockname()[1]
        serving = asyncio.create_task(server.serve(sockets=[] if gated.get() else [listening]))
        try:
            async with AsyncExitStack() as stack:
                branch = None
                if gated.get():
                    reception = Reception(
                        later or at_once(admission or let_in), visitors, server.server_state.connections
                    )
                    branch = await stack.enter_async_context(gate(server, listening, reception))
                yield Hall(server, port, guests, branch)
                server.should_exit = True
                await serving
        finally:
            server.should_exit = True
            await serving


@asynccontextmanager
async def gate(server: uvicorn.Server, listening: tcp.socket, reception: Reception) -> AsyncIterator[Branch]:
    """In the same loop as the server, and by the same sockets as in a process of its own."""
    loop = asyncio.get_running_loop()
    ours, theirs = tcp.socketpair()
    door, far_door = tcp.socketpair()
    adopted = set[asyncio.Task[None]]()

    def take() -> None:
        while (connection := taken(door)) is not None:
            adopted.add(loop.create_task(adopt(server, connection)))

    while not server.started:
        await asyncio.sleep(0.001)
    for each in (door, far_door, listening):
        each.setblocking(False)
    ended = asyncio.Event()
    own = Gate(listening.dup(), far_door, ended.set, reception.visitors.now)
    branch: Branch
    line = Line(lambda data: branch.heard(data), lambda: branch.lost())  # noqa: PLW0108, it is made below
    branch = Branch(reception, line.send, loop.time)
    loop.add_reader(door, take)
    await loop.create_unix_connection(lambda: line, sock=ours)
    await loop.create_unix_connection(lambda: own.line, sock=theirs)
    branch.open()
    try:
        yield branch
    finally:
        line.cut()
        await ended.wait()
        loop.remove_reader(door)
        for each in (door, far_door):
            each.close()


class Raw:
    """A client that may break every rule."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, opcode: Opcode, payload: bytes = b"", *, fin: bool = True, mask: bool = True) -> None:
        self.writer.write(Frame(opcode, payload, fin).serialize(mask=mask))

    async def hear(self) -> tuple[Opcode, bytes]:
        first, length = await self.reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        return Opcode(first & 15), await self.reader.readexactly(length)

    async def hear_close(self) -> tuple[int, str]:
        opcode, payload = await self.hear()
        assert opcode is Opcode.CLOSE, payload
        return int.from_bytes(payload[:2]), payload[2:].decode()


@asynccontextmanager
async def raw(port: int, request: str, source: str = "127.0.0.1") -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request.encode())
        yield Raw(reader, writer)
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def raw_socket(port: int, source: str = "127.0.0.1", **headers: str) -> AsyncIterator[Raw]:
    async with raw(port, upgrade(**headers), source) as client:
        head = await client.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 ")
        yield client


def upgrade(line: str = "GET / HTTP/1.1", **changes: str | None) -> str:
    """An upgrade request with some headers changed, added, or left out where they are None."""
    headers = UPGRADE | {name.replace("_", "-"): value for name, value in changes.items()}
    return "\r\n".join([line, *(f"{name}: {value}" for name, value in headers.items() if value is not None), "", ""])


async def closing(client: ClientConnection) -> tuple[int, str]:
    """How the server closed a client that expects nothing else."""
    with pytest.raises(ConnectionClosed) as error:
        await client.recv()
    assert error.value.rcvd is not None
    return error.value.rcvd.code, error.value.rcvd.reason
