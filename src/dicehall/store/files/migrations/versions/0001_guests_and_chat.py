"""Guests and chat, as they were kept before there were migrations."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute(
        "CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, token BLOB NOT NULL UNIQUE) WITHOUT ROWID"
    )
    op.execute("""
        CREATE TABLE lines (
            place TEXT, audience TEXT, number INTEGER, who TEXT NOT NULL, name TEXT NOT NULL, said TEXT NOT NULL,
            PRIMARY KEY (place, audience, number)
        ) WITHOUT ROWID
    """)
