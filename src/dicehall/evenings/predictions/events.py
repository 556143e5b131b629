"""What happens in the book of predictions: each of these is an entry of its log."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from dicehall.rules.values import Event, Seat, Value
from dicehall.table.core.events import Who

LEAST_STAKE, MOST_STAKE = 1, 100
ALLOWANCE = 100
"""Chips that you get with your first prediction of a day (UTC)."""

Chance: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
"""How sure you are that this seat wins, in percent."""


class PoolId(NamedTuple):
    """One game at one table."""

    table: str
    game: int


class Prediction(Value):
    seat: Seat
    chips: int
    chance: Chance
    version: int
    """Of the table when the prediction was taken: what could be known then."""
    order: int
    """Predictions of a pool are counted; a changed one goes to the end."""


class Predicted(Event):
    """A spectator predicts, or changes the prediction."""

    pool: PoolId
    who: Who
    seat: Seat
    chips: Annotated[int, msgspec.Meta(ge=LEAST_STAKE, le=MOST_STAKE)]
    chance: Chance
    version: int


class AllowanceGiven(Event):
    """The chips of the day."""

    who: Who
    day: int
    """Days since 1970."""
    chips: int


WhyClosed: TypeAlias = Literal["declared", "clear"]


class PoolClosed(Event):
    """No prediction that was taken at this version of the table, or later, counts."""

    pool: PoolId
    version: int
    why: WhyClosed
    """The game's own point, or one player was too likely to win."""


class PoolSettled(Event):
    """The game is over: the pool is paid out."""

    pool: PoolId
    seats: int
    """How many played."""
    winners: tuple[Seat, ...]
    paid: tuple[tuple[Who, int], ...]


Unfair: TypeAlias = Literal["left", "reset", "void", "closed", "off"]
"""Why a game has no end that could be predicted."""


class PoolVoided(Event):
    """The game had no fair end: all stakes go back, and no prediction counts for the board."""

    pool: PoolId
    why: Unfair


class PredictorForgotten(Event):
    """An account was deleted: its purse is empty and its place on the board is gone."""

    who: Who


class SignInShared(Event):
    """The same browser was signed in as one of them and then as the other: neither predicts games of the other."""

    who: Who
    also: Who


class BookEmptied(Event):
    """An administrator has reset everything: no purses, no board and no pools any more."""


BookEvent: TypeAlias = (
    Predicted | AllowanceGiven | PoolClosed | PoolSettled | PoolVoided | PredictorForgotten | SignInShared | BookEmptied
)
