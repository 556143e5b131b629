"""What the machine that runs a table has to know of the pool there; what of it is told to whom, it decides itself."""

import msgspec

from dicehall.evenings.predictions.book import Book
from dicehall.evenings.predictions.decide import purse
from dicehall.evenings.predictions.events import (
    BookEvent,
    PoolClosed,
    PoolId,
    PoolSettled,
    PoolVoided,
    Predicted,
    Prediction,
    Unfair,
    WhyClosed,
)
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Who


class Outcome(Value):
    """How a pool has ended."""

    paid: dict[Who, int]
    winners: tuple[Seat, ...] = ()
    void: Unfair | None = None


class PoolNews(Value):
    version: int
    """Of the book: later news replaces earlier."""
    pool: PoolId
    predictions: dict[Who, Prediction]
    """Those that count."""
    why: WhyClosed | None = None
    """Why it is closed; None while it is open."""
    outcome: Outcome | None = None
    purses: dict[Who, int] = msgspec.field(default_factory=dict)
    """Of all whose purses this may have changed."""


def now(book: Book, pool: PoolId) -> PoolNews:
    found = book.pool(pool)
    return PoolNews(book.version, pool, found.in_time, found.why)


def news(before: Book, after: Book, event: BookEvent, wall_time: float) -> PoolNews | None:
    """What an event has changed in a pool, with the purses of everyone who had predicted there."""
    match event:
        case Predicted(pool) | PoolClosed(pool):
            told = now(after, pool)
        case PoolSettled(pool, _, winners, paid):
            outcome = Outcome(dict(paid), winners)
            told = PoolNews(after.version, pool, before.pool(pool).in_time, before.pool(pool).why, outcome)
        case PoolVoided(pool, why):
            was = before.pool(pool)
            back = Outcome({who: each.chips for who, each in was.in_time.items()}, void=why)
            told = PoolNews(after.version, pool, was.in_time, was.why, back)
        case _:
            return None
    people = before.pool(pool).predictions.keys() | after.pool(pool).predictions.keys()
    return msgspec.structs.replace(told, purses={who: purse(after, who, wall_time) for who in people})
