"""Opening a SQLite file of the hall for writing: durable, private, in today's format, or refused with a clear error."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeAlias

from dicehall.ports import JournalError
from dicehall.store.files.read_only import open_either

SMALLEST = 512
"""Bytes of the smallest page. SQLite takes a shorter file for an empty database, and would overwrite it."""

Edition: TypeAlias = str | Callable[[sqlite3.Connection], None]
"""What brings a file from one format to the next: SQL, or a function where SQL is not enough."""


def open_file(path: Path, editions: Mapping[int, Edition]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """One connection that writes and one that reads, so that readers never wait for the disk.

    A file of an earlier edition is upgraded to the last one.
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
    """With a write-ahead log; commits are on the disk when they return. The cache is in kilobytes."""
    if path.exists() and 0 < path.stat().st_size < SMALLEST:
        raise sqlite3.DatabaseError("it is cut short")
    keep_private(path)
    connection = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise sqlite3.OperationalError("this file system does not support a write-ahead log")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{cache}")
        connection.execute("PRAGMA journal_size_limit = 67108864")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, editions: Mapping[int, Edition]) -> None:
    """Create or upgrade the tables; refuse the file of a newer program, or of another one."""
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
            if edition > found:
                apply(connection, change)
        connection.execute(f"PRAGMA user_version = {known}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def apply(connection: sqlite3.Connection, change: Edition) -> None:
    if callable(change):
        change(connection)
    else:
        for statement in change.split(";"):
            connection.execute(statement)


def keep_private(path: Path) -> None:
    """Nobody else on the machine may read it: it holds the secrets of running games, and how people sign in.

    Files that SQLite creates next to it get the same permissions. An existing file is never opened here: closing it
    would release all locks that this process holds on it, and another program could remove the write-ahead file.
    """
    with suppress(OSError):  # opening the file says what is wrong
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for file in path.parent.glob(f"{path.name}*"):
            file.chmod(0o600)


# Files that are refused


def refuse_older(path: Path, is_too_old: Callable[[sqlite3.Connection], bool]) -> None:
    """Before anything is opened for writing, since even a checkpoint would touch the file."""
    with suppress(sqlite3.Error, OSError):  # opening the file says what is wrong
        if path.exists():
            with closing(open_either(path)) as file:
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


def unopenable(path: Path, error: sqlite3.Error) -> JournalError:
    """For a file that is not a database, is damaged, or cannot be reached."""
    if isinstance(error, sqlite3.OperationalError):
        return JournalError(
            f"{path} cannot be opened ({error}): "
            "check that the disk has space and that you can write to the folder and its files"
        )
    return JournalError(
        f"{path} is damaged or is not a file of Dicehall ({error}): "
        "put a backup in its place, or move it and its -wal file away to start with an empty one"
    )


def uncertain(error: sqlite3.Error, outcome: str = "was played") -> str:
    return f"the hall's disk failed while it wrote ({error}): the hall does not know yet whether this {outcome}"


def unwritable(error: sqlite3.Error, outcome: str = "nothing was played") -> str:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has locked the hall's files ({error}): {outcome}; close that program and try again"
    return f"the hall cannot write to its disk ({error}): {outcome}; free some space and try again"
