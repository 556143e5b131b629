"""WebSockets beside the HTTP application: one callback per message, and ready-made frames straight to the transport.

uvicorn hands every upgrade request to the class made by `socket_protocol`. From there on nothing passes through ASGI,
so a message costs no task and no queue, and one frame can be built once and written to everyone at a table.
The handshake and the parsing of frames are those of the `websockets` library, but for short messages that arrive whole.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, cast

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Protocol as Frames
from websockets.protocol import Side, State

from dicehall.server.bounds.addresses import peer_of
from dicehall.server.bounds.connection_rate import CLOSE_WITHIN, LATER, PIECE
from dicehall.server.bounds.pace import Bucket
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.frames import PING, too_fast
from dicehall.server.live.handshake import (
    Admission,
    Answer,
    Listener,
    Opening,
    Rejected,
    Request,
    read_opening,
    rejected_by,
)
from dicehall.server.live.outbox import Outbox
from dicehall.server.live.short_frames import LONGEST, least_size, next_message

MOST_WAITING = 64 * 1024
"""Bytes waiting to be sent beyond which a reader is too slow, and is dropped rather than waited for."""
MOST_UNSENT = 16 * 1024
"""Bytes that wait for the end of a turn of the event loop; more are written at once, and counted as waiting."""
LOOK_AGAIN = 0.2
"""Seconds after which to look again whether a slow reader has taken what was sent."""
ONE_TURN = 4096
"""Bytes of one socket that are read before the others get their turn."""
KEEPALIVE = 20.0
"""Seconds between pings. A peer that has not answered one when the next is due is gone, and so is one that is still
in the middle of the same message."""
ANSWER_WITHIN = 10.0
"""Seconds in which a request for a socket is answered, whatever the answer waits for."""
log = logging.getLogger("dicehall.server")


class Socket(asyncio.Protocol):
    """One connection, from the upgrade request to its end."""

    __slots__ = (
        "_address", "_answered", "_connections", "_frames", "_held", "_home", "_listener", "_long", "_open", "_own",
        "_parsing", "_parts", "_patience", "_timer", "_transport", "_unread", "_unsent", "_within",
    )  # fmt: skip

    _admission: "ClassVar[staticmethod[[Request, Answer], None]]"
    _visitors: ClassVar[Visitors]
    _outbox: ClassVar[Outbox]
    _transport: asyncio.Transport
    _frames: Frames

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._connections: set[Any] = server_state.connections
        self._listener: Listener | None = None
        self._open = False  # from the accepted handshake until a close is sent, received or suffered
        self._held = False  # whether nothing more is read for now
        self._answered = True  # whether the last ping was
        self._unread = b""  # what waits for its turn
        self._unsent = b""  # what is written at the end of this turn of the loop
        self._long = 0  # bytes of what was written last while little waited: all of it may wait
        self._parsing = 0  # bytes that the library has, as far as is known, and has made no frames of yet
        self._parts = bytearray()  # a fragmented message, as far as it has come
        self._timer: asyncio.TimerHandle | None = None  # an answer, the next ping, or the cut-off is due
        self._address: str | None = None  # where it comes from, once it has asked for admission
        self._own: Bucket  # what it may still send
        self._home: Bucket  # what all from its address may still send
        self._patience = self._visitors.limits.messages_at_once  # how many more messages beyond the limit are tolerated
        self._within = False  # whether it was in the middle of a message when the last ping was sent

    # For the listener

    def send(self, frames: bytes) -> None:
        """Write one or several ready-made frames. Never raises; does nothing once the socket is closing."""
        if not self._open:
            return
        if not self._unsent:
            self._unsent = frames
            self._outbox.add(self)
        else:
            self._unsent += frames
            if len(self._unsent) > MOST_UNSENT:
                self.write_out()

    def write_out(self) -> None:
        """Now, and not at the end of this turn of the loop."""
        data, self._unsent = self._unsent, b""
        transport = self._transport
        if not data or transport.is_closing():
            return
        waiting = transport.get_write_buffer_size()
        if waiting > MOST_WAITING + self._long:
            self.drop()
            return
        if waiting <= MOST_WAITING:  # one long message is not slowness, nor is what comes while it leaves
            self._long = len(data)
        transport.write(data)

    def when_written(self, call: Callable[[], None]) -> None:
        """What the system has taken has left; how far it is on its way is not known here."""
        asyncio.get_running_loop().call_soon(self._look, call)

    def _look(self, call: Callable[[], None]) -> None:
        if not self._open or self._transport.is_closing():
            return
        if self._unsent or self._transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(LOOK_AGAIN, self._look, call)
        else:
            call()

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake. The connection ends when the peer answers, or soon without its answer."""
        if self._open and self._frames.state is State.OPEN:
            self._frames.send_close(code, reason)
            self._flush()
            self._end()

    # For a gate

    def hold(self) -> None:
        """Read nothing more for now."""
        self._held = True
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def go_on(self) -> None:
        self._held = False
        if not self._unread and not self._transport.is_closing():
            self._transport.resume_reading()

    def drop(self) -> None:
        """Without a word."""
        self._open = False
        self._transport.abort()  # the loop calls connection_lost later, never from here

    # Called by uvicorn and the event loop

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
        """A flood is read piece by piece, so that it costs only its sender time.

        While the hall is overloaded, sockets that do not play wait for their turn, and read smaller pieces.
        """
        size = ONE_TURN
        if self._is_to_wait() and not self._transport.is_closing():
            if not self._visitors.connection_rate.grant():
                asyncio.get_running_loop().call_later(LATER, self._read_on)
                return
            size = PIECE
        piece, self._unread = self._unread[:size], self._unread[size:]
        self._read(piece)
        if self._transport.is_closing():
            self._unread = b""
        elif self._unread:
            asyncio.get_running_loop().call_soon(self._read_on)
        elif not self._held:
            self._transport.resume_reading()

    def _is_to_wait(self) -> bool:
        return self._visitors.connection_rate.overloaded and self._listener is not None and not self._listener.plays

    def _read(self, data: bytes) -> None:
        try:
            if not self._parsing and self._frames.current_size is None:
                data = self._read_short(data)
                if not data and self._open:
                    return
            self._parsing += len(data)
            self._frames.receive_data(data)
            for event in self._frames.events_received():
                frame = cast(Frame, event)
                self._parsing -= least_size(frame)
                self._take(frame)
        except Exception:
            self._fail_listener()
        self._flush()

    def _read_short(self, data: bytes) -> bytes:
        """Deliver the short messages at the beginning, where no other frame has begun; what is left is returned."""
        at, end, longest = 0, len(data), min(LONGEST, self._visitors.limits.message_size)
        while self._open and at < end and (found := next_message(data, at, longest)) is not None:
            text, at = found
            self._deliver(text, in_time=self._keeps_pace())
            if self._patience < 0:
                self._give_up()
        return data[at:] if at else data

    def eof_received(self) -> None:
        self.write_out()
        self._open = False  # and the transport closes itself

    def connection_lost(self, exc: Exception | None) -> None:
        self._open = False
        self._unsent = b""
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

    # The handshake

    def _shake_hands(self, data: bytes) -> None:
        opening = read_opening(data)
        if isinstance(opening, bytes):
            self._refuse(opening)
            return
        address = self._visitors.address(peer_of(self._transport), opening.headers.get("x-forwarded-for", ""))
        self._address, self._home = address, self._visitors.entered(address)
        self._ask(opening.request(address), partial(self._answer, opening))

    def _ask(self, request: Request, answer: Answer) -> None:
        """It counts as a socket from now on, and nothing more of it is read before the answer."""
        self._transport.pause_reading()
        late = Rejected(HTTPStatus.SERVICE_UNAVAILABLE, "the hall is too busy to admit you; try again in a moment")
        self._timer = asyncio.get_running_loop().call_later(ANSWER_WITHIN, answer, late)
        try:
            self._admission(request, answer)
        except Exception as error:
            answer(rejected_by(error))

    def _answer(self, opening: Opening, verdict: Listener | Rejected) -> None:
        """Only the first answer counts, and none if the client has not waited for it."""
        if self._transport.is_closing() or self._listener is not None:
            return
        if self._timer:
            self._timer.cancel()
        if isinstance(verdict, Rejected):
            self._refuse(opening.rejected(verdict))
            return
        self._transport.write(opening.accepted)
        self._let_in(verdict)
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _let_in(self, listener: Listener) -> None:
        visitors = self._visitors
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

    def _refuse(self, response: bytes) -> None:
        self._transport.write(response)
        self._transport.close()

    # The frames

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
        """Whether this frame is heard. A client that is told to wait and does not is tolerated only for a while."""
        visitors = self._visitors
        now = visitors.now()
        if self._own.take(now):
            if self._patience < visitors.limits.messages_at_once:
                self._patience += 1
            return self._home.take(now)  # perhaps the fault of others, so it costs no patience
        self._patience -= 1
        return False

    def _give_up(self) -> None:
        if self._open and self._address is not None:
            most = self._visitors.limits.messages_per_second
            self._visitors.flooded(self._address)
            self._fail(CloseCode.POLICY_VIOLATION, f"at most {most} messages a second, pings and fragments included")

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
        """Close after an error: nothing more from the peer is heard."""
        self._frames.fail(code, reason)
        self._open = False

    def _fail_listener(self) -> None:
        log.exception("a listener failed")
        self._fail(CloseCode.INTERNAL_ERROR, "the server failed")

    def _flush(self) -> None:
        """Send what the library itself answers: pongs, closes, and the end of the stream as empty bytes."""
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
        """After all that was sent before."""
        self._unsent += data
        self.write_out()

    def _keep_alive(self) -> None:
        if not self._answered:
            self.drop()
            return
        if self._within:
            self._fail(CloseCode.POLICY_VIOLATION, f"a message has to be whole within {KEEPALIVE:.0f} seconds")
            self._flush()
            return
        self._within = bool(self._parts or self._frames.reader.buffer)
        self._answered = False
        self._write(PING)
        self._timer = asyncio.get_running_loop().call_later(KEEPALIVE, self._keep_alive)


def socket_protocol(admission: Admission, visitors: Visitors | None = None) -> type[asyncio.Protocol]:
    """The class for `uvicorn.Config(ws=...)`, all of whose sockets are admitted by this."""

    class HallSocket(Socket):
        __slots__ = ()
        _admission = staticmethod(admission)
        _visitors = visitors or Visitors()
        _outbox = Outbox()

    return HallSocket
