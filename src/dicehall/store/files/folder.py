"""The folder in which one hall, and only one, keeps its files."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from dicehall.ports import JournalError

SMALLEST = 512
"""Bytes of the smallest page. SQLite takes a stump of less for an empty database, and would write over it."""

Edition: TypeAlias = str | Callable[[sqlite3.Connection], None]
"""What brings a file from one format to the next: SQL, or a function where SQL is not enough."""


class FolderLock:
    """Held until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / "hall.lock"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalError(
                f"the hall cannot use the folder {folder} ({error.strerror}): "
                "give it a folder in which it may write, or repair the rights of this one"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise JournalError(
                f"the folder {folder} is in use by another hall{f' (process {holder})' if holder else ''}: "
                "stop that one first, or give this one a folder of its own"
            ) from error
        self._note_holder()

    def _note_holder(self) -> None:
        """The process id only helps whoever is refused, so a full disk may prevent it."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        os.close(self._file)


def open_file(path: Path, editions: Mapping[int, Edition]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """One connection that writes and one that reads, so that nobody who reads waits for the disk.

    A file of an earlier edition is brought up to the last one.
    """
    with ExitStack() as undo:
        try:
            writer = undo.enter_context(closing(connect(path)))
            _prepare(writer, path, editions)
            reader = undo.enter_context(closing(connect(path)))
            reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise unopenable(path, error) from error
        undo.pop_all()
        return writer, reader


def connect(path: Path, cache: int = 8000) -> sqlite3.Connection:
    """Write-ahead, and on the disk before a commit returns; at most so many kilobytes of it stay in memory."""
    if path.exists() and 0 < path.stat().st_size < SMALLEST:
        raise sqlite3.DatabaseError("it is cut short")
    keep_private(path)
    connection = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise sqlite3.OperationalError("this file system takes no write-ahead log")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{cache}")
        connection.execute("PRAGMA journal_size_limit = 67108864")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, editions: Mapping[int, Edition]) -> None:
    """Make the tables that are missing; refuse the file of a newer program, or of another one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    known = max(editions)
    if found > known:
        raise newer(path, found, known)
    if found == 0 and connection.execute("SELECT name FROM sqlite_master").fetchone():
        raise sqlite3.DatabaseError("it holds tables of another program")
    if found == known:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for edition, change in editions.items():
            if edition <= found:
                continue
            if callable(change):
                change(connection)
            else:
                for statement in change.split(";"):
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {known}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def read_only(path: Path) -> sqlite3.Connection:
    """Beside a hall that runs; nothing is changed."""
    connection = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def still(path: Path) -> sqlite3.Connection:
    """A file that nobody writes to meanwhile; no files come up beside it."""
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1", uri=True)


def look_at(path: Path) -> sqlite3.Connection:
    """A hall that runs has a write-ahead file; one that was closed gets none from a look."""
    connection = read_only(path) if path.with_name(f"{path.name}-wal").exists() else still(path)
    connection.isolation_level = None
    return connection


def refuse_older(path: Path, is_too_old: Callable[[sqlite3.Connection], bool]) -> None:
    """Before anything is opened for writing, since even a checkpoint would touch the file."""
    with suppress(sqlite3.Error, OSError):  # opening it says what is wrong with it
        if path.exists():
            with closing(look_at(path)) as file:
                if is_too_old(file):
                    raise older(path)


def older(path: Path) -> JournalError:
    return JournalError(
        f"{path} was written by a Dicehall from before the first release, which this program cannot read: "
        "nothing was changed; give this hall another folder, or open this one with the program that wrote it"
    )


def newer(path: Path, found: object, known: object) -> JournalError:
    return JournalError(
        f"{path} was written by a newer Dicehall (its format is {found}, this program knows {known}): "
        "update Dicehall, or give this hall another folder"
    )


def keep_private(path: Path) -> None:
    """Nobody else on the machine may read it: the secrets of running games are in there, and how people log in.

    What SQLite puts beside it has the same rights. A file that is there is never opened here: to close it again would
    let go of all locks that this process holds on it, and another program could take the write-ahead file away.
    """
    with suppress(OSError):  # where it cannot be had, opening says why
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for file in path.parent.glob(f"{path.name}*"):
            file.chmod(0o600)


def unopenable(path: Path, error: sqlite3.Error) -> JournalError:
    """One clear text for a file that is no database, is torn, or cannot be reached."""
    if isinstance(error, sqlite3.OperationalError):
        return JournalError(
            f"{path} cannot be opened ({error}): "
            "see that the disk has space and that the folder and its files are yours to write"
        )
    return JournalError(
        f"{path} is damaged or is not a file of Dicehall ({error}): "
        "put a backup in its place, or move it and its -wal file away to begin with an empty one"
    )


def unwritable(error: sqlite3.Error, outcome: str = "nothing was played") -> str:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has locked the hall's files ({error}): {outcome}; close that program and try again"
    return f"the hall cannot write to its disk ({error}): {outcome}; free some space and try again"
