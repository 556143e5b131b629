"""The journal on disk: whatever is waiting is committed together, so that many tables share one flush of the disk.

Rows are staged on the event loop and only the commit, which waits for the disk, runs in a thread: a thread that
executed every small statement would fight the loop for the interpreter's lock at each of them.
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

from dicehall.ports import Append, Head, JournalError, Loaded, Note, Noted, Unwritable
from dicehall.store.files.folder import FolderLock, refuse_older, unwritable
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import Ledger, damaged, is_too_old

log = logging.getLogger("dicehall.store")

Done: TypeAlias = Callable[[JournalError | None], None]

SAVE_TIME_EVERY = 0.9
"""Seconds; hall time is promised to be saved every second."""
ENOUGH = 64
"""So many appends do not wait for the loop to come round: the disk works on them while the loop goes on."""


class Job(NamedTuple):
    work: Append | Note
    done: Done


class Batch(NamedTuple):
    jobs: list[Job]
    staged: list[JournalError | None]
    """What became of the first of them; the rest is left to the thread."""
    failure: Exception | None
    """What staging ran into."""


class DiskJournal:
    """Belongs to one event loop at a time; its own thread touches the ledger only while it holds the turn."""

    def __init__(self, folder: Path) -> None:
        refuse_older(folder / "journal.db", is_too_old)
        self._lock = FolderLock(folder)
        try:
            self._ledger = Ledger(folder / "journal.db")
        except BaseException:
            self._lock.release()
            raise
        self._time = HallTime(self._ledger.opened_at)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Job] = []
        self._flush_is_due = False
        self._closed = False
        self._complained = ""
        self._turn = Lock()
        self._commits: SimpleQueue[Batch | None] = SimpleQueue()
        self._committer = Thread(target=self._commit_until_closed, name="journal", daemon=True)
        self._committer.start()

    @property
    def now(self) -> float:
        return self._time.now

    def heads(self) -> list[Head]:
        return self._ledger.heads()

    def load(self, table: str) -> Loaded:
        return self._ledger.load(table)

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return self._ledger.bodies(table, after)

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        return self._ledger.records(table, most)

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return self._ledger.record(table, number, number_of)

    def chronicle(self, after: int, most: int) -> list[Noted]:
        return self._ledger.chronicle(after, most)

    def seed(self, table: str) -> bytes | None:
        return self._ledger.seed(table)

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
        if len(self._waiting) >= ENOUGH:
            self._hand_over_in_turn()

    def close(self) -> None:
        """Write what is waiting, save hall time, and leave one whole file and a free folder behind."""
        if self._closed:
            return
        self._closed = True
        self._turn.acquire()
        self._hand_over()
        self._commits.put(None)
        self._committer.join()
        self._ledger.close()
        self._lock.release()

    # On the event loop.

    def _flush(self) -> None:
        self._flush_is_due = False
        self._hand_over_in_turn()

    def _hand_over_in_turn(self) -> None:
        """While a commit is on its way everything waits; its end comes back here."""
        if self._waiting and self._turn.acquire(blocking=False):
            self._hand_over()

    def _hand_over(self) -> None:
        """Stage what is waiting, and let the thread commit it and give the turn back.

        To forget a long table takes a while, so from the first that closes on staging is left to the thread as well.
        """
        jobs, self._waiting = self._waiting, []
        staged: list[JournalError | None] = []
        failure = None
        try:
            self._ledger.begin(self.now)
            for work, _ in jobs:
                if isinstance(work, Append) and work.closes:
                    break
                staged.append(self._ledger.write(work))
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
                    {"message": f"after an append to {_place(job.work)}", "exception": error}
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
            self._ledger.begin(self.now)
        except sqlite3.Error as error:
            return error
        return None

    def _finish(self, batch: Batch) -> None:
        outcomes = self._commit(batch)
        self._turn.release()
        if self._loop is not None and (batch.jobs or self._waiting):
            with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer any more
                self._loop.call_soon_threadsafe(self._answer, batch, outcomes)

    def _commit(self, batch: Batch) -> list[JournalError | None]:
        """A disk that cannot be written refuses all of it; any other fault is one append's own."""
        try:
            if batch.failure is not None:
                raise batch.failure
            rest = [self._ledger.write(work) for work, _ in batch.jobs[len(batch.staged) :]]
            self._ledger.commit()
            self._complained = ""
            return [*batch.staged, *rest]
        except sqlite3.OperationalError as error:
            self._ledger.roll_back()
            self._complain(unwritable(error))
            return [Unwritable(unwritable(error)) for _ in batch.jobs]
        except Exception:
            self._ledger.roll_back()
            return [self._write_alone(work) for work, _ in batch.jobs]

    def _complain(self, trouble: str) -> None:
        """Whoever runs the hall is told once, and not again for every move that is refused."""
        if trouble != self._complained:
            self._complained = trouble
            log.error("%s", trouble)

    def _write_alone(self, work: Append | Note) -> JournalError | None:
        try:
            self._ledger.begin(self.now)
            outcome = self._ledger.write(work)
            self._ledger.commit()
            return outcome
        except Exception as error:
            self._ledger.roll_back()
            match error:
                case sqlite3.OperationalError():
                    return Unwritable(unwritable(error))
                case sqlite3.DatabaseError() if isinstance(work, Append):
                    return damaged(work.table, str(error))
                case _:
                    return JournalError(f"{_place(work)}: this cannot be written ({error}): nothing was played")


def _place(work: Append | Note) -> str:
    return f"table {work.table}" if isinstance(work, Append) else "the chronicle"
