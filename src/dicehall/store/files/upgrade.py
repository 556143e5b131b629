"""Bringing people.db up to date by its migrations; Alembic is imported only when one is due."""

import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from dicehall.store.files.sqlite_file import newer

MIGRATIONS = Path(__file__).with_name("migrations")
FORMAT = 2
"""The file's own format number; the revision of the last migration tells everything else."""


def revisions() -> list[str]:
    """The file of a migration begins with its revision, and revisions count upwards."""
    return sorted(path.name[:4] for path in MIGRATIONS.glob("versions/[0-9]*.py"))


def is_too_old(file: sqlite3.Connection) -> bool:
    """Whether it is from before the first release: no migration starts there."""
    (found,) = file.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if found == FORMAT and "alembic_version" in tables:
        row = file.execute("SELECT version_num FROM alembic_version").fetchone()
        return row is not None and str(row[0]) < revisions()[0]
    return found == 1 and {"guests", "lines"} <= tables


def bring_up_to_date(connection: Connection, path: Path) -> None:
    """In one transaction, all of it or nothing."""
    known = revisions()
    with connection.begin():
        found: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        if found > FORMAT:
            raise newer(path, found, FORMAT)
        revision = _revision(connection, found)
        if revision == known[-1]:
            return
        if revision not in (None, *known):
            raise newer(path, revision, known[-1])
        migrate(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")


def _revision(connection: Connection, found: int) -> str | None:
    """The last migration of this file; None for an empty one."""
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if found == FORMAT and "alembic_version" in tables:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    if found == 0 and not tables:
        return None
    raise sqlite3.DatabaseError("it holds tables of another program")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Up to this one."""
    from alembic import command  # noqa: PLC0415 - takes a tenth of a second, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
