"""Whether dice fell as fair dice do: every face equally often, and none of them because of the one before."""

import math
from typing import Final

from dicehall.ports import Thrown
from dicehall.rules.values import Value

ENOUGH: Final = 5
"""Of each face are expected before the chi-square test means anything."""
EULER: Final = 0.5772156649015329


class Faces(Value):
    """Pearson's chi-square test that all faces are equally likely."""

    expected: float
    """How often each face would fall if all fell equally often."""
    chi_square: float
    degrees: int
    p: float
    """How likely fair dice are to fall at least as unevenly."""


class Repeats(Value):
    """Whether a die shows what the one before it showed as often as it should: once in as many dice as it has sides."""

    expected: float
    z: float
    """By how many standard deviations there are more."""
    p: float
    """How likely fair dice are to be at least as far off, to either side."""


class Verdict(Value):
    """All that can be said about the dice of one size."""

    sides: int
    dice: int
    """How many fell."""
    counts: tuple[int, ...]
    faces: Faces | None
    """None while too few have fallen."""
    repeated: int
    repeats: Repeats | None
    longest: int
    """The longest row of one face."""
    longest_expected: float | None


def judge(thrown: Thrown) -> Verdict:
    dice = sum(thrown.counts)
    enough = thrown.sides > 1 and dice >= ENOUGH * thrown.sides
    return Verdict(
        sides=thrown.sides,
        dice=dice,
        counts=thrown.counts,
        faces=evenness(thrown.counts) if enough else None,
        repeated=thrown.repeats,
        repeats=independence(dice, thrown.sides, thrown.repeats) if enough else None,
        longest=thrown.longest,
        longest_expected=longest_row(dice, thrown.sides) if enough else None,
    )


def evenness(counts: tuple[int, ...]) -> Faces:
    expected = sum(counts) / len(counts)
    statistic = math.fsum((count - expected) ** 2 for count in counts) / expected
    return Faces(expected, statistic, len(counts) - 1, chi_square_tail(statistic, len(counts) - 1))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability that chi-square with so many degrees of freedom is at least this; a finite sum, so it is exact.

    https://dlmf.nist.gov/8.4#E9 and https://dlmf.nist.gov/8.4#E13, the upper incomplete gamma function of half
    degrees, with all terms below 1.
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    odd = degrees % 2
    terms = range(1, degrees // 2 + 1) if odd else range(degrees // 2)
    powers = (math.exp((k - odd / 2) * math.log(half) - half - math.lgamma(k - odd / 2 + 1)) for k in terms)
    return min(1.0, math.fsum((math.erfc(math.sqrt(half)) if odd else 0.0, *powers)))


def independence(dice: int, sides: int, repeats: int) -> Repeats:
    """Each die but the first repeats the one before it with the same chance, whatever went before."""
    chance = 1 / sides
    expected = (dice - 1) * chance
    z = (repeats - expected) / math.sqrt(expected * (1 - chance))
    return Repeats(expected, z, math.erfc(abs(z) / math.sqrt(2)))


def longest_row(dice: int, sides: int) -> float:
    """The mean length of the longest row of one face among so many fair dice.

    A row of one face is one longer than a row of repeats, and for those the mean is known to within a small ripple:
    M. F. Schilling, The Longest Run of Heads, The College Mathematics Journal 21 (1990).
    """
    return math.log((dice - 1) * (1 - 1 / sides), sides) + EULER / math.log(sides) + 0.5
