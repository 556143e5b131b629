"""The database of people and results: one SQLite file, brought up to date when it is opened."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, Executable, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from dicehall.ports import JournalError, Uncertain, Unwritable
from dicehall.store.files.any_database import PEOPLE_TURN, Rows, T
from dicehall.store.files.doubt import may_be_whole, write_over
from dicehall.store.files.erasure import erase_if_due
from dicehall.store.files.folder import PEOPLE
from dicehall.store.files.sqlite_file import connect, refuse_older, uncertain, unopenable, unwritable
from dicehall.store.files.upgrade import FORMAT, bring_up_to_date, is_too_old, migrate

log = logging.getLogger("dicehall.store")

CACHE = 2000
"""Kilobytes: people are looked up one by one, and the operating system caches what is read often."""


class Database:
    """Reads are answered at once on the event loop; writes wait for the disk in a thread of their own.

    Slow reads have a thread and a connection apart from both.
    """

    def __init__(self, folder: Path | None) -> None:
        """In memory if there is no folder, for tests: everything happens at once and in one thread."""
        self._in_memory = folder is None
        writer, reader, slow = _open(folder)
        self._writer = _engine(writer, "BEGIN IMMEDIATE").connect()
        self._reader = _engine(reader).connect()
        self._slow = _engine(slow).connect()
        self._files = (writer, reader, slow)
        self._turn = Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="people")
        self._slow_thread = ThreadPoolExecutor(1, thread_name_prefix="slow-reads")
        self._closed = False

    def close(self) -> None:
        """Finish pending writes, and leave a single file behind."""
        self._closed = True
        self._slow_thread.shutdown(cancel_futures=True)
        self._thread.shutdown()
        erase_if_due(self._files[0])
        for connection in (self._slow, self._reader, self._writer):
            connection.close()
        for file in self._files:
            file.close()

    async def read(self, statement: Executable) -> Rows:
        """For quick reads: the event loop waits."""
        return self.read_now(statement)

    def read_now(self, statement: Executable) -> Rows:
        return _read(self._reader, statement)

    async def read_slowly(self, statement: Executable) -> Rows:
        """For reads of more than a few rows: one at a time, while everything else goes on."""
        if self._in_memory or self._closed:
            return self.read_now(statement)
        return await asyncio.get_running_loop().run_in_executor(self._slow_thread, _read, self._slow, statement)

    async def write(
        self, work: Callable[[Connection], T], after: Callable[[], None] | None = None, *, turn: str = PEOPLE_TURN
    ) -> T:
        """One transaction in the writing thread, on the disk when it returns; all turns are one here.

        It is done even if the caller is cancelled. `after` is called in that thread, whether it succeeded or not.
        """
        if self._in_memory:
            return self.write_now(work, after)
        self._refuse_when_closed()
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, self.write_now, work, after))

    def write_now(self, work: Callable[[Connection], T], after: Callable[[], None] | None = None) -> T:
        """Like `write`, but the caller waits: for the start of a hall, and for tools."""
        try:
            with self._turn:
                return self._in_one_transaction(work)
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise Unwritable(unwritable(_cause(error), "nothing was kept")) from error
        finally:
            if after is not None:
                after()

    def _in_one_transaction(self, work: Callable[[Connection], T]) -> T:
        transaction = self._writer.begin()
        try:
            result = work(self._writer)
        except BaseException:
            transaction.rollback()
            raise
        try:
            transaction.commit()
        except DBAPIError as error:
            transaction.rollback()
            if not write_over(self._files[0]) and may_be_whole(_cause(error)):
                raise Uncertain(uncertain(_cause(error), "was kept")) from error
            raise
        return result

    def write_later(self, work: Callable[[Connection], object], after: Callable[[], None] | None = None) -> None:
        """In the background; if it fails, only the operator is told."""
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

    async def erase_deleted(self) -> None:
        """If personal data was deleted, rewrite the file without it."""
        if self._in_memory:
            return
        self._refuse_when_closed()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._erase_deleted)

    def _erase_deleted(self) -> None:
        with self._turn:
            erase_if_due(self._files[0])


def _read(connection: Connection, statement: Executable) -> Rows:
    try:
        return list(connection.execute(statement))
    except DBAPIError as error:
        raise JournalError(
            f"the database of people cannot be read ({error.orig}): put a backup of {PEOPLE} in its place"
        ) from error


def _open(folder: Path | None) -> tuple[sqlite3.Connection, sqlite3.Connection, sqlite3.Connection]:
    """One connection that writes and two that read; in memory they are the same."""
    if folder is None:
        only = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _prepare(only, Path(PEOPLE))
        return only, only, only
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used ({error.strerror}): give the hall another folder") from error
    path = folder / PEOPLE
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
    """Deleted rows are overwritten, since they are about people; foreign keys are enforced."""
    file.execute("PRAGMA secure_delete = ON")
    with _engine(file, "BEGIN IMMEDIATE").connect() as connection:
        bring_up_to_date(connection, path)
    file.execute("PRAGMA foreign_keys = ON")
    erase_if_due(file)


def make_people(file: sqlite3.Connection, revision: str) -> None:
    """The tables as one migration leaves them, in an empty file."""
    with _engine(file, "BEGIN IMMEDIATE").connect() as connection, connection.begin():
        migrate(connection, revision)
    file.execute(f"PRAGMA user_version = {FORMAT}")


def _engine(file: sqlite3.Connection, begin: str | None = None) -> Engine:
    """SQLAlchemy over an open connection that begins no transaction by itself."""
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
    if begin is not None:
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _cause(error: DBAPIError) -> sqlite3.Error:
    return error.orig if isinstance(error.orig, sqlite3.Error) else sqlite3.DatabaseError(str(error))
