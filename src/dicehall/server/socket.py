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

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request as Handshake
from websockets.protocol import Protocol as Frames
from websockets.protocol import Side, State
from websockets.server import ServerProtocol

MOST_WAITING = 64 * 1024
"""A reader with more bytes than this still to be taken over is too slow, and is dropped rather than waited for."""
LONGEST_MESSAGE = 64 * 1024
ONE_TURN = 4096
"""So many bytes of one socket are read before the others have their turn."""
KEEPALIVE = 20.0
"""Seconds between pings. A peer that has not answered one when the next is due is gone."""
CLOSE_WITHIN = 3.0
"""Seconds that a peer has to answer a close, or to hang up after an error, before it is cut off."""

PING = b"\x89\x00"

log = logging.getLogger("dicehall.server")


class Request(NamedTuple):
    """What a client said when it asked for a WebSocket."""

    path: str  # without the query
    query: str
    headers: Mapping[str, str]  # names in lower case; a repeated header is joined by ", "
    client: str  # address of the peer, which is the proxy where there is one


class Rejected(NamedTuple):
    """The answer to a request that gets no WebSocket: an HTTP status, and a reason to be read as plain text."""

    status: int
    reason: str


class Listener(Protocol):
    """What hears one socket. `closed` is called exactly once after `opened`, even if `opened` raised."""

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


class Socket(asyncio.Protocol):
    """One connection, from the upgrade request to its end."""

    __slots__ = (
        "_answered", "_connections", "_frames", "_listener", "_open", "_parts", "_timer", "_transport", "_unread",
    )  # fmt: skip

    _door: "ClassVar[staticmethod[[Request], Listener | Rejected]]"
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
        elif len(data) <= ONE_TURN:
            self._read(data)
        else:
            self._unread = data
            self._transport.pause_reading()
            self._read_on()

    def _read_on(self) -> None:
        """A flood is read piece by piece, so that it costs its sender time and nobody else."""
        piece, self._unread = self._unread[:ONE_TURN], self._unread[ONE_TURN:]
        self._read(piece)
        if self._transport.is_closing():
            self._unread = b""
        elif self._unread:
            asyncio.get_running_loop().call_soon(self._read_on)
        else:
            self._transport.resume_reading()

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
        verdict = self._ask(handshake)
        if isinstance(verdict, Rejected):
            self._refuse(server.reject(*verdict).serialize())
            return
        self._transport.write(response.serialize())
        self._frames = Frames(Side.SERVER, max_size=LONGEST_MESSAGE)
        self._listener = verdict
        self._open = True
        self._timer = asyncio.get_running_loop().call_later(KEEPALIVE, self._keep_alive)
        try:
            verdict.opened(self)
        except Exception:
            self._fail_listener()
            self._flush()

    def _ask(self, handshake: Handshake) -> Listener | Rejected:
        path, _, query = handshake.path.partition("?")
        headers: dict[str, str] = {}
        for written, value in handshake.headers.raw_items():
            name = written.lower()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        peer = self._transport.get_extra_info("peername")
        client = str(peer[0]) if isinstance(peer, tuple) else ""  # a Unix socket has no address
        try:
            return self._door(Request(unquote(path), query, headers, client))
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
        match frame.opcode:
            case Opcode.TEXT if frame.fin:
                self._deliver(bytes(frame.data))
            case Opcode.TEXT | Opcode.CONT:
                self._parts += frame.data
                if frame.fin:
                    whole, self._parts = bytes(self._parts), bytearray()
                    self._deliver(whole)
            case Opcode.BINARY:
                self._fail(CloseCode.UNSUPPORTED_DATA, "messages are text, not binary")
            case Opcode.PONG:
                self._answered = True
            case Opcode.PING | Opcode.CLOSE:
                pass  # answered by the library, in `_flush`

    def _deliver(self, text: bytes) -> None:
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
        self._answered = False
        self._write(PING)
        self._timer = asyncio.get_running_loop().call_later(KEEPALIVE, self._keep_alive)

    def _drop(self) -> None:
        self._open = False
        self._transport.abort()  # the loop calls connection_lost later, never from here


def socket_protocol(door: Door) -> type[asyncio.Protocol]:
    """The class for `uvicorn.Config(ws=...)`, whose sockets all come in by this door."""

    class Entrance(Socket):
        __slots__ = ()
        _door = staticmethod(door)

    return Entrance
