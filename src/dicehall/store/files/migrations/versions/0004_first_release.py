"""Every table of people.db, as the first release has them."""

import sqlalchemy as sa
from alembic import op

from dicehall.store.files.columns import FRACTION, NUMBER, TEXT

revision = "0004"
"""As before the first release: folders of that time are up to date."""
down_revision = None


def upgrade() -> None:
    _make_people()
    _make_doors()
    _make_chat()
    _make_chores()
    _make_counted()
    _make_tallies()
    _make_history()
    _make_dice()
    _make_recent()


def _make_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("key", TEXT),
        sa.Column("look", TEXT),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("password", TEXT),
        sa.Column("created", FRACTION, nullable=False),
        sa.Column("seen", FRACTION, nullable=False),
        sa.Column("banned", TEXT),
        sa.PrimaryKeyConstraint("id", name="people_are_distinct"),
        sa.UniqueConstraint("key", name="people_key_is_unique"),
        sa.UniqueConstraint("look", name="people_look_is_unique"),
    )
    op.create_index("people_by_kind_and_seen", "people", ["kind", "seen"])


def _make_doors() -> None:
    op.create_table(
        "doors",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("person", TEXT, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("is_token", sa.Boolean, nullable=False),
        sa.Column("created", FRACTION, nullable=False),
        sa.Column("used", FRACTION, nullable=False),
        sa.Column("expires", FRACTION),
        sa.PrimaryKeyConstraint("key", name="doors_are_distinct"),
        sa.UniqueConstraint("token", name="doors_token_is_unique"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="doors_person_is_known", ondelete="CASCADE"),
    )
    op.create_index("doors_of_a_person", "doors", ["person"])
    op.create_index("doors_by_expiry", "doors", ["expires"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person", TEXT, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", NUMBER, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("created", FRACTION, nullable=False),
        sa.PrimaryKeyConstraint("credential", name="passkeys_are_distinct"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="passkeys_person_is_known", ondelete="CASCADE"),
    )
    op.create_index("passkeys_of_a_person", "passkeys", ["person"])


def _make_chat() -> None:
    op.create_table(
        "lines",
        sa.Column("place", TEXT, nullable=False),
        sa.Column("audience", TEXT, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("who", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("said", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("place", "audience", "number", name="lines_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_index("lines_of_a_person", "lines", ["who"])


def _make_chores() -> None:
    op.create_table(
        "claims",
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", FRACTION, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="claims_are_distinct"),
    )
    op.create_table(
        "chores",
        sa.Column("name", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="chores_are_distinct"),
    )


def _make_counted() -> None:
    op.create_table(
        "counted",
        sa.Column("edition", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("seal", NUMBER, nullable=False),
        sa.Column("rows", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("edition", name="counted_are_distinct"),
    )


def _make_tallies() -> None:
    op.create_table(
        "tallies",
        sa.Column("who", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("won", NUMBER, nullable=False),
        sa.Column("lost", NUMBER, nullable=False),
        sa.Column("streak", NUMBER, nullable=False),
        sa.Column("points", NUMBER, nullable=False),
        sa.Column("mu", FRACTION, nullable=False),
        sa.Column("sigma", FRACTION, nullable=False),
        sa.PrimaryKeyConstraint("who", "game", name="tallies_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_index("tallies_by_rank", "tallies", ["game", "bot", sa.text("won DESC")])


def _make_history() -> None:
    op.create_table(
        "played",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("place", TEXT, nullable=False),
        sa.Column("game_number", NUMBER, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("ended", FRACTION, nullable=False),
        sa.Column("seats", TEXT, nullable=False),
        sa.Column("places", TEXT, nullable=False),
        sa.Column("scores", TEXT, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name="played_are_distinct"),
    )
    op.create_table(
        "seats",
        sa.Column("who", TEXT, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("seat", NUMBER, nullable=False),
        sa.Column("won", sa.Boolean),
        sa.PrimaryKeyConstraint("who", "number", "seat", name="seats_are_distinct"),
        sqlite_with_rowid=False,
    )


def _make_dice() -> None:
    op.create_table(
        "faces",
        sa.Column("sides", NUMBER, nullable=False),
        sa.Column("face", NUMBER, nullable=False),
        sa.Column("count", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("sides", "face", name="faces_are_distinct"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "throws",
        sa.Column("sides", NUMBER, nullable=False),
        sa.Column("repeats", NUMBER, nullable=False),
        sa.Column("longest", NUMBER, nullable=False),
        sa.Column("face", NUMBER, nullable=False),
        sa.Column("run", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("sides", name="throws_are_distinct"),
    )


def _make_recent() -> None:
    op.create_table(
        "recent",
        sa.Column("ended", FRACTION, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("seat", NUMBER, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("who", TEXT, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("ended", "number", "seat", name="recent_are_distinct"),
        sqlite_with_rowid=False,
    )
