"""What a person is told of their own predictions: chips, what is open, and how good the others were."""

from dicehall.evenings.live.predictions import Predictions
from dicehall.evenings.predictions.scores import FEWEST, Record
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Who


class OpenPrediction(Value):
    table: str
    game: int
    """Its number at that table."""
    seat: Seat
    chips: int
    chance: int


class Mine(Value):
    purse: int
    """The chips that you can stake now, with those of the day if you have not had them."""
    staked: int
    """The chips in open predictions."""
    predictions: int
    """How many were settled."""
    missing: int
    """How many more until you can be on the board."""
    score: float | None
    """Their mean, see docs/predictions.md; null before the first."""
    open: tuple[OpenPrediction, ...]
    shares_sign_in: tuple[Who, ...]
    """Whose games you cannot predict, since you were signed in with the same browser."""


def mine_of(predictions: Predictions, who: Who) -> Mine:
    book = predictions.book
    record = book.records.get(who, Record())
    placed = [(pool, found.in_time[who]) for pool, found in book.pools.items() if who in found.in_time]
    return Mine(
        purse=predictions.purse(who),
        staked=sum(each.chips for _, each in placed),
        predictions=record.count,
        missing=max(0, FEWEST - record.count),
        score=record.mean if record.count else None,
        open=tuple(OpenPrediction(*pool, each.seat, each.chips, each.chance) for pool, each in placed),
        shares_sign_in=book.sign_ins.get(who, ()),
    )
