"""The team that a person keeps in their profile."""

import sqlalchemy as sa
from alembic import op

from dicehall.store.files.columns import TEXT

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "teams",
        sa.Column("person", TEXT, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("colour", TEXT, nullable=False),
        sa.Column("pattern", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="teams_person_is_known", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name="teams_are_distinct"),
        sqlite_with_rowid=False,
    )
