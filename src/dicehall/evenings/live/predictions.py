"""The book of predictions while the hall is open: who predicts what, when a pool closes, and what it pays."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec

from dicehall.evenings.live import book_door
from dicehall.evenings.live.again import Again
from dicehall.evenings.live.book_door import (
    BOOK,
    Closes,
    Empties,
    Forgets,
    Shares,
    Shows,
    Stirs,
    Told,
    Voids,
    Wanted,
    Wishes,
)
from dicehall.evenings.live.kept_log import Decision, Kept, KeptLog, form
from dicehall.evenings.live.pool_news import PoolNews, news, now
from dicehall.evenings.live.tables import HallTables
from dicehall.evenings.predictions import decide
from dicehall.evenings.predictions.book import Book, evolve
from dicehall.evenings.predictions.events import BookEvent, PoolId
from dicehall.evenings.predictions.seen import GameSeen
from dicehall.ports import Journal, JournalError
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.evenings")

FORM: Final = form("the book of predictions", Book(), evolve, BookEvent)
LOOK_AGAIN: Final = 30.0
"""Seconds after which to look at all games with open pools: what happened there may not have been told."""


class Predictions:
    """One for the hall: only the machine that owns its log keeps it."""

    def __init__(
        self, journal: Journal, tables: HallTables, *, is_on: bool = True, wall: Callable[[], float] = time.time
    ) -> None:
        self.is_on = is_on
        """Whether this hall has predictions at all."""
        self.told: Callable[[PoolNews], None] = lambda _news: None
        """Hears what has changed in a pool, once it is in the log."""
        self._journal = journal
        self._tables = tables
        self._wall = wall
        self._again = Again()
        self._log = self._unread()

    @property
    def book(self) -> Book:
        return self._log.state

    @property
    def is_quiet(self) -> bool:
        """Whether no game is being looked at."""
        return self._again.is_idle

    def purse(self, who: Who) -> int:
        return decide.purse(self.book, who, self._wall())

    def _unread(self) -> KeptLog[Book, BookEvent]:
        return KeptLog(BOOK, FORM, self._journal, self._tell)

    async def start(self) -> None:
        """Look into the journal, also once more after `stop`; raises `JournalError`."""
        self._log = self._unread()
        await self._log.load()

    async def keep(self) -> None:
        """Settle what has ended while nobody looked, again and again, until it is cancelled."""
        while True:
            for pool in self.book.pools:
                self.look(pool)
            await asyncio.sleep(LOOK_AGAIN)

    def stop(self) -> None:
        self._again.stop()
        self._log.stop()

    # For the machines that run tables

    async def serve(self, about: bytes) -> bytes:
        return msgspec.json.encode(await self.do(book_door.wanted.decode(about)))

    async def do(self, wanted: Wanted) -> Told:
        """All but a wish can be done again without harm. Raises `JournalError` where it cannot be written down."""
        match wanted:
            case Wishes(wish):
                at = self._wall()
                return await self._answered(wish.who, lambda book: decide.predict(book, wish, at))
            case Shows(pool, people, players):
                purses = {who: self.purse(who) for who in people}
                barred = tuple(self.book.sharing(players).intersection(people))
                return Told(None, now(self.book, pool), purses, barred)
            case Stirs(pool):
                self.look(pool)
                return Told()
            case Closes(pool, version):
                return await self._done(lambda book: decide.close(book, pool, version, clear=True))
            case Voids(pool, why):
                return await self._done(lambda book: decide.void(book, pool, why))
            case Shares(who, also):
                return await self._done(lambda book: decide.share(book, who, also))
            case Forgets(who):
                return await self._done(lambda book: decide.forget(book, who))
            case Empties():
                return await self._done(decide.empty)

    async def _answered(self, who: Who | None, wish: Decision[Book, BookEvent]) -> Told:
        answer = await self._log.answer(who, wish)
        return Told((answer.reason, answer.message)) if isinstance(answer, Refused) else Told()

    async def _done(self, wish: Decision[Book, BookEvent]) -> Told:
        """Only the disk can refuse it."""
        told = await self._answered(None, wish)
        if told.refused is not None:
            raise JournalError(told.refused[1])
        return told

    # What happens in a game

    def look(self, pool: PoolId) -> None:
        """At the table, or at the record of the game; what cannot be read yet is read later."""
        if pool in self.book.pools:
            self._again.start(("look", pool.table, str(pool.game)), lambda: self._look(pool))

    async def _look(self, pool: PoolId) -> None:
        found = await self._tables.game(pool)
        await self._done(lambda book: follows(book, pool, found, is_on=self.is_on))

    def _tell(self, before: Book, kept: Kept[Book, BookEvent]) -> None:
        for event in kept.entries:
            if (changed := news(before, kept.state, event, self._wall())) is not None:
                self.told(changed)


def follows(book: Book, pool: PoolId, found: GameSeen, *, is_on: bool) -> tuple[BookEvent, ...]:
    """What a pool does when its game stands like this; nothing if that is done."""
    match found.standing:
        case "ended":
            return decide.settle(book, pool, found.seats, found.winners)
        case "void":
            return decide.void(book, pool, found.why or "void")
        case _ if not is_on:
            return decide.void(book, pool, "off")
        case "closed":
            return decide.close(book, pool, found.version, clear=False)
        case _:
            return ()
