"""Whose tables there are, and where they were opened from: counted as tables change, since looking at all is slow."""

from collections import Counter
from collections.abc import Hashable
from typing import Protocol

from dicehall.table.core.events import Who
from dicehall.table.core.state import Table


class Counted(Hashable, Protocol):
    """A live table, as far as it is counted."""

    code: str
    table: Table


class Roster:
    def __init__(self) -> None:
        self._people: dict[Counted, frozenset[Who]] = {}
        """Who hosts each table or sits there."""
        self._origins: dict[Counted, tuple[str, ...]] = {}
        self._tables: dict[Who, dict[Counted, None]] = {}
        """Of each person; a mapping to nothing keeps the order in which they came."""
        self._opened_from: Counter[str] = Counter()

    def tables_of(self, who: Who) -> int:
        """How many tables a person hosts or sits at."""
        return len(self._tables.get(who, ()))

    def codes_of(self, who: Who) -> list[str]:
        return [live.code for live in self._tables.get(who, ())]

    def opened_from(self, origin: str) -> int:
        """How many of the open tables were opened from an address or network since the hall started."""
        return self._opened_from[origin]

    def opened(self, live: Counted, origins: tuple[str, ...]) -> None:
        """From each of these; known in memory only, since the journal keeps no addresses."""
        self._origins[live] = origins
        self._opened_from.update(origins)

    def look_at(self, live: Counted) -> None:
        """People have sat down or stood up, or the table has another host."""
        self._count(live, frozenset(live.table.people()))

    def forget(self, live: Counted) -> None:
        self._count(live, frozenset())
        for origin in self._origins.pop(live, ()):
            self._opened_from[origin] -= 1
            if not self._opened_from[origin]:
                del self._opened_from[origin]

    def _count(self, live: Counted, people: frozenset[Who]) -> None:
        before = self._people.pop(live, frozenset())
        if people:
            self._people[live] = people
        for who in people - before:
            self._tables.setdefault(who, {})[live] = None
        for who in before - people:
            del self._tables[who][live]
            if not self._tables[who]:
                del self._tables[who]
