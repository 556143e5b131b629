"""A turn of many positions at once: three throws of six dice, and the best of what can be kept between them.

An array here has a row for each set of dice (see `bots.stlucia.dice`) and a column for each position.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.bots.stlucia.dice import ABOVE, BELOW, DICE, ORDERS, OUTCOME_OF

Numbers: TypeAlias = NDArray[np.float64]
Which: TypeAlias = NDArray[Any]

ROLLS = np.array(OUTCOME_OF)
CHANCES = np.array(ORDERS) / 6**DICE
UP = tuple(np.array(above).T.copy() for above in ABOVE)
"""For each size and face: where the set with one more of this face is."""
DOWN = tuple(np.array([(*row, *row[:1] * (size - len(row))) for row in BELOW[size]]).T for size in range(1, DICE + 1))
"""For each size from 1: where the sets with one die less are, padded by repeating one of them."""
ROUNDINGS = 550
"""How many units in the last place a turn can lose: 5 additions a size, 6 sizes a throw and a scaling, twice; then the
sum of 462 products. All terms are positive, and a maximum does not round."""


def sums(rolls: Numbers) -> list[Numbers]:
    """The numpy twin of `bots.stlucia.dice.sums`."""
    ladder = [rolls]
    for up in reversed(UP):
        total = ladder[-1][up[0]]
        for faces in up[1:]:
            total += ladder[-1][faces]
        ladder.append(total)
    return ladder[::-1]


def bests(ladder: list[Numbers]) -> Numbers:
    """The numpy twin of `bots.stlucia.dice.bests`."""
    best = ladder[0]
    for size, down in enumerate(DOWN, start=1):
        own = ladder[size] * 6.0**size
        for below in down:
            np.maximum(own, best[below], out=own)
        best = own
    return best


def followed(ladder: list[Numbers], real: list[Numbers]) -> tuple[Numbers, Numbers]:
    """The bests of a ladder, and what its choices are really worth. Of equals the most dice are kept, then the lowest
    faces are let go: exactly what `bots.stlucia.search.choice` does."""
    best, worth = ladder[0], real[0]
    for size, down in enumerate(DOWN, start=1):
        own, own_worth = ladder[size] * 6.0**size, real[size] * 6.0**size
        for below in down:
            other = best[below]
            better = other > own
            np.copyto(own, other, where=better)
            np.copyto(own_worth, worth[below], where=better)
        best, worth = own, own_worth
    return best, worth


def value(outcomes: Numbers) -> Numbers:
    """The mean of a turn whose thrower plays for the highest, from what each outcome is worth."""
    twice = bests(sums(bests(sums(outcomes[ROLLS]))))
    mean: Numbers = CHANCES @ twice / 6.0 ** (2 * DICE)
    return mean


def value_followed(guessed: Numbers, real: Numbers, ahead: int = 2) -> Numbers:
    """The real mean of a turn whose thrower plays for the highest of what was guessed; one who sees no further `ahead`
    than one throw thinks each time that it is the last."""
    last = sums(guessed[ROLLS])
    best, worth = followed(last, sums(real[ROLLS]))
    _, worth = followed(sums(best) if ahead > 1 else last, sums(worth))
    mean: Numbers = CHANCES @ worth / 6.0 ** (2 * DICE)
    return mean
