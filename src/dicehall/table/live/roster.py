"""Whose tables there are, and where they were opened from: counted as tables change, since looking at all is slow."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Protocol

from dicehall.table.core.events import Who
from dicehall.table.core.state import Table
from dicehall.table.live.hall_counts import Count, HallCounts


class Counted(Hashable, Protocol):
    """A live table, as far as it is counted."""

    code: str
    table: Table


PERSON, ORIGIN, OPEN = "person", "origin", "open"
"""What is counted: the tables of each person, those opened from each address, and all of them."""


class Roster:
    def __init__(self, counts: HallCounts) -> None:
        self._counts = counts
        self._people: dict[Counted, frozenset[Who]] = {}
        """Who hosts each table or sits there."""
        self._origins: dict[Counted, tuple[str, ...]] = {}
        self._tables: dict[Who, dict[Counted, None]] = {}
        """Of each person; a mapping to nothing keeps the order in which they came."""
        self._opened_from: Counter[str] = Counter()

    def tables_of(self, who: Who) -> int:
        """How many tables a person hosts or sits at, wherever those are."""
        return len(self._tables.get(who, ())) + self._counts.elsewhere(PERSON, who)

    def codes_of(self, who: Who) -> list[str]:
        return [live.code for live in self._tables.get(who, ())]

    def opened_from(self, origin: str) -> int:
        """How many of the open tables were opened from an address or network since their node has had them."""
        return self._opened_from[origin] + self._counts.elsewhere(ORIGIN, origin)

    def opened(self, live: Counted, origins: tuple[str, ...]) -> None:
        """From each of these; known in memory only, since the journal keeps no addresses."""
        self._origins[live] = origins
        self._opened_from.update(origins)
        self._tell_origins(origins)

    def look_at(self, live: Counted) -> None:
        """People have sat down or stood up, or the table has another host."""
        self._count(live, frozenset(live.table.people()))

    def forget(self, live: Counted) -> None:
        self._count(live, frozenset())
        origins = self._origins.pop(live, ())
        for origin in origins:
            self._opened_from[origin] -= 1
            if not self._opened_from[origin]:
                del self._opened_from[origin]
        self._tell_origins(origins)

    def _tell_origins(self, origins: tuple[str, ...]) -> None:
        for origin in origins:
            self._counts.tell((ORIGIN, origin, self._opened_from[origin]))

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
        for who in people ^ before:
            self._counts.tell((PERSON, who, len(self._tables.get(who, ()))))

    # Other nodes

    @property
    def open_elsewhere(self) -> int:
        return self._counts.elsewhere(OPEN)

    def counts(self) -> Iterator[Count]:
        """All that is counted here, for a node that has not heard it yet."""
        for who, tables in self._tables.items():
            yield PERSON, who, len(tables)
        for origin, number in self._opened_from.items():
            yield ORIGIN, origin, number
