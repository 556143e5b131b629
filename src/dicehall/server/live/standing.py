"""How a pool stands, as everyone is told: made of what the table shows, and of what the book says of its pool."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from dicehall.evenings.live.pool_news import PoolNews
from dicehall.evenings.predictions.events import Prediction, Unfair, WhyClosed
from dicehall.evenings.predictions.seen import GameSeen
from dicehall.rules.values import Seat
from dicehall.server.live.messages import SeatStakes
from dicehall.table.core.events import Who

Status: TypeAlias = Literal["open", "closed", "settled", "void", "off"]


class Standing(NamedTuple):
    status: Status
    why: WhyClosed | Unfair | None = None
    winners: tuple[Seat, ...] | None = None


def standing(found: GameSeen, news: PoolNews | None, *, is_clear: bool) -> Standing:
    """A game that is over is told as closed until its pool is paid; so everyone hears at once what came back."""
    outcome = None if news is None else news.outcome
    if outcome is not None:
        return Standing("void", outcome.void) if outcome.void else Standing("settled", None, outcome.winners)
    why: WhyClosed = (news.why if news else None) or ("clear" if is_clear else "declared")
    match found.standing:
        case "ended" if news is None or not news.predictions:
            return Standing("settled", None, found.winners)
        case "void" if found.why == "off" and (news is None or not news.predictions):
            return Standing("off")
        case "void":
            return Standing("void", found.why)
        case "open" if not is_clear and (news is None or news.why is None):
            return Standing("open")
        case _:
            return Standing("closed", why)


def by_seat(predictions: Mapping[Who, Prediction], seats: int) -> tuple[SeatStakes, ...]:
    """What was predicted of each; for those who may know it, when the pool is closed."""
    chosen = [[each.chips for each in predictions.values() if each.seat == seat] for seat in range(seats)]
    return tuple(SeatStakes(sum(chips), len(chips)) for chips in chosen)
