"""What follows from a prediction, from a closing point and from the end of a game; or why it is refused."""

from collections.abc import Sequence
from typing import NamedTuple

from dicehall.evenings.predictions.book import Book, evolve
from dicehall.evenings.predictions.events import (
    ALLOWANCE,
    LEAST_STAKE,
    MOST_STAKE,
    AllowanceGiven,
    BookEmptied,
    BookEvent,
    PoolClosed,
    PoolId,
    PoolSettled,
    PoolVoided,
    Predicted,
    PredictorForgotten,
    SignInShared,
    Unfair,
)
from dicehall.evenings.predictions.payout import payout
from dicehall.rules.values import Seat
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

DAY = 24 * 60 * 60
CLEAR = 0.6
"""A pool closes early when public knowledge alone gives anyone more than this (W-01)."""

PLAYER = "You play in this game, or share a sign-in with someone who does, so you cannot predict it."
CLOSED = "Predictions for this game are closed."


class Wish(NamedTuple):
    """What a spectator predicts, with what the table knew when it took the prediction."""

    pool: PoolId
    who: Who
    seat: Seat
    chips: int
    chance: int
    version: int
    """Of the table."""
    seats: int
    """How many play."""
    players: tuple[Who, ...]
    """Who sits in this game, or sat in it and has left."""


def predict(book: Book, wish: Wish, wall_time: float) -> tuple[BookEvent, ...] | Refused:
    """The allowance of the day comes with the first prediction; a prediction may be changed until the pool closes."""
    pool = book.pool(wish.pool)
    if wish.who in book.sharing(wish.players):
        return Refused("player", PLAYER)
    if pool.closed_at is not None:
        return Refused("pool_closed", CLOSED)
    if not 0 <= wish.seat < wish.seats:
        return Refused("bad_seat", f"Choose one of the {wish.seats} players.")
    if not LEAST_STAKE <= wish.chips <= MOST_STAKE:
        return Refused("bad_stake", f"Stake {LEAST_STAKE} to {MOST_STAKE} chips, not {wish.chips}.")
    if not 1 <= wish.chance <= 99:
        return Refused("bad_chance", f"Your chance is 1 to 99 percent, not {wish.chance}.")
    day = int(wall_time // DAY)
    events: tuple[BookEvent, ...] = ()
    if book.given.get(wish.who, -1) < day:
        events = (AllowanceGiven(wish.who, day, ALLOWANCE),)
        book = evolve(book, events[0])
    before = pool.predictions.get(wish.who)
    has = book.purse(wish.who) + (before.chips if before else 0)
    if wish.chips > has:
        return Refused("too_few_chips", f"You have {has} chips. Tomorrow you get {ALLOWANCE} more.")
    return (*events, Predicted(wish.pool, wish.who, wish.seat, wish.chips, wish.chance, wish.version))


def purse(book: Book, who: Who, wall_time: float) -> int:
    """What this person can stake now: with the allowance of the day, if it has not been given yet."""
    due = book.given.get(who, -1) < int(wall_time // DAY)
    return book.purse(who) + (ALLOWANCE if due else 0)


def close(book: Book, pool: PoolId, version: int, *, clear: bool) -> tuple[BookEvent, ...]:
    """At the game's own point, or because somebody is too likely to win; once, and only if anyone has predicted."""
    if book.pools.get(pool) is None or book.pool(pool).closed_at is not None:
        return ()
    return (PoolClosed(pool, version, "clear" if clear else "declared"),)


def settle(book: Book, pool: PoolId, seats: int, winners: Sequence[Seat]) -> tuple[BookEvent, ...]:
    """The end of the game; a pool that nobody has predicted in is nothing."""
    found = book.pools.get(pool)
    if found is None:
        return ()
    paid = payout(found.in_time, winners)
    return (PoolSettled(pool, seats, tuple(winners), tuple(paid.items())),)


def void(book: Book, pool: PoolId, why: Unfair) -> tuple[BookEvent, ...]:
    """Someone left, the game was reset, or the host turned predictions off: stakes go back (W-04)."""
    return (PoolVoided(pool, why),) if pool in book.pools else ()


def forget(book: Book, who: Who) -> tuple[BookEvent, ...]:
    """An account is deleted; of someone who has never predicted there is nothing to forget."""
    known = who in book.purses or who in book.given or who in book.sign_ins
    return (PredictorForgotten(who),) if known else ()


def share(book: Book, who: Who, also: Who) -> tuple[BookEvent, ...]:
    known = who == also or also in book.sign_ins.get(who, ())
    return () if known else (SignInShared(who, also),)


def empty(book: Book) -> tuple[BookEvent, ...]:
    return () if book == Book(book.version, sign_ins=book.sign_ins) else (BookEmptied(),)
