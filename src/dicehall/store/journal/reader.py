"""Reading the journal, and mistrusting it: every row is checked against what was written."""

import logging
import math
import sqlite3
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dicehall.ports import Damaged, HallLogRow, Head, Loaded
from dicehall.rules.public_log import LogLine
from dicehall.store.journal.checks import UNREADABLE, checked, damaged, seal
from dicehall.store.journal.public_log import LAST_LINE, LINES, line_of

log = logging.getLogger("dicehall.store")

# Backwards from the tail. A damaged pointer must not lead in circles, so numbers only fall.
CHAIN = """
WITH RECURSIVE chain AS (
    SELECT * FROM appends WHERE number = ?
    UNION ALL
    SELECT earlier.* FROM chain JOIN appends AS earlier
    ON earlier.number = chain.previous AND earlier.number < chain.number
    WHERE chain.first > ? + 1
) SELECT name, first, last, body, crc FROM chain
"""


class JournalReader:
    """Over one connection, which may be read-only."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.text_factory = _as_it_is  # a garbled cell must not hide the rows around it

    def close(self) -> None:
        self._connection.close()

    # The file

    @property
    def edition(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    @property
    def hall_time(self) -> float:
        """As it was saved last."""
        if not math.isfinite(value := self.saved_hall_time):
            raise sqlite3.DatabaseError(f"its hall time is {value}")
        return value

    @property
    def saved_hall_time(self) -> float:
        """nan if it cannot be a time."""
        row = self._connection.execute("SELECT value FROM meta WHERE key = 'hall time'").fetchone()
        value = row[0] if row else None
        return value if isinstance(value, float) and value >= 0 else math.nan

    # Tables

    def heads(self) -> list[Head]:
        """A damaged name is a table that will not be found; the others can still be read.

        The deadline only decides which table is read first, so a damaged one is none.
        """
        rows = self._connection.execute("SELECT CAST(name AS TEXT), version, due FROM heads")
        return [_head(name, version, due) for name, version, due in rows]

    def load(self, table: str) -> Loaded:
        return self._read(table)

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return list(self._read(table, after).bodies)

    def _read(self, table: str, after: int | None = None) -> Loaded:
        """In one transaction: a commit between two reads must not look like damage."""
        try:
            self._connection.execute("BEGIN")
            try:
                row = self._connection.execute("SELECT version, tail FROM heads WHERE name = ?", (table,)).fetchone()
                head, tail = row or (0, None)
                version, snapshot = self._snapshot(table, head) if after is None else (after, None)
                rows = self._connection.execute(CHAIN, (tail, version)).fetchall() if version < head else []
                if rows and after is not None:
                    version = min(after, rows[-1][1] - 1)  # an append that goes beyond it may begin before it
                return Loaded(version, snapshot, checked(table, version, head, rows))
            finally:
                self._connection.execute("ROLLBACK")
        except UNREADABLE as error:
            raise damaged(table, str(error)) from error

    def _snapshot(self, table: str, head: int) -> tuple[int, bytes | None]:
        """Only a cache: one that is damaged, or ahead of its table, is ignored."""
        try:
            query = "SELECT version, body, crc FROM snapshots WHERE name = ?"
            row = self._connection.execute(query, (table,)).fetchone()
            if row is None:
                return 0, None
            version, body, crc = row
            return (version, body) if version <= head and seal(body, version) == crc else (0, None)
        except UNREADABLE:
            return 0, None

    def seed(self, table: str) -> bytes | None:
        try:
            row = self._connection.execute("SELECT seed FROM seeds WHERE name = ?", (table,)).fetchone()
        except UNREADABLE:
            return None
        return row[0] if row and isinstance(row[0], bytes) else None

    # Finished games and the hall log

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        query = "SELECT body FROM records WHERE name = ? ORDER BY number DESC LIMIT ?"
        with self._readable(table):
            rows = self._connection.execute(query, (table, -1 if most is None else most))
            return [zlib.decompress(body) for (body,) in rows][::-1]

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        """A binary search: a table may have had thousands of games, and anyone may ask."""

        def body_at(row: int) -> bytes:
            (packed,) = self._connection.execute("SELECT body FROM records WHERE number = ?", (row,)).fetchone()
            return zlib.decompress(packed)

        with self._readable(table):
            found = self._connection.execute("SELECT number FROM records WHERE name = ? ORDER BY number", (table,))
            rows = [row for (row,) in found]
            index = bisect_left(rows, number, key=lambda row: number_of(body_at(row)))
            body = body_at(rows[index]) if index < len(rows) else b""
        return body if body and number_of(body) == number else None

    @contextmanager
    def _readable(self, table: str) -> Iterator[None]:
        try:
            yield
        except (*UNREADABLE, zlib.error) as error:
            raise damaged(table, f"the record of a finished game is unreadable: {error}") from error

    def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        """A body that cannot be read back is empty, so that one damaged row does not hide those after it."""
        query = "SELECT number, CAST(name AS TEXT), body FROM records WHERE number > ? ORDER BY number LIMIT ?"
        try:
            rows = self._connection.execute(query, (after, most)).fetchall()
        except UNREADABLE as error:
            raise Damaged(f"the hall log is damaged after row {after}: {error}; put a backup in its place") from error
        return [HallLogRow(number, name, _unpacked(number, body)) for number, name, body in rows]

    # The public log

    def public_log(self, after: int, most: int) -> list[LogLine]:
        return self._lines(f"{LINES} WHERE number > ? ORDER BY number LIMIT ?", after, most)

    def last_logged(self) -> LogLine | None:
        return next(iter(self._lines(LAST_LINE)), None)

    def logged(self, statement: str) -> LogLine | None:
        query = f"{LINES} WHERE hash = ? ORDER BY number LIMIT 1"
        return next(iter(self._lines(query, bytes.fromhex(statement))), None)

    def _lines(self, query: str, *values: int | bytes) -> list[LogLine]:
        try:
            return [line_of(row) for row in self._connection.execute(query, values)]
        except (*UNREADABLE, AttributeError) as error:
            raise Damaged(f"the public log is damaged: {error}; put a backup in its place") from error

    @property
    def last_hall_log_row(self) -> int:
        return int(self._connection.execute("SELECT coalesce(max(number), 0) FROM records").fetchone()[0])


def _as_it_is(text: bytes) -> str:
    return text.decode(errors="replace")


def _head(table: str, version: object, due: object) -> Head:
    if not isinstance(version, int):
        log.error("table %s: its version in the journal is %r", table, version)
    if due is not None and not isinstance(due, float):
        log.error("table %s: its deadline in the journal is %r", table, due)
    return Head(table, version if isinstance(version, int) else 0, due if isinstance(due, float) else None)


def _unpacked(number: int, packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except (TypeError, zlib.error) as error:
        log.error("row %d of the hall log cannot be read and is not counted: %s", number, error)
        return b""
