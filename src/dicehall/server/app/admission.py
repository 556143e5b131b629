"""Which sockets are admitted: those of the hall's own page and of programs, with a name or without."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Final, TypeAlias

from litestar import get
from litestar.params import QueryParameter

from dicehall.ports import JournalError, People, Session
from dicehall.server.bounds.confirmations import digest
from dicehall.server.bounds.visitors import TooMany, Visitors
from dicehall.server.live.connection import Connection
from dicehall.server.live.dispatcher import Dispatcher
from dicehall.server.live.handshake import Admission, Answer, Listener, Rejected, Request, rejected_by
from dicehall.server.live.listener import HallListener
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, asker_id
from dicehall.server.services.leaving import BANNED
from dicehall.server.services.people import banned
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import LOGGED_OUT, bearer, cookie_token, session_by
from dicehall.server.watch import logs
from dicehall.server.web.origins import allowed_host, allowed_origin, elsewhere, misdirected
from dicehall.table.core.events import Who

SOCKET_PATH = "/ws"
LEAVING: Final = Rejected(
    HTTPStatus.SERVICE_UNAVAILABLE, "this machine is about to close: try again, and another one lets you in",
    {"Retry-After": "1"},
)  # fmt: skip


Hearing: TypeAlias = Callable[[Dispatcher, Session | None, bytes, str], Listener]
"""Makes what hears a socket, whose session, the digest of whose token and whose address are these."""


def admission(
    dispatcher: Dispatcher, people: People, url: str, only_at: str | None = None, hearing: Hearing = HallListener,
    *, is_leaving: Callable[[], bool] = lambda: False,
) -> Admission:  # fmt: skip
    """What answers every request for a socket. A node that leaves opens none: another one does, at the next attempt."""

    async def decide(request: Request) -> Listener | Rejected:
        host = request.headers.get("host", "")
        if only_at is not None and not allowed_host(host, only_at):
            verdict: Listener | Rejected = Rejected(HTTPStatus.MISDIRECTED_REQUEST, misdirected(host, only_at))
        elif is_leaving():
            verdict = LEAVING
        else:
            try:
                verdict = await admit(request, dispatcher, people, url, hearing)
            except JournalError as error:
                verdict = Rejected(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        if isinstance(verdict, Rejected):
            dispatcher.rooms.metrics.turned_away(verdict.status)
            logs.socket_refused(request.client, verdict.status, verdict.reason)
        return verdict

    def ask(request: Request, answer: Answer) -> None:
        dispatcher.rooms.start(decided(request, answer))

    async def decided(request: Request, answer: Answer) -> None:
        try:
            verdict = await decide(request)
        except Exception as error:
            verdict = rejected_by(error)
        answer(verdict)
        if isinstance(verdict, HallListener) and verdict.who is not None:
            await look_again(verdict, verdict.who, request, people, dispatcher.rooms)

    return ask


async def look_again(connection: Connection, who: Who, request: Request, people: People, rooms: Rooms) -> None:
    """The session may have ended, or its person may have been banned, while the socket was on its way in: whoever did
    that has not found this window yet."""
    with suppress(JournalError):  # then nobody could have ended it either
        session = await session_by(people, request.headers)
        if connection not in rooms.windows(who):
            return
        if session is None:
            connection.socket.close(LOGGED_OUT, "logged out")
        elif session.banned is not None:
            connection.socket.close(BANNED, "banned")


async def admit(
    request: Request, dispatcher: Dispatcher, people: People, url: str, hearing: Hearing
) -> Listener | Rejected:
    """A socket belongs to the person whose cookie or access token it brings, or to nobody."""
    if request.path != SOCKET_PATH:
        return Rejected(HTTPStatus.NOT_FOUND, f"sockets are opened at {SOCKET_PATH}")
    if not allowed_origin(request.headers, url):
        return Rejected(HTTPStatus.FORBIDDEN, elsewhere(request.headers, url))
    session = await session_by(people, request.headers)
    if session is None and bearer(request.headers) is not None:
        return Rejected(HTTPStatus.UNAUTHORIZED, "this token is not known here; it may have been revoked")
    if session is not None and session.banned is not None:
        return Rejected(HTTPStatus.FORBIDDEN, banned(session.banned))
    try:
        dispatcher.visitors.admit_window(session and session.person.id)
    except TooMany as many:
        return Rejected.by(many)
    return hearing(dispatcher, session, digest(cookie_token(request.headers)), request.client)


def as_at_the_handshake(headers: Mapping[str, str], origin: str | None) -> Mapping[str, str]:
    """There browsers name the page's origin, but to its own server only that it is the same: the page names it."""
    if origin is None or "origin" in headers:
        return headers
    return {"host": headers.get("host", ""), "origin": origin}


def handlers(visitors: Visitors, url: str) -> Handlers:
    @get(SOCKET_PATH, include_in_schema=False)
    async def why_not(
        request: HttpRequest, origin: Annotated[str | None, QueryParameter(description="Of the page that asks")] = None
    ) -> None:
        """A browser does not tell its page why a socket was refused: the page asks here, without one."""
        who = asker_id(request)
        visitors.admit_socket(address_of(request, visitors), known=who is not None)
        headers = as_at_the_handshake(request.headers, origin)
        if not allowed_origin(headers, url):
            raise Problem(HTTPStatus.FORBIDDEN, "elsewhere", elsewhere(headers, url))
        visitors.admit_window(who)
        sentence = "Sockets are opened here, and yours would be admitted; docs/protocol.md says how."
        raise Problem(HTTPStatus.UPGRADE_REQUIRED, "no_socket", sentence, {"Upgrade": "websocket"})

    return (why_not,)
