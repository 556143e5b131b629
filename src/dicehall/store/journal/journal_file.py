"""Writing the journal: what an append puts into its tables.

Appends are stored in the order of their arrival, each pointing to the one before it at the same table. A batch then
fills a page or two; sorted by table it would touch, and flush, a page for every table that moved.
"""

import logging
import math
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import astuple

from dicehall.ports import Append, Conflict, Note, Unwritable
from dicehall.rules.public_log import LogLine
from dicehall.store.files.doubt import may_be_whole, roll_back, write_over
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.sqlite_file import open_file, unopenable, unwritable
from dicehall.store.journal.checks import conflict, seal
from dicehall.store.journal.editions import EDITIONS
from dicehall.store.journal.hall_time import believable
from dicehall.store.journal.public_log import add_line, open_log, rotate_key
from dicehall.store.journal.reader import JournalReader
from dicehall.store.journal.wal_check import commits_lost

log = logging.getLogger("dicehall.store")

T = TypeVar("T")

APPEND = """
INSERT INTO appends (name, previous, first, last, body, crc)
SELECT name, tail, ?, ?, ?, ? FROM heads WHERE name = ? AND version = ?
"""
RECORD = "INSERT INTO records (name, body) VALUES (?, ?)"
MOVE_HEAD = "UPDATE heads SET version = ?, due = ?, tail = last_insert_rowid() WHERE name = ?"
DELETE_TABLE = """
DELETE FROM appends WHERE number IN (
    WITH RECURSIVE chain AS (
        SELECT number, previous, name FROM appends WHERE number = (SELECT tail FROM heads WHERE name = ?)
        UNION ALL
        SELECT earlier.number, earlier.previous, earlier.name FROM chain JOIN appends AS earlier
        ON earlier.number = chain.previous AND earlier.number < chain.number AND earlier.name = chain.name
    ) SELECT number FROM chain
)
"""


class InDoubt(Exception):
    def __init__(self, cause: sqlite3.Error) -> None:
        super().__init__(str(cause))
        self.cause = cause


class JournalFile:
    """Writes with one connection; its reader has another, so that a table can be loaded during a commit."""

    def __init__(self, path: Path, noted_time: float | None = None) -> None:
        self._writer, reading = open_file(path, EDITIONS)
        self._execute = self._writer.cursor().execute
        """For what every append does: the connection's own would make a new cursor each time."""
        self.reader = JournalReader(reading)
        self._key: HallKey | None = None
        self.is_certain = True
        """Whether nothing is in the file but what was answered: false from a commit in doubt to the next that works."""
        try:
            self._writer.execute("PRAGMA busy_timeout = 0")  # it writes on the event loop, which must not wait
            self.reader.heads()
            self.opened_at = believable(self.reader.saved_hall_time, noted_time)
            if not math.isfinite(self.opened_at):
                raise sqlite3.DatabaseError(f"its hall time is {self.opened_at}")
            self.commits_lost = lost = commits_lost(self._writer, path)
            if lost > 1:
                log.error(
                    "%s-wal is damaged: %d commits in it cannot be read, and their tables are as they were before; "
                    "a backup may have more",
                    path, lost,
                )  # fmt: skip
        except sqlite3.Error as error:
            self.close()
            raise unopenable(path, error) from error

    def sign_with(self, key: HallKey) -> LogLine | None:
        """From now on statements are logged; the line that says so if the key is new, or a backup was restored."""
        self._key = key
        return self._alone(lambda: open_log(self._writer, key))

    def rotate(self, old: HallKey, new: HallKey) -> None:
        self._alone(lambda: rotate_key(self._writer, old, new))
        self._key = new

    def _alone(self, write: Callable[[], T]) -> T:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            written = write()
            self.commit()
        except sqlite3.Error as error:
            self.roll_back()
            raise Unwritable(unwritable(error, "nothing was logged")) from error
        except InDoubt as doubt:
            raise Unwritable(unwritable(doubt.cause, "open the hall again")) from doubt
        except BaseException:
            self.roll_back()
            raise
        return written

    # Begin, write any number of times, then commit or roll back.

    def begin(self, now: float) -> None:
        """Hall time is saved with every transaction, so it never falls behind what is written."""
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.execute("INSERT OR REPLACE INTO meta VALUES ('hall time', ?)", (now,))

    def write(self, job: Append | Note) -> Conflict | None:
        if isinstance(job, Append):
            return self.append(job)
        self._writer.execute(RECORD, ("", zlib.compress(job.body)))
        return None

    def append(self, append: Append) -> Conflict | None:
        """Add the row if the head is at the expected version, then move the head; a conflict leaves nothing behind."""
        table, expected, body = append.table, append.expected, append.body
        last = expected + append.count
        if last <= expected:
            raise ValueError("it holds no entries")
        execute = self._execute
        if expected == 0:
            execute("INSERT OR IGNORE INTO heads VALUES (?, 0, NULL, NULL)", (table,))
        if execute(APPEND, (expected + 1, last, body, seal(body, last), table, expected)).rowcount != 1:
            return conflict(table, expected)
        execute(MOVE_HEAD, (last, append.due, table))
        if append.record is not None:
            execute(RECORD, (table, zlib.compress(append.record)))
        if append.seed is not None:
            execute("INSERT OR REPLACE INTO seeds VALUES (?, ?)", (table, append.seed))
        if self._key is not None:
            for kind, statement in map(astuple, append.statements):
                add_line(self._writer, self._key, kind, statement)
        if append.closes:
            self._delete(table)
        elif (snapshot := append.snapshot) is not None:
            row = (table, last, snapshot, seal(snapshot, last))
            execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)
        return None

    def _delete(self, table: str) -> None:
        """Rows that damage has cut off from the tail stay behind, which is harmless."""
        try:
            self._writer.execute(DELETE_TABLE, (table,))
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
        self._writer.execute("DELETE FROM heads WHERE name = ?", (table,))
        self._writer.execute("DELETE FROM snapshots WHERE name = ?", (table,))
        self._writer.execute("DELETE FROM seeds WHERE name = ?", (table,))

    def commit(self) -> None:
        """Raises `InDoubt` if it failed and might be there after a restart."""
        try:
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            self.is_certain = write_over(self._writer) or (self.is_certain and not may_be_whole(error))
            if not self.is_certain and may_be_whole(error):
                raise InDoubt(error) from error
            raise
        self.is_certain = True

    def roll_back(self) -> None:
        roll_back(self._writer)

    def close(self) -> None:
        """The last connection to close moves the write-ahead file into the main one."""
        self.reader.close()
        self._writer.close()
