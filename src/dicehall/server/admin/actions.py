"""How administrators act: one at a time; written into the hall log first, then done, and only then answered."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from dicehall.ports import Journal, People, Person
from dicehall.ports.hall_log import AnyAdminAction
from dicehall.ports.people import NotAdministrator
from dicehall.server.bounds.rights import ADMINISTRATORS, REFUSALS
from dicehall.server.services.hall_log import note
from dicehall.server.services.problems import Problem


class Actions:
    """The administrators of one hall take turns, on all its machines."""

    def __init__(self, people: People, journal: Journal, turn: AbstractAsyncContextManager[None] | None = None) -> None:
        self._people = people
        self._journal = journal
        self.turn = turn or asyncio.Lock()

    @asynccontextmanager
    async def by(self, me: Person) -> AsyncIterator[Person]:
        """Alone: what is checked in here still holds when it is done, and a dismissed administrator waits in vain."""
        async with self.turn:
            person = await self._people.by_id(me.id)
            if person is None or person.kind != "administrator":
                raise Problem(403, *REFUSALS[ADMINISTRATORS])
            try:
                yield person
            except NotAdministrator:  # the turn was lost with the database: another machine has gone on
                raise Problem(403, *REFUSALS[ADMINISTRATORS]) from None

    async def note(self, action: Callable[..., AnyAdminAction], by: Person, /, **fields: str | None) -> None:
        """On the disk when this returns; raises `JournalError`, and then nothing may be done."""
        now = round(self._journal.now, 1)
        await note(self._journal, action(at=now, by=by.id, when=time.time(), **fields))


@contextmanager
def unless_gone(person: Person) -> Iterator[None]:
    """Around what is done to a person, who may have deleted their account since they were looked up."""
    try:
        yield
    except KeyError:
        raise Problem(404, "nobody", f"{person.name} has just deleted their account.") from None
