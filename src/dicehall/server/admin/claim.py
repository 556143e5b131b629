"""Whose hall it is: the link that a fresh one prints, and that makes an administrator of whoever opens it first."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, JournalError, Person
from dicehall.ports.hall_log import Claimed
from dicehall.rules.values import Value
from dicehall.server.admin.actions import noted, refuse_taken
from dicehall.server.house import House
from dicehall.server.people.accounts import Name, Password
from dicehall.server.people.passwords import checked_password
from dicehall.server.people.sessions import let_in, while_known
from dicehall.server.web.guard import address_of, house_of, session_of, throttle_of
from dicehall.server.web.problems import Problem

CLAIM: Final = "(claim)"
"""What is guessed at here, for the throttle; no account has this id."""
BAD_LINK: Final = (
    "This link is not good, or not any more: it works once, and a newer one takes its place. "
    "Whoever runs the hall makes a new one with: dicehall admin link"
)
NO_PASSWORD: Final = "Say what you want to be called and choose a password: administrators have accounts."
ALREADY: Final = "You are an administrator of this hall already. The link is still good for somebody else."


async def first_link(accounts: Accounts, url: str) -> str | None:
    """For the start of a hall: a new link each time, until somebody has claimed it."""
    return None if accounts.is_owned() else await new_link(accounts, url)


async def new_link(accounts: Accounts, url: str) -> str:
    """Only a digest of its secret is kept; earlier links are void."""
    return f"{url}/claim/{await accounts.new_claim()}"


class Claim(Value, forbid_unknown_fields=True):
    secret: Annotated[str, msgspec.Meta(max_length=200, description="The last part of the link")]
    name: Name | None = None
    """Not needed by who is logged in with an account."""
    password: Password | None = None


@post("/api/claim", tags=["administrators"])
async def claim(request: Request[Any, Any, State], data: JSONBody[Claim]) -> Response[Person]:
    """Become an administrator by the one-time link: with the account that you are logged in with, or with a new one."""
    house, session = house_of(request), session_of(request)
    caller = None if session is None else session.person
    if caller is not None and caller.kind == "administrator":
        raise Problem(409, "already", ALREADY)
    newcomer = None if caller is not None and caller.kind == "account" else credentials(house, caller, data)
    turn: asyncio.Lock = request.app.state.setdefault("claims", asyncio.Lock())
    async with turn:
        prove(request, data.secret)
        if caller is None:
            owner = await arrive(house, newcomer, data.secret)
        else:
            owner = await own(house, caller, newcomer, data.secret)
    house.rooms.renamed(owner, house.hall)
    return Response(owner, cookies=[await let_in(request, owner)])


def credentials(house: House, caller: Person | None, data: Claim) -> tuple[str, str]:
    """Of the account that is made; whatever is wrong with them is said before the link is used up."""
    name = caller.name if data.name is None and caller is not None else data.name
    if name is None or data.password is None:
        raise Problem(400, "no_password", NO_PASSWORD)
    name = clean_name(name)
    refuse_taken(house, name, caller)
    return name, checked_password(data.password, name)


def refuse_bad_link(request: Request[Any, Any, State], secret: str) -> None:
    """For the page of the link: whoever comes too late is told before they fill anything in."""
    if not house_of(request).accounts.is_claim(secret):
        raise Problem(403, "bad_link", BAD_LINK)


def prove(request: Request[Any, Any, State], secret: str) -> None:
    """Raises what to answer where it is not good. Who guesses slows down only themselves, and never the owner."""
    throttle, address = throttle_of(request), address_of(request)
    throttle.attempt(CLAIM, address, known=True)
    refuse_bad_link(request, secret)
    throttle.succeeded(CLAIM, address)


async def arrive(house: House, newcomer: tuple[str, str] | None, secret: str) -> Person:
    """Somebody who was not here before; no limit keeps out whoever has the link, and who fails leaves the name free."""
    assert newcomer is not None, "who has no name yet has given one"
    guest, _ = await house.people.welcome(newcomer[0])
    try:
        await house.accounts.close_doors(guest.id)
        return await own(house, guest, newcomer, secret)
    except Exception:
        with suppress(JournalError):
            await house.accounts.forget(guest.id)
        raise


async def own(house: House, person: Person, newcomer: tuple[str, str] | None, secret: str) -> Person:
    """A guest gets an account first. The link is used up last: whatever fails before, it is still good."""
    with while_known():
        if newcomer is not None:
            person = await house.accounts.register(person.id, *newcomer)
            house.metrics.registrations += 1
        await noted(house, Claimed, person)
        owner = await house.accounts.appoint(person.id, "administrator")
        await house.accounts.use_claim(secret)
    return owner


HANDLERS = (claim,)
