"""Guests become people, some of them with accounts; their cookies stay good."""

import secrets
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

from dicehall.names.look_alikes import name_key, name_look

revision = "0002"
down_revision = "0001"

UNUSED = 90 * 86400
"""Seconds for which the cookie of a guest is good from now on."""


def upgrade() -> None:
    _make_people()
    _make_doors()
    op.create_index("lines_of_a_person", "lines", ["who"])
    _take_over_guests()
    op.drop_table("guests")
    op.create_table(
        "claims",
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.REAL, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="claims_are_distinct"),
    )
    op.create_table(
        "chores",
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="chores_are_distinct"),
    )
    _add("chores", name="wipe")  # until now what was deleted stayed legible


def _make_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("look", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("created", sa.REAL, nullable=False),
        sa.Column("seen", sa.REAL, nullable=False),
        sa.Column("banned", sa.Text),
        sa.PrimaryKeyConstraint("id", name="people_are_distinct"),
        sa.UniqueConstraint("key", name="people_key_is_unique"),
        sa.UniqueConstraint("look", name="people_look_is_unique"),
    )
    op.create_index("people_by_kind_and_seen", "people", ["kind", "seen"])


def _make_doors() -> None:
    op.create_table(
        "doors",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("is_token", sa.Boolean, nullable=False),
        sa.Column("created", sa.REAL, nullable=False),
        sa.Column("used", sa.REAL, nullable=False),
        sa.Column("expires", sa.REAL),
        sa.PrimaryKeyConstraint("key", name="doors_are_distinct"),
        sa.UniqueConstraint("token", name="doors_token_is_unique"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="doors_person_is_known", ondelete="CASCADE"),
    )
    op.create_index("doors_of_a_person", "doors", ["person"])
    op.create_index("doors_by_expiry", "doors", ["expires"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.REAL, nullable=False),
        sa.PrimaryKeyConstraint("credential", name="passkeys_are_distinct"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="passkeys_person_is_known", ondelete="CASCADE"),
    )
    op.create_index("passkeys_of_a_person", "passkeys", ["person"])


def _take_over_guests() -> None:
    """Where two are called alike one of them has the name for sure, and the other as long as nobody minds."""
    connection = op.get_bind()
    now = time.time()
    taken: set[str] = set()
    for guest, name, token in connection.exec_driver_sql("SELECT id, name, token FROM guests ORDER BY id").all():
        likenesses = {"key": name_key(name), "look": name_look(name)}
        if not taken.isdisjoint(likenesses.values()):
            likenesses = {}
        taken.update(likenesses.values())
        _add("people", id=guest, name=name, kind="guest", created=now, seen=now, **likenesses)
        _add("doors", key=secrets.token_hex(8), token=token, person=guest, label="browser", scope="everything",
             is_token=False, created=now, used=now, expires=now + UNUSED)  # fmt: skip


def _add(table: str, **values: Any) -> None:
    columns, marks = ", ".join(values), ", ".join("?" * len(values))
    op.get_bind().exec_driver_sql(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(values.values()))
