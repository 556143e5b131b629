"""What was told lately, for whoever comes back."""

from collections import deque

from dicehall.rules.values import Event

KEPT = 100
"""How many times something was told; before that a client only hears that it has missed something."""


class Feed:
    def __init__(self, forgotten: int = 0) -> None:
        self._told: deque[tuple[int, tuple[Event, ...]]] = deque()
        """By the version after it."""
        self.forgotten = forgotten
        """The version up to which nothing is remembered."""

    def add(self, version: int, events: tuple[Event, ...]) -> None:
        if len(self._told) == KEPT:
            self.forgotten = self._told.popleft()[0]
        self._told.append((version, events))

    def since(self, version: int) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether that is not all of them."""
        told = tuple(event for after, events in self._told if after > version for event in events)
        return told, version < self.forgotten
