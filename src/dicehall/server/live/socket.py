"""WebSockets beside the HTTP application: one callback per message, and ready-made frames straight to the transport.

uvicorn hands every upgrade request to the class made by `socket_protocol`. From there on nothing passes through ASGI,
so a message costs no task and no queue, and one frame can be built once and written to everybody at a table.
The handshake and the parsing of frames are those of the `websockets` library.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, NamedTuple, Protocol, cast
from urllib.parse import unquote

import msgspec
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request as Handshake
from websockets.protocol import Protocol as Frames
from websockets.protocol import Side, State
from websockets.server import ServerProtocol

from dicehall.server.bounds.connection_rate import LATER, PIECE
from dicehall.server.bounds.pace import Bucket
from dicehall.server.bounds.visitors import TooMany, Visitors
from dicehall.server.live.messages import Refusal

MOST_WAITING = 64 * 1024
"""A reader with more bytes than this still to be taken over is too slow, and is dropped rather than waited for."""
ONE_TURN = 4096
"""So many bytes of one socket are read before the others have their turn."""
KEEPALIVE = 20.0
"""Seconds between pings. A peer that has not answered one when the next is due is gone, and so is one that is still
in the middle of the message in which it was when the last one was sent."""
CLOSE_WITHIN = 3.0
"""Seconds that a peer has to answer a close, or to hang up after an error, before it is cut off."""

PING = b"\x89\x00"

log = logging.getLogger("dicehall.server")


class Request(NamedTuple):
    """What a client said when it asked for a WebSocket."""

    path: str  # without the query
    query: str
    headers: Mapping[str, str]  # names in lower case; a repeated header is joined by ", "
    client: str  # where it comes from, also through a proxy that the host trusts


class Rejected(NamedTuple):
    """The answer to a request that gets no WebSocket: an HTTP status, and a reason to be read as plain text."""

    status: int
    reason: str
    headers: Mapping[str, str] = {}

    @classmethod
    def by(cls, limit: TooMany) -> "Rejected":
        return cls(limit.status, limit.detail, limit.headers)


class Listener(Protocol):
    """What hears one socket. `closed` is called exactly once after `opened`, even if `opened` raised.

    One whose `plays` is false waits in a rush until those who play have been heard.
    """

    @property
    def plays(self) -> bool: ...
    def opened(self, socket: "Socket") -> None: ...
    def received(self, text: bytes) -> None: ...  # one whole message, known to be UTF-8
    def closed(self) -> None: ...


Door = Callable[[Request], Listener | Rejected]


def text_frame(payload: bytes) -> bytes:
    """A whole text message as a server sends it, ready for any number of sockets.

    Written out, for the library's way of it takes six times as long, and every move builds four or five.
    """
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), payload)


class _Numbered(msgspec.Struct):
    id: int | None = None


def too_fast(text: bytes, most: int) -> bytes:
    """The answer to a message that is not even read."""
    try:
        id = msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.MsgspecError, RecursionError):
        id = None
    message = f"{most} messages a second are the most; wait a moment, or the socket will be closed."
    return text_frame(msgspec.json.encode(Refusal(id, "too_fast", message)))


class Socket(asyncio.Protocol):
    """One connection, from the upgrade request to its end."""

    __slots__ = (
        "_address", "_answered", "_connections", "_frames", "_home", "_listener", "_open", "_own", "_parts",
        "_patience", "_timer", "_transport", "_unread", "_within",
    )  # fmt: skip

    _door: "ClassVar[staticmethod[[Request], Listener | Rejected]]"
    _visitors: ClassVar[Visitors]
    _transport: asyncio.Transport
    _frames: Frames

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._connections: set[Any] = server_state.connections
        self._listener: Listener | None = None
        self._open = False  # from the accepted handshake until a close is sent, received or suffered
        self._answered = True  # whether the last ping was
        self._unread = b""  # what waits for others to have their turn
        self._parts = bytearray()  # a fragmented message, as far as it has come
        self._timer: asyncio.TimerHandle | None = None  # the next ping while open, the cut-off while closing
        self._address: str | None = None  # where it comes from, once it has been let in
        self._own: Bucket  # what it may still say
        self._home: Bucket  # what all from its address may
        self._patience = self._visitors.limits.messages_at_once  # how much more nonsense is put up with
        self._within = False  # whether it was in the middle of a message when the last ping was sent

    # What a listener does with its socket.

    def send(self, frames: bytes) -> None:
        """Write one or several ready-made frames. Never raises; does nothing once the socket is closing."""
        if self._open:
            self._write(frames)

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake. The connection ends when the peer answers, or soon without its answer."""
        if self._open and self._frames.state is State.OPEN:
            self._frames.send_close(code, reason)
            self._flush()
            self._end()

    # What uvicorn and the event loop tell.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transports are no subclass
        self._connections.add(self)  # uvicorn waits for these before it exits

    def data_received(self, data: bytes) -> None:
        if self._listener is None:
            self._shake_hands(data)  # uvicorn passes the request on in one piece, and nothing after it
            return
        if self._unread:
            self._unread += data
        elif len(data) <= ONE_TURN and not self._is_to_wait():
            self._read(data)
        else:
            self._unread = data
            self._transport.pause_reading()
            self._read_on()

    def _read_on(self) -> None:
        """A flood is read piece by piece, so that it costs its sender time and nobody else.

        In a rush, whoever does not play waits for their turn, and reads smaller pieces.
        """
        size = ONE_TURN
        if self._is_to_wait() and not self._transport.is_closing():
            if not self._visitors.rush.grant():
                asyncio.get_running_loop().call_later(LATER, self._read_on)
                return
            size = PIECE
        piece, self._unread = self._unread[:size], self._unread[size:]
        self._read(piece)
        if self._transport.is_closing():
            self._unread = b""
        elif self._unread:
            asyncio.get_running_loop().call_soon(self._read_on)
        else:
            self._transport.resume_reading()

    def _is_to_wait(self) -> bool:
        return self._visitors.rush.on and self._listener is not None and not self._listener.plays

    def _read(self, data: bytes) -> None:
        self._frames.receive_data(data)
        try:
            for frame in self._frames.events_received():
                self._take(cast(Frame, frame))
        except Exception:
            self._fail_listener()
        self._flush()

    def eof_received(self) -> None:
        self._open = False  # and the transport closes itself

    def connection_lost(self, exc: Exception | None) -> None:
        self._open = False
        if self._timer:
            self._timer.cancel()
        self._connections.discard(self)
        if self._address is not None:
            self._visitors.left(self._address)
            self._address = None
        listener, self._listener = self._listener, None
        if listener is not None:
            try:
                listener.closed()
            except Exception:
                log.exception("a listener failed when its socket closed")

    def shutdown(self) -> None:
        self.close(CloseCode.SERVICE_RESTART, "restarting")

    # The handshake.

    def _shake_hands(self, data: bytes) -> None:
        # The object of the handshake would keep all headers alive: it is let go, and a lighter one reads the frames.
        server = ServerProtocol()
        server.receive_data(data)
        events = server.events_received()
        if not events:  # too long or malformed, which the library answers itself in some cases only
            answer = b"".join(server.data_to_send())
            self._refuse(answer or server.reject(HTTPStatus.BAD_REQUEST, "malformed WebSocket request").serialize())
            return
        handshake = cast(Handshake, events[0])
        response = server.accept(handshake)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._refuse(response.serialize())
            return
        request = self._request(handshake)
        verdict = self._ask(request)
        if isinstance(verdict, Rejected):
            rejection = server.reject(verdict.status, verdict.reason)
            rejection.headers.update(verdict.headers)
            self._refuse(rejection.serialize())
            return
        self._transport.write(response.serialize())
        self._let_in(request.client, verdict)

    def _let_in(self, address: str, listener: Listener) -> None:
        visitors = self._visitors
        self._address, self._home = address, visitors.entered(address)
        self._own = Bucket(visitors.own_pace, visitors.now())
        self._frames = Frames(Side.SERVER, max_size=visitors.limits.message_size)
        self._listener = listener
        self._open = True
        self._timer = asyncio.get_running_loop().call_later(KEEPALIVE, self._keep_alive)
        try:
            listener.opened(self)
        except Exception:
            self._fail_listener()
            self._flush()

    def _request(self, handshake: Handshake) -> Request:
        path, _, query = handshake.path.partition("?")
        headers: dict[str, str] = {}
        for written, value in handshake.headers.raw_items():
            name = written.lower()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        address = self._visitors.address(peer_of(self._transport), headers.get("x-forwarded-for", ""))
        return Request(unquote(path), query, headers, address)

    def _ask(self, request: Request) -> Listener | Rejected:
        try:
            return self._door(request)
        except TooMany as limit:
            return Rejected.by(limit)
        except Exception:
            log.exception("the door failed")
            return Rejected(HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed to open a WebSocket")

    def _refuse(self, response: bytes) -> None:
        self._transport.write(response)
        self._transport.close()

    # The frames.

    def _take(self, frame: Frame) -> None:
        if not self._open:
            return
        in_time = self._keeps_pace()
        match frame.opcode:
            case Opcode.TEXT if frame.fin:
                self._deliver(bytes(frame.data), in_time=in_time)
            case Opcode.TEXT | Opcode.CONT:
                self._parts += frame.data
                if frame.fin:
                    whole, self._parts = bytes(self._parts), bytearray()
                    self._deliver(whole, in_time=in_time)
            case Opcode.BINARY:
                self._fail(CloseCode.UNSUPPORTED_DATA, "messages are text, not binary")
            case Opcode.PONG:
                self._answered = True
            case Opcode.PING | Opcode.CLOSE:
                pass  # answered by the library, in `_flush`
        if self._patience < 0:
            self._give_up()

    def _keeps_pace(self) -> bool:
        """Whether this frame is heard. Whoever is told to wait and does not is put up with only for a while."""
        now = self._visitors.now()
        if self._own.take(now):
            self._patience = min(self._patience + 1, self._visitors.limits.messages_at_once)
            return self._home.take(now)  # the fault of others perhaps, so it costs no patience
        self._patience -= 1
        return False

    def _give_up(self) -> None:
        if self._open and self._address is not None:
            most = self._visitors.limits.messages_per_second
            self._visitors.flooded(self._address)
            self._fail(CloseCode.POLICY_VIOLATION, f"{most} messages a second are the most, pings and fragments too")

    def _deliver(self, text: bytes, *, in_time: bool) -> None:
        self._within = False
        if not in_time:
            self._write(too_fast(text, self._visitors.limits.messages_per_second))
            return
        try:
            text.decode()
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "text is encoded as UTF-8")
            return
        if self._listener is not None:
            self._listener.received(text)

    def _fail(self, code: CloseCode, reason: str) -> None:
        """Close after an error: nothing that the peer still says is heard."""
        self._frames.fail(code, reason)
        self._open = False

    def _fail_listener(self) -> None:
        log.exception("a listener failed")
        self._fail(CloseCode.INTERNAL_ERROR, "the server failed")

    def _flush(self) -> None:
        """Send what the library has to say by itself: pongs, closes, and the end of the stream as empty bytes."""
        for data in self._frames.data_to_send():
            if data:
                self._write(data)
            else:
                self._hang_up()

    def _hang_up(self) -> None:
        # Half-closed, and read until the peer hangs up too: closing at once with unread bytes of the peer would reset
        # the connection, and the peer might never see the reason.
        self._end()
        if self._transport.is_closing():
            return
        if self._transport.can_write_eof():
            self._transport.write_eof()
        else:
            self._transport.close()  # TLS knows no half-close

    def _end(self) -> None:
        self._open = False
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._transport.abort)

    def _write(self, data: bytes) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_WAITING:  # before this write: one long message is not slowness
            self._drop()
        else:
            transport.write(data)

    def _keep_alive(self) -> None:
        if not self._answered:
            self._drop()
            return
        if self._within:
            self._fail(CloseCode.POLICY_VIOLATION, f"a message has to be whole within {KEEPALIVE:.0f} seconds")
            self._flush()
            return
        self._within = bool(self._parts or self._frames.reader.buffer)
        self._answered = False
        self._write(PING)
        self._timer = asyncio.get_running_loop().call_later(KEEPALIVE, self._keep_alive)

    def _drop(self) -> None:
        self._open = False
        self._transport.abort()  # the loop calls connection_lost later, never from here


def peer_of(transport: asyncio.BaseTransport) -> str:
    """A Unix socket has no address."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


def socket_protocol(door: Door, visitors: Visitors | None = None) -> type[asyncio.Protocol]:
    """The class for `uvicorn.Config(ws=...)`, whose sockets all come in by this door."""

    class Entrance(Socket):
        __slots__ = ()
        _door = staticmethod(door)
        _visitors = visitors or Visitors()

    return Entrance
