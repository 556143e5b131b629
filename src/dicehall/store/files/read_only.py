"""Read-only connections to the files of a hall that may be running: nothing is written, not even a checkpoint."""

import sqlite3
from pathlib import Path
from urllib.parse import quote


def open_running(path: Path) -> sqlite3.Connection:
    """A file to which a running hall may be writing."""
    connection = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def open_closed(path: Path) -> sqlite3.Connection:
    """A file to which nobody is writing; SQLite creates no files next to it."""
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1", uri=True)


def open_either(path: Path) -> sqlite3.Connection:
    """A running hall has a write-ahead file; looking at a closed one must not create any."""
    connection = open_running(path) if path.with_name(f"{path.name}-wal").exists() else open_closed(path)
    connection.isolation_level = None
    return connection


def damage(connection: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong with a file; None if it is whole."""
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return None if found == "ok" else str(found)
