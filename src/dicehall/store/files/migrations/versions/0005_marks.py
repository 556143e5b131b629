"""How far each table's log is known to reach, the keys of clients' heads, and what the journal has lost."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.REAL, nullable=False),
        sa.Column("origin", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("place", name="marks_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "head_keys",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="head_keys_are_distinct"),
    )
    op.create_table(
        "setbacks",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("known", sa.Integer, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
        sa.Column("noticed", sa.REAL, nullable=False),
        sa.Column("seen", sa.REAL),
        sa.PrimaryKeyConstraint("number", name="setbacks_are_distinct"),
    )
