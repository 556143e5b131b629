"""Keeping up with the chronicle: what is new in it is counted beside the hall's other work."""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection

from dicehall.ports import Finished, Journal, JournalError
from dicehall.store.files.database import Database
from dicehall.store.results.hall_log_rows import Read, opened, seal_of, with_dice
from dicehall.store.results.projection import begin_anew, is_whole, place, project

log = logging.getLogger("dicehall.store")

BATCH, SLICE = 200, 20
"""Rows of the chronicle that are counted together, and that the event loop reads without a pause."""
BREATH = 0.001
"""Seconds between two records that are played again: the event loop runs in the same interpreter."""
PAUSE = 10.0
"""Seconds until a disk that could not be written is tried again."""


class Counting:
    """Rows that are durable but not in the tables yet wait in memory, a batch at most."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal
        self._seen = database.write_now(self._counted_before)
        """The last row that was taken out of the chronicle."""
        self._waiting: list[Read] = []
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._complained = ""
        self._is_behind = len(self._look_ahead()) == SLICE

    @property
    def is_behind(self) -> bool:
        """Whether there is more to count than a little, so that all figures are too low for a while."""
        return self._is_behind

    @property
    def waiting(self) -> int:
        """How many rows are durable and known here, but not in the tables yet."""
        return len(self._waiting)

    def noticed(self, table: str, game: Finished) -> None:
        """The game itself is read out of the chronicle, where it has the number that keeps it from counting twice."""
        self.stirred()

    def stirred(self) -> None:
        with suppress(Exception):  # who catches up finds the same and says so; the table that has told us plays on
            self._look_ahead()
        self._news.set()

    async def keep_up(self) -> None:
        """Count whatever comes, until this is cancelled."""
        while True:
            self._news.clear()
            try:
                await self.catch_up()
            except Exception as error:  # a full disk, damage, or a fault of ours: the hall goes on, and so do we
                self._complain(error)
                await asyncio.sleep(PAUSE)
                continue
            self._complained = ""
            await self._news.wait()

    async def catch_up(self) -> None:
        """Count all that is in the chronicle and not in the tables, a batch at a time."""
        async with self._turn:
            while batch := await self._next_batch():
                rows = await asyncio.to_thread(_played_again, batch)
                await self._write(rows)

    async def _next_batch(self) -> list[Read]:
        while len(self._waiting) < BATCH and self._look_ahead():
            await asyncio.sleep(0)
        self._is_behind = len(self._waiting) == BATCH
        return list(self._waiting)

    async def _write(self, rows: Sequence[Read]) -> None:
        number = await self._database.write(lambda connection: project(connection, rows))
        self._waiting = [row for row in self._waiting if row.number > number]

    def _look_ahead(self) -> list[Read]:
        """Take the next rows out of the chronicle, as long as not too many are waiting."""
        room = min(SLICE, BATCH - len(self._waiting))
        new = [opened(row) for row in self._journal.chronicle(self._seen, room)] if room > 0 else []
        if new:
            self._waiting += new
            self._seen = new[-1].number
        return new

    def _counted_before(self, connection: Connection) -> int:
        """How far; nothing where the tables are not ours, not whole, or not of this chronicle."""
        at = place(connection)
        if at is not None and self._has_row(at.number, at.seal) and is_whole(connection, at):
            return at.number
        if at is not None:
            log.warning("the results of this hall do not fit its journal, and are counted anew")
        begin_anew(connection)
        return 0

    def _has_row(self, number: int, seal: int) -> bool:
        """Files that come out of a backup may tell of other games."""
        if number == 0:
            return True
        return [(row.number, seal_of(row)) for row in self._journal.chronicle(number - 1, 1)] == [(number, seal)]

    def _complain(self, error: Exception) -> None:
        """Whoever runs the hall is told once, and not again each time it is tried."""
        if str(error) != self._complained:
            self._complained = str(error)
            details = None if isinstance(error, JournalError) else error
            log.error("results are not counted for the time being: %s", error, exc_info=details)


def _played_again(rows: Sequence[Read]) -> list[Read]:
    done = []
    for row in rows:
        done.append(with_dice(row))
        time.sleep(BREATH)
    return done
