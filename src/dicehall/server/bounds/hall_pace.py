"""Rate limits that hold for a whole hall of several nodes: each counts, and tells the others what it has let through.

Nobody waits for an answer. What another node has let through is taken here as well, even if it is not there. While some
nodes cannot be told, each opening, guest or guess costs as much as if every one of them let one through too: a hall of
three lets through a third at each, and nobody is locked out.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from dicehall.server.bounds.pace import Buckets, Now, Pace


class Others(Protocol):
    """The other nodes of the hall."""

    @property
    def unheard(self) -> int:
        """How many of them cannot be told anything now."""
        ...

    def spent(self, limit: str, whose: str, cost: float) -> None: ...


class Alone:
    unheard = 0

    def spent(self, _limit: str, _whose: str, _cost: float) -> None:
        pass


class Level(NamedTuple):
    """What an address or a person has left of a limit, where that is not everything."""

    limit: str
    whose: str
    left: float


class HallBuckets(Buckets):
    """Of one limit."""

    def __init__(self, limit: str, pace: Pace, shared: "HallPace") -> None:
        super().__init__(pace, shared.now)
        self._limit = limit
        self._shared = shared

    def take(self, whose: str) -> float:
        others = self._shared.others
        bucket, now = self.of(whose), self._now()
        if not bucket.take(now, min(1.0 + others.unheard, self._pace.at_once)):
            return bucket.wait(now)
        others.spent(self._limit, whose, 1.0)
        return 0.0

    def owe(self, whose: str, cost: float) -> None:
        """Take even what is not there."""
        self.of(whose).owe(self._now(), cost)
        self._shared.others.spent(self._limit, whose, cost)


class HallPace:
    """All limits of this kind."""

    def __init__(self, now: Now) -> None:
        self.now = now
        self.others: Others = Alone()
        self._limits: dict[str, HallBuckets] = {}

    def limit(self, name: str, pace: Pace) -> HallBuckets:
        made = self._limits[name] = HallBuckets(name, pace, self)
        return made

    def heard(self, limit: str, whose: str, cost: float) -> None:
        """Another node has let something through."""
        if limit in self._limits:
            self._limits[limit].of(whose).owe(self.now(), cost)

    def levels(self) -> Iterator[Level]:
        """For a node that was not told for a while, or is new."""
        for limit, buckets in self._limits.items():
            for whose, left in buckets.used():
                yield Level(limit, whose, left)

    def lower(self, level: Level) -> None:
        """Whoever has less left is right: each has counted for those it could not tell."""
        if level.limit in self._limits:
            self._limits[level.limit].of(level.whose).lower(self.now(), level.left)
