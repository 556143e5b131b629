"""Claiming a hall: the link that a new hall prints, which makes an administrator of the first person to use it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final, NamedTuple

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, JournalError, People, Person
from dicehall.ports.hall_log import Claimed
from dicehall.rules.values import Value
from dicehall.server.admin.actions import Actions
from dicehall.server.bounds.confirmations import Proof
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.people.accounts import Name, Password
from dicehall.server.people.passwords import checked_password
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, session_of
from dicehall.server.services.people import refuse_taken
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import Sessions, while_known
from dicehall.server.watch.metrics import Metrics

CLAIM: Final = "(claim)"
"""Stands for the account in the throttle; no account has this id."""
BAD_LINK: Final = (
    "This link does not work, or no longer does: it can be used once, and a newer link replaces it. "
    "The operator of the hall can create a new one: dicehall admin link"
)
NO_PASSWORD: Final = "Choose a name and a password: administrators have accounts."
ALREADY: Final = "You are an administrator of this hall already. Someone else can still use the link."


async def first_link(accounts: Accounts, url: str) -> str | None:
    """For the start of a hall: a new link each time, until the hall is claimed."""
    return None if await accounts.is_claimed() else await new_link(accounts, url)


async def new_link(accounts: Accounts, url: str) -> str:
    """Only a digest of its secret is stored; earlier links no longer work."""
    return f"{url}/claim/{await accounts.new_claim()}"


class Claim(Value, forbid_unknown_fields=True):
    secret: Annotated[str, msgspec.Meta(max_length=200, description="The last part of the link")]
    name: Name | None = None
    """Not needed if you are signed in with an account."""
    password: Password | None = None


class Claims(NamedTuple):
    """Makes the first administrator. The link is used up last: whatever fails before, it still works."""

    people: People
    accounts: Accounts
    actions: Actions
    metrics: Metrics

    async def credentials(self, caller: Person | None, data: Claim) -> tuple[str, str]:
        """Of the account to create; what is wrong with them is said before the link is used up."""
        name = caller.name if data.name is None and caller is not None else data.name
        if name is None or data.password is None:
            raise Problem(400, "no_password", NO_PASSWORD)
        name = clean_name(name)
        await refuse_taken(self.people, name, caller)
        return name, checked_password(data.password, name)

    async def by_newcomer(self, newcomer: tuple[str, str], secret: str) -> Person:
        """A new person; no limit keeps out the holder of the link, and a failure leaves the name free."""
        guest, _ = await self.people.welcome(newcomer[0])
        try:
            await self.accounts.end_sessions(guest.id)
            return await self.by_person(guest, newcomer, secret)
        except Exception:
            with suppress(JournalError):
                await self.accounts.forget(guest.id)
            raise

    async def by_person(self, person: Person, newcomer: tuple[str, str] | None, secret: str) -> Person:
        """A guest gets an account first."""
        with while_known():
            if newcomer is not None:
                person = await self.accounts.register(person.id, *newcomer)
                self.metrics.registrations += 1
            await self.actions.note(Claimed, person)
            administrator = await self.accounts.appoint(person.id, "administrator")
            await self.accounts.use_claim(secret)
        return administrator


async def prove(secret: str, accounts: Accounts, throttle: LoginThrottle, address: str) -> None:
    """Raises what to answer where the link does not work. Guessing slows down only the guesser, never the operator."""
    await throttle.attempt(CLAIM, address, known=True)
    if not await accounts.is_claim(secret):
        raise Problem(403, "bad_link", BAD_LINK)
    await throttle.succeeded(CLAIM, address)


def handlers(
    *,
    accounts: Accounts,
    visitors: Visitors,
    sessions: Sessions,
    throttle: LoginThrottle,
    actions: Actions,
    people: People,
    metrics: Metrics,
    renamed: Callable[[Person], None],
) -> Handlers:
    claims = Claims(people, accounts, actions, metrics)

    @get("/api/claim/{secret:str}", tags=["administrators"], status_code=204)
    async def check(secret: FromPath[str]) -> None:
        """Whether the link still works, before you fill anything in; asking does not use it up.

        Not throttled: other sites could make a browser ask, and the secret is too long to guess.
        """
        if not await accounts.is_claim(secret):
            raise Problem(404, "bad_link", BAD_LINK)

    @post("/api/claim", tags=["administrators"])
    async def claim(request: HttpRequest, data: JSONBody[Claim]) -> Response[Person]:
        """Become an administrator with the one-time link: with the account you are signed in to, or with a new one."""
        session = session_of(request)
        caller = None if session is None else session.person
        if caller is not None and caller.kind == "administrator":
            raise Problem(409, "already", ALREADY)
        newcomer = None if caller is not None and caller.kind == "account" else await claims.credentials(caller, data)
        async with actions.turn:
            await prove(data.secret, accounts, throttle, address_of(request, visitors))
            if caller is not None:
                administrator = await claims.by_person(caller, newcomer, data.secret)
            else:
                assert newcomer is not None, "a visitor without a name has given one"
                administrator = await claims.by_newcomer(newcomer, data.secret)
        renamed(administrator)
        proof: Proof | None = None if newcomer is None else "password"
        return Response(administrator, cookies=await sessions.begin(administrator, session, request.headers, proof))

    return check, claim
