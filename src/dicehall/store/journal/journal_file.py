"""The journal's tables in SQLite: what is written for an append, and how a table is read back and mistrusted.

Appends lie in the order of their arrival, each pointing to the one before it at the same table. A batch then fills
a page or two; sorted by table it would touch, and flush, a page for every table that moved.
"""

import logging
import math
import sqlite3
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dicehall.ports import Append, Conflict, Damaged, Head, Loaded, Note, Noted
from dicehall.store.files.folder import Edition, open_file, unopenable
from dicehall.store.journal.wal_check import commits_lost

log = logging.getLogger("dicehall.store")

SCHEMA = """
CREATE TABLE heads (name TEXT PRIMARY KEY, version INTEGER NOT NULL, due REAL, tail INTEGER) WITHOUT ROWID;
CREATE TABLE appends (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, previous INTEGER,
    first INTEGER NOT NULL, last INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE snapshots (name TEXT PRIMARY KEY, version INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE records (number INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL);
CREATE INDEX records_of_a_table ON records (name);
CREATE TABLE meta (key TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('hall time', 0.0);
CREATE TABLE seeds (name TEXT PRIMARY KEY, seed BLOB NOT NULL) WITHOUT ROWID;
"""

RENAMED_IN_LOGS = (
    (b'{"type":"owned"', b'{"type":"host_changed"'),
    (b'{"type":"opened","owner":', b'{"type":"opened","host":'),
    (b'"by":"owner"', b'"by":"host"'),
)
RENAMED_IN_SNAPSHOTS = ((b'"owner":', b'"host":'), (b'"chairs":', b'"seated":'))


def owners_become_hosts(connection: sqlite3.Connection) -> None:
    """Logs and snapshots say what they said before, in today's words; what is damaged stays as it is."""
    for table, key, last, renamed in (
        ("appends", "number", "last", RENAMED_IN_LOGS),
        ("snapshots", "name", "version", RENAMED_IN_SNAPSHOTS),
    ):
        found = " OR ".join("instr(body, ?)" for _ in renamed)
        rows = connection.execute(
            f"SELECT {key}, {last}, body, crc FROM {table} WHERE typeof(body) = 'blob' AND ({found})",
            [old for old, _ in renamed],
        ).fetchall()
        for row, version, body, crc in rows:
            new = body
            for old_word, new_word in renamed:
                new = new.replace(old_word, new_word)
            if seal(body, version) == crc:
                update = f"UPDATE {table} SET body = ?, crc = ? WHERE {key} = ?"
                connection.execute(update, (new, seal(new, version), row))


EDITIONS: dict[int, Edition] = {2: SCHEMA, 3: owners_become_hosts}
"""What a file needs to get to each edition from the one before; the first makes a new one."""

APPEND = """
INSERT INTO appends (name, previous, first, last, body, crc)
SELECT name, tail, ?, ?, ?, ? FROM heads WHERE name = ? AND version = ?
"""
RECORD = "INSERT INTO records (name, body) VALUES (?, ?)"
MOVE_HEAD = "UPDATE heads SET version = ?, due = ?, tail = last_insert_rowid() WHERE name = ?"
# Backwards from the tail; a garbled pointer must not lead in circles, so numbers only fall.
CHAIN = """
WITH RECURSIVE chain AS (
    SELECT * FROM appends WHERE number = ?
    UNION ALL
    SELECT earlier.* FROM chain JOIN appends AS earlier
    ON earlier.number = chain.previous AND earlier.number < chain.number
    WHERE chain.first > ? + 1
) SELECT name, first, last, body, crc FROM chain
"""
FORGET = """
DELETE FROM appends WHERE number IN (
    WITH RECURSIVE chain AS (
        SELECT number, previous, name FROM appends WHERE number = (SELECT tail FROM heads WHERE name = ?)
        UNION ALL
        SELECT earlier.number, earlier.previous, earlier.name FROM chain JOIN appends AS earlier
        ON earlier.number = chain.previous AND earlier.number < chain.number AND earlier.name = chain.name
    ) SELECT number FROM chain
)
"""
UNREADABLE = (sqlite3.DatabaseError, TypeError, OverflowError)
"""What a garbled row shows itself by: SQLite notices, or a column holds another type than was written."""


def is_too_old(file: sqlite3.Connection) -> bool:
    """Whether it is from before the first release; of another program's files, that is not known."""
    (found,) = file.execute("PRAGMA user_version").fetchone()
    ours = file.execute("SELECT name FROM sqlite_master WHERE name = 'heads'").fetchone() is not None
    return ours and 0 < found < min(EDITIONS)


class Ledger:
    """One connection writes and another reads, so that a table can be loaded while a commit is on its way."""

    def __init__(self, path: Path) -> None:
        self._writer, self._reader = open_file(path, EDITIONS)
        try:
            self._writer.execute("PRAGMA busy_timeout = 0")  # it writes on the event loop, which must not wait
            self.heads()
            self.opened_at = self._saved_time()
            if (lost := commits_lost(self._writer, path)) > 1:
                log.error(
                    "%s-wal is damaged: %d commits in it cannot be read, and the tables concerned are as they were "
                    "before; a backup may know more",
                    path, lost,
                )  # fmt: skip
        except sqlite3.Error as error:
            self.close()
            raise unopenable(path, error) from error

    def _saved_time(self) -> float:
        row = self._reader.execute("SELECT value FROM meta WHERE key = 'hall time'").fetchone()
        value = row[0] if row else None
        if not isinstance(value, float) or not math.isfinite(value):
            raise sqlite3.DatabaseError(f"its hall time is {value!r}")
        return value

    # Writing: begin, any number of appends, then commit or roll back.

    def begin(self, now: float) -> None:
        """Hall time goes with every transaction, so it never falls behind what is written."""
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
            self._forget(table)
        elif (snapshot := append.snapshot) is not None:
            row = (table, last, snapshot, seal(snapshot, last))
            execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)
        return None

    def _forget(self, table: str) -> None:
        """Rows that damage has cut off from the tail stay behind, and harm nobody."""
        try:
            self._writer.execute(FORGET, (table,))
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
        self._writer.execute("DELETE FROM heads WHERE name = ?", (table,))
        self._writer.execute("DELETE FROM snapshots WHERE name = ?", (table,))
        self._writer.execute("DELETE FROM seeds WHERE name = ?", (table,))

    def commit(self) -> None:
        self._writer.execute("COMMIT")

    def roll_back(self) -> None:
        """SQLite has rolled back by itself after some errors."""
        if self._writer.in_transaction:
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")

    def close(self) -> None:
        """The last connection to close moves what is in the write-ahead file into the main one."""
        self._reader.close()
        self._writer.close()

    # Reading.

    def heads(self) -> list[Head]:
        """A garbled name stands for a table that will not be found; it must not keep the others from being read."""
        rows = self._reader.execute("SELECT CAST(name AS BLOB), version, due FROM heads")
        return [Head(name.decode(errors="replace"), version, due) for name, version, due in rows]

    def load(self, table: str) -> Loaded:
        return self._read(table)

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return list(self._read(table, after).bodies)

    def _read(self, table: str, after: int | None = None) -> Loaded:
        """In one transaction: a commit that falls between two reads must not look like damage."""
        try:
            self._reader.execute("BEGIN")
            try:
                row = self._reader.execute("SELECT version, tail FROM heads WHERE name = ?", (table,)).fetchone()
                head, tail = row or (0, None)
                version, snapshot = self._snapshot(table, head) if after is None else (after, None)
                rows = self._reader.execute(CHAIN, (tail, version)).fetchall() if version < head else []
                if rows and after is not None:
                    version = min(after, rows[-1][1] - 1)  # what goes beyond it may begin before it
                return Loaded(version, snapshot, checked(table, version, head, rows))
            finally:
                self._reader.execute("ROLLBACK")
        except UNREADABLE as error:
            raise damaged(table, str(error)) from error

    def _snapshot(self, table: str, head: int) -> tuple[int, bytes | None]:
        """Only a cache: one that is damaged, or ahead of its table, is passed over."""
        try:
            row = self._reader.execute("SELECT version, body, crc FROM snapshots WHERE name = ?", (table,)).fetchone()
            if row is None:
                return 0, None
            version, body, crc = row
            return (version, body) if version <= head and seal(body, version) == crc else (0, None)
        except UNREADABLE:
            return 0, None

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        query = "SELECT body FROM records WHERE name = ? ORDER BY number DESC LIMIT ?"
        with self._legible(table):
            rows = self._reader.execute(query, (table, -1 if most is None else most))
            return [zlib.decompress(body) for (body,) in rows][::-1]

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        """A table may have had thousands of games, and anybody may ask: so the place is found by halves."""

        def body_at(row: int) -> bytes:
            (packed,) = self._reader.execute("SELECT body FROM records WHERE number = ?", (row,)).fetchone()
            return zlib.decompress(packed)

        with self._legible(table):
            found = self._reader.execute("SELECT number FROM records WHERE name = ? ORDER BY number", (table,))
            rows = [row for (row,) in found]
            place = bisect_left(rows, number, key=lambda row: number_of(body_at(row)))
            body = body_at(rows[place]) if place < len(rows) else b""
        return body if body and number_of(body) == number else None

    @contextmanager
    def _legible(self, table: str) -> Iterator[None]:
        try:
            yield
        except (*UNREADABLE, zlib.error) as error:
            raise damaged(table, f"the record of a finished game is unreadable: {error}") from error

    def chronicle(self, after: int, most: int) -> list[Noted]:
        """A body that cannot be read back is empty, so that one damaged row does not hide those after it."""
        query = "SELECT number, name, body FROM records WHERE number > ? ORDER BY number LIMIT ?"
        try:
            rows = self._reader.execute(query, (after, most)).fetchall()
        except UNREADABLE as error:
            raise Damaged(f"the chronicle is damaged after row {after}: {error}; put a backup in its place") from error
        return [Noted(number, name, _unpacked(number, body)) for number, name, body in rows]

    def seed(self, table: str) -> bytes | None:
        try:
            row = self._reader.execute("SELECT seed FROM seeds WHERE name = ?", (table,)).fetchone()
        except UNREADABLE:
            return None
        return row[0] if row and isinstance(row[0], bytes) else None


def _unpacked(number: int, packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except (TypeError, zlib.error) as error:
        log.error("row %d of the chronicle cannot be read and counts for nobody: %s", number, error)
        return b""


def checked(table: str, version: int, head: int, rows: list[tuple[str, int, int, bytes, int]]) -> list[bytes]:
    """The bodies from after a version up to the head, oldest first, out of rows that come newest first."""
    bodies: list[bytes] = []
    for name, first, last, body, crc in reversed(rows):
        if name != table or first != version + 1 or last < first:
            raise damaged(table, f"after version {version} comes what was written as {first} to {last} of table {name}")
        if seal(body, last) != crc:
            raise damaged(table, f"versions {first} to {last} are not what was written")
        bodies.append(body)
        version = last
    if version != head:
        raise damaged(table, f"its entries end at version {version} and its head is at {head}")
    return bodies


def seal(body: bytes, version: int) -> int:
    """A checksum that also fails when the body has moved to another version."""
    return zlib.crc32(body, version & 0xFFFFFFFF)


def conflict(table: str, expected: int) -> Conflict:
    return Conflict(f"table {table} is not at version {expected} any more: somebody else was faster")


def damaged(table: str, reason: str) -> Damaged:
    return Damaged(f"table {table} is damaged: {reason}; close it, or put a backup of the journal in its place")
