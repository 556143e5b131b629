"""People who were invited by a name before anybody had it: they are as soon as an account has it (H-12)."""

from collections.abc import Coroutine, Iterable
from typing import Any, Protocol

from dicehall.ports import People, Person
from dicehall.table.core import commands
from dicehall.table.core.events import Who
from dicehall.table.core.seats import same_name
from dicehall.table.live.table import LiveTable, ignored


class Start(Protocol):
    def __call__(self, work: Coroutine[Any, Any, None], /) -> object: ...


class Expected:
    def __init__(self, people: People, start: Start) -> None:
        self._people = people
        self._start = start
        self._looked_up: dict[str, frozenset[Who]] = {}
        """By table, the invitations whose names were looked up: from then on news of an account are enough."""

    def look_at(self, live: LiveTable) -> None:
        """An account may have the name already: made in the same moment, or while the table was asleep."""
        before = self._looked_up.pop(live.code, frozenset())
        if live.table.closed or not live.table.expected:
            return
        self._looked_up[live.code] = frozenset(invitation for invitation, _ in live.table.expected)
        for invitation, name in live.table.expected:
            if invitation not in before:
                self._start(self._look_up(live, invitation, name))

    def let_go(self, live: LiveTable) -> None:
        """Another node runs the table."""
        self._looked_up.pop(live.code, None)

    def named(self, person: Person, tables: Iterable[LiveTable]) -> None:
        """Someone has a new name, or an account now."""
        for live in tables:
            for invitation, name in live.table.expected:
                if has_name(person, name):
                    self._start(self._arrive(live, invitation, person.id))

    async def _look_up(self, live: LiveTable, invitation: Who, name: str) -> None:
        person = await self._people.by_name(name)
        if person is not None and has_name(person, name):
            await self._arrive(live, invitation, person.id)

    async def _arrive(self, live: LiveTable, invitation: Who, who: Who) -> None:
        await live.meet(who)  # the host may be someone whom they have blocked
        live.ask(None, commands.Arrive(invitation, who), ignored)


def has_name(person: Person, name: str) -> bool:
    """A guest could be anybody: only an account keeps its name for itself."""
    return person.kind != "guest" and same_name(person.name, name)
