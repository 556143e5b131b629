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
from time import monotonic
from typing import NamedTuple, TypeAlias

from dicehall.ports import Append, HallLogRow, Head, JournalError, Loaded, Note, Uncertain, Unwritable
from dicehall.rules.public_log import LogLine
from dicehall.store.files.folder import JOURNAL, FolderLock
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.sqlite_file import refuse_older, uncertain, unwritable
from dicehall.store.journal.checks import damaged
from dicehall.store.journal.editions import is_too_old
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import InDoubt, JournalFile

log = logging.getLogger("dicehall.store")

Done: TypeAlias = Callable[[JournalError | None], None]

SAVE_TIME_EVERY = 0.9
"""Seconds; hall time is promised to be saved every second."""
FULL_BATCH = 64
"""Appends that are handed over at once: the disk works on them while the loop goes on."""
TOO_LONG = 1.0
"""Seconds: while an append waits for longer, hall time stands still."""
CONVINCED = 3
"""After a failure, how many times hall time alone must have been saved until the disk counts as writable again: it may
still have room for so little. One append is enough."""
NOT_KEPT = "the hall's disk failed while it wrote, and by now it is certain that nothing was played: try again"


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

    def __init__(self, folder: Path, noted_time: float | None = None) -> None:
        """`noted_time` is hall time as it is known from elsewhere, in case the journal's own is damaged."""
        refuse_older(folder / JOURNAL, is_too_old)
        self._lock = FolderLock(folder)
        try:
            self._file = JournalFile(folder / JOURNAL, noted_time)
        except BaseException:
            self._lock.release()
            raise
        self.reader = self._file.reader
        """For tools that have no event loop; the hall awaits what it reads."""
        self.commits_lost = self._file.commits_lost
        self._time = HallTime(self._file.opened_at)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Job] = []
        self._flush_is_due = False
        self._closed = False
        self._reported = ""
        self._mistrust = 0
        """How many more times hall time has to be saved; 0 if the disk can be written."""
        self._unanswered = 0
        self._waits_since: float | None = None
        """When the first of the jobs without an answer came, or when others were last answered."""
        self._in_doubt: list[Job] = []
        """Answered with `Uncertain`; only the thread touches it. The next commit is written over them."""
        self._turn = Lock()
        self._commits: SimpleQueue[Batch | None] = SimpleQueue()
        self._committer = Thread(target=self._commit_until_closed, name="journal", daemon=True)
        self._committer.start()

    @property
    def now(self) -> float:
        return self._time.now

    def tick(self, *, held_up: bool = False) -> float:
        waits = self._waits_since is not None and monotonic() - self._waits_since > TOO_LONG
        return self._time.tick(held_up=held_up or waits or self._mistrust > 0)

    async def heads(self) -> list[Head]:
        return self.reader.heads()

    async def load(self, table: str) -> Loaded:
        return self.reader.load(table)

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return self.reader.bodies(table, after)

    async def records(self, table: str, most: int | None = None) -> list[bytes]:
        return self.reader.records(table, most)

    async def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return self.reader.record(table, number, number_of)

    async def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        return self.reader.hall_log(after, most)

    async def public_log(self, after: int, most: int) -> list[LogLine]:
        return self.reader.public_log(after, most)

    async def last_logged(self) -> LogLine | None:
        return self.reader.last_logged()

    async def logged(self, statement: str) -> LogLine | None:
        return self.reader.logged(statement)

    def sign_with(self, key: HallKey) -> None:
        """From now on there is a public log; to be called before anything is appended."""
        with self._turn:
            line = self._file.sign_with(key)
        if line is not None and line.kind == "break":
            log.warning("the public log was interrupted, and says so in line %d: docs/public-log.md", line.number)

    def rotate(self, old: HallKey, new: HallKey) -> None:
        """Both keys sign the change."""
        with self._turn:
            self._file.rotate(old, new)

    async def seed(self, table: str) -> bytes | None:
        return self.reader.seed(table)

    def note(self, note: Note, done: Done) -> None:
        self._take(Job(note, done))

    def append(self, append: Append, done: Done) -> None:
        self._take(Job(append, done))

    def _take(self, job: Job) -> None:
        if self._closed:
            refusal = Unwritable("the hall is closing: nothing was played")
            asyncio.get_running_loop().call_soon(job.done, refusal)
            return
        self._waiting.append(job)
        self._unanswered += 1
        if self._waits_since is None:
            self._waits_since = monotonic()
        if not self._flush_is_due:
            self._flush_is_due = True
            self._loop = asyncio.get_running_loop()  # asked once a batch: it calls the system to find out
            self._loop.call_soon(self._flush)
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
        self._unanswered -= len(batch.jobs)
        self._waits_since = monotonic() if self._unanswered else None
        self._hand_over_in_turn()
        self._tell(batch.jobs, outcomes)

    def _tell(self, jobs: list[Job], outcomes: list[JournalError | None]) -> None:
        for job, outcome in zip(jobs, outcomes, strict=True):
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
        resolved = self._resolved(batch, outcomes)
        self._turn.release()
        if self._loop is None:
            return
        refusals: list[JournalError | None] = [Unwritable(NOT_KEPT) for _ in resolved]
        with suppress(RuntimeError):  # the loop is closed: nobody waits for an answer
            if resolved:
                self._loop.call_soon_threadsafe(self._tell, resolved, refusals)
            if batch.jobs or self._waiting:
                self._loop.call_soon_threadsafe(self._answer, batch, outcomes)

    def _resolved(self, batch: Batch, outcomes: list[JournalError | None]) -> list[Job]:
        """The jobs that were in doubt and are no longer, because this commit was written over them."""
        uncertain = [job for job, outcome in zip(batch.jobs, outcomes, strict=True) if isinstance(outcome, Uncertain)]
        if uncertain or not self._file.is_certain:
            self._in_doubt += uncertain
            return []
        resolved, self._in_doubt = self._in_doubt, []
        return resolved

    def _commit(self, batch: Batch) -> list[JournalError | None]:
        """A disk error fails the whole batch; any other error fails only its own append."""
        try:
            if batch.failure is not None:
                raise batch.failure
            rest = [self._file.write(work) for work, _ in batch.jobs[len(batch.staged) :]]
            self._file.commit()
            self._reported = ""
            self._mistrust = 0 if batch.jobs else max(self._mistrust - 1, 0)
            return [*batch.staged, *rest]
        except sqlite3.OperationalError as error:
            self._file.roll_back()
            self._report(unwritable(error))
            self._mistrust = CONVINCED
            return [Unwritable(unwritable(error)) for _ in batch.jobs]
        except InDoubt as doubt:
            self._report(uncertain(doubt.cause))
            self._mistrust = CONVINCED
            return [Uncertain(uncertain(doubt.cause)) for _ in batch.jobs]
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
                case InDoubt(cause=cause):
                    return Uncertain(uncertain(cause))
                case sqlite3.DatabaseError() if isinstance(work, Append):
                    return damaged(work.table, str(error))
                case _:
                    return JournalError(f"{_subject(work)}: this cannot be written ({error}): nothing was played")


def _subject(work: Append | Note) -> str:
    return f"table {work.table}" if isinstance(work, Append) else "the hall log"
