"""Writing the journal: what an append puts into its tables.

Appends are stored in the order of their arrival, each pointing to the one before it at the same table. A batch then
fills a page or two; sorted by table it would touch, and flush, a page for every table that moved.
"""

import logging
import sqlite3
import zlib
from contextlib import suppress
from pathlib import Path

from dicehall.ports import Append, Conflict, Note
from dicehall.store.files.sqlite_file import open_file, unopenable
from dicehall.store.journal.checks import conflict, seal
from dicehall.store.journal.editions import EDITIONS
from dicehall.store.journal.reader import JournalReader
from dicehall.store.journal.wal_check import commits_lost

log = logging.getLogger("dicehall.store")

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


class JournalFile:
    """Writes with one connection; its reader has another, so that a table can be loaded during a commit."""

    def __init__(self, path: Path) -> None:
        self._writer, reading = open_file(path, EDITIONS)
        self.reader = JournalReader(reading)
        try:
            self._writer.execute("PRAGMA busy_timeout = 0")  # it writes on the event loop, which must not wait
            self.reader.heads()
            self.opened_at = self.reader.hall_time
            if (lost := commits_lost(self._writer, path)) > 1:
                log.error(
                    "%s-wal is damaged: %d commits in it cannot be read, and their tables are as they were before; "
                    "a backup may have more",
                    path, lost,
                )  # fmt: skip
        except sqlite3.Error as error:
            self.close()
            raise unopenable(path, error) from error

    # Begin, write any number of times, then commit or roll back.

    def begin(self, now: float) -> None:
        """Hall time is saved with every transaction, so it never falls behind what is written."""
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.execute("UPDATE meta SET value = ? WHERE key = 'hall time'", (now,))

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
        execute = self._writer.execute
        if expected == 0:
            execute("INSERT OR IGNORE INTO heads VALUES (?, 0, NULL, NULL)", (table,))
        if execute(APPEND, (expected + 1, last, body, seal(body, last), table, expected)).rowcount != 1:
            return conflict(table, expected)
        execute(MOVE_HEAD, (last, append.due, table))
        if append.record is not None:
            execute(RECORD, (table, zlib.compress(append.record)))
        if append.seed is not None:
            execute("INSERT OR REPLACE INTO seeds VALUES (?, ?)", (table, append.seed))
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
        self._writer.execute("COMMIT")

    def roll_back(self) -> None:
        """After some errors SQLite has rolled back by itself."""
        if self._writer.in_transaction:
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")

    def close(self) -> None:
        """The last connection to close moves the write-ahead file into the main one."""
        self.reader.close()
        self._writer.close()
