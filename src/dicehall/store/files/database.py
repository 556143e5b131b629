"""The database of people and results: one SQLite file, brought up to date when it is opened."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from dicehall.ports import JournalError, Unwritable
from dicehall.store.files.folder import connect, refuse_older, unopenable, unwritable
from dicehall.store.files.upgrade import bring_up_to_date, is_too_old
from dicehall.store.people.erasure import wipe_if_due

log = logging.getLogger("dicehall.store")

FILE = "people.db"
T = TypeVar("T")
Rows: TypeAlias = list[Row[*tuple[Any, ...]]]


CACHE = 2000
"""Kilobytes: people are looked up one by one, and the system keeps what is read often."""


class Database:
    """Whoever reads is answered at once on the event loop; writes wait for the disk in a thread of their own.

    Questions that take their time have a thread and a connection apart from both.
    """

    def __init__(self, folder: Path | None) -> None:
        """In memory where there is no folder, for tests: everything happens at once and in the one thread."""
        self._in_memory = folder is None
        writer, reader, slow = _open(folder)
        self._writer = _engine(writer, "BEGIN IMMEDIATE").connect()
        self._reader = _engine(reader).connect()
        self._slow = _engine(slow).connect()
        self._files = (writer, reader, slow)
        self._turn = Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="people")
        self._slow_thread = ThreadPoolExecutor(1, thread_name_prefix="questions")
        self._closed = False

    def close(self) -> None:
        """Write what is waiting, and leave one whole file behind."""
        self._closed = True
        self._slow_thread.shutdown(cancel_futures=True)
        self._thread.shutdown()
        wipe_if_due(self._files[0])
        for connection in (self._slow, self._reader, self._writer):
            connection.close()
        for file in self._files:
            file.close()

    def read(self, statement: Executable) -> Rows:
        """For quick questions: the event loop waits."""
        return _read(self._reader, statement)

    async def read_slowly(self, statement: Executable) -> Rows:
        """For questions about more than a few rows: one at a time, and nobody else waits for them."""
        if self._in_memory or self._closed:
            return self.read(statement)
        return await asyncio.get_running_loop().run_in_executor(self._slow_thread, _read, self._slow, statement)

    async def write(self, work: Callable[[Connection], T], after: Callable[[], None] | None = None) -> T:
        """One transaction in the writing thread, on the disk when it returns.

        It is done also where nobody waits for it any more; then `after` is called there, whatever has become of it.
        """
        if self._in_memory:
            return self.write_now(work, after)
        self._refuse_when_closed()
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, self.write_now, work, after))

    def write_now(self, work: Callable[[Connection], T], after: Callable[[], None] | None = None) -> T:
        """As `write`, for those who can wait: when a hall starts, and for tools."""
        try:
            with self._turn, self._writer.begin():
                return work(self._writer)
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise Unwritable(unwritable(_cause(error), "nothing was kept")) from error
        finally:
            if after is not None:
                after()

    def write_later(self, work: Callable[[Connection], object], after: Callable[[], None] | None = None) -> None:
        """When there is time; nobody waits, and should it fail only whoever runs the hall is told."""
        if self._in_memory:
            self._try(work, after)
        elif not self._closed:
            self._thread.submit(self._try, work, after)

    def _try(self, work: Callable[[Connection], object], after: Callable[[], None] | None) -> None:
        try:
            self.write_now(work, after)
        except Exception as error:
            log.warning("%s", error)

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise Unwritable("the hall is closing: nothing was kept")

    async def wipe(self) -> None:
        """If anything was forgotten, write the file anew without it."""
        if self._in_memory:
            return
        self._refuse_when_closed()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._wipe)

    def _wipe(self) -> None:
        with self._turn:
            wipe_if_due(self._files[0])


def _read(connection: Connection, statement: Executable) -> Rows:
    try:
        return list(connection.execute(statement))
    except DBAPIError as error:
        raise JournalError(
            f"the book of people cannot be read ({error.orig}): put a backup of {FILE} in its place"
        ) from error


def _open(folder: Path | None) -> tuple[sqlite3.Connection, sqlite3.Connection, sqlite3.Connection]:
    """One connection that writes and two that read; in memory they are the same."""
    if folder is None:
        only = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _prepare(only, Path(FILE))
        return only, only, only
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used ({error.strerror}): give the hall another folder") from error
    path = folder / FILE
    refuse_older(path, is_too_old)
    with ExitStack() as undo:
        try:
            writer = undo.enter_context(closing(connect(path, CACHE)))
            _prepare(writer, path)
            reader, slow = (undo.enter_context(closing(connect(path, CACHE))) for _ in range(2))
            for each in (reader, slow):
                each.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise unopenable(path, error) from error
        except DBAPIError as error:
            raise unopenable(path, _cause(error)) from error
        undo.pop_all()
        return writer, reader, slow


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    """Whatever is deleted here is overwritten, for it is about people; foreign keys hold from here on."""
    file.execute("PRAGMA secure_delete = ON")
    with _engine(file, "BEGIN IMMEDIATE").connect() as connection:
        bring_up_to_date(connection, path)
    file.execute("PRAGMA foreign_keys = ON")
    wipe_if_due(file)


def _engine(file: sqlite3.Connection, begin: str | None = None) -> Engine:
    """SQLAlchemy over a connection that is open already and begins no transaction by itself."""
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
    if begin is not None:
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _cause(error: DBAPIError) -> sqlite3.Error:
    return error.orig if isinstance(error.orig, sqlite3.Error) else sqlite3.DatabaseError(str(error))
