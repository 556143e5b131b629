"""The door by which sockets come in: from the hall's own pages or from programs, as somebody or as nobody."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request as HttpRequest
from litestar import get
from litestar.datastructures import State
from litestar.params import QueryParameter

from dicehall.server.bounds.visitors import TooMany
from dicehall.server.house import House, bearer
from dicehall.server.live.connection import Connection
from dicehall.server.live.socket import Door, Listener, Rejected, Request
from dicehall.server.watch import logs
from dicehall.server.web.guard import address_of, banned, house_of, who_asks
from dicehall.server.web.origins import allowed_origin, elsewhere
from dicehall.server.web.problems import Problem

SOCKET_PATH = "/ws"


def door(house: House) -> Door:
    """What answers to every request for a socket."""

    def answer(request: Request) -> Listener | Rejected:
        verdict = _answer(house, request)
        if isinstance(verdict, Rejected):
            house.metrics.turned_away(verdict.status)
            logs.socket_refused(request.client, verdict.status, verdict.reason)
        return verdict

    return answer


def _answer(house: House, request: Request) -> Listener | Rejected:
    """A socket belongs to the person whose cookie or token it brings, or to nobody."""
    if request.path != SOCKET_PATH:
        return Rejected(HTTPStatus.NOT_FOUND, f"sockets are opened at {SOCKET_PATH}")
    if not allowed_origin(request.headers, house.url):
        return Rejected(HTTPStatus.FORBIDDEN, elsewhere(request.headers, house.url))
    session = house.session(request.headers)
    if session is None and bearer(request.headers) is not None:
        return Rejected(HTTPStatus.UNAUTHORIZED, "this token is not known here; it may have been revoked")
    if session is not None and session.banned is not None:
        return Rejected(HTTPStatus.FORBIDDEN, banned(session.banned))
    try:
        house.visitors.admit_window(session and session.person.id)
    except TooMany as many:
        return Rejected.by(many)
    return Connection(house, session, request.client)


@get(SOCKET_PATH, include_in_schema=False)
async def why_not(
    request: HttpRequest[Any, Any, State],
    origin: Annotated[str | None, QueryParameter(description="Of the page that asks")] = None,
) -> None:
    """A browser does not tell its page why a socket was refused: the page asks here, without one."""
    house, who = house_of(request), who_asks(request)
    house.visitors.admit_socket(address_of(request), known=who is not None)
    headers = as_at_the_handshake(request.headers, origin)
    if not allowed_origin(headers, house.url):
        raise Problem(HTTPStatus.FORBIDDEN, "elsewhere", elsewhere(headers, house.url))
    house.visitors.admit_window(who)
    sentence = "Sockets are opened here, and yours would be let in; docs/protocol.md says how."
    raise Problem(HTTPStatus.UPGRADE_REQUIRED, "no_socket", sentence, {"Upgrade": "websocket"})


def as_at_the_handshake(headers: Mapping[str, str], origin: str | None) -> Mapping[str, str]:
    """Browsers name a page's origin there, but to its own server only that it is the same: the page names it itself."""
    if origin is None or "origin" in headers:
        return headers
    return {"host": headers.get("host", ""), "origin": origin}
