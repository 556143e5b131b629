"""The tables of people and results in PostgreSQL: made by the same migrations as on SQLite."""

from typing import Final

from sqlalchemy import Connection, text

from dicehall.ports import JournalError
from dicehall.store.files.schema import meetings
from dicehall.store.files.upgrade import migrate, revisions
from dicehall.store.postgres.memos import memos
from dicehall.store.postgres.people_news import prepare_news
from dicehall.store.postgres.schema import MAKING

PEOPLE: Final = "people"
"""The schema of people and results, apart from that of the journal."""
REVISION: Final = text("SELECT version_num FROM alembic_version")
# Each write notes itself here in its transaction, so that a machine whose connection was cut can find out about it.
WRITES: Final = """
CREATE TABLE IF NOT EXISTS writes (id bytea PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())
"""


def prepare_people(connection: Connection) -> None:
    """In one transaction, while other machines that open at the same moment wait."""
    connection.execute(text("SELECT pg_advisory_xact_lock(1684628325, :lock)"), {"lock": MAKING})
    if not _exists(connection, "to_regnamespace(:name)", PEOPLE):
        connection.exec_driver_sql(f"CREATE SCHEMA {PEOPLE}")
        migrate(connection)
    elif not _exists(connection, "to_regclass(:name)", f"{PEOPLE}.alembic_version"):
        raise JournalError("this database holds tables of another program: give the hall a database of its own")
    else:
        _upgrade(connection)
    connection.exec_driver_sql(WRITES)
    for table in (meetings, memos):
        table.create(connection, checkfirst=True)
    prepare_news(connection)


def _upgrade(connection: Connection) -> None:
    found, known = str(connection.execute(REVISION).scalar_one()), revisions()
    if found not in known:
        raise JournalError(
            f"this database was written by a newer Dicehall (its format is {found}, this program knows {known[-1]}): "
            "update Dicehall, or give this hall another database"
        )
    if found != known[-1]:
        migrate(connection)


def _exists(connection: Connection, lookup: str, name: str) -> bool:
    return bool(connection.execute(text(f"SELECT {lookup} IS NOT NULL"), {"name": name}).scalar_one())
