"""New guests and new accounts, however they prove who they are."""

from collections.abc import Callable
from typing import Final, NamedTuple

from dicehall.names.clean import clean_name
from dicehall.ports import Accounts, People, Person, Session
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.services.people import banned
from dicehall.server.services.problems import Problem
from dicehall.server.services.sessions import while_known
from dicehall.server.watch.metrics import Metrics

HAS_ACCOUNT: Final = "You are signed in with an account; sign out first to use another identity."


class Newcomers(NamedTuple):
    """Makes guests and accounts, within the limits of their addresses."""

    people: People
    accounts: Accounts
    visitors: Visitors
    metrics: Metrics
    renamed: Callable[[Person], None]

    async def guest(self, name: str, address: str) -> tuple[Person, str]:
        """A new guest, and the token of their session."""
        wanted = clean_name(name)
        self.visitors.admit_guest(address)
        self.metrics.guests += 1
        return await self.people.welcome(wanted)

    async def account(self, session: Session | None, name: str, password: str | None, address: str) -> Person:
        """The guest who asks becomes an account, or a new person does; raises `NameTaken`."""
        refuse_account(session)
        self.visitors.admit_account(address)
        if session is not None:
            with while_known():
                person = await self.accounts.register(session.person.id, name, password)
        else:
            person = await self._new_account(name, password, address)
        self.renamed(person)  # someone may be expected under this name
        self.metrics.registrations += 1
        return person

    async def _new_account(self, name: str, password: str | None, address: str) -> Person:
        """For a person who was no guest before; where the name is not free, no guest stays behind."""
        guest, _ = await self.guest(name, address)
        try:
            person = await self.accounts.register(guest.id, name, password)
        except Exception:  # whatever it was, the name must not stay taken
            await self.accounts.forget(guest.id)
            raise
        await self.accounts.end_sessions(person.id)
        return person


def refuse_account(session: Session | None) -> None:
    """Otherwise a signed-in person would lose the session without notice."""
    if session is not None and session.person.kind != "guest":
        raise Problem(409, "has_account", HAS_ACCOUNT)


async def refuse_banned(accounts: Accounts, person: Person) -> None:
    """Before a session begins; later the guard does it."""
    if (reason := await accounts.ban_of(person.id)) is not None:
        raise Problem(403, "banned", banned(reason))
