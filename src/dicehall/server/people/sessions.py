"""Sessions of browsers: their cookies, their names, and how they begin and end."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import Cookie, State

from dicehall.ports import Person, Session
from dicehall.ports.people import SESSION_LASTS
from dicehall.server.house import COOKIE, House
from dicehall.server.web.guard import house_of, session_of
from dicehall.server.web.problems import Problem
from dicehall.table.core.events import Who

CHANGED: Final = "You are not who you were a moment ago; look with GET /api/me."
LOGGED_OUT: Final = 4001
"""The code with which a socket is closed because its session is no more."""

BROWSERS: Final = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
"""As they call themselves; most claim to be several, and the first that fits is the one."""
SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


async def let_in(request: Request[Any, Any, State], person: Person) -> Cookie:
    """A new session for somebody who has just proved who they are; the one that they came with ends.

    Its token is new, so that nobody who has slipped them an old one comes in with them.
    """
    house, before = house_of(request), session_of(request)
    with while_known():
        token = await house.accounts.open_session(person.id, label(request.headers.get("user-agent", "")))
    hang_up_on_closed(house, person.id)
    if before is not None and before.scope == "everything":
        await house.accounts.close_door(before.person.id, before.key)
        hang_up(house, before.person.id, before.key)
    return session_cookie(house, token)


@contextmanager
def while_known() -> Iterator[None]:
    """Somebody may become an account, or be forgotten, in another window at the same moment."""
    try:
        yield
    except KeyError:
        raise Problem(409, "changed", CHANGED) from None


def session_cookie(house: House, token: str) -> Cookie:
    """Out of reach of scripts, and of forms on other people's pages."""
    secure = house.url.startswith("https:")
    return Cookie(COOKIE, value=token, httponly=True, samesite="lax", secure=secure, max_age=SESSION_LASTS, path="/")


def no_cookie(response: Response[Any]) -> Response[Any]:
    """The same answer, and the browser forgets who it was."""
    response.delete_cookie(COOKIE, path="/")
    return response


def hang_up(house: House, person: Who, door: str | None = None) -> None:
    """Close the sockets of somebody, all or those that came by one session or token."""
    for viewer in house.rooms.windows(person):
        if door in (None, viewer.door):
            viewer.socket.close(LOGGED_OUT, "logged out")


def hang_up_on_closed(house: House, person: Who) -> None:
    """Of more sessions than a person may have, the oldest has ended without a word."""
    still = {door.key for door in house.accounts.doors(person)}
    for door in {viewer.door for viewer in house.rooms.windows(person)} - still:
        hang_up(house, person, door)


async def close_other_doors(house: House, session: Session) -> None:
    """All browsers but this one are logged out; tokens stay."""
    who = session.person.id
    others = [door.key for door in house.accounts.doors(who) if not door.token and door.key != session.key]
    await house.accounts.close_doors(who, but=session.key)
    for key in others:
        hang_up(house, who, key)


def label(user_agent: str) -> str:
    """A browser as its host knows it; a program by its own name."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in user_agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    program = user_agent.partition("/")[0].strip()[:30]
    return browser or (program if program.isprintable() else "") or "A program"
