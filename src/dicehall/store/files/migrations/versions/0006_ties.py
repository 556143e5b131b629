"""Friends, and people who are blocked."""

import sqlalchemy as sa
from alembic import op

from dicehall.store.files.columns import FRACTION, TEXT

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for name in ("friends", "blocks"):
        op.create_table(
            name,
            sa.Column("person", TEXT, nullable=False),
            sa.Column("other", TEXT, nullable=False),
            sa.Column("since", FRACTION, nullable=False),
            sa.ForeignKeyConstraint(["person"], ["people.id"], name=f"{name}_person_is_known", ondelete="CASCADE"),
            sa.ForeignKeyConstraint(["other"], ["people.id"], name=f"{name}_other_is_known", ondelete="CASCADE"),
            sa.PrimaryKeyConstraint("person", "other", name=f"{name}_are_distinct"),
            sqlite_with_rowid=False,
        )
        op.create_index(f"{name}_of_others", name, ["other"])
