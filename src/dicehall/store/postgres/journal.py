"""The journal in PostgreSQL: whatever waits is written together, by one call and one commit.

If the connection breaks during a commit, nobody knows whether the batch was written. The node then opens a new session,
which ends the old one for good, reads what became of the batch, and only then answers.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, Self

import asyncpg

from dicehall.ports import (
    Append,
    Fenced,
    HallLogRow,
    Head,
    JournalError,
    Loaded,
    Note,
    Uncertain,
    Unwritable,
)
from dicehall.rules.public_log import LogLine
from dicehall.store.files.hall_key import HallKey
from dicehall.store.postgres.batch import Done, Job, first_batch, outcomes
from dicehall.store.postgres.connection import CONNECT_WITHIN, LOST, Pool, away, connect, pool
from dicehall.store.postgres.hall_time import HEARTBEAT_EVERY, MOST, SharedTime
from dicehall.store.postgres.reader import JournalReader
from dicehall.store.postgres.schema import prepare
from dicehall.store.postgres.writer import Superseded, Writer

log = logging.getLogger("dicehall.store")

READERS: Final = 4
"""Connections for reading."""
AGAIN: Final = 0.1
"""Seconds until a lost connection is tried again."""
WHOLE: Final = ("53", "54", "55", "58", "XX")
"""Classes of errors that are about the database, not about one append: no space, locked, broken."""
CLOSING: Final = "the hall is closing: nothing was played"
NOT_KEPT: Final = (
    "the hall lost its database while it wrote, and by now it is certain that nothing was played: try again"
)
IN_DOUBT: Final = "the hall lost its database while it wrote: the hall does not know yet whether this was played"
REPLACED: Final = "this part of the hall was replaced by another one: nothing was played; load the page again"


class PostgresJournal:
    """Belongs to the event loop in which it was opened."""

    commits_lost = 0
    """PostgreSQL replays its own log, or does not start."""

    def __init__(self, url: str, node: str, epochs: Mapping[int, int], readers: Pool) -> None:
        self._time = SharedTime()
        self._writer = Writer(url, node, epochs, lambda: self._time.now)
        self._readers = readers
        self._reader = JournalReader(readers)
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._wake = asyncio.Event()
        self._away: str | None = None
        """Why nothing can be written now."""
        self._closed = False
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, url: str, node: str, epochs: Mapping[int, int]) -> Self:
        """`epochs` are those of the partitions that the node owns, as they are at any moment. Raises `JournalError`."""
        try:
            first = await connect(url)
            try:
                await prepare(first)
            finally:
                await first.close()
            journal = cls(url, node, epochs, await pool(url, READERS))
            await journal._start()
        except (*LOST, asyncpg.PostgresError) as error:
            raise JournalError(away(error, "the hall cannot open")) from error
        return journal

    async def _start(self) -> None:
        try:
            await self._writer.open(self._wake.set)
            await self._heartbeat()
        except BaseException:
            self._readers.terminate()
            self._writer.give_up()
            raise
        self._tasks = [
            self._loop.create_task(work) for work in (self._write_until_closed(), self._heartbeat_until_closed())
        ]

    async def close(self) -> None:
        """Write what waits, and let go of the database."""
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        writing, beating = self._tasks
        beating.cancel()
        await asyncio.gather(writing, beating, return_exceptions=True)
        self._writer.give_up()
        with suppress(*LOST):
            await asyncio.wait_for(self._readers.close(), CONNECT_WITHIN)
        self._readers.terminate()

    # Time

    @property
    def now(self) -> float:
        return self._time.now

    def tick(self, *, held_up: bool = False) -> float:
        """The time of all nodes does not wait for one of them: what holds it up is its own affair."""
        return self._time.tick()

    async def _heartbeat_until_closed(self) -> None:
        while not self._closed:
            await asyncio.sleep(HEARTBEAT_EVERY)
            try:
                await self._heartbeat()
            except Exception:
                self._time.freeze()

    async def _heartbeat(self) -> None:
        async with asyncio.timeout(MOST):
            self._time.heartbeat(await self._readers.fetchval("SELECT heartbeat($1)", MOST))

    # Reading

    async def heads(self) -> list[Head]:
        return await self._reader.heads()

    async def load(self, table: str) -> Loaded:
        return await self._reader.load(table)

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return await self._reader.bodies(table, after)

    async def seed(self, table: str) -> bytes | None:
        return await self._reader.seed(table)

    async def records(self, table: str, most: int | None = None) -> list[bytes]:
        return await self._reader.records(table, most)

    async def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return await self._reader.record(table, number, number_of)

    async def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        return await self._reader.hall_log(after, most)

    async def public_log(self, after: int, most: int) -> list[LogLine]:
        return await self._reader.public_log(after, most)

    async def last_logged(self) -> LogLine | None:
        return await self._reader.last_logged()

    async def logged(self, statement: str) -> LogLine | None:
        return await self._reader.logged(statement)

    # Writing

    async def sign_with(self, key: HallKey) -> None:
        """From now on there is a public log; to be called before anything is appended."""
        line = await self._writer.sign_with(key)
        if line is not None and line.kind == "break":
            log.warning("the public log was interrupted, and says so in line %d: docs/public-log.md", line.number)

    def append(self, append: Append, done: Done) -> None:
        if append.count < 1:
            self._refuse(done, JournalError(
                f"table {append.table}: this cannot be written (it holds no entries): nothing was played"
            ))  # fmt: skip
        else:
            self._take(Job(append, done))

    def note(self, note: Note, done: Done) -> None:
        self._take(Job(note, done))

    def _take(self, job: Job) -> None:
        if self._closed:
            self._refuse(job.done, Unwritable(CLOSING))
        elif self._away is not None:
            self._refuse(job.done, Unwritable(self._away))
        else:
            self._waiting.append(job)
            self._wake.set()

    def _refuse(self, done: Done, error: JournalError) -> None:
        self._loop.call_soon(done, error)

    async def _write_until_closed(self) -> None:
        while self._waiting or not self._closed:
            if self._waiting and self._writer.is_open:
                jobs = first_batch(self._waiting)
                del self._waiting[: len(jobs)]
                await self._write(jobs)
            elif self._writer.is_open or self._away == REPLACED:
                await self._wake.wait()
                self._wake.clear()
            else:
                await self._reconnect()

    async def _reconnect(self) -> None:
        """While nothing is in doubt: what waits was never sent, and is refused if the database does not answer."""
        try:
            await self._writer.open(self._wake.set)
        except Exception as error:
            self._lost(away(error))
            await asyncio.sleep(AGAIN)
        else:
            self._found()

    def _lost(self, reason: str) -> None:
        if self._away is None:
            log.error("%s", reason)
        self._away = reason
        self._time.freeze()
        refused, self._waiting = self._waiting, []
        self._tell(refused, [Unwritable(reason) for _ in refused])

    def _found(self) -> None:
        if self._away is not None:
            log.warning("the hall has its database again")
        self._away = None

    async def _write(self, jobs: list[Job]) -> None:
        works = [job.work for job in jobs]
        try:
            found = await self._writer.write(works)
        except Superseded:
            self._lost(REPLACED)
            self._tell(jobs, [Fenced(REPLACED) for _ in jobs])
        except Exception as error:  # the driver has errors of its own when a line breaks: they leave doubt as well
            if not isinstance(error, asyncpg.PostgresError) or isinstance(error, LOST):
                await self._find_out(jobs, error)
            elif len(jobs) > 1 and (error.sqlstate or "")[:2] not in WHOLE:
                for job in jobs:
                    await self._write([job])
            else:
                reason = f"the hall's database refuses to write ({error}): nothing was played"
                self._tell(jobs, [Unwritable(reason) for _ in jobs])
        else:
            self._tell(jobs, found)

    async def _find_out(self, jobs: list[Job], cause: BaseException) -> None:
        """Fence, look, and only then answer. Until the database is there again, the jobs are in doubt."""
        batch = self._writer.batch
        is_told = False
        while True:
            try:
                fate = await self._writer.open(self._wake.set)
                break
            except Exception:
                if not is_told:
                    is_told = True
                    self._lost(away(cause))
                    self._tell(jobs, [Uncertain(IN_DOUBT) for _ in jobs])
                if self._closed:
                    return  # whoever opens the journal next finds out by reading
                await asyncio.sleep(AGAIN)
        self._found()
        if fate.batch == batch:
            self._tell(jobs, outcomes([job.work for job in jobs], fate.answer))
        elif fate.batch < batch:
            self._tell(jobs, [Unwritable(NOT_KEPT) for _ in jobs])
        else:  # another process has opened the journal under this name since: only the log knows
            self._lost(REPLACED)
            if not is_told:
                self._tell(jobs, [Uncertain(IN_DOUBT) for _ in jobs])

    def _tell(self, jobs: Sequence[Job], found: Sequence[JournalError | None]) -> None:
        for job, outcome in zip(jobs, found, strict=True):
            try:
                job.done(outcome)
            except Exception as error:
                self._loop.call_exception_handler({"message": "after an append", "exception": error})
