"""Writing the public log: each line is signed for its place right behind the last one, in the transaction that adds it.

The last line is read from the file every time: what was rolled back was never told to anyone, and leaves no gap.
"""

import sqlite3
from typing import Any

from msgspec.structs import astuple, replace

from dicehall.rules.public_log import NOTHING, KeyKind, LineKind, LogLine, bytes_of, hash_of, key_hash, signed_bytes
from dicehall.store.files.folder import RESTORED
from dicehall.store.files.hall_key import HallKey

COLUMNS = "number, previous, kind, hash, key, signature, before, before_signature"
LINES = f"SELECT {COLUMNS} FROM log"
LAST_LINE = f"{LINES} ORDER BY number DESC LIMIT 1"


def next_line(last: LogLine | None, key: HallKey, kind: LineKind, statement: str, before: str = "") -> LogLine:
    number, previous = (1, NOTHING) if last is None else (last.number + 1, hash_of(last))
    signature = key.sign(signed_bytes(number, previous, kind, statement, key.public))
    return LogLine(number, previous, kind, statement, key.public, signature, before)


def first_line(key: HallKey) -> LogLine:
    return next_line(None, key, "begin", key_hash("begin", "", key.public))


def key_line(last: LogLine, key: HallKey, kind: KeyKind) -> LogLine:
    return next_line(last, key, kind, key_hash(kind, last.key, key.public), last.key)


def line_of(row: Any) -> LogLine:
    number, previous, kind, statement, key, signature, before, before_signature = row
    hexed = (part.hex() for part in (key, signature, before, before_signature))
    return LogLine(number, previous.hex(), kind, statement.hex(), *hexed)


# With the connection that writes the journal.


def add_line(connection: sqlite3.Connection, key: HallKey, kind: LineKind, statement: str) -> None:
    _insert(connection, next_line(_last(connection), key, kind, statement))


def open_log(connection: sqlite3.Connection, key: HallKey) -> LogLine | None:
    """The line that the start of a hall adds: the first of all, or a break if the key or the journal was replaced."""
    last = _last(connection)
    was_restored = connection.execute("DELETE FROM meta WHERE key = ?", (RESTORED,)).rowcount > 0
    if last is None:
        line = first_line(key)
    elif last.key != key.public or was_restored:
        line = key_line(last, key, "break")
    else:
        return None
    _insert(connection, line)
    return line


def rotate_key(connection: sqlite3.Connection, old: HallKey, new: HallKey) -> None:
    last = _last(connection)
    assert last is not None
    assert last.key == old.public, "the log is open with the old key when that is rotated"
    line = key_line(last, new, "rotate")
    _insert(connection, replace(line, before_signature=old.sign(bytes_of(line))))


def _last(connection: sqlite3.Connection) -> LogLine | None:
    row = connection.execute(LAST_LINE).fetchone()
    return None if row is None else line_of(row)


def _insert(connection: sqlite3.Connection, line: LogLine) -> None:
    number, previous, kind, statement, *rest = astuple(line)
    row = (number, bytes.fromhex(previous), kind, bytes.fromhex(statement), *map(bytes.fromhex, rest))
    connection.execute(f"INSERT INTO log ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
