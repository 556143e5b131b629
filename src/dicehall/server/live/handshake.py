"""How a WebSocket begins: what the client asks for, and the answer if it gets none."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from websockets.http11 import Request as Handshake

from dicehall.server.bounds.visitors import TooMany


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


def headers_of(handshake: Handshake) -> dict[str, str]:
    headers: dict[str, str] = {}
    for written, value in handshake.headers.raw_items():
        name = written.lower()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def request_of(handshake: Handshake, headers: Mapping[str, str], client: str) -> Request:
    path, _, query = handshake.path.partition("?")
    return Request(unquote(path), query, headers, client)
