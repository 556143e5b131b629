"""Your own account: name, password, invitations, everything the hall stores about you, and deleting it."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar import Response, delete, get, patch, put
from litestar.params import JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, People, Person, Results, Session
from dicehall.rules.values import Value
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.live.messages import Invitation
from dicehall.server.live.rooms import Rooms
from dicehall.server.people.account_deletion import delete_person
from dicehall.server.people.accounts import Naming, Password
from dicehall.server.people.export import export
from dicehall.server.people.passwords import checked_password
from dicehall.server.services.asking import Given, HttpRequest
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import COOKIE, Sessions, cookie, while_known, without_cookie
from dicehall.table.live.hall import Hall

WRONG: Final = "That is not your password."


class NewPassword(Value, forbid_unknown_fields=True):
    new: Password
    old: Password | None = None
    """Not needed by an account that has none and signs in with a passkey."""


class Confirmation(Value, forbid_unknown_fields=True):
    password: Password | None = None
    """Of an account that has one."""


@get("/api/me", tags=["me"])
async def who_am_i(request: HttpRequest, mine: Given[Session], sessions: Given[Sessions]) -> Response[Person]:
    """Whose cookie or token this is. Each call extends the cookie by another 90 days."""
    token = cookie(request.headers.get("cookie", ""), COOKIE)
    if token is None or mine.scope != "everything":
        return Response(mine.person)
    return Response(mine.person, cookies=[sessions.cookie(token)])


@patch("/api/me", tags=["me"])
async def rename(
    data: JSONBody[Naming], me: Given[Person], people: Given[People], renamed: Given[Callable[[Person], None]]
) -> Person:
    """Change your name; every table where you are known is told."""
    with while_known():
        person = await people.rename(me.id, clean_name(data.name))
    renamed(person)
    return person


@put("/api/me/password", tags=["me"], status_code=204)
async def change_password(
    *,
    data: JSONBody[NewPassword],
    mine: Given[Session],
    address: Given[str],
    accounts: Given[Accounts],
    sessions: Given[Sessions],
    throttle: Given[LoginThrottle],
) -> None:
    """Change your password. All your other browsers are signed out; access tokens stay."""
    password = checked_password(data.new, mine.person.name)
    await prove(mine.person, data.old, accounts, throttle, address)
    with while_known():
        await accounts.set_password(mine.person.id, password)
    await sessions.end_others(mine)


@get("/api/me/invitations", tags=["me"])
async def invitations(me: Given[Person], rooms: Given[Rooms]) -> tuple[Invitation, ...]:
    """The tables where a seat is kept for you."""
    return rooms.invitations.of(me.id)


@get("/api/me/export", tags=["me"])
async def all_about_me(
    *,
    me: Given[Person],
    accounts: Given[Accounts],
    results: Given[Results],
    hall: Given[Hall],
    url: Given[str],
    exporting: Given[asyncio.Lock],
) -> Response[dict[str, Any]]:
    """Everything the hall stores about you: account, sessions, chat, results, and administrators' actions."""
    file = f'attachment; filename="dicehall-{me.id}.json"'
    async with exporting:
        with while_known():
            told = await export(me, accounts, results, hall.journal, url)
    return Response(told, headers={"Content-Disposition": file})


@delete("/api/me", tags=["me"], status_code=204)
async def delete_me(
    *,
    me: Given[Person],
    address: Given[str],
    hall: Given[Hall],
    accounts: Given[Accounts],
    sessions: Given[Sessions],
    throttle: Given[LoginThrottle],
    renamed: Given[Callable[[Person], None]],
    data: JSONBody[Confirmation | None] = None,
) -> Response[None]:
    """Delete your account: you leave all tables, and your name, sessions, keys and chat are gone for good.

    The hall log keeps only an id that stands for nobody. An account with a password confirms with it.
    """
    await prove(me, None if data is None else data.password, accounts, throttle, address)
    await delete_person(me.id, hall, accounts, sessions, renamed)
    return without_cookie(Response(None))


async def prove(
    person: Person, password: str | None, accounts: Accounts, throttle: LoginThrottle, address: str
) -> None:
    """Finding a browser unlocked must not be enough to take the account over; raises what to answer."""
    if not accounts.keeps_password(person.id):
        return
    if password is None:
        raise Problem(403, "wrong_password", "Confirm it with your password.")
    throttle.attempt(person.id, address, known=True)
    if not await accounts.has_password(person.id, password):
        raise Problem(403, "wrong_password", WRONG)
    throttle.succeeded(person.id, address)


HANDLERS = (who_am_i, rename, change_password, invitations, all_about_me, delete_me)
