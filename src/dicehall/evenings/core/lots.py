"""Lots that everyone can check: nobody could know them beforehand, and nobody could choose them.

A lot is a text that follows from a secret, which the tournament was bound to before anyone entered, from what every
entrant's client has mixed in, and from its number. It is public as soon as it is drawn, the secret at the end.
"""

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256

from dicehall.evenings.core.events import Lot
from dicehall.rules.tower import Tower
from dicehall.table.core.events import Who

LOT_BITS = 128


def draw(secret: bytes, seeds: Sequence[str], number: int) -> Lot:
    """Lot `number` of a tournament, counted from 0; `seeds` are those of the entrants in the order of entry."""
    return f"{Tower(secret, seeds).stream(number).getrandbits(LOT_BITS):032x}"


def round_secret(secret: bytes, number: int) -> bytes:
    """What the duplicate dice of a round come from: bound to the tournament's secret, and telling nothing about it."""
    return hmac.digest(secret, f"dicehall round {number}".encode(), "sha256")


def rank(lot: Lot, who: Who) -> str:
    """Whoever has the smaller one comes first."""
    return sha256(f"{lot} {who}".encode()).hexdigest()


def drawn(lot: Lot, people: Iterable[Who]) -> list[Who]:
    """The order that this lot gives."""
    return sorted(people, key=lambda who: rank(lot, who))
