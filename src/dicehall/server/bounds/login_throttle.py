"""Guessing passwords gets slower and slower, and whoever is guessed at is not locked out by it."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from dicehall.server.bounds.addresses import household
from dicehall.server.web.problems import Problem

MOST_KEPT = 20_000
"""Entries of each kind; past them the one that was not used for the longest time is forgotten."""
FORGOTTEN_AFTER = 3600.0
"""Seconds without a failure after which it is as if there had been none."""

K = TypeVar("K")
Clock = Callable[[], float]


class Failures(NamedTuple):
    times: int
    last: float
    until: float
    """When the next attempt is heard."""


class Patience(Generic[K]):
    """So many failures are free; each further one doubles the wait."""

    def __init__(self, free: int, longest: float, clock: Clock) -> None:
        self._free = free
        self._longest = longest
        self._clock = clock
        self._failures: OrderedDict[K, Failures] = OrderedDict()

    def wait(self, key: K) -> float:
        """Seconds until the next attempt is heard."""
        found = self._failures.get(key)
        return 0.0 if found is None else max(0.0, found.until - self._clock())

    def failed(self, key: K) -> None:
        before = self._failures.get(key)
        counts = before is not None and self._clock() - before.last <= FORGOTTEN_AFTER
        self._keep(key, before.times + 1 if before is not None and counts else 1)

    def take_back(self, key: K) -> None:
        """One failure was none."""
        before = self._failures.get(key)
        if before is not None:
            self._keep(key, before.times - 1)

    def _keep(self, key: K, count: int) -> None:
        now = self._clock()
        wait = 0.0 if count < self._free else min(self._longest, 2.0 ** min(count - self._free, 30))
        self._failures[key] = Failures(count, now, now + wait)
        self._failures.move_to_end(key)
        if not count:
            del self._failures[key]
        elif len(self._failures) > MOST_KEPT:
            self._failures.popitem(last=False)

    def forget(self, key: K) -> None:
        self._failures.pop(key, None)

    def __len__(self) -> int:
        return len(self._failures)


class Throttle:
    """For one hall; what it knows is gone when the hall is closed."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._pairs: Patience[tuple[str, str]] = Patience(5, 300.0, clock)
        """By account and address: a person who has forgotten a password, or somebody who guesses."""
        self._addresses: Patience[str] = Patience(30, 5.0, clock)
        """By address: somebody who tries one password on many accounts. Others who live there wait for moments only."""
        self._accounts: Patience[str] = Patience(50, 60.0, clock)
        """By account: many machines that guess together."""
        self._good: OrderedDict[tuple[str, str], None] = OrderedDict()
        """From where an account was logged in to with the right password: there only the pair counts."""

    def attempt(self, account: str, address: str, *, known: bool = False) -> None:
        """Before a password is looked at. It counts as a failure until it has been right, so that a thousand at once
        do not all slip through; `known` is somebody who is logged in already. Raises what to answer."""
        home = household(address)
        waits = [self._pairs.wait((account, home))]
        if not known and (account, home) not in self._good:
            waits += [self._addresses.wait(home), self._accounts.wait(account)]
        if (wait := max(waits)) > 0:
            raise too_fast(wait)
        self._pairs.failed((account, home))
        self._addresses.failed(home)
        self._accounts.failed(account)

    def take_back(self, account: str, address: str) -> None:
        """The password was never looked at."""
        home = household(address)
        self._pairs.take_back((account, home))
        self._addresses.take_back(home)
        self._accounts.take_back(account)

    def succeeded(self, account: str, address: str) -> None:
        """The pair is as new. Address and account keep what was before: one who owns an account may guess at others."""
        home = household(address)
        self._pairs.forget((account, home))
        self._addresses.take_back(home)
        self._accounts.take_back(account)
        self._good[account, home] = None
        self._good.move_to_end((account, home))
        if len(self._good) > MOST_KEPT:
            self._good.popitem(last=False)


def too_fast(wait: float) -> Problem:
    seconds = math.ceil(wait)
    how_long = "1 second" if seconds == 1 else f"{seconds} seconds"
    text = f"Too many wrong passwords. Wait {how_long}, then try again."
    return Problem(429, "too_fast", text, {"Retry-After": str(seconds)})
