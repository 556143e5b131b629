"""The latest events, for windows that reconnect."""

from collections import deque

from dicehall.rules.values import Event

KEPT = 100
"""How many changes are kept; a client that missed more is only told that it did."""


class Feed:
    def __init__(self, forgotten: int = 0) -> None:
        self._told: deque[tuple[int, tuple[Event, ...]]] = deque()
        """By the version after them."""
        self.forgotten = forgotten
        """Events up to this version are not kept."""

    def add(self, version: int, events: tuple[Event, ...]) -> None:
        if len(self._told) == KEPT:
            self.forgotten = self._told.popleft()[0]
        self._told.append((version, events))

    def since(self, version: int) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether some are missing."""
        told = tuple(event for after, events in self._told if after > version for event in events)
        return told, version < self.forgotten
