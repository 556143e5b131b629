"""The tables of the journal in SQLite, and the step to each edition of the file from the one before."""

import sqlite3

from dicehall.store.files.folder import JOURNAL_EDITIONS
from dicehall.store.files.sqlite_file import Edition
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

RENAMED_IN_LOGS = (
    (b'{"type":"owned"', b'{"type":"host_changed"'),
    (b'{"type":"opened","owner":', b'{"type":"opened","host":'),
    (b'"by":"owner"', b'"by":"host"'),
)
RENAMED_IN_SNAPSHOTS = ((b'"owner":', b'"host":'), (b'"chairs":', b'"seated":'))


def owners_become_hosts(connection: sqlite3.Connection) -> None:
    """Logs and snapshots mean what they meant before, in today's words; damaged rows stay as they are."""
    for table, version, renamed in (
        ("appends", "last", RENAMED_IN_LOGS),
        ("snapshots", "version", RENAMED_IN_SNAPSHOTS),
    ):
        types = f"typeof(body) = 'blob' AND typeof({version}) = 'integer' AND typeof(crc) = 'integer'"
        found = " OR ".join("instr(body, ?)" for _ in renamed)
        query = f"SELECT rowid, body, {version}, crc FROM {table} WHERE {types} AND ({found})"
        for row, body, at, crc in connection.execute(query, [old for old, _ in renamed]).fetchall():
            if seal(body, at) == crc:
                new = body
                for old_word, new_word in renamed:
                    new = new.replace(old_word, new_word)
                update = f"UPDATE {table} SET body = ?, crc = ? WHERE rowid = ?"
                connection.execute(update, (new, seal(new, at), row))


EDITIONS: dict[int, Edition] = dict(zip(JOURNAL_EDITIONS, (SCHEMA, owners_become_hosts), strict=True))
"""What a file needs to get to each edition from the one before; the first makes a new file."""


def is_too_old(file: sqlite3.Connection) -> bool:
    """Whether it is a journal from before the first release."""
    (found,) = file.execute("PRAGMA user_version").fetchone()
    ours = file.execute("SELECT name FROM sqlite_master WHERE name = 'heads'").fetchone() is not None
    return ours and 0 < found < min(EDITIONS)
