"""At which of the quick tables that wait someone is seated: a pure choice, by rating where many people come (H-13)."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

AVERAGE: Final = 1600.0
"""What someone without a rating counts as: the estimate of a newcomer."""
NEAR: Final = 100.0
"""How far apart people may be at a table that has just been opened."""
WIDER: Final = 40.0
"""What every second that it has waited adds to that."""
MOST_TABLES: Final = 3
"""So many of a kind wait side by side, at most."""
TABLEFULS: Final = 2
"""Many people come where so many tables of the kind could have been filled within the last minute."""


class Waiting(NamedTuple):
    """A table that waits for people."""

    ratings: tuple[float, ...]
    """Of those who sit there."""
    waited: float = 0.0
    """Seconds since it was opened."""

    def distance(self, rating: float) -> float:
        return abs(fmean(self.ratings) - rating) if self.ratings else 0.0

    @property
    def window(self) -> float:
        return NEAR + WIDER * self.waited


def choice(rating: float, tables: Sequence[Waiting], *, busy: bool) -> int | None:
    """The number of a table; None is a new one, which is opened only where there is none or many people come."""
    if not tables:
        return None
    numbers = range(len(tables))
    if not busy:  # whatever begins soonest
        return min(numbers, key=lambda number: (-len(tables[number].ratings), tables[number].distance(rating)))
    nearest = min(numbers, key=lambda number: (tables[number].distance(rating), -tables[number].waited))
    fits = tables[nearest].distance(rating) <= tables[nearest].window
    return nearest if fits or len(tables) >= MOST_TABLES else None
