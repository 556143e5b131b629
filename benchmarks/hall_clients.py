"""Many people on raw sockets, at little cost: frames are told apart by one byte, and JSON is read for one seat."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

SEATS = 6
MARGIN = 2.2
"""How far a call must be above the likely total for a reveal: it also loses where colours or numbers are equal."""
REVEAL = b'{"type":"reveal"}'
KIND = len('{"type":"')
"""Where the first letter of a message's type stands."""
UPDATE, DONE, TABLE, REFUSED = b"udtr"
FOR_ME, NOTHING_TO_DO = b'"mine":[', b'"moves":[]'
"""In an update that brings its reader something, and in one that leaves nothing to choose."""
SECRET = b'"secret":'
TEXT, PING, CLOSE = 0x81, 0x89, 0x88
MASK = 0x37FA213D
PONG = b"\x8a\x80" + MASK.to_bytes(4)
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: dicehall={token}\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Die(msgspec.Struct):
    number: int


class Mine(msgspec.Struct):
    seat: int
    moves: list[dict[str, Any]]
    secret: Die | None = None


class Question(msgspec.Struct):
    """Of an `update` or of a whole `table`: what the seat may do, and knows where that is new."""

    mine: tuple[Mine, ...]


read_question = msgspec.json.Decoder(Question).decode


def client_frame(text: bytes) -> bytes:
    """Short messages only; masked, as clients have to."""
    size = len(text)
    key = (MASK.to_bytes(4) * (size // 4 + 1))[:size]
    masked = (int.from_bytes(text) ^ int.from_bytes(key)).to_bytes(size)
    head = bytes((TEXT, 0x80 | size)) if size < 126 else bytes((TEXT, 0xFE)) + size.to_bytes(2)
    return head + MASK.to_bytes(4) + masked


def choose(mine: Mine, die: Die | None, rng: Random) -> bytes:
    """About as bots do: open low, raise by one, and reveal what is well above what one's own die promises."""
    calls = next((option["total"] for option in mine.moves if option["type"] == "call"), None)
    if calls is None:
        return REVEAL
    least = int(str(calls).partition("..")[0])
    opens = mine.moves[0]["type"] == "call"
    likely = (die.number if die else 3.5) + 3.5 * (SEATS - 1)
    if not opens and least - 1 > likely + MARGIN + rng.random():
        return REVEAL
    return b'{"type":"call","total":%d}' % least


class Client(asyncio.Protocol):
    """One window. Frames are looked at where they lie; only answers that someone waits for are cut out."""

    __slots__ = ("_answer", "_ids", "_rest", "_up", "dealt", "request", "table", "token", "transport", "whole")

    def __init__(self, token: str, path: str = "/ws") -> None:
        self.token = token
        self.request = HANDSHAKE.format(path=path, token=token).encode()
        self.table: Table | None = None
        self.transport: asyncio.Transport
        self.whole = b""
        """The last table that was shown whole."""
        self.dealt = b""
        """The last message that brought a secret."""
        self._rest = b""
        self._ids = 0
        self._up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answer: asyncio.Future[bytes] | None = None

    async def connect(self, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self._up

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self._up, self._answer):
            if future is not None and not future.done():
                future.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        if not self._up.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if b" 101 " not in data[:20]:
                self._up.set_exception(ConnectionError(data.decode()))
                return
            self._up.set_result(None)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start = at + (4 if size == 126 else 10)
                if start > end:
                    break
                size = int.from_bytes(data[at + 2 : start])
            stop = start + size
            if stop > end:
                break
            if data[at] == TEXT:
                self._hear(data, start, stop)
            elif data[at] == PING:
                self.transport.write(PONG)
            at = stop
        self._rest = data[at:]

    def _hear(self, data: bytes, start: int, stop: int) -> None:
        kind, table = data[start + KIND], self.table
        if table is not None:
            if kind == UPDATE:
                if (mine := data.find(FOR_ME, start, stop)) >= 0:
                    if data.find(SECRET, mine, stop) >= 0:
                        self.dealt = data[start:stop]
                    if data.find(NOTHING_TO_DO, mine, stop) < 0:
                        table.mover, table.question = self, data[start:stop]
                table.see()
            elif kind == TABLE:
                self.whole = self.dealt = data[start:stop]
                if any(mine.moves for mine in read_question(self.whole).mine):
                    table.mover, table.question = self, self.whole
            elif kind == REFUSED and self._answer is None:
                raise RuntimeError(data[start:stop].decode())
        if kind in (DONE, REFUSED) and self._answer is not None:
            self._answer.set_result(data[start:stop])
            self._answer = None

    async def demand(self, body: bytes) -> bytes:
        """Send what is asked for and wait for the answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.say(body)
        answer = await self._answer
        if answer[KIND] == REFUSED:
            raise RuntimeError(answer.decode())
        return answer

    def say(self, body: bytes) -> None:
        """The rest of a message after its number."""
        self._ids += 1
        self.transport.write(client_frame(b'{"id":%d,%b}' % (self._ids, body)))


class Table:
    """Six clients and the move that is on its way between them."""

    def __init__(self, clients: list[Client], rng: Random) -> None:
        self.clients = clients
        self.rng = rng
        self.code = b""
        self.mover: Client | None = None
        self.question = b""
        self.moves = 0
        self.sent = 0.0
        self.then: Callable[[Table], None] = nothing
        """What follows once all have seen a move."""
        self._seen = 0

    def play(self) -> None:
        assert self.mover is not None
        (known,) = read_question(self.mover.dealt).mine
        move = choose(read_question(self.question).mine[0], known.secret, self.rng)
        self.sent = time.perf_counter()
        self.mover.say(b'"type":"act","table":"%b","do":{"type":"move","moves":[%b]}' % (self.code, move))

    def see(self) -> None:
        self._seen += 1
        if self._seen == len(self.clients):
            self._seen = 0
            self.moves += 1
            self.then(self)

    async def set_up(self) -> None:
        """Opened, seated, ready and begun."""
        host, *others = self.clients
        answer = await host.demand(
            b'"type":"open","game":"mindroll","options":{"turn_order":"seat","match":"open"},"clock":3600,"seats":%d'
            % SEATS
        )
        self.code = msgspec.json.decode(answer)["table"].encode()
        for client in self.clients:
            await client.demand(b'"type":"watch","table":"%b"' % self.code)
        for client in others:
            for step in (b"sit", b"ready"):
                await client.demand(self.act(step))
        for client in self.clients:
            client.table = self
        await host.demand(self.act(b"start"))

    def begin(self) -> None:
        """Count from here: nothing is on its way."""
        self.moves = self._seen = 0

    def act(self, what: bytes) -> bytes:
        return b'"type":"act","table":"%b","do":{"type":"%b"}' % (self.code, what)


def nothing(_table: Table) -> None:
    pass
