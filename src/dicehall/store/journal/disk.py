"""The journal on disk: all pending appends are committed together, so that many tables share one flush of the disk.

Rows are staged on the event loop. Only the commit, which waits for the disk, runs in a thread: a thread that executed
every small statement would compete with the loop for the interpreter's lock at each of them.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple, TypeAlias

from dicehall.ports import Append, HallLogRow, Head, JournalError, Loaded, Note, Unwritable
from dicehall.store.files.folder import JOURNAL, FolderLock
from dicehall.store.files.sqlite_file import refuse_older, unwritable
from dicehall.store.journal.checks import damaged
from dicehall.store.journal.editions import is_too_old
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import JournalFile

log = logging.getLogger("dicehall.store")

Done: TypeAlias = Callable[[JournalError | None], None]

SAVE_TIME_EVERY = 0.9
"""Seconds; hall time is promised to be saved every second."""
FULL_BATCH = 64
"""Appends that are handed over at once: the disk works on them while the loop goes on."""


class Job(NamedTuple):
    work: Append | Note
    done: Done


class Batch(NamedTuple):
    jobs: list[Job]
    staged: list[JournalError | None]
    """The outcomes of the first jobs; the thread writes the rest."""
    failure: Exception | None
    """The error that ended staging."""


class DiskJournal:
    """Belongs to one event loop at a time; its own thread touches the file only while it holds the turn."""

    def __init__(self, folder: Path) -> None:
        refuse_older(folder / JOURNAL, is_too_old)
        self._lock = FolderLock(folder)
        try:
            self._file = JournalFile(folder / JOURNAL)
        except BaseException:
            self._lock.release()
            raise
        self._reader = self._file.reader
        self._time = HallTime(self._file.opened_at)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Job] = []
        self._flush_is_due = False
        self._closed = False
        self._reported = ""
        self._turn = Lock()
        self._commits: SimpleQueue[Batch | None] = SimpleQueue()
        self._committer = Thread(target=self._commit_until_closed, name="journal", daemon=True)
        self._committer.start()

    @property
    def now(self) -> float:
        return self._time.now

    def heads(self) -> list[Head]:
        return self._reader.heads()

    def load(self, table: str) -> Loaded:
        return self._reader.load(table)

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return self._reader.bodies(table, after)

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        return self._reader.records(table, most)

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return self._reader.record(table, number, number_of)

    def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        return self._reader.hall_log(after, most)

    def seed(self, table: str) -> bytes | None:
        return self._reader.seed(table)

    def note(self, note: Note, done: Done) -> None:
        self._take(Job(note, done))

    def append(self, append: Append, done: Done) -> None:
        self._take(Job(append, done))

    def _take(self, job: Job) -> None:
        loop = self._loop = asyncio.get_running_loop()
        if self._closed:
            loop.call_soon(job.done, Unwritable("the hall is closing: nothing was played"))
            return
        self._waiting.append(job)
        if not self._flush_is_due:
            self._flush_is_due = True
            loop.call_soon(self._flush)
        if len(self._waiting) >= FULL_BATCH:
            self._hand_over_in_turn()

    def close(self) -> None:
        """Write pending appends, save hall time, and leave a single file and an unlocked folder behind."""
        if self._closed:
            return
        self._closed = True
        self._turn.acquire()
        self._hand_over()
        self._commits.put(None)
        self._committer.join()
        self._file.close()
        self._lock.release()

    # On the event loop.

    def _flush(self) -> None:
        self._flush_is_due = False
        self._hand_over_in_turn()

    def _hand_over_in_turn(self) -> None:
        """During a commit everything waits; its end calls this again."""
        if self._waiting and self._turn.acquire(blocking=False):
            self._hand_over()

    def _hand_over(self) -> None:
        """Stage pending jobs, and let the thread commit them and give the turn back.

        Deleting a long table takes a while, so from the first append that closes one, the thread does the staging too.
        """
        jobs, self._waiting = self._waiting, []
        staged: list[JournalError | None] = []
        failure = None
        try:
            self._file.begin(self.now)
            for work, _ in jobs:
                if isinstance(work, Append) and work.closes:
                    break
                staged.append(self._file.write(work))
        except Exception as error:
            failure = error
        self._commits.put(Batch(jobs, staged, failure))

    def _answer(self, batch: Batch, outcomes: list[JournalError | None]) -> None:
        self._hand_over_in_turn()
        for job, outcome in zip(batch.jobs, outcomes, strict=True):
            try:
                job.done(outcome)
            except Exception as error:
                asyncio.get_running_loop().call_exception_handler(
                    {"message": f"after an append to {_subject(job.work)}", "exception": error}
                )

    # In the thread.

    def _commit_until_closed(self) -> None:
        while True:
            try:
                batch = self._commits.get(timeout=SAVE_TIME_EVERY)
            except Empty:
                if self._turn.acquire(blocking=False):
                    self._finish(Batch([], [], self._save_time()))
                continue
            if batch is None:
                return
            self._finish(batch)

    def _save_time(self) -> Exception | None:
        try:
            self._file.begin(self.now)
        except sqlite3.Error as error:
            return error
        return None

    def _finish(self, batch: Batch) -> None:
        outcomes = self._commit(batch)
        self._turn.release()
        if self._loop is not None and (batch.jobs or self._waiting):
            with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer
                self._loop.call_soon_threadsafe(self._answer, batch, outcomes)

    def _commit(self, batch: Batch) -> list[JournalError | None]:
        """A disk error fails the whole batch; any other error fails only its own append."""
        try:
            if batch.failure is not None:
                raise batch.failure
            rest = [self._file.write(work) for work, _ in batch.jobs[len(batch.staged) :]]
            self._file.commit()
            self._reported = ""
            return [*batch.staged, *rest]
        except sqlite3.OperationalError as error:
            self._file.roll_back()
            self._report(unwritable(error))
            return [Unwritable(unwritable(error)) for _ in batch.jobs]
        except Exception:
            self._file.roll_back()
            return [self._write_alone(work) for work, _ in batch.jobs]

    def _report(self, trouble: str) -> None:
        """Tell the operator once, not for every refused move."""
        if trouble != self._reported:
            self._reported = trouble
            log.error("%s", trouble)

    def _write_alone(self, work: Append | Note) -> JournalError | None:
        try:
            self._file.begin(self.now)
            outcome = self._file.write(work)
            self._file.commit()
            return outcome
        except Exception as error:
            self._file.roll_back()
            match error:
                case sqlite3.OperationalError():
                    return Unwritable(unwritable(error))
                case sqlite3.DatabaseError() if isinstance(work, Append):
                    return damaged(work.table, str(error))
                case _:
                    return JournalError(f"{_subject(work)}: this cannot be written ({error}): nothing was played")


def _subject(work: Append | Note) -> str:
    return f"table {work.table}" if isinstance(work, Append) else "the hall log"
