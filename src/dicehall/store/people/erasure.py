"""Wiping: what was forgotten leaves the file for good.

SQLite overwrites what is deleted, but not the copies it leaves behind when it moves rows about, nor the write-ahead
file: only a file that is written anew is free of them. That takes a while, so it is done now and then for all.
"""

import logging
import sqlite3

from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import insert

from dicehall.store.people.schema import chores

log = logging.getLogger("dicehall.store")

WIPE = "wipe"


def wipe_soon(connection: Connection) -> None:
    """Noted in the transaction that forgets, so that a crash does not prevent it."""
    connection.execute(insert(chores).values(name=WIPE).on_conflict_do_nothing())


def wipe_if_due(file: sqlite3.Connection) -> None:
    try:
        if file.execute("SELECT name FROM chores WHERE name = ?", (WIPE,)).fetchone():
            file.execute("VACUUM")
            (busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:  # else somebody reads, such as a backup, and it has to be tried again
                file.execute("DELETE FROM chores WHERE name = ?", (WIPE,))
    except sqlite3.Error as error:
        log.warning("what was forgotten may still be legible in the files for a while: %s", error)
