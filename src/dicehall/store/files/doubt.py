"""After a failed commit: making sure that what was refused does not come back.

A commit that fails may have left all of itself in the write-ahead file, most often when only the flush failed. This
process has forgotten it then, but the next one would read it. The next commit is written over it: when that one is
on the disk, the failed one is gone for good.
"""

import sqlite3
from contextlib import suppress

NOT_WHOLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}
"""A write itself was refused. What makes a commit whole is written last, so it is not there."""


def may_be_whole(error: sqlite3.Error) -> bool:
    """Whether a commit that failed with this error might be there after a restart, if nothing is written over it."""
    return getattr(error, "sqlite_errorcode", 0) not in NOT_WHOLE


def write_over(connection: sqlite3.Connection) -> bool:
    """Commit something that changes nothing; whether it is on the disk, and the failed commit gone."""
    roll_back(connection)
    try:
        connection.execute("BEGIN IMMEDIATE")
        (edition,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {edition}")  # SQLite writes this even if it is the same
        connection.execute("COMMIT")
    except sqlite3.Error:
        roll_back(connection)
        return False
    return True


def roll_back(connection: sqlite3.Connection) -> None:
    """After some errors SQLite has rolled back by itself."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
