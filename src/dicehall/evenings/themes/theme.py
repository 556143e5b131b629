"""A theme: a table or a tournament with its words of welcome and its look, saved to be played again."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from dicehall.evenings.core.setting import LONGEST_CLOCK, MOST_ENTRANTS, USUAL_CLOCK, AnyFormat, TeamScoring
from dicehall.evenings.themes.schedule import AnyWhen
from dicehall.rules.values import Value
from dicehall.table.core.events import SHORTEST_CLOCK, Look, Sounds

LOOKS: Final[tuple[str, ...]] = Look.__args__  # type: ignore[attr-defined]


class Terms(Value, kw_only=True, forbid_unknown_fields=True):
    """What a host says of a tournament beside its format, seats and clock."""

    least: Annotated[int, Meta(ge=2, le=26)] | None = None
    """At a table; None: as few as the game takes."""
    most: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = MOST_ENTRANTS
    """How many may enter; opened without a time, it starts when it is full."""
    open: bool = True
    """Whether everyone may enter, or only those who have the link."""
    bots: bool = True
    """Whether bots may enter."""
    between: Annotated[int, Meta(ge=0, le=60 * 60)] = 30
    """Seconds from the end of a round to the next pairing."""
    duplicate: bool = False
    """Whether all tables of a round have the same dice."""
    teams: TeamScoring | None = None
    """How teams are scored; None: they are not."""
    predictions: bool = True
    """Whether those who watch may predict who wins."""


class Theme(Value, kw_only=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    welcome: Annotated[str, Meta(max_length=300)] = ""
    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Only those that were chosen; the rest have their defaults. A preset is a set of these."""
    seats: Annotated[int, Meta(ge=2, le=26)]
    clock: Annotated[int, Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)] = USUAL_CLOCK
    look: Look = "hall"
    sounds: Sounds = "all"
    tournament: AnyFormat | None = None
    """None: an open table."""
    terms: Terms | None = None
    """Of the tournament; None: the usual ones."""
    when: AnyWhen | None = None
    """None: whenever a host opens it."""
