"""Erasure: deleted personal data leaves the file for good.

SQLite overwrites deleted rows, but neither the copies that it leaves behind when it moves rows nor the write-ahead
file. Only a rewritten file is free of them. Rewriting takes a while, so it is done now and then for all deletions.
"""

import logging
import sqlite3

from sqlalchemy import Connection, insert, select

from dicehall.store.files.schema import chores

log = logging.getLogger("dicehall.store")

ERASE = "wipe"
"""As the chore is called on disk."""


def erase_soon(connection: Connection) -> None:
    """Noted in the transaction that deletes, so that a crash does not prevent it."""
    if connection.execute(select(chores.c.name).where(chores.c.name == ERASE)).first() is None:
        connection.execute(insert(chores).values(name=ERASE))


def erase_if_due(file: sqlite3.Connection) -> None:
    try:
        if file.execute("SELECT name FROM chores WHERE name = ?", (ERASE,)).fetchone():
            file.execute("VACUUM")
            (busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:  # otherwise a reader, such as a backup, is in the way: try again later
                file.execute("DELETE FROM chores WHERE name = ?", (ERASE,))
    except sqlite3.Error as error:
        log.warning("deleted personal data may stay readable in the files for a while: %s", error)
