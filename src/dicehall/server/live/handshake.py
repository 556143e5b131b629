"""How a WebSocket begins: what the client asks for, and the answer if it gets none."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple, Protocol, TypeAlias, cast
from urllib.parse import unquote

from websockets.http11 import Request as Handshake
from websockets.server import ServerProtocol

from dicehall.server.bounds.visitors import TooMany

log = logging.getLogger("dicehall.server")


class Request(NamedTuple):
    """What a client said when it asked for a WebSocket."""

    path: str  # without the query
    query: str
    headers: Mapping[str, str]  # names in lower case; a repeated header is joined by ", "
    client: str  # the address it comes from, also through a proxy that the operator trusts


class Rejected(NamedTuple):
    """The answer to a request that gets no WebSocket: an HTTP status, and a reason to be read as plain text."""

    status: int
    reason: str
    headers: Mapping[str, str] = {}

    @classmethod
    def by(cls, limit: TooMany) -> "Rejected":
        return cls(limit.status, limit.detail, limit.headers)


class Peer(Protocol):
    """The other end of a WebSocket, as a listener knows it."""

    def send(self, frames: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...

    def hold(self) -> None:
        """Read nothing more for now."""

    def go_on(self) -> None: ...

    def when_written(self, call: Callable[[], None]) -> None:
        """Once all that was sent has left for the client; not at all if the socket ends before."""


class Listener(Protocol):
    """What hears one socket. `closed` is called exactly once after `opened`, even if `opened` raised.

    While the hall is overloaded, listeners whose `plays` is false wait until players have been heard.
    """

    @property
    def plays(self) -> bool: ...
    def opened(self, socket: Peer) -> None: ...
    def received(self, text: bytes) -> None: ...  # one whole message, known to be UTF-8
    def closed(self) -> None: ...


Answer: TypeAlias = Callable[[Listener | Rejected], None]
"""Opens the socket or refuses it. The listener is opened before this returns, unless the client has gone."""

Admission: TypeAlias = Callable[[Request, Answer], None]
"""Decides on every request for a socket; the answer may come later."""


def at_once(decide: Callable[[Request], Listener | Rejected]) -> Admission:
    """An admission that waits for nothing."""

    def admission(request: Request, answer: Answer) -> None:
        answer(decide(request))

    return admission


def rejected_by(error: Exception) -> Rejected:
    """The answer if an admission ends with an error; a limit is no failure."""
    if isinstance(error, TooMany):
        return Rejected.by(error)
    log.error("the admission of a socket failed", exc_info=error)
    return Rejected(HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed to open a WebSocket")


class Opening:
    """A request that can be accepted, and both answers to it, as the `websockets` library words them."""

    def __init__(self, server: ServerProtocol, handshake: Handshake, accepted: bytes) -> None:
        self.accepted = accepted
        self.headers = headers_of(handshake)
        self._path = handshake.path
        self._server = server

    def request(self, client: str) -> Request:
        path, _, query = self._path.partition("?")
        return Request(unquote(path), query, self.headers, client)

    def rejected(self, verdict: Rejected) -> bytes:
        rejection = self._server.reject(verdict.status, verdict.reason)
        rejection.headers.update(verdict.headers)
        return bytes(rejection.serialize())


def read_opening(data: bytes) -> Opening | bytes:
    """The request, or the answer to one that can only be refused."""
    server = ServerProtocol()
    server.receive_data(data)
    events = server.events_received()
    if not events:  # too long or malformed, which the library answers itself in some cases only
        answer = b"".join(server.data_to_send())
        return answer or server.reject(HTTPStatus.BAD_REQUEST, "malformed WebSocket request").serialize()
    handshake = cast(Handshake, events[0])
    response = server.accept(handshake)
    if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        return response.serialize()
    return Opening(server, handshake, response.serialize())


def headers_of(handshake: Handshake) -> dict[str, str]:
    headers: dict[str, str] = {}
    for written, value in handshake.headers.raw_items():
        name = written.lower()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
