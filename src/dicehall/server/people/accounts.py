"""Coming in and going: as a guest, with a new account, with a password, and out again."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, delete, post
from litestar.datastructures import State
from litestar.params import JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import JournalError, Person
from dicehall.rules.values import Value
from dicehall.server.people.passwords import LONGEST, SHORTEST, checked_password
from dicehall.server.people.sessions import hang_up, let_in, no_cookie, session_cookie, while_known
from dicehall.server.watch import logs
from dicehall.server.web.guard import address_of, banned, house_of, mine, session_of, throttle_of
from dicehall.server.web.problems import Problem

WRONG: Final = "Name or password is wrong. Capital and small letters differ in the password, not in the name."
"""The same for both: whether there is such an account is nobody's business."""
HAS_ACCOUNT: Final = "You are logged in with an account; log out first to be somebody else."

Name = Annotated[str, msgspec.Meta(max_length=200, description="2 to 20 visible characters")]
Password = Annotated[str, msgspec.Meta(max_length=4 * LONGEST, description=f"{SHORTEST} to {LONGEST} characters")]


class Naming(Value, forbid_unknown_fields=True):
    name: Name


class Credentials(Value, forbid_unknown_fields=True):
    name: Name
    password: Password


@post("/api/guests", tags=["people"])
async def come_in(request: Request[Any, Any, State], data: JSONBody[Naming]) -> Response[Person]:
    """Come in as a guest with a name; the answer sets the cookie of your session."""
    refuse_account(request)
    person, token = await welcome(request, data.name)
    return Response(person, cookies=[session_cookie(house_of(request), token)])


@post("/api/accounts", tags=["people"])
async def register(request: Request[Any, Any, State], data: JSONBody[Credentials]) -> Response[Person]:
    """Make an account. A guest becomes one with all that they have: seats, results, invitations."""
    name = clean_name(data.name)
    password = checked_password(data.password, name)
    person = await become_account(request, name, password)
    return Response(person, cookies=[await let_in(request, person)])


@post("/api/sessions", tags=["people"])
async def log_in(request: Request[Any, Any, State], data: JSONBody[Credentials]) -> Response[Person]:
    """Log in with name and password; the answer sets the cookie of a new session."""
    house, throttle, address = house_of(request), throttle_of(request), address_of(request)
    wanted = house.people.by_name(data.name)
    account = data.name.casefold() if wanted is None else wanted.id
    throttle.attempt(account, address)
    try:
        person = await house.accounts.log_in(data.name, data.password)
    except JournalError:
        throttle.take_back(account, address)
        raise
    if person is None:
        house.metrics.failed_log_ins += 1
        logs.log_in_failed(address, "password")
        raise Problem(401, "wrong_password", WRONG)
    throttle.succeeded(account, address)
    refuse_banned(request, person)
    house.metrics.log_ins += 1
    logs.logged_in(person.id, "password")
    return Response(person, cookies=[await let_in(request, person)])


@delete("/api/sessions", tags=["people"], status_code=204)
async def log_out(request: Request[Any, Any, State]) -> Response[None]:
    """Log out: the session ends, and its sockets are closed. Seats are kept; a guest cannot come back to theirs."""
    house, session = house_of(request), mine(request)
    await house.accounts.close_door(session.person.id, session.key)
    hang_up(house, session.person.id, session.key)
    return no_cookie(Response(None))


# Shared with passkeys


async def welcome(request: Request[Any, Any, State], name: str) -> tuple[Person, str]:
    """A new guest and their token."""
    house = house_of(request)
    wanted = clean_name(name)
    house.visitors.admit_guest(address_of(request))
    house.metrics.guests += 1
    return await house.people.welcome(wanted)


async def become_account(request: Request[Any, Any, State], name: str, password: str | None) -> Person:
    """Whoever asks, or somebody new; raises `NameTaken`."""
    house, session = house_of(request), session_of(request)
    refuse_account(request)
    house.visitors.admit_account(address_of(request))
    if session is not None:
        with while_known():
            person = await house.accounts.register(session.person.id, name, password)
        house.rooms.renamed(person, house.hall)
    else:
        person = await new_account(request, name, password)
    house.metrics.registrations += 1
    return person


async def new_account(request: Request[Any, Any, State], name: str, password: str | None) -> Person:
    """Somebody who was no guest before; where the name is not free, nobody stays behind."""
    house = house_of(request)
    guest, _ = await welcome(request, name)
    try:
        person = await house.accounts.register(guest.id, name, password)
    except Exception:  # whatever it was, the name must not stay taken
        await house.accounts.forget(guest.id)
        raise
    await house.accounts.close_doors(person.id)
    return person


def refuse_account(request: Request[Any, Any, State]) -> None:
    """Whoever is logged in would lose the session without a word."""
    session = session_of(request)
    if session is not None and session.person.kind != "guest":
        raise Problem(409, "has_account", HAS_ACCOUNT)


def refuse_banned(request: Request[Any, Any, State], person: Person) -> None:
    """Before a session is opened; later the guard does it."""
    if (reason := house_of(request).accounts.ban_of(person.id)) is not None:
        raise Problem(403, "banned", banned(reason))


HANDLERS = (come_in, register, log_in, log_out)
