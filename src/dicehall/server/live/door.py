"""The door by which sockets come in: from the hall's own pages or from programs, as somebody or as nobody."""

from http import HTTPStatus

from dicehall.server.bounds.visitors import TooMany
from dicehall.server.house import House, bearer
from dicehall.server.live.connection import Connection
from dicehall.server.live.socket import Door, Listener, Rejected, Request
from dicehall.server.watch import logs
from dicehall.server.web.guard import banned
from dicehall.server.web.origins import allowed_origin, elsewhere

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
