"""The tables of the journal in SQLite, and the step to each edition of the file from the one before."""

import re
import sqlite3
import zlib
from contextlib import suppress
from typing import TypeAlias

from dicehall.store.files.folder import JOURNAL_EDITIONS
from dicehall.store.files.sqlite_file import Edition, apply
from dicehall.store.journal.checks import seal

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

Renamed: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""Old words and new ones."""
ANYWHERE = re.compile(rb"(?s).+")

RENAMED_IN_LOGS: Renamed = (
    (b'{"type":"owned"', b'{"type":"host_changed"'),
    (b'{"type":"opened","owner":', b'{"type":"opened","host":'),
    (b'"by":"owner"', b'"by":"host"'),
)
RENAMED_IN_SNAPSHOTS: Renamed = ((b'"owner":', b'"host":'), (b'"chairs":', b'"seated":'))


def owners_become_hosts(connection: sqlite3.Connection) -> None:
    """Logs and snapshots mean what they meant before, in today's words."""
    _rewrite(connection, "appends", "last", RENAMED_IN_LOGS)
    _rewrite(connection, "snapshots", "version", RENAMED_IN_SNAPSHOTS)


HOUSE, NORMAL = b'"house"', b'"normal"'
LEVELS_IN_JSON = re.compile(rb'"level":"house"|"levels":\[[^\]]*\]')
"""Quotes inside a text are escaped, so that no text looks like this."""
AT_ONCE = 500


def house_becomes_normal(connection: sqlite3.Connection) -> None:
    """The level of bots that was called `house`, in logs, snapshots and the hall log."""
    for table, version in (("appends", "last"), ("snapshots", "version")):
        _rewrite(connection, table, version, ((HOUSE, NORMAL),), LEVELS_IN_JSON)
    after = 0
    while rows := connection.execute(
        "SELECT number, body FROM records WHERE number > ? AND typeof(body) = 'blob' ORDER BY number LIMIT ?",
        (after, AT_ONCE),
    ).fetchall():
        after = rows[-1][0]
        for number, packed in rows:
            with suppress(zlib.error):  # damage is found and named when it is read
                old = zlib.decompress(packed)
                new = _renamed(old, ((HOUSE, NORMAL),), LEVELS_IN_JSON)
                if new != old:
                    connection.execute("UPDATE records SET body = ? WHERE number = ?", (zlib.compress(new), number))


def _rewrite(
    connection: sqlite3.Connection, table: str, version: str, renamed: Renamed, within: re.Pattern[bytes] = ANYWHERE
) -> None:
    """Damaged rows stay as they are."""
    types = f"typeof(body) = 'blob' AND typeof({version}) = 'integer' AND typeof(crc) = 'integer'"
    found = " OR ".join("instr(body, ?)" for _ in renamed)
    query = f"SELECT rowid, body, {version}, crc FROM {table} WHERE {types} AND ({found})"
    for row, body, at, crc in connection.execute(query, [old for old, _ in renamed]).fetchall():
        if seal(body, at) == crc:
            new = _renamed(body, renamed, within)
            update = f"UPDATE {table} SET body = ?, crc = ? WHERE rowid = ?"
            connection.execute(update, (new, seal(new, at), row))


def _renamed(body: bytes, renamed: Renamed, within: re.Pattern[bytes]) -> bytes:
    def rename(part: re.Match[bytes]) -> bytes:
        found = part[0]
        for old, new in renamed:
            found = found.replace(old, new)
        return found

    return within.sub(rename, body)


PUBLIC_LOG = """
CREATE TABLE log (
    number INTEGER PRIMARY KEY, previous BLOB NOT NULL, kind TEXT NOT NULL, hash BLOB NOT NULL,
    key BLOB NOT NULL, signature BLOB NOT NULL, before BLOB NOT NULL, before_signature BLOB NOT NULL
);
CREATE INDEX log_by_hash ON log (hash)
"""

EDITIONS: dict[int, Edition] = dict(
    zip(JOURNAL_EDITIONS, (SCHEMA, owners_become_hosts, house_becomes_normal, PUBLIC_LOG), strict=True)
)
"""What a file needs to get to each edition from the one before; the first makes a new file."""


def make_journal(file: sqlite3.Connection, edition: int) -> None:
    """The tables of one edition, in an empty file."""
    for each, change in EDITIONS.items():
        if each <= edition:
            apply(file, change)
    file.execute(f"PRAGMA user_version = {edition}")


def is_too_old(file: sqlite3.Connection) -> bool:
    """Whether it is a journal from before the first release."""
    (found,) = file.execute("PRAGMA user_version").fetchone()
    ours = file.execute("SELECT name FROM sqlite_master WHERE name = 'heads'").fetchone() is not None
    return ours and 0 < found < min(EDITIONS)
