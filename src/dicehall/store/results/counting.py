"""Keeping up with the hall log: new rows are counted in the background."""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, select

from dicehall.ports import Journal, JournalError
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.schema import counted
from dicehall.store.results.hall_log_rows import CountedRow, read_row, seal_of, with_dice
from dicehall.store.results.projection import Position, is_whole, position, prepare, project, start_over

log = logging.getLogger("dicehall.store")

BATCH, SLICE = 200, 20
"""Rows of the hall log that are counted together, and that the event loop reads without a pause."""
BREATH = 0.001
"""Seconds between two records that are replayed: the event loop runs in the same interpreter."""
PAUSE = 10.0
"""Seconds until a disk that could not be written is tried again."""
TURN = "results"
COUNTED = select(counted.c.number)


class Counting:
    """Rows that are durable but not yet in the tables wait in memory, at most a batch.

    On several machines one of them counts (`keep_up`); the others read the tables, and what is still to be counted.
    """

    def __init__(self, database: AnyDatabase, journal: Journal, look_every: float | None = None) -> None:
        """Where others add to the hall log too, whoever counts has to look for news by themselves, in seconds."""
        self._database = database
        self._journal = journal
        self._look_every = look_every
        self._last_seen: int | None = None
        """The number of the last row that was read from the hall log; None before the start."""
        self.waiting: list[CountedRow] = []
        self._before_waiting = 0
        """The number of the row before the first that waits."""
        self._turn = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._news = asyncio.Event()
        self._reported = ""
        self.is_behind = False
        """Whether many rows are still to be counted."""

    async def start(self) -> None:
        """Find out how far the hall log is counted; only the first call does."""
        async with self._reading:
            if self._last_seen is not None:
                return
            self._last_seen = self._before_waiting = await self._counted_before()
            self.is_behind = len(await self._read_on(self._last_seen)) == SLICE

    def notify(self) -> None:
        self._news.set()

    async def keep_up(self) -> None:
        """Count new rows until this is cancelled."""
        while True:
            self._news.clear()
            try:
                await self.catch_up()
            except Exception as error:  # a full disk, damage, or a bug: the hall goes on, and so does the counting
                self._report(error)
                await asyncio.sleep(PAUSE)
                continue
            self._reported = ""
            with suppress(TimeoutError):
                async with asyncio.timeout(self._look_every):
                    await self._news.wait()

    async def catch_up(self) -> None:
        """Count all rows of the hall log that are not in the tables, a batch at a time."""
        await self.start()
        async with self._turn:
            while batch := await self._next_batch():
                rows = await asyncio.to_thread(_replayed, batch)
                await self._write(rows)

    async def _next_batch(self) -> list[CountedRow]:
        while len(self.waiting) < BATCH and await self.look_ahead():
            await asyncio.sleep(0)
        self.is_behind = len(self.waiting) == BATCH
        return list(self.waiting)

    async def _write(self, rows: Sequence[CountedRow]) -> None:
        before = self._before_waiting
        number = await self._database.write(lambda connection: project(connection, rows, before), turn=TURN)
        self.drop_counted(number)

    def drop_counted(self, number: int) -> None:
        """The tables hold all rows up to this one, whoever has counted them."""
        self.waiting = [row for row in self.waiting if row.number > number]
        self._before_waiting = max(self._before_waiting, min(number, self._last_seen or 0))
        self.is_behind = self.is_behind and len(self.waiting) >= SLICE

    async def look_ahead(self) -> list[CountedRow]:
        """Read the next rows of the hall log, unless too many are waiting; one reads at a time, or rows came twice."""
        await self.start()
        async with self._reading:
            if len(self.waiting) >= BATCH:  # another machine may have counted them
                self.drop_counted(max((number for (number,) in await self._database.read(COUNTED)), default=0))
            return await self._read_on(self._last_seen or 0)

    async def _read_on(self, after: int) -> list[CountedRow]:
        room = min(SLICE, BATCH - len(self.waiting))
        new = [read_row(row) for row in await self._journal.hall_log(after, room)] if room > 0 else []
        if new:
            self.waiting += new
            self._last_seen = new[-1].number
        return new

    async def _counted_before(self) -> int:
        """The last row that is counted; 0 if the tables are damaged, or were counted from another hall log."""
        at, whole = await self._database.write(_found, turn=TURN)
        if at is not None and whole and await self._has_row(at.number, at.seal):
            return at.number
        if at is not None:
            log.warning("the results of this hall do not match its journal, and are counted again")
        await self._database.write(start_over, turn=TURN)
        return 0

    async def _has_row(self, number: int, seal: int) -> bool:
        """Files from a backup may hold different games."""
        if number == 0:
            return True
        return [(row.number, seal_of(row)) for row in await self._journal.hall_log(number - 1, 1)] == [(number, seal)]

    def _report(self, error: Exception) -> None:
        """Tell the operator once, not at every attempt."""
        if str(error) != self._reported:
            self._reported = str(error)
            details = None if isinstance(error, JournalError) else error
            log.error("results are not being counted at the moment: %s", error, exc_info=details)


def _found(connection: Connection) -> tuple[Position | None, bool]:
    """How far the tables are counted, and whether they are whole."""
    prepare(connection)
    at = position(connection)
    return at, at is not None and is_whole(connection, at)


def _replayed(rows: Sequence[CountedRow]) -> list[CountedRow]:
    done = []
    for row in rows:
        done.append(with_dice(row))
        time.sleep(BREATH)
    return done
