"""Bringing people.db up to date by its migrations; Alembic is imported only when one is due."""

import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from dicehall.store.files.folder import newer

MIGRATIONS = Path(__file__).with_name("migrations")
FORMAT = 2
"""The file's own mark. It was 1 before there were migrations, and programs of that time refuse any other."""
BEFORE_MIGRATIONS = "0001"
"""What a file of format 1 holds, as a revision."""


def revisions() -> list[str]:
    """The files of the migrations begin with their revisions, which count upwards."""
    return sorted(path.name[:4] for path in MIGRATIONS.glob("versions/[0-9]*.py"))


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
        _migrate(connection, BEFORE_MIGRATIONS if found == 1 else None)
        connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")


def _revision(connection: Connection, found: int) -> str | None:
    """Where the file stands; None for an empty one."""
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if found == FORMAT and "alembic_version" in tables:
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    if found == 1 and {"guests", "lines"} <= tables:
        return BEFORE_MIGRATIONS
    if found == 0 and not tables:
        return None
    raise sqlite3.DatabaseError("it holds tables of another program")


def _migrate(connection: Connection, stamp: str | None) -> None:
    from alembic import command  # noqa: PLC0415 - takes a tenth of a second, and is rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if stamp is not None:
        command.stamp(config, stamp)
    command.upgrade(config, "head")
