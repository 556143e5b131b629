"""Limits on HTTP requests: uvicorn itself reads them however long they are and however long they take."""

import asyncio
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from dicehall.server.bounds.addresses import peer_of
from dicehall.server.bounds.connection_rate import CLOSE_WITHIN, LATER, REQUEST
from dicehall.server.bounds.visitors import TooMany, Visitors

LONGEST_HEAD = 16 * 1024
"""Bytes of a request line and its headers."""
HEAD_WITHIN = 10.0
"""Seconds in which the head of a request must be complete."""
LONGEST_BODY = 128 * 1024
"""Bytes of a body on the wire; the application takes half of that."""
BODY_WITHIN = 20.0
ANSWER_WITHIN = 120.0
"""Seconds in which an answer must be read."""
MOST_PIPELINED = 8
"""Requests of one connection that wait for the previous answer."""
ONE_BITE = 4096
BLANK_LINE = b"\r\n\r\n"
MOST_TURNS = 20
"""How often a request asks whether it is its turn, during an overload."""
MONITORED = (b"/healthz", b"/readyz")

log = logging.getLogger("dicehall.http")
log.setLevel(logging.ERROR)  # garbage arrives every day and is answered; it need not be logged


class Impatient(Exception):
    """Raised where the parser calls us, to stop it: the request is answered with 400."""


class BoundedHttp(HttpToolsProtocol):
    """One connection of HTTP, until it is upgraded to a socket or closed."""

    _visitors: ClassVar[Visitors] = Visitors()
    _home: str | None = None
    """The household under which it is counted."""
    _size = 0
    """Bytes of the head or the body that is being read."""
    _in_head = True
    _length: int | None = None
    """Of the body, if its head says so."""
    _seen = b""
    """The last few bytes, in which a blank line may have begun."""
    _reading: asyncio.TimerHandle | None = None
    """Runs while a request is on its way."""
    _answering: asyncio.TimerHandle | None = None
    """Runs while an answer is."""
    _in_hand: RequestResponseCycle | None = None
    """The request that is being answered; not the last one if others wait in line."""
    _sending: RequestResponseCycle | None = None
    """The request whose body is on its way; it may have been answered already, as too long for instance."""
    _is_over = False
    """Whether everything that still comes is ignored."""

    # As the event loop calls it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.logger = log
        try:
            self._home = self._visitors.connect(peer_of(transport))
        except TooMany as limit:
            self._turn_away(limit)
        else:
            self._visitors.connection_rate.watch()
            self._expect(HEAD_WITHIN)

    def data_received(self, data: bytes) -> None:
        if self._is_over:
            return
        if self._reading is None:
            self._expect(HEAD_WITHIN)
        start = 0
        while start < len(data):
            if self._home is None or self.transport.is_closing() or self._is_full():
                return
            bite = data[start : start + self._bite(data, start)]
            start += len(bite)
            self._size += len(bite)
            self._seen = (self._seen + bite)[-len(BLANK_LINE) + 1 :]
            super().data_received(bite)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._abandon()
        super().connection_lost(exc)

    # As the parser calls it

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect(HEAD_WITHIN)

    def on_headers_complete(self) -> None:
        self._in_head, self._size, self._length = False, 0, length_of(self.headers)
        self._expect(BODY_WITHIN)
        if len(self.pipeline) >= MOST_PIPELINED:
            raise Impatient
        is_socket = self.parser.should_upgrade() and self._should_upgrade()
        limit = self._limit(is_socket=is_socket)
        if limit is not None and is_socket:
            self._turn_away(limit)
            return
        self.app = self._line_up() if limit is None else TurnedAway(limit)
        if self._answering is None and not is_socket:
            self._answering = self.loop.call_later(ANSWER_WITHIN, self.transport.abort)
        super().on_headers_complete()
        self._sending = self.cycle

    def on_message_complete(self) -> None:
        self._stop_expecting()
        self._in_head, self._size, self._sending = True, 0, None
        super().on_message_complete()

    # As uvicorn calls it

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._in_hand = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._abandon()

    def on_response_complete(self) -> None:
        if self._answering is not None:
            self._answering.cancel()
            self._answering = None
        if self.pipeline:
            self._answering = self.loop.call_later(ANSWER_WITHIN, self.transport.abort)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()
            self._forget()

    # Limits

    def _limit(self, *, is_socket: bool) -> TooMany | None:
        """The limit that this request exceeds, if any; from here on it has its real address."""
        forwarded = b",".join(value for name, value in self.headers if name == b"x-forwarded-for")
        address = self._visitors.address(peer_of(self.transport), forwarded.decode("latin-1"))
        self.scope["client"] = (address, self.client[1] if self.client else 0)
        try:
            self._visitors.admit_request(address)
            if is_socket:
                known = any(name in (b"cookie", b"authorization") for name, _ in self.headers)
                self._visitors.admit_socket(address, known=known)
        except TooMany as limit:
            return limit
        return None

    def _line_up(self) -> Any:
        """During an overload, requests wait for their turn, except those of monitoring."""
        app = self.config.loaded_app
        return (
            InLine(app, self._visitors)
            if self._visitors.connection_rate.overloaded and self.url not in MONITORED
            else app
        )

    def _bite(self, data: bytes, start: int) -> int:
        """How many bytes the parser is given: never the end of one thing and the beginning of the next.

        So every byte of a head is counted as such, and none of another. Heads end with a blank line, and so do bodies
        in chunks; it may have begun in what came before.
        """
        room = (LONGEST_HEAD if self._in_head else LONGEST_BODY) - self._size
        most = min(ONE_BITE, room)
        if not self._in_head and self._length is not None:
            return max(1, min(most, self._length - self._size))
        before = len(self._seen)
        found = (self._seen + data[start : start + most]).find(BLANK_LINE)
        return most if found < 0 else found + len(BLANK_LINE) - before

    def _is_full(self) -> bool:
        """Whether what is being read has reached its limit, and yet goes on; then it is refused, once."""
        if self._is_over:
            return True
        if self._in_head and self._size >= LONGEST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"at most {LONGEST_HEAD} bytes of headers")
            return True
        if not self._in_head and self._size >= LONGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LONGEST_BODY} bytes of a body")
            return True
        return False

    def _expect(self, seconds: float) -> None:
        self._stop_expecting()
        self._reading = self.loop.call_later(seconds, self._too_slow, seconds)

    def _stop_expecting(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _too_slow(self, seconds: float) -> None:
        what = "the headers" if self._in_head else "the body"
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"{what} within {seconds:.0f} seconds")

    def _forget(self) -> None:
        """The connection is over, or no longer HTTP."""
        self._stop_expecting()
        if self._answering is not None:
            self._answering.cancel()
            self._answering = None
        if self._home is not None:
            self._visitors.disconnect(self._home)
            self._home = None

    def _abandon(self) -> None:
        """Answers that are still being made have nowhere to go; uvicorn knows this only of the last one."""
        self.pipeline.clear()
        if self._in_hand is not None and not self._in_hand.response_complete:
            self._in_hand.disconnected = True
            self._in_hand.message_event.set()

    # Refusals

    def _turn_away(self, limit: TooMany) -> None:
        self._refuse(HTTPStatus(limit.status), limit.detail, limit.headers)

    def _refuse(self, status: HTTPStatus, why: str, headers: Mapping[str, str] | None = None) -> None:
        """In plain text, unless an answer to this or something else has begun; then the connection just ends."""
        if self.transport.is_closing() or self._is_over:
            return
        self._stop_expecting()
        is_answered = self._sending is not None and self._sending.response_started
        is_answering = self._answering is not None and (self.pipeline or self.cycle.response_started)
        if not (is_answered or is_answering):
            self.transport.write(plain_answer(status, why, headers or {}))
        self._abandon()
        if self._sending is not None and self.transport.can_write_eof():
            self._is_over = True  # closed while the rest of a body comes in, the answer could be lost with it
            self.transport.write_eof()
        else:
            self.transport.close()
        self.loop.call_later(CLOSE_WITHIN, self.transport.abort)  # for peers that do not even read this


def length_of(headers: list[tuple[bytes, bytes]]) -> int | None:
    """As the head says; None for a body in chunks, or none at all. The parser has refused anything odd."""
    if any(name == b"transfer-encoding" for name, _ in headers):
        return None
    return next((int(value) for name, value in headers if name == b"content-length"), None)


def plain_answer(status: HTTPStatus, why: str, headers: Mapping[str, str]) -> bytes:
    said = f"{status.phrase}: {why.rstrip('.')}.\n".encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(said)}",
        "connection: close",
        *(f"{name.lower()}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + said


class TurnedAway:
    """An application that answers every request with the same refusal, without looking at it."""

    def __init__(self, limit: TooMany) -> None:
        self._limit = limit

    async def __call__(self, _scope: Any, _receive: Any, send: Any) -> None:
        limit = self._limit
        body = msgspec.json.encode({"status_code": limit.status, "detail": limit.detail, "reason": limit.reason})
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            *((name.lower().encode(), value.encode()) for name, value in limit.headers.items()),
        ]
        await send({"type": "http.response.start", "status": limit.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class InLine:
    """An application that answers when it is its turn, or says that it is too busy."""

    def __init__(self, app: Any, visitors: Visitors) -> None:
        self._app = app
        self._visitors = visitors

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        rate, app = self._visitors.connection_rate, self._app
        for _ in range(MOST_TURNS):
            if rate.grant(REQUEST):
                break
            await asyncio.sleep(LATER)
        else:
            app = TurnedAway(self._visitors.too_busy())
        await app(scope, receive, send)


def http_protocol(visitors: Visitors) -> type[BoundedHttp]:
    """The class for `uvicorn.Config(http=...)`."""

    class HallHttp(BoundedHttp):
        _visitors = visitors

    return HallHttp
