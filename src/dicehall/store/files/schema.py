"""The tables of people and results as the last migration leaves them; some names on disk are older than the code's."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, LargeBinary, MetaData, Table

from dicehall.store.files.columns import FRACTION, NUMBER, TEXT

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
    Column("id", TEXT, primary_key=True),
    Column("name", TEXT, nullable=False),
    # What the name looks like in lower case and as it is written; empty while anyone may take the name.
    Column("key", TEXT, unique=True),
    Column("look", TEXT, unique=True),
    Column("kind", TEXT, nullable=False),
    Column("password", TEXT),
    Column("created", FRACTION, nullable=False),
    Column("seen", FRACTION, nullable=False),
    # The reason; empty for people who are not banned.
    Column("banned", TEXT),
    Index("people_by_kind_and_seen", "kind", "seen"),
)

sign_ins = Table(
    "doors",
    metadata,
    Column("key", TEXT, primary_key=True),
    # A digest: nobody can sign in with what this file holds.
    Column("token", LargeBinary, nullable=False, unique=True),
    Column("person", TEXT, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", TEXT, nullable=False),
    Column("scope", TEXT, nullable=False),
    Column("is_token", Boolean, nullable=False),
    Column("created", FRACTION, nullable=False),
    Column("used", FRACTION, nullable=False),
    Column("expires", FRACTION),
    Index("doors_of_a_person", "person"),
    Index("doors_by_expiry", "expires"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", LargeBinary, primary_key=True),
    Column("person", TEXT, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", NUMBER, nullable=False),
    Column("label", TEXT, nullable=False),
    Column("created", FRACTION, nullable=False),
    Index("passkeys_of_a_person", "person"),
)

friends = Table(
    "friends",
    metadata,
    # Whoever has added someone; both have to be known, and the row goes with either.
    Column("person", TEXT, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", TEXT, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", FRACTION, nullable=False),
    Index("friends_of_others", "other"),
    sqlite_with_rowid=False,
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", TEXT, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", TEXT, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", FRACTION, nullable=False),
    Index("blocks_of_others", "other"),
    sqlite_with_rowid=False,
)

teams = Table(
    "teams",
    metadata,
    # What a person wears where they sit down.
    Column("person", TEXT, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("label", TEXT, nullable=False),
    Column("colour", TEXT, nullable=False),
    Column("pattern", TEXT, nullable=False),
    sqlite_with_rowid=False,
)

chat = Table(
    "lines",
    metadata,
    Column("place", TEXT, key="table", primary_key=True),
    Column("audience", TEXT, key="channel", primary_key=True),
    Column("number", NUMBER, primary_key=True),
    # Empty, like the name and the text, once the speaker is deleted; the number stays used.
    Column("who", TEXT, nullable=False),
    Column("name", TEXT, nullable=False),
    Column("said", TEXT, key="text", nullable=False),
    Index("lines_of_a_person", "who"),
    sqlite_with_rowid=False,
)

claims = Table(
    "claims",
    metadata,
    Column("secret", LargeBinary, primary_key=True),
    Column("created", FRACTION, nullable=False),
)

chores = Table(
    "chores",
    metadata,
    # Work on the file itself that is still to be done, so that a crash does not prevent it.
    Column("name", TEXT, primary_key=True),
)

# Tables

marks = Table(
    "marks",
    metadata,
    # Written after the journal, about once a second: how far each table's log is known to reach.
    Column("place", TEXT, key="table", primary_key=True),
    Column("version", NUMBER, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("at", FRACTION, nullable=False),
    Column("origin", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

head_keys = Table(
    "head_keys",
    metadata,
    # The last one makes the heads that clients are given; the others are from before a backup was restored.
    Column("number", NUMBER, primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

setbacks = Table(
    "setbacks",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("place", TEXT, key="table", nullable=False),
    Column("why", TEXT, nullable=False),
    Column("known", NUMBER, nullable=False),
    Column("found", NUMBER, nullable=False),
    Column("noticed", FRACTION, nullable=False),
    # When the operator was told of it; empty until then.
    Column("seen", FRACTION),
)

# Results

counted = Table(
    "counted",
    metadata,
    Column("edition", NUMBER, primary_key=True),
    # The last row of the hall log that is counted, and its checksum: a backup may bring back a different log.
    Column("number", NUMBER, nullable=False),
    Column("seal", NUMBER, nullable=False),
    # Of all tables below together, so that deleted rows are missed.
    Column("rows", NUMBER, nullable=False),
)

tallies = Table(
    "tallies",
    metadata,
    Column("who", TEXT, primary_key=True),
    Column("game", TEXT, primary_key=True),
    Column("bot", Boolean, nullable=False),
    Column("won", NUMBER, nullable=False),
    Column("lost", NUMBER, nullable=False),
    Column("streak", NUMBER, nullable=False),
    Column("points", NUMBER, nullable=False),
    Column("mu", FRACTION, nullable=False),
    Column("sigma", FRACTION, nullable=False),
    sqlite_with_rowid=False,
)
Index("tallies_by_rank", tallies.c.game, tallies.c.bot, tallies.c.won.desc())

games = Table(
    "played",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("place", TEXT, key="table", nullable=False),
    Column("game_number", NUMBER, nullable=False),
    Column("game", TEXT, nullable=False),
    Column("ended", FRACTION, nullable=False),
    # These three are JSON lists: they are shown as they are, and never searched.
    Column("seats", TEXT, nullable=False),
    Column("places", TEXT, nullable=False),
    Column("scores", TEXT, nullable=False),
    Column("public", Boolean, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("who", TEXT, primary_key=True),
    Column("number", NUMBER, primary_key=True),
    Column("seat", NUMBER, primary_key=True),
    # Empty if the game was broken off and does not count for this seat.
    Column("won", Boolean),
    sqlite_with_rowid=False,
)

recent = Table(
    "recent",
    metadata,
    # What counts for each seat, by the time at which games ended. The history stays for ever; a reset empties this.
    Column("ended", FRACTION, primary_key=True),
    Column("number", NUMBER, primary_key=True),
    Column("seat", NUMBER, primary_key=True),
    Column("game", TEXT, nullable=False),
    Column("who", TEXT, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", NUMBER, nullable=False),
    sqlite_with_rowid=False,
)

faces = Table(
    "faces",
    metadata,
    Column("sides", NUMBER, primary_key=True),
    Column("face", NUMBER, primary_key=True),
    Column("count", NUMBER, nullable=False),
    sqlite_with_rowid=False,
)

throws = Table(
    "throws",
    metadata,
    Column("sides", NUMBER, primary_key=True, autoincrement=False),
    Column("repeats", NUMBER, nullable=False),
    Column("longest", NUMBER, nullable=False),
    # The last face that came up, and how often in a row.
    Column("face", NUMBER, nullable=False),
    Column("run", NUMBER, nullable=False),
)

meetings = Table(
    "meetings",
    # No migration makes it: it is made when it is missing, since it can always be counted again.
    MetaData(naming_convention=metadata.naming_convention),
    # How many rated games two accounts have played with each other on a day (H-10); days since 1970, UTC.
    Column("day", NUMBER, primary_key=True),
    Column("one", TEXT, primary_key=True),
    Column("other", TEXT, primary_key=True),
    Column("games", NUMBER, nullable=False),
    sqlite_with_rowid=False,
)

PROJECTED: Final = (tallies, games, seats, recent, faces, throws, meetings)
"""Everything that is counted from the hall log, and can be counted again."""
