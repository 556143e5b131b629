"""Two players at King of StLucia: a number for each position at the start of a turn, and what a turn can lead to.

A position is what both still need to win, their health, their tokens, and who is in StLucia. The threshold itself does
not matter, so one table serves every threshold that is not higher.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dicehall.bots.stlucia.dice import OUTCOMES
from dicehall.lab.stlucia.turn import Numbers
from dicehall.rules.stlucia import FOR_BEGINNING_INSIDE, FOR_CLAIMING, MOST_HEALTH, TOKENS_FOR_A_POINT

FULL = MOST_HEALTH - 1
"""Where ten health is: the first row is for one."""


class Positions(NamedTuple):
    """By points needed, health and tokens, each first the thrower's and then the other's."""

    inside: Numbers
    """The thrower is in StLucia."""
    outside: Numbers
    """The other one is."""
    empty: Numbers
    """Nobody is or has been: nobody can have been hurt, and both have ten health."""
    sure: float = 1.0
    """What a won game is worth."""

    @classmethod
    def unknown(cls, threshold: int) -> "Positions":
        needs, healths, tokens = (threshold + 1,) * 2, (MOST_HEALTH,) * 2, (TOKENS_FOR_A_POINT,) * 2
        town = (*needs, *healths, *tokens)
        return cls(np.full(town, np.nan), np.full(town, np.nan), np.full((*needs, *tokens), np.nan))

    @property
    def threshold(self) -> int:
        return len(self.empty) - 1


class Trade(NamedTuple):
    had: slice
    """The tokens before the dice."""
    has: slice
    """The same players' tokens after them."""
    points: int


def trades(gained: int) -> Iterator[Trade]:
    """Ten tokens become a point, once a turn (K-14)."""
    enough = TOKENS_FOR_A_POINT - gained
    yield Trade(slice(0, enough), slice(gained, None), 0)
    if gained:
        yield Trade(slice(enough, None), slice(0, gained), 1)


# What each outcome of the dice is worth to the thrower. `theirs` is the other one's worth of positions where the other
# one throws; an array has the axes: outcome, the other one's health, the thrower's tokens, the other one's tokens.


def from_inside(theirs: Positions, mine: int, yours: int, health: int) -> Numbers:
    """The resident gains 2 points and hurts the other one (K-05, K-17)."""
    worth = np.full((len(OUTCOMES), MOST_HEALTH, TOKENS_FOR_A_POINT, TOKENS_FOR_A_POINT), theirs.sure)
    for row, (points, _, attacks, tokens) in enumerate(OUTCOMES):
        alive = slice(0, MOST_HEALTH - attacks)
        for had, has, traded in trades(tokens):
            need = mine - FOR_BEGINNING_INSIDE - points - traded
            if need > 0:
                worth[row, attacks:, had] -= theirs.outside[yours, need, alive, health, :, has].swapaxes(1, 2)
    return worth


def from_outside(theirs: Positions, mine: int, yours: int, health: int, judge: Positions | None = None) -> Numbers:
    """The thrower heals and attacks the resident, who then stays or leaves, whatever is better for them in the eyes of
    `judge` (K-07, K-09, K-10)."""
    judge = judge or theirs
    worth = np.full((len(OUTCOMES), MOST_HEALTH, TOKENS_FOR_A_POINT, TOKENS_FOR_A_POINT), theirs.sure)
    for row, (points, hearts, attacks, tokens) in enumerate(OUTCOMES):
        healed = min(health + hearts, FULL)
        for had, has, traded in trades(tokens):
            need = mine - points - traded
            after = (slice(0, MOST_HEALTH - attacks), healed, slice(None), has)
            if need <= 0:
                continue
            rest = theirs.inside[yours, need][after]
            if attacks and need > FOR_CLAIMING:
                claimed = (yours, need - FOR_CLAIMING, *after)
                leaves = judge.outside[claimed] > judge.inside[yours, need][after]
                rest = np.where(leaves, theirs.outside[claimed], rest)
            worth[row, attacks:, had] -= rest.swapaxes(1, 2)
    return worth


def from_empty(theirs: Positions, mine: int, yours: int) -> Numbers:
    """Any attack claims StLucia (K-08). There is no axis for health."""
    worth = np.full((len(OUTCOMES), TOKENS_FOR_A_POINT, TOKENS_FOR_A_POINT), theirs.sure)
    for row, (points, _, attacks, tokens) in enumerate(OUTCOMES):
        for had, has, traded in trades(tokens):
            need = mine - points - traded - (FOR_CLAIMING if attacks else 0)
            if need > 0:
                rest = theirs.outside[yours, need, FULL, FULL, :, has] if attacks else theirs.empty[yours, need, :, has]
                worth[row, had] -= rest.T
    return worth
