"""Rate limits: an amount at once, and then an amount a second."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

MOST_KEPT: Final = 20_000
"""Buckets of one kind; beyond that the least recently used is dropped."""

MINUTE: Final = 60.0

Now = Callable[[], float]


class Pace(NamedTuple):
    at_once: float
    per_second: float


class Bucket:
    """What an address or a person has left; it refills by itself."""

    __slots__ = ("_at", "_left", "_pace")

    def __init__(self, pace: Pace, now: float) -> None:
        self._pace = pace
        self._left = pace.at_once
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether there was enough; if not, nothing is taken."""
        at_once, per_second = self._pace
        left = min(at_once, self._left + (now - self._at) * per_second)
        enough = left >= cost
        self._left, self._at = left - cost if enough else left, now
        return enough

    def owe(self, now: float, cost: float) -> None:
        """Take even what is not there: bad behaviour makes the wait longer, but not endless."""
        self._left, self._at = max(self.left(now) - cost, -self._pace.at_once), now

    def lower(self, now: float, left: float) -> None:
        """No more than this is left."""
        self._left, self._at = min(self.left(now), left), now

    def left(self, now: float) -> float:
        return min(self._pace.at_once, self._left + (now - self._at) * self._pace.per_second)

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Seconds until there is enough."""
        return max(0.0, (cost - self.left(now)) / self._pace.per_second)


class Buckets:
    """One for each of very many addresses or people."""

    def __init__(self, pace: Pace, now: Now) -> None:
        self._pace = pace
        self._now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, whose: str) -> Bucket:
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(self._pace, self._now())
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(whose)
        return bucket

    def take(self, whose: str) -> float:
        """Take one; the seconds to wait where there was none."""
        bucket, now = self.of(whose), self._now()
        return 0.0 if bucket.take(now) else bucket.wait(now)

    def wait(self, whose: str) -> float:
        """As `take`, but nothing is taken."""
        bucket = self._buckets.get(whose)
        return 0.0 if bucket is None else bucket.wait(self._now())

    def used(self) -> Iterator[tuple[str, float]]:
        """Whose are not full, and what is left in them."""
        now = self._now()
        for whose, bucket in self._buckets.items():
            if (left := bucket.left(now)) < self._pace.at_once:
                yield whose, left

    def __len__(self) -> int:
        return len(self._buckets)


class Spacing(NamedTuple):
    """At most this many in a minute, and this many seconds from one to the next."""

    per_minute: int
    seconds: float


class Spacings:
    """What very many people did in the last minute; exact, where a bucket would let a burst through."""

    def __init__(self, spacing: Spacing, now: Now) -> None:
        self._spacing = spacing
        self._now = now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, whose: str) -> float:
        """Take one; the seconds to wait where it would be too many or too early."""
        times, now = self._of(whose), self._now()
        early = times[-1] + self._spacing.seconds - now if times else 0.0
        many = times[0] + MINUTE - now if len(times) == self._spacing.per_minute else 0.0
        wait = max(early, many, 0.0)
        if not wait:
            times.append(now)
        return wait

    def _of(self, whose: str) -> deque[float]:
        times = self._times.setdefault(whose, deque(maxlen=self._spacing.per_minute))
        self._times.move_to_end(whose)
        if len(self._times) > MOST_KEPT:
            self._times.popitem(last=False)
        return times

    def __len__(self) -> int:
        return len(self._times)
