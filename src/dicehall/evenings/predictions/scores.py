"""How good a prediction was: the quadratic score, measured against someone who knows nothing (W-05)."""

from collections.abc import Sequence

from dicehall.rules.values import Seat, Value

FEWEST = 30
"""Predictions before anyone is on the board."""


class Record(Value):
    """What a predictor has said so far."""

    count: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def with_score(self, score: float) -> "Record":
        return Record(self.count + 1, self.total + score)


def score(chance: int, seat: Seat, seats: int, winners: Sequence[Seat]) -> float:
    """Above 0 if the chance was nearer to what happened than one in so many, below 0 if it was further away.

    Nobody can expect more than by saying what they believe: the guess of one in so many does not depend on it. A shared
    win happened in part.
    """
    happened = (seat in winners) / len(winners) if winners else 0.0
    return (1 / seats - happened) ** 2 - (chance / 100 - happened) ** 2
