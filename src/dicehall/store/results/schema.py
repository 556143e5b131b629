"""The tables of results: a projection of the chronicle, in the same file as the book of people."""

from typing import Final

from sqlalchemy import REAL, Boolean, Column, Index, Integer, Table, Text

from dicehall.store.people.schema import metadata

EDITION: Final = 2
"""Grows whenever the same chronicle would be counted differently; then everything is counted anew."""
EVERY_GAME: Final = ""
"""Stands where the name of a game does, for all of them together."""

counted = Table(
    "counted",
    metadata,
    Column("edition", Integer, primary_key=True),
    # The last row of the chronicle that is in these tables, and a checksum of it: a backup may bring back another.
    Column("number", Integer, nullable=False),
    Column("seal", Integer, nullable=False),
    # Of all tables below together, so that rows which somebody has deleted are missed.
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

played = Table(
    "played",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("place", Text, nullable=False),
    Column("game_number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", REAL, nullable=False),
    # These three are lists in JSON: they are shown as they are, and never searched.
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
    # Empty where the game was broken off and counts for this seat as nothing.
    Column("won", Boolean),
    sqlite_with_rowid=False,
)

recent = Table(
    "recent",
    metadata,
    # What counts for each seat, in the order of the ends of games. The history stays for ever; a reset empties this.
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
    # The last face that fell, and how often it fell in a row.
    Column("face", Integer, nullable=False),
    Column("run", Integer, nullable=False),
)

PROJECTED: Final = (tallies, played, seats, recent, faces, throws)
