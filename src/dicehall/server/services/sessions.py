"""Sessions: how a request is recognised by its cookie or access token, and how a browser's session begins and ends."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from litestar import Response
from litestar.datastructures import Cookie

from dicehall.evenings.live.book_door import BookDoor, Shares
from dicehall.ports import Accounts, JournalError, People, Person, Session
from dicehall.ports.people import SESSION_LASTS
from dicehall.server.bounds.confirmations import Confirmations, Proof
from dicehall.server.live.rooms import Rooms
from dicehall.server.services.last_here import LastHere
from dicehall.server.services.problems import Problem
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.server")

COOKIE: Final = "dicehall"
HOST_COOKIE: Final = "__Host-dicehall"
"""Over TLS: browsers take it only from this very host, so that no neighbour under the same domain can plant one."""
LAST_HERE: Final = "-last"
"""The end of the name of the cookie that knows who was signed in before."""
LONGEST_TOKEN: Final = 100
TOKENS_BEGIN: Final = "dh_"
"""So that a token that has slipped into a file or a chat can be recognised."""

CHANGED: Final = "Your account has changed in the meantime; check with GET /api/me."
LOGGED_OUT: Final = 4001
"""The close code of a socket whose session has ended."""

BROWSERS: Final = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
"""By the mark in the user agent; most browsers claim to be several, and the first match is right."""
SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


async def session_by(people: People, headers: Mapping[str, str]) -> Session | None:
    """By a program's access token, or else by a browser's cookie."""
    token = bearer(headers)
    if token is None:
        secret = cookie_token(headers) or ""
    else:
        secret = token.removeprefix(TOKENS_BEGIN) if token.startswith(TOKENS_BEGIN) else ""
    return await people.by_token(secret) if 0 < len(secret) <= LONGEST_TOKEN else None


def bearer(headers: Mapping[str, str]) -> str | None:
    """A program's access token; other kinds of authorisation are between a browser and the proxy in front."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie_token(headers: Mapping[str, str]) -> str | None:
    """Of a browser. The plain name is that of halls without TLS, and of sessions from before the other one."""
    cookies = headers.get("cookie", "")
    return cookie(cookies, HOST_COOKIE) or cookie(cookies, COOKIE)


def cookie(cookies: str, wanted: str) -> str | None:
    """Read by hand: cookies of other programs at the same address must not get in the way."""
    for each in cookies.split(";"):
        name, _, value = each.strip().partition("=")
        if name == wanted:
            return value
    return None


class Sessions:
    """The sessions of browsers, and the sockets that belong to them."""

    def __init__(
        self, accounts: Accounts, people: People, rooms: Rooms, *,
        url: str, confirmations: Confirmations, book: BookDoor, last_here: LastHere,
    ) -> None:  # fmt: skip
        self._accounts = accounts
        self._people = people
        self._book = book
        self._confirmations = confirmations
        self._rooms = rooms
        self._secure = url.startswith("https:")
        self._last_here = last_here

    async def begin(
        self, person: Person, before: Session | None, headers: Mapping[str, str], proof: Proof | None = None
    ) -> list[Cookie]:
        """A new session for a person who has just proved who they are; the one that they came with ends.

        Its token is new: a token that another person planted in this browser is worthless.
        """
        with while_known():
            token = await self._accounts.open_session(person.id, label(headers))
        if proof is not None:
            await self._confirmations.add(token, proof)
        await self._hang_up_on_ended(person.id)
        cookies = await self.hand_over(person, token, before, headers)
        if before is not None and before.scope == "everything":
            await self.end(before)
        return cookies

    async def hand_over(
        self, person: Person, token: str, before: Session | None, headers: Mapping[str, str]
    ) -> list[Cookie]:
        """The cookies of a session that begins. Whoever was here before, or has signed out here, is remembered."""
        there = () if before is None or before.scope != "everything" else (before.person.id,)
        earlier = [who for who in (*there, *self._were_here(headers)) if who != person.id]
        known = await self._people.by_ids(earlier) if earlier else {}
        still = [who for who in earlier if who in known]
        if still:
            await self._remember(still[0], person.id)
        return [self.cookie(token), self._last(person.id, *still)]

    async def _remember(self, before: Who, now: Who) -> None:
        """Whoever predicts may not play in the same browser under another name (W-07)."""
        try:
            await self._book.do(Shares(before, now))
        except JournalError as error:  # nobody is kept from signing in by that
            log.warning("that two people share a sign-in is not kept: %s", error)

    async def end(self, session: Session) -> None:
        await self._accounts.end_sign_in(session.person.id, session.key)
        self.hang_up(session.person.id, session.key)

    async def end_others(self, session: Session) -> None:
        """All browsers but this one are signed out; access tokens stay."""
        who = session.person.id
        others = [each.key for each in await self._accounts.sign_ins(who) if not each.token and each.key != session.key]
        await self._accounts.end_sessions(who, but=session.key)
        for key in others:
            self.hang_up(who, key)

    def hang_up(self, who: Who, sign_in: str | None = None) -> None:
        """Close a person's sockets: all, or those of one session or access token."""
        self._rooms.elsewhere.hung_up(who, sign_in, LOGGED_OUT, "logged out")
        for viewer in self._rooms.windows(who):
            if sign_in in (None, viewer.sign_in):
                viewer.socket.close(LOGGED_OUT, "logged out")

    async def _hang_up_on_ended(self, who: Who) -> None:
        """A person's oldest session may just have made room for the new one."""
        still = {each.key for each in await self._accounts.sign_ins(who)}
        for key in {viewer.sign_in for viewer in self._rooms.windows(who)} - still:
            self.hang_up(who, key)

    def cookie(self, token: str) -> Cookie:
        """Out of reach of scripts, and of forms on other sites."""
        return self._cookie(HOST_COOKIE if self._secure else COOKIE, token, SESSION_LASTS)

    def renewed(self, headers: Mapping[str, str], who: Who) -> list[Cookie]:
        """The cookies of a browser for another while; one of the plain name is replaced where there is a better one."""
        token = cookie_token(headers)
        if token is None:
            return []
        outdated = self._secure and cookie(headers.get("cookie", ""), COOKIE) is not None
        last = self._last(who, *self._were_here(headers))
        return [self.cookie(token), last, *([self._cookie(COOKIE, "", 0)] if outdated else [])]

    def without_cookie(self, response: Response[Any]) -> Response[Any]:
        """The same answer, and the browser is signed out. Who was here last stays, for the next one (W-07)."""
        for name in (HOST_COOKIE, COOKIE) if self._secure else (COOKIE,):
            response.set_cookie(self._cookie(name, "", 0))
        return response

    def without_person(self, response: Response[Any], headers: Mapping[str, str], gone: Who) -> Response[Any]:
        """The same answer, and nothing in the browser is about this person any more."""
        response.set_cookie(self._last(*(who for who in self._were_here(headers) if who != gone)))
        return self.without_cookie(response)

    @property
    def _last_name(self) -> str:
        return (HOST_COOKIE if self._secure else COOKIE) + LAST_HERE

    def _were_here(self, headers: Mapping[str, str]) -> tuple[Who, ...]:
        return self._last_here.read(cookie(headers.get("cookie", ""), self._last_name))

    def _last(self, *people: Who) -> Cookie:
        """Of these, the latest first; without any, the browser forgets it."""
        if not people:
            return self._cookie(self._last_name, "", 0)
        return self._cookie(self._last_name, self._last_here.written(people), SESSION_LASTS)

    def _cookie(self, name: str, value: str, max_age: int) -> Cookie:
        return Cookie(name, value=value, httponly=True, samesite="lax", secure=self._secure, max_age=max_age, path="/")


@contextmanager
def while_known() -> Iterator[None]:
    """In another window the same guest may become an account, or be deleted, at the same moment."""
    try:
        yield
    except KeyError:
        raise Problem(409, "changed", CHANGED) from None


def label(headers: Mapping[str, str]) -> str:
    """A browser as its user knows it; a program by its own name."""
    user_agent = headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in user_agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    program = user_agent.partition("/")[0].strip()[:30]
    return browser or (program if program.isprintable() else "") or "A program"
