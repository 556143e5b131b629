"""The tables of people.db as the last migration leaves them; some names on disk are older than the code's."""

from typing import Final

from sqlalchemy import REAL, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "fk": "%(table_name)s_%(column_0_name)s_is_known",
        "uq": "%(table_name)s_%(column_0_name)s_is_unique",
        "pk": "%(table_name)s_are_distinct",
    }
)

# People

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # What the name looks like in lower case and as it is written; empty while anyone may take the name.
    Column("key", Text, unique=True),
    Column("look", Text, unique=True),
    Column("kind", Text, nullable=False),
    Column("password", Text),
    Column("created", REAL, nullable=False),
    Column("seen", REAL, nullable=False),
    # The reason; empty for people who are not banned.
    Column("banned", Text),
    Index("people_by_kind_and_seen", "kind", "seen"),
)

sign_ins = Table(
    "doors",
    metadata,
    Column("key", Text, primary_key=True),
    # A digest: nobody can sign in with what this file holds.
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

chat = Table(
    "lines",
    metadata,
    Column("place", Text, key="table", primary_key=True),
    Column("audience", Text, key="channel", primary_key=True),
    Column("number", Integer, primary_key=True),
    # Empty, like the name and the text, once the speaker is deleted; the number stays used.
    Column("who", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("said", Text, key="text", nullable=False),
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
    # Work on the file itself that is still to be done, so that a crash does not prevent it.
    Column("name", Text, primary_key=True),
)

# Tables

marks = Table(
    "marks",
    metadata,
    # Written after the journal, about once a second: how far each table's log is known to reach.
    Column("place", Text, key="table", primary_key=True),
    Column("version", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("at", REAL, nullable=False),
    Column("origin", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

head_keys = Table(
    "head_keys",
    metadata,
    # The last one makes the heads that clients are given; the others are from before a backup was restored.
    Column("number", Integer, primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

setbacks = Table(
    "setbacks",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("place", Text, key="table", nullable=False),
    Column("why", Text, nullable=False),
    Column("known", Integer, nullable=False),
    Column("found", Integer, nullable=False),
    Column("noticed", REAL, nullable=False),
    # When the operator was told of it; empty until then.
    Column("seen", REAL),
)

# Results

counted = Table(
    "counted",
    metadata,
    Column("edition", Integer, primary_key=True),
    # The last row of the hall log that is counted, and its checksum: a backup may bring back a different log.
    Column("number", Integer, nullable=False),
    Column("seal", Integer, nullable=False),
    # Of all tables below together, so that deleted rows are missed.
    Column("rows", Integer, nullable=False),
)

tallies = Table(
    "tallies",
    metadata,
    Column("who", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("bot", Boolean, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("mu", REAL, nullable=False),
    Column("sigma", REAL, nullable=False),
    sqlite_with_rowid=False,
)
Index("tallies_by_rank", tallies.c.game, tallies.c.bot, tallies.c.won.desc())

games = Table(
    "played",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("place", Text, key="table", nullable=False),
    Column("game_number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", REAL, nullable=False),
    # These three are JSON lists: they are shown as they are, and never searched.
    Column("seats", Text, nullable=False),
    Column("places", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("public", Boolean, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("who", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Empty if the game was broken off and does not count for this seat.
    Column("won", Boolean),
    sqlite_with_rowid=False,
)

recent = Table(
    "recent",
    metadata,
    # What counts for each seat, by the time at which games ended. The history stays for ever; a reset empties this.
    Column("ended", REAL, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    sqlite_with_rowid=False,
)

faces = Table(
    "faces",
    metadata,
    Column("sides", Integer, primary_key=True),
    Column("face", Integer, primary_key=True),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)

throws = Table(
    "throws",
    metadata,
    Column("sides", Integer, primary_key=True, autoincrement=False),
    Column("repeats", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    # The last face that came up, and how often in a row.
    Column("face", Integer, nullable=False),
    Column("run", Integer, nullable=False),
)

meetings = Table(
    "meetings",
    # No migration makes it: it is made when it is missing, since it can always be counted again.
    MetaData(naming_convention=metadata.naming_convention),
    # How many rated games two accounts have played with each other on a day (H-10); days since 1970, UTC.
    Column("day", Integer, primary_key=True),
    Column("one", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

PROJECTED: Final = (tallies, games, seats, recent, faces, throws, meetings)
"""Everything that is counted from the hall log, and can be counted again."""
