"""What is played in a tournament, and how."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from dicehall.rules.values import Value, wire_name
from dicehall.table.core.events import SHORTEST_CLOCK, Night

MOST_ENTRANTS: Final = 500
USUAL_CLOCK: Final = 60
LONGEST_CLOCK: Final = 600
FARTHEST: Final = 2 * 366 * 24 * 60 * 60
"""Seconds from now to the latest start that anyone may choose."""

Advance: TypeAlias = Annotated[int, Meta(ge=1, le=25)]
"""How many of each table go on."""


class Format(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Who plays whom, and who has won."""


class Swiss(Format):
    """Everyone plays every round, against people with about as many points; then perhaps a knock-out of the best."""

    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    last: Annotated[int, Meta(ge=0, le=100)] = 0
    """How many of the best play a knock-out after it; 0 if the standings decide."""
    advance: Advance = 2
    """In that knock-out."""


class KnockOut(Format):
    """The best of each table go on until one table is left; seeded by lot."""

    advance: Advance = 2


class Arena(Format):
    """Whoever is free is seated at once, for so many minutes; after two wins in a row the next games count double."""

    minutes: Annotated[int, Meta(ge=5, le=300)] = 60


class Series(Format):
    """The same people play so many games with each other."""

    games: Annotated[int, Meta(ge=1, le=50)] = 5


AnyFormat: TypeAlias = Swiss | KnockOut | Arena | Series


class TeamScoring(Value, forbid_unknown_fields=True):
    """Teams have a score of their own, beside that of everyone."""

    count: Literal["sum"] | Annotated[int, Meta(ge=1, le=50)] = "sum"
    """The points of all members together, or of so many of the best."""


class Setting(Value, kw_only=True, forbid_unknown_fields=True):
    """What the host chooses; the options are the game's own."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Only those that were chosen; the rest have their defaults. A preset is a set of these."""
    seats: Annotated[int, Meta(ge=2, le=26)]
    """At a table, as the host prefers it; no table has more."""
    least: Annotated[int, Meta(ge=2, le=26)] = 2
    """At a table; none is drawn with fewer."""
    format: AnyFormat = Swiss()
    most: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = MOST_ENTRANTS
    """How many may enter."""
    open: bool = True
    """Whether everyone may enter, or only those who have the link."""
    starts: int | None = None
    """When it starts, in seconds since 1970; None: when it is full, or when the host starts it."""
    clock: Annotated[int, Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)] = USUAL_CLOCK
    """Seconds to answer, in every game alike."""
    bots: bool = True
    """Whether bots may enter."""
    between: Annotated[int, Meta(ge=0, le=60 * 60)] = 30
    """Seconds from the end of a round to the next pairing."""
    duplicate: bool = False
    """Whether all tables of a round have the same dice, and each seat is scored against the same seat elsewhere."""
    teams: TeamScoring | None = None
    """How teams are scored; None: they are not."""
    predictions: bool = True
    """Whether spectators may predict who wins at its tables."""
    night: Night | None = None
    """The theme night that it belongs to."""
