"""Results: tallies, history and dice, all of them counted from the chronicle when the hall opens."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _make_counted()
    _make_tallies()
    _make_history()
    _make_dice()


def _make_counted() -> None:
    op.create_table(
        "counted",
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seal", sa.Integer, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("edition", name="counted_are_distinct"),
    )


def _make_tallies() -> None:
    op.create_table(
        "tallies",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("mu", sa.REAL, nullable=False),
        sa.Column("sigma", sa.REAL, nullable=False),
        sa.PrimaryKeyConstraint("who", "game", name="tallies_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_index("tallies_by_rank", "tallies", ["game", "bot", sa.text("won DESC")])


def _make_history() -> None:
    op.create_table(
        "played",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("game_number", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.REAL, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name="played_are_distinct"),
    )
    op.create_table(
        "seats",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean),
        sa.PrimaryKeyConstraint("who", "number", "seat", name="seats_are_distinct"),
        sqlite_with_rowid=False,
    )


def _make_dice() -> None:
    op.create_table(
        "faces",
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("face", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("sides", "face", name="faces_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "throws",
        sa.Column("sides", sa.Integer, nullable=False),
        sa.Column("repeats", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("face", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("sides", name="throws_are_distinct"),
    )
