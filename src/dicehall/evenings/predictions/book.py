"""The book of predictions as its log has made it: every purse, every open pool, and what predictors are worth."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from dicehall.evenings.predictions.events import (
    AllowanceGiven,
    BookEmptied,
    BookEvent,
    PoolClosed,
    PoolId,
    PoolSettled,
    PoolVoided,
    Predicted,
    Prediction,
    PredictorForgotten,
    SignInShared,
    WhyClosed,
)
from dicehall.evenings.predictions.payout import stakes
from dicehall.evenings.predictions.scores import FEWEST, Record, score
from dicehall.rules.values import Value
from dicehall.table.core.events import Who

V = TypeVar("V")


class Pool(Value):
    predictions: dict[Who, Prediction] = msgspec.field(default_factory=dict)
    placed: int = 0
    """How many predictions were ever placed, changed ones included: the order of the next."""
    closed_at: int | None = None
    """The version of the table from which on nothing counts; None while it is open."""
    why: WhyClosed | None = None

    @property
    def in_time(self) -> dict[Who, Prediction]:
        """Those that count: the table had not reached the closing point when they were taken."""
        if self.closed_at is None:
            return self.predictions
        return {who: each for who, each in self.predictions.items() if each.version < self.closed_at}

    @property
    def pot(self) -> int:
        return sum(each.chips for each in self.in_time.values())


class Book(Value):
    version: int = 0
    purses: dict[Who, int] = msgspec.field(default_factory=dict)
    given: dict[Who, int] = msgspec.field(default_factory=dict)
    """The last day on which each had the allowance."""
    pools: dict[PoolId, Pool] = msgspec.field(default_factory=dict)
    """Those that are not settled."""
    records: dict[Who, Record] = msgspec.field(default_factory=dict)
    sign_ins: dict[Who, tuple[Who, ...]] = msgspec.field(default_factory=dict)
    """With whom people have shared a sign-in, both ways."""

    def purse(self, who: Who) -> int:
        return self.purses.get(who, 0)

    def pool(self, pool: PoolId) -> Pool:
        return self.pools.get(pool, Pool())

    @property
    def chips(self) -> int:
        """All there are: allowances add to them, and whoever is forgotten takes theirs along."""
        staked = sum(each.chips for pool in self.pools.values() for each in pool.predictions.values())
        return sum(self.purses.values()) + staked

    def sharing(self, people: Iterable[Who]) -> set[Who]:
        """These, and everyone who shares a sign-in with one of them, or with one who does (W-07)."""
        found, to_look = set[Who](), list(people)
        while to_look:
            who = to_look.pop()
            if who not in found:
                found.add(who)
                to_look += self.sign_ins.get(who, ())
        return found

    def best(self, most: int = 10) -> list[tuple[Who, Record]]:
        """By mean score, from thirty predictions on; never by purse (W-05)."""
        ranked = [(who, record) for who, record in self.records.items() if record.count >= FEWEST]
        return sorted(ranked, key=lambda each: (-each[1].mean, -each[1].count, each[0]))[:most]


def evolve(book: Book, event: BookEvent) -> Book:
    book = replace(book, version=book.version + 1)
    match event:
        case AllowanceGiven(who, day, chips):
            return replace(_paid(book, [(who, chips)]), given={**book.given, who: day})
        case Predicted():
            return _predicted(book, event)
        case PoolClosed(pool, version, why):
            return _closed(book, pool, version, why)
        case PoolSettled(pool, _, _, paid):
            return replace(_paid(book, paid), pools=_without(book, pool), records=_rated(book, event))
        case PoolVoided(pool, _):
            back = stakes(book.pool(pool).predictions).items()
            return replace(_paid(book, back), pools=_without(book, pool))
        case PredictorForgotten(who):
            return _forgotten(book, who)
        case SignInShared(who, also):
            return replace(book, sign_ins=_tied(_tied(book.sign_ins, who, also), also, who))
        case BookEmptied():
            return Book(book.version, sign_ins=book.sign_ins)


def _predicted(book: Book, event: Predicted) -> Book:
    """A changed prediction gives the old stake back first."""
    pool = book.pool(event.pool)
    before = pool.predictions.get(event.who)
    placed = Prediction(event.seat, event.chips, event.chance, event.version, pool.placed)
    rest = {who: each for who, each in pool.predictions.items() if who != event.who}
    pool = replace(pool, predictions={**rest, event.who: placed}, placed=pool.placed + 1)
    cost = event.chips - (before.chips if before else 0)
    return replace(_paid(book, [(event.who, -cost)]), pools={**book.pools, event.pool: pool})


def _closed(book: Book, of: PoolId, version: int, why: WhyClosed) -> Book:
    """Predictions on their way while it closed came too late: their stakes go back."""
    pool = replace(book.pool(of), closed_at=version, why=why)
    late = {who: each for who, each in pool.predictions.items() if who not in pool.in_time}
    pools = {**book.pools, of: replace(pool, predictions=pool.in_time)}
    return replace(_paid(book, stakes(late).items()), pools=pools)


def _rated(book: Book, event: PoolSettled) -> dict[Who, Record]:
    records = dict(book.records)
    for who, each in book.pool(event.pool).in_time.items():
        scored = score(each.chance, each.seat, event.seats, event.winners)
        records[who] = records.get(who, Record()).with_score(scored)
    return records


def _forgotten(book: Book, gone: Who) -> Book:
    """Their chips are gone with them, those in open pools too."""
    pools = {
        key: replace(pool, predictions={who: each for who, each in pool.predictions.items() if who != gone})
        for key, pool in book.pools.items()
    }
    return replace(
        book, purses=_less(book.purses, gone), given=_less(book.given, gone), records=_less(book.records, gone),
        pools=pools, sign_ins=_untied(book.sign_ins, gone),
    )  # fmt: skip


def _untied(ties: dict[Who, tuple[Who, ...]], gone: Who) -> dict[Who, tuple[Who, ...]]:
    """Those who shared a sign-in by way of someone who is gone still do (W-07)."""
    tied = {who: tuple(each for each in also if each != gone) for who, also in _less(ties, gone).items()}
    for who, also in pairwise(ties.get(gone, ())):
        if also not in tied[who]:
            tied = _tied(_tied(tied, who, also), also, who)
    return {who: also for who, also in tied.items() if also}


def _tied(ties: dict[Who, tuple[Who, ...]], who: Who, also: Who) -> dict[Who, tuple[Who, ...]]:
    return {**ties, who: (*ties.get(who, ()), also)}


def _less(of: dict[Who, V], gone: Who) -> dict[Who, V]:
    return {who: value for who, value in of.items() if who != gone}


def _without(book: Book, pool: PoolId) -> dict[PoolId, Pool]:
    return {key: each for key, each in book.pools.items() if key != pool}


def _paid(book: Book, paid: Iterable[tuple[Who, int]]) -> Book:
    purses = dict(book.purses)
    for who, chips in paid:
        purses[who] = purses.get(who, 0) + chips
    return replace(book, purses=purses)
