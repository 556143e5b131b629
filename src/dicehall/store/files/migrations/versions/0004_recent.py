"""Who has won lately: what counts for each seat, in the order of the ends of games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "recent",
        sa.Column("ended", sa.REAL, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("ended", "number", "seat", name="recent_are_distinct"),
        sqlite_with_rowid=False,
    )
