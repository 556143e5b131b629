"""Hall time that several nodes share: a row in the database goes on, and each node counts from its last heartbeat."""

from collections.abc import Callable
from time import monotonic
from typing import Final

HEARTBEAT_EVERY: Final = 0.5
"""Seconds."""
MOST: Final = 2.0
"""Seconds that one heartbeat advances hall time: if the database was away for longer, clocks stood still."""


class SharedTime:
    """Never goes back. Between two heartbeats it counts by the machine's own clock, as far as one of them may count."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._hall = 0.0
        """Hall time when this was last changed."""
        self._since = clock()
        self._most = 0.0
        """How far it may go on from there without another heartbeat."""
        self._ticked = (self._since, 0.0)

    @property
    def now(self) -> float:
        return self._hall + min(self._clock() - self._since, self._most)

    def heartbeat(self, seconds: float) -> None:
        """The database has said what time it is."""
        self._set(max(seconds, self.now), MOST)

    def freeze(self) -> None:
        """The database does not answer."""
        self._set(self.now, 0.0)

    def _set(self, hall: float, most: float) -> None:
        self._hall, self._since, self._most = hall, self._clock(), most

    def tick(self) -> float:
        """The seconds since the last tick that did not count."""
        (before, hall), here, now = self._ticked, self._clock(), self.now
        self._ticked = here, now
        return max(here - before - (now - hall), 0.0)
