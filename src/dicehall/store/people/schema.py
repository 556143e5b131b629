"""The tables of people.db: who is who, how they prove it, and what they said."""

from sqlalchemy import (
    REAL,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "fk": "%(table_name)s_%(column_0_name)s_is_known",
        "uq": "%(table_name)s_%(column_0_name)s_is_unique",
        "pk": "%(table_name)s_are_distinct",
    }
)
"""Whoever keeps more in the same file registers their tables here too."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # What the name looks like in small letters and as it stands; empty while somebody else may take it.
    Column("key", Text, unique=True),
    Column("look", Text, unique=True),
    Column("kind", Text, nullable=False),
    Column("password", Text),
    Column("created", REAL, nullable=False),
    Column("seen", REAL, nullable=False),
    # Why, for whoever is.
    Column("banned", Text),
    Index("people_by_kind_and_seen", "kind", "seen"),
)

doors = Table(
    "doors",
    metadata,
    Column("key", Text, primary_key=True),
    # A digest: the file holds nothing that opens a door.
    Column("token", LargeBinary, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("is_token", Boolean, nullable=False),
    Column("created", REAL, nullable=False),
    Column("used", REAL, nullable=False),
    Column("expires", REAL),
    Index("doors_of_a_person", "person"),
    Index("doors_by_expiry", "expires"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", REAL, nullable=False),
    Index("passkeys_of_a_person", "person"),
)

lines = Table(
    "lines",
    metadata,
    Column("place", Text, primary_key=True),
    Column("audience", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    # Empty where who said it has been forgotten; the number stays used.
    Column("who", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("said", Text, nullable=False),
    Index("lines_of_a_person", "who"),
    sqlite_with_rowid=False,
)

claims = Table(
    "claims",
    metadata,
    Column("secret", LargeBinary, primary_key=True),
    Column("created", REAL, nullable=False),
)

chores = Table(
    "chores",
    metadata,
    # What is still to be done to the file itself, so that a crash does not prevent it.
    Column("name", Text, primary_key=True),
)
