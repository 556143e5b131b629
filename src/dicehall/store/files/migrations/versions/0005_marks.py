"""How far each table's log is known to reach, the keys of clients' heads, and what the journal has lost."""

import sqlalchemy as sa
from alembic import op

from dicehall.store.files.columns import FRACTION, NUMBER, TEXT

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("place", TEXT, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("at", FRACTION, nullable=False),
        sa.Column("origin", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("place", name="marks_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "head_keys",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="head_keys_are_distinct"),
    )
    op.create_table(
        "setbacks",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("place", TEXT, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.Column("known", NUMBER, nullable=False),
        sa.Column("found", NUMBER, nullable=False),
        sa.Column("noticed", FRACTION, nullable=False),
        sa.Column("seen", FRACTION),
        sa.PrimaryKeyConstraint("number", name="setbacks_are_distinct"),
    )
