"""How good somebody is, as openskill estimates it from the places of whole tables."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

BEGIN, STEP = 1000, 24
"""A newcomer is shown as 1000. Openskill's own unit is small: 24 of ours make its first doubt 200, as in chess."""

_model = PlackettLuce()


class Skill(NamedTuple):
    """A guess, and how far it may be off."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def shown(self) -> float:
        """What somebody almost certainly is worth: the guess less three times the doubt."""
        return round(BEGIN + STEP * (self.mu - 3 * self.sigma), 1)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a game.

    Openskill gives those who share a place less than who comes after them
    (https://github.com/vivekjoshy/openskill.py/issues/155). So we ask it what each order of them would have meant,
    in which everybody stands once at each of the shared places, and take the mean.
    """
    after = [_rated(skills, order) for order in _orders(places)]
    return [Skill(fmean(mu for mu, _ in each), fmean(sigma for _, sigma in each)) for each in zip(*after, strict=True)]


def _rated(skills: Sequence[Skill], order: Sequence[int]) -> list[Skill]:
    teams = [[_model.rating(skill.mu, skill.sigma)] for skill in skills]
    ranks: list[float] = [order.index(seat) + 1 for seat in range(len(skills))]
    return [Skill(rating.mu, rating.sigma) for (rating,) in _model.rate(teams, ranks=ranks)]


def _orders(places: Sequence[int]) -> Iterator[list[int]]:
    """Seats from the best to the last, with those who share a place moved round among themselves."""
    ranked = sorted(enumerate(places), key=itemgetter(1))
    shared = [[seat for seat, _ in group] for _, group in groupby(ranked, key=itemgetter(1))]
    for turn in range(math.lcm(*map(len, shared))):
        yield [seat for group in shared for seat in _turned(group, turn % len(group))]


def _turned(group: list[int], by: int) -> list[int]:
    return group[by:] + group[:by]
