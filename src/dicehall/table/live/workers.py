"""Processes that work for the hall: few, started when they are first needed, and replaced when one dies or hangs."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeVar

from dicehall.ports.workers import WorkLost

log = logging.getLogger("dicehall.table")

T = TypeVar("T")

MOST: Final = 2
"""Processes, however many cores there are: each has its own copy of the bots."""
NICENESS: Final = 10
"""The hall itself goes first."""
PATIENCE: Final = 10.0
"""Seconds without any answer, while some is due, after which processes are taken to hang."""
STARTING: Final = 60.0
"""The same before the first answer of new processes: a slow machine takes its time to start them."""
ATTEMPTS: Final = 3


class Processes:
    def __init__(self, most: int | None = None, patience: float = PATIENCE) -> None:
        self._most = most or max(1, min(MOST, (os.cpu_count() or 1) - 1))
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._due: set[asyncio.Future[Any]] = set()
        self._last_answer = 0.0
        self._has_answered = False
        """Whether the processes that run now have ever answered."""
        self._stopped = False

    @property
    def pids(self) -> list[int]:
        """Of the processes that run now."""
        return [] if self._pool is None else list(self._pool._processes or ())

    def submit(self, function: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        if not self._due:
            self._last_answer = monotonic()
        work = asyncio.ensure_future(self._done(function, given))
        self._due.add(work)
        work.add_done_callback(self._due.discard)
        if self._stopped:
            work.cancel()
        return work

    def stop(self) -> None:
        self._stopped = True
        for work in self._due:
            work.cancel()
        self._end(self._pool)

    async def _done(self, function: Callable[..., T], given: tuple[Any, ...]) -> T:
        for _ in range(ATTEMPTS):
            try:
                pool = self._running()
                future = pool.submit(function, *given)
            except OSError as error:
                raise WorkLost(f"no process could be started: {error}") from error
            except BrokenExecutor:
                self._replace(pool)
                continue
            try:
                return await self._answer(pool, future)
            except BrokenExecutor:
                self._replace(pool)
        raise WorkLost(f"the process that worked on it died or hung {ATTEMPTS} times")

    async def _answer(self, pool: ProcessPoolExecutor, future: Future[T]) -> T:
        waiting = asyncio.wrap_future(future)
        while True:
            done, _ = await asyncio.wait({waiting}, timeout=self._patience)
            if done:
                self._last_answer = monotonic()
                self._has_answered = self._has_answered or pool is self._pool
                return waiting.result()
            patience = self._patience if self._has_answered else STARTING
            if pool is self._pool and monotonic() - self._last_answer >= patience:
                log.warning("no thinking process has answered for %.0f s; they are ended", patience)
                self._last_answer = monotonic()
                _kill(pool)  # what it owes breaks, and is tried again

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._has_answered = False
            self._pool = ProcessPoolExecutor(self._most, get_context("spawn"), initializer=_begin)
        return self._pool

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Everyone who waits is told that it broke; the first of them says so and makes room for a new one."""
        if broken is self._pool:
            log.warning("a thinking process has died; another takes its place, and its work is done again")
            self._end(broken)

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        self._pool = None
        if pool is not None:
            _kill(pool)
            pool.shutdown(wait=False, cancel_futures=True)


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()


# In the processes


def _begin() -> None:
    """Ctrl-C and a service manager signal all processes; only the hall listens, and ends these when it ends.

    Each has a session of its own, because Linux deals out its cores by sessions: in the hall's it would use up the
    hall's share, however nice it is.
    """
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    if sys.platform != "win32":
        with suppress(OSError):
            os.setsid()
            os.nice(NICENESS)
    Thread(target=_end_with_the_hall, daemon=True).start()


def _end_with_the_hall() -> None:
    """However it ended: a hall that was killed leaves nobody behind."""
    hall = parent_process()
    assert hall is not None
    hall.join()
    os._exit(0)
