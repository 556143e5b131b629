"""Ratings: how good a player is, as openskill estimates it from the places of whole games."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

BEGIN, STEP = 1000, 24
"""A newcomer is shown as 1000. Openskill's own unit is small: times 24, its first sigma is 200, as in chess."""

_model = PlackettLuce()


class Skill(NamedTuple):
    """An estimate, and how uncertain it is."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def shown(self) -> float:
        """A value that the player almost certainly reaches: the estimate minus three sigma."""
        return round(BEGIN + STEP * (self.mu - 3 * self.sigma), 1)

    @property
    def estimate(self) -> float:
        """The most likely value, on the same scale."""
        return round(BEGIN + STEP * self.mu, 1)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a game.

    Openskill gives players who share a place less than those who come after them
    (https://github.com/vivekjoshy/openskill.py/issues/155). So we rotate the players of a shared place through all
    its ranks, rate each of these orders, and take the mean.
    """
    after = [_rated(skills, order) for order in _orders(places)]
    return [Skill(fmean(mu for mu, _ in each), fmean(sigma for _, sigma in each)) for each in zip(*after, strict=True)]


class Encounter(NamedTuple):
    """How two players of a game came out of it against each other."""

    seats: tuple[int, int]
    places: tuple[int, int]
    weight: float = 1.0
    """How much of it counts."""
    moves: tuple[bool, bool] = (True, True)
    """Whose skill it changes."""


def rated_by_pairs(skills: Sequence[Skill], encounters: Iterable[Encounter]) -> list[Skill]:
    """The skills after a game that counts only between some of its players.

    Every encounter is rated as a game of two. Their changes are added up, as in Weng and Lin's full pairings: the
    estimate moves by the sum, and of the variance each takes its share.
    """
    moved = [skill.mu for skill in skills]
    remains = [1.0] * len(skills)
    for seats, places, weight, moves in encounters:
        after = rated([skills[seat] for seat in seats], places)
        for seat, skill, changes in zip(seats, after, moves, strict=True):
            if changes:
                moved[seat] += weight * (skill.mu - skills[seat].mu)
                remains[seat] *= 1 - weight * (1 - (skill.sigma / skills[seat].sigma) ** 2)
    return [Skill(mu, skill.sigma * math.sqrt(left)) for mu, left, skill in zip(moved, remains, skills, strict=True)]


def _rated(skills: Sequence[Skill], order: Sequence[int]) -> list[Skill]:
    teams = [[_model.rating(skill.mu, skill.sigma)] for skill in skills]
    ranks: list[float] = [order.index(seat) + 1 for seat in range(len(skills))]
    return [Skill(rating.mu, rating.sigma) for (rating,) in _model.rate(teams, ranks=ranks)]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """Seats from the best to the last, with those who share a place rotated among themselves."""
    ranked = sorted(enumerate(places), key=itemgetter(1))
    shared = [[seat for seat, _ in group] for _, group in groupby(ranked, key=itemgetter(1))]
    for turn in range(math.lcm(*map(len, shared))):
        yield [seat for group in shared for seat in _rotated(group, turn % len(group))]


def _rotated(group: list[int], by: int) -> list[int]:
    return group[by:] + group[:by]
