"""Signing in and out: as a guest, with a new account, or with a password."""

from typing import Annotated, Final

import msgspec
from litestar import Response, delete, post
from litestar.params import JSONBody

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, JournalError, People, Person
from dicehall.rules.values import Value
from dicehall.server.bounds.login_throttle import LoginThrottle
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.people.newcomers import Newcomers, refuse_account, refuse_banned
from dicehall.server.people.passwords import LONGEST, SHORTEST, checked_password
from dicehall.server.services.asking import Handlers, HttpRequest, address_of, own_session, session_of
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import Sessions
from dicehall.server.watch import logs
from dicehall.server.watch.metrics import Metrics

WRONG: Final = "Name or password is wrong. Capitals matter in the password, not in the name."
"""The same for both: it must not tell whether there is such an account."""

Name = Annotated[str, msgspec.Meta(max_length=200, description="2 to 20 visible characters")]
Password = Annotated[str, msgspec.Meta(max_length=4 * LONGEST, description=f"{SHORTEST} to {LONGEST} characters")]


class Naming(Value, forbid_unknown_fields=True):
    name: Name


class Credentials(Value, forbid_unknown_fields=True):
    name: Name
    password: Password


def handlers(
    *,
    visitors: Visitors,
    newcomers: Newcomers,
    sessions: Sessions,
    people: People,
    accounts: Accounts,
    throttle: LoginThrottle,
    metrics: Metrics,
) -> Handlers:
    @post("/api/guests", tags=["people"])
    async def new_guest(request: HttpRequest, data: JSONBody[Naming]) -> Response[Person]:
        """Play as a guest with a name; the answer sets the cookie of your session."""
        session = session_of(request)
        refuse_account(session)
        person, token = await newcomers.guest(data.name, address_of(request, visitors))
        return Response(person, cookies=await sessions.hand_over(person, token, session, request.headers))

    @post("/api/accounts", tags=["people"])
    async def register(request: HttpRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Create an account. A guest becomes one and keeps everything: seats, results, invitations."""
        session = session_of(request)
        name = clean_name(data.name)
        password = checked_password(data.password, name)
        person = await newcomers.account(session, name, password, address_of(request, visitors))
        return Response(person, cookies=await sessions.begin(person, session, request.headers, "password"))

    @post("/api/sessions", tags=["people"])
    async def log_in(request: HttpRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Sign in with name and password; the answer sets the cookie of a new session."""
        address = address_of(request, visitors)
        wanted = await people.by_name(data.name)
        account = data.name.casefold() if wanted is None else wanted.id
        await throttle.attempt(account, address)
        try:
            person = await accounts.log_in(data.name, data.password)
        except JournalError:
            await throttle.take_back(account, address)
            raise
        if person is None:
            metrics.failed_log_ins += 1
            logs.log_in_failed(address, "password")
            raise Problem(401, "wrong_password", WRONG)
        await throttle.succeeded(account, address)
        await refuse_banned(accounts, person)
        metrics.log_ins += 1
        logs.logged_in(person.id, "password")
        return Response(person, cookies=await sessions.begin(person, session_of(request), request.headers, "password"))

    @delete("/api/sessions", tags=["people"], status_code=204)
    async def log_out(request: HttpRequest) -> Response[None]:
        """Sign out: the session ends and its sockets are closed. You keep your seats; a guest cannot return to them."""
        await sessions.end(own_session(request))
        return sessions.without_cookie(Response(None))

    return new_guest, register, log_in, log_out
