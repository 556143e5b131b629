"""Taking over a database from elsewhere: its rows are copied into a new file that this program has made.

A backup may hold anything that SQLite allows: a trigger that makes every guest an administrator, a view in the place
of a table, columns that nobody asked for. Nothing of its schema is used; only rows of tables and columns that the
same edition of a hall has, and that fit their types, are copied.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from dicehall.ports import JournalError
from dicehall.store.files.database import make_people
from dicehall.store.files.folder import JOURNAL
from dicehall.store.files.upgrade import revisions
from dicehall.store.journal.editions import make_journal

log = logging.getLogger("dicehall.store")

TYPES: Final = {"TEXT": "text", "INTEGER": "integer", "BOOLEAN": "integer", "REAL": "real", "BLOB": "blob"}
"""What SQLite says of a cell in a column that is declared so. SQLite itself would take anything anywhere."""
LEFT_OUT: Final = frozenset({"seeds", "alembic_version"})
"""Seeds may have been revealed since the backup was made, so no game may use them any more (H-05); the new file has
its own note of its migrations."""


def take_over(path: Path, edition: int, revision: str | None) -> None:
    """Replace a database by a new one of the same edition with the same rows."""
    fresh = path.with_name(f"{path.name}-fresh")
    with closing(sqlite3.connect(fresh, isolation_level=None, uri=True)) as file:
        if path.name == JOURNAL:
            make_journal(file, edition)
        else:
            make_people(file, revision or revisions()[0])
        file.execute("PRAGMA trusted_schema = OFF")
        file.execute("ATTACH ? AS old", (f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1",))
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN")
        for table in _tables(file, "main"):
            if table not in LEFT_OUT:
                _copy(file, table, path.name)
        for table, row, *_ in file.execute("PRAGMA main.foreign_key_check").fetchall():
            file.execute(f'DELETE FROM main."{table}" WHERE rowid = ?', (row,))
        file.execute("COMMIT")
        file.execute("DETACH old")
    fresh.replace(path)


def _tables(file: sqlite3.Connection, schema: str) -> list[str]:
    """Ordinary ones: neither views nor virtual tables."""
    found = file.execute(
        f"SELECT name FROM {schema}.sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'"
    )
    return [str(name) for (name,) in found]


def _copy(file: sqlite3.Connection, table: str, origin: str) -> None:
    columns = list(_columns(file, "main", table))
    names = [name for name, *_ in columns]
    if table not in _tables(file, "old") or not {*names} <= {name for name, *_ in _columns(file, "old", table)}:
        raise JournalError(f"{origin} lacks the table {table}, or columns of it: it is not of a hall")
    listed = ", ".join(f'"{name}"' for name in names)
    fits = " AND ".join(_fits(*column) for column in columns)
    file.execute(f'DELETE FROM main."{table}"')
    copied = file.execute(
        f'INSERT OR IGNORE INTO main."{table}" ({listed}) SELECT {listed} FROM old."{table}" NOT INDEXED WHERE {fits}'
    ).rowcount
    (there,) = file.execute(f'SELECT count(*) FROM old."{table}" NOT INDEXED').fetchone()
    if copied < there:
        log.warning("%s: %d rows of the table %s do not fit and were left out", origin, there - copied, table)


def _columns(file: sqlite3.Connection, schema: str, table: str) -> Iterator[tuple[str, str, bool]]:
    """Name, declared type, and whether a cell may be empty; columns that are computed are not listed."""
    for _, name, declared, not_null, *_ in file.execute(f'PRAGMA {schema}.table_info("{table}")').fetchall():
        yield str(name), str(declared), not not_null


def _fits(name: str, declared: str, empty: bool) -> str:
    allowed = f"typeof(\"{name}\") = '{TYPES[declared]}'"
    return f'({allowed} OR "{name}" IS NULL)' if empty else allowed
