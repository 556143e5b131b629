"""From rounds to a match of two: how often each wins it, and why the best round is also the best match.

A round of two is won or lost, and by whom is all that the rest of the match hears of it: dice are new, the score moves
by one, and the starter follows from who started or who won. If a match that goes on after a won round is always worth
more than one that goes on after a lost round, then in every round the better plan is the one that wins it more often,
whatever the score. The tests compare the two at every score.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from dicehall.rules.mindroll import Options


class Standing(NamedTuple):
    """Before a round, from one player's side."""

    ahead: int
    """By how many won rounds."""
    starts: bool
    won_last: bool | None
    """None before the first round."""


Chance: TypeAlias = Fraction | float
Rounds: TypeAlias = Callable[[Standing], Chance]
"""How likely this player wins a round."""

FIRST = (Standing(0, True, None), Standing(0, False, None))
"""The first starter is drawn."""


def after(standing: Standing, won: bool, options: Options) -> list[Standing]:
    """How the next round begins, each equally likely (M-12)."""
    ahead = standing.ahead + (1 if won else -1)
    match options.next_starter:
        case "auto" | "alternate":
            starts = [not standing.starts]
        case "random":
            starts = [True, False]
        case "loser":
            starts = [not won]
        case "winner":
            starts = [won]
    return [Standing(ahead, each, won) for each in starts]


def fixed_rounds(wins: Rounds, options: Options) -> Callable[[Standing, int], Chance]:
    """How likely this player wins from a standing with so many rounds to go; a shared win is half of one (M-13)."""

    @cache
    def worth(standing: Standing, left: int) -> Chance:
        if left == 0:
            return Fraction((standing.ahead > 0) - (standing.ahead < 0) + 1, 2)
        won, lost = (mean(worth(each, left - 1) for each in after(standing, how, options)) for how in (True, False))
        chance = wins(standing)
        return chance * won + (1 - chance) * lost

    return worth


def first_to(wins: Rounds, options: Options) -> Callable[[Standing], float]:
    """How likely this player is the first to reach the target: two scores are opposite, so one of them ends it."""
    target = options.target
    standings = [
        Standing(ahead, starts, won)
        for ahead in range(-target + 1, target)
        for starts in (True, False)
        for won in (None, True, False)
    ]
    place = {standing: number for number, standing in enumerate(standings)}
    matrix, ends = np.eye(len(standings)), np.zeros(len(standings))
    for standing, row in place.items():
        chance = float(wins(standing))
        for how, weight in ((True, chance), (False, 1 - chance)):
            follow = after(standing, how, options)
            for each in follow:
                if abs(each.ahead) == target:
                    ends[row] += weight * (each.ahead > 0) / len(follow)
                else:
                    matrix[row, place[each]] -= weight / len(follow)
    solved = np.linalg.solve(matrix, ends)
    return lambda standing: (
        float(standing.ahead > 0) if abs(standing.ahead) >= target else float(solved[place[standing]])
    )


def share(wins: Rounds, options: Options) -> Chance:
    """How often this player wins the match."""
    if options.match == "target":
        to_target = first_to(wins, options)
        return mean(to_target(each) for each in FIRST)
    of_rounds = fixed_rounds(wins, options)
    return mean(of_rounds(each, options.rounds) for each in FIRST)


def mean(values: Iterable[Chance]) -> Chance:
    every = list(values)
    return sum(every, Fraction(0)) / len(every)
