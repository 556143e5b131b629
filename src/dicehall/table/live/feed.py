"""The latest events, for windows that reconnect."""

from collections import deque
from collections.abc import Iterator

from dicehall.rules.values import Event
from dicehall.table.core.state import Table

KEPT = 100
"""How many changes are kept; a client that missed more is only told that it did."""


class Feed:
    def __init__(self, forgotten: int = 0) -> None:
        self._told: deque[tuple[int, tuple[Event, ...]]] = deque()
        """By the version after them."""
        self.forgotten = forgotten
        """Events up to this version are not kept."""
        self._digests: dict[int, bytes] = {}
        """Of the log after each of the latest appends, by the version after it."""

    def add(self, version: int, events: tuple[Event, ...]) -> None:
        if len(self._told) == KEPT:
            self.forgotten = self._told.popleft()[0]
        self._told.append((version, events))

    def since(self, version: int) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether some are missing."""
        told = tuple(event for after, events in self._told if after > version for event in events)
        return told, version < self.forgotten

    def events(self) -> Iterator[Event]:
        """All that are kept."""
        return (event for _, events in self._told for event in events)

    def precede(self, older: "Feed") -> None:
        """Put what is older before what is kept here; the oldest are forgotten as always."""
        known = [told for told in older._told if told[0] <= self.forgotten] + [*self._told]
        self.forgotten = min(self.forgotten, older.forgotten)
        self._told = deque()
        for version, events in known:
            self.add(version, events)

    def appended(self, table: Table) -> None:
        """Remember what the log looked like at this version."""
        if len(self._digests) == KEPT:
            del self._digests[next(iter(self._digests))]
        self._digests[table.version] = table.digest

    def digest_at(self, version: int) -> bytes | None:
        """None if that is too long ago, or no append ended there."""
        return self._digests.get(version)
