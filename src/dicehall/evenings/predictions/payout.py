"""Who gets what of a pool: everything that was put in goes out again, and not a chip more (W-03)."""

from collections.abc import Mapping, Sequence

from dicehall.evenings.predictions.events import Prediction
from dicehall.rules.values import Seat
from dicehall.table.core.events import Who


def payout(predictions: Mapping[Who, Prediction], winners: Sequence[Seat]) -> dict[Who, int]:
    """Parimutuel: those who chose a winner share all stakes in proportion to their own, in whole chips.

    Chips that cannot be divided go one each to the largest remainders, of equal ones to whoever predicted first. If
    nobody was right, everyone gets their stake back.
    """
    right = {who: each for who, each in predictions.items() if each.seat in winners}
    if not right:
        return stakes(predictions)
    pot = sum(each.chips for each in predictions.values())
    staked = sum(each.chips for each in right.values())
    shares = {who: divmod(pot * each.chips, staked) for who, each in right.items()}
    paid = {who: whole for who, (whole, _) in shares.items()}
    first = sorted(right, key=lambda who: (-shares[who][1], right[who].order))
    for who in first[: pot - sum(paid.values())]:
        paid[who] += 1
    return paid


def stakes(predictions: Mapping[Who, Prediction]) -> dict[Who, int]:
    """What goes back when a pool is void."""
    return {who: each.chips for who, each in predictions.items()}
