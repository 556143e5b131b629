"""Oneself: name, password, invitations, all that the hall keeps, and the end of it."""

import asyncio
from typing import Any, Final

from litestar import Request, Response, delete, get, patch, put
from litestar.datastructures import State
from litestar.params import JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import Person
from dicehall.rules.values import Value
from dicehall.server.house import COOKIE, cookie
from dicehall.server.live.messages import Invitation
from dicehall.server.people.account_deletion import forget
from dicehall.server.people.accounts import Naming, Password
from dicehall.server.people.export import export
from dicehall.server.people.passwords import checked_password
from dicehall.server.people.sessions import close_other_doors, no_cookie, session_cookie, while_known
from dicehall.server.web.guard import address_of, house_of, me, mine, throttle_of
from dicehall.server.web.problems import Problem

WRONG: Final = "That is not your password."


class NewPassword(Value, forbid_unknown_fields=True):
    new: Password
    old: Password | None = None
    """Not needed by who has none and comes by passkey."""


class Confirmation(Value, forbid_unknown_fields=True):
    password: Password | None = None
    """Of an account that has one."""


@get("/api/me", tags=["oneself"])
async def who_am_i(request: Request[Any, Any, State]) -> Response[Person]:
    """Whom the cookie or the token belongs to. A cookie is good for another 90 days each time."""
    token = cookie(request.headers.get("cookie", ""), COOKIE)
    if token is None or mine(request).scope != "everything":
        return Response(me(request))
    return Response(me(request), cookies=[session_cookie(house_of(request), token)])


@patch("/api/me", tags=["oneself"])
async def rename(request: Request[Any, Any, State], data: JSONBody[Naming]) -> Person:
    """Take another name; it is told at every table where you are known."""
    house = house_of(request)
    with while_known():
        person = await house.people.rename(me(request).id, clean_name(data.name))
    house.rooms.renamed(person, house.hall)
    return person


@put("/api/me/password", tags=["oneself"], status_code=204)
async def change_password(request: Request[Any, Any, State], data: JSONBody[NewPassword]) -> None:
    """Take another password. All your other browsers are logged out; tokens stay."""
    person = me(request)
    password = checked_password(data.new, person.name)
    await prove(request, data.old)
    with while_known():
        await house_of(request).accounts.set_password(person.id, password)
    await close_other_doors(house_of(request), mine(request))


@get("/api/me/invitations", tags=["oneself"])
async def invitations(request: Request[Any, Any, State]) -> tuple[Invitation, ...]:
    """The tables where a occupant is kept for you."""
    return house_of(request).rooms.invitations.of(me(request).id)


@get("/api/me/export", tags=["oneself"])
async def all_about_me(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """Everything that the hall keeps about you: account, sessions, chat, results, and what administrators did."""
    person = me(request)
    file = f'attachment; filename="dicehall-{person.id}.json"'
    turn: asyncio.Lock = request.app.state["exporting"]
    async with turn:
        with while_known():
            return Response(await export(house_of(request), person), headers={"Content-Disposition": file})


@delete("/api/me", tags=["oneself"], status_code=204)
async def forget_me(request: Request[Any, Any, State], data: JSONBody[Confirmation | None] = None) -> Response[None]:
    """Delete yourself: you leave all tables, and your name, sessions, keys and chat are gone for good.

    The log of the hall keeps an id that means nobody. An account that has a password confirms with it.
    """
    await prove(request, None if data is None else data.password)
    await forget(house_of(request), me(request).id)
    return no_cookie(Response(None))


async def prove(request: Request[Any, Any, State], password: str | None) -> None:
    """Whoever finds somebody's browser open shall not take the account over; raises what to answer."""
    house, person, address = house_of(request), me(request), address_of(request)
    if not house.accounts.keeps_password(person.id):
        return
    if password is None:
        raise Problem(403, "wrong_password", "Confirm it with your password.")
    throttle = throttle_of(request)
    throttle.attempt(person.id, address, known=True)
    if not await house.accounts.has_password(person.id, password):
        raise Problem(403, "wrong_password", WRONG)
    throttle.succeeded(person.id, address)


HANDLERS = (who_am_i, rename, change_password, invitations, all_about_me, forget_me)
