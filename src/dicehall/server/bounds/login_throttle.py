"""Guessing passwords gets slower and slower, and does not lock out the owner of the account."""

import math
from typing import Final, NamedTuple

import msgspec

from dicehall.ports.memos import Kept, Memo, Memos
from dicehall.server.bounds.addresses import household
from dicehall.server.bounds.visitors import TooMany

FORGOTTEN_AFTER: Final = 3600.0
"""Seconds without a failure after which it is as if there had been none."""
GOOD_FOR: Final = 90 * 24 * 3600.0
"""Seconds for which a place is known where the right password was given."""


class Patience(NamedTuple):
    """A number of failures are free; each further one doubles the wait."""

    free: int
    longest: float


PAIR: Final = Patience(5, 300.0)
"""By account and address: a person who has forgotten a password, or who guesses."""
ADDRESS: Final = Patience(30, 5.0)
"""By address: one password tried on many accounts. Others at the same address wait for moments only."""
ACCOUNT: Final = Patience(50, 60.0)
"""By account: many machines that guess together."""


class Failures(NamedTuple):
    times: int
    until: float
    """When the next attempt is heard."""


class _Places(NamedTuple):
    """Where failures are counted; `good` notes that this account was signed in to from there with the right password:
    then only the pair counts."""

    pair: str
    address: str
    account: str
    good: str

    def patience(self) -> list[tuple[str, Patience]]:
        return [(self.pair, PAIR), (self.address, ADDRESS), (self.account, ACCOUNT)]


class LoginThrottle:
    def __init__(self, memos: Memos) -> None:
        self._memos = memos

    async def attempt(self, account: str, address: str, *, known: bool = False) -> None:
        """Before a password is checked. It counts as a failure until it has been right, so that a thousand at once
        do not all slip through; `known` is a person who is signed in already. Raises what to answer."""
        places = _places(account, address)

        def work(kept: Kept) -> None:
            now = self._memos.now()
            heard = places[:1] if known or kept.get(places.good) else places[:3]
            if (wait := max(_failures(kept, place).until - now for place in heard)) > 0:
                raise too_fast(wait)
            for place, patience in places.patience():
                _count(kept, place, patience, _failures(kept, place).times + 1, now)

        await self._memos.change("sign-in", places, work)

    async def take_back(self, account: str, address: str) -> None:
        """The password was never checked."""
        places = _places(account, address)

        def work(kept: Kept) -> None:
            now = self._memos.now()
            for place, patience in places.patience():
                _count(kept, place, patience, _failures(kept, place).times - 1, now)

        await self._memos.change("sign-in", places, work)

    async def succeeded(self, account: str, address: str) -> None:
        """The pair starts afresh. Address and account do not: the owner of one account may guess at others."""
        places = _places(account, address)

        def work(kept: Kept) -> None:
            now = self._memos.now()
            kept[places.pair] = None
            for place, patience in places.patience()[1:]:
                _count(kept, place, patience, _failures(kept, place).times - 1, now)
            kept[places.good] = Memo(b"", now + GOOD_FOR)

        await self._memos.change("sign-in", places, work)


def _places(account: str, address: str) -> _Places:
    home = household(address)
    return _Places(f"pair {home} {account}", f"home {home}", f"account {account}", f"good {home} {account}")


def _failures(kept: Kept, place: str) -> Failures:
    memo = kept.get(place)
    return Failures(0, 0.0) if memo is None else msgspec.json.decode(memo.value, type=Failures)


def _count(kept: Kept, place: str, patience: Patience, times: int, now: float) -> None:
    if times <= 0:
        kept[place] = None
        return
    wait = 0.0 if times < patience.free else min(patience.longest, 2.0 ** min(times - patience.free, 30))
    kept[place] = Memo(msgspec.json.encode(Failures(times, now + wait)), now + FORGOTTEN_AFTER)


def too_fast(wait: float) -> TooMany:
    seconds = math.ceil(wait)
    how_long = "1 second" if seconds == 1 else f"{seconds} seconds"
    return TooMany("too_fast", f"Too many wrong passwords. Wait {how_long}, then try again.", wait)
