"""What a game's own module can reckon without playing on."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from dicehall.ports.odds import Estimate, Model
from dicehall.rules.values import Move


class Reckoned(NamedTuple):
    wins: tuple[Estimate, ...]
    options: Mapping[Move, Estimate]
    """Of the player to move; what is not in it comes to the same as something that is."""
    model: Model
    risks: Mapping[str, Estimate] = {}


def exactly(value: Fraction) -> Estimate:
    number = float(value)
    return Estimate(number, number, number, exact=True, fraction=str(value))


def within(value: float, bound: float) -> Estimate:
    """Reckoned, but from numbers that are rounded."""
    return Estimate(value, max(0.0, value - bound), min(1.0, value + bound), exact=True)
