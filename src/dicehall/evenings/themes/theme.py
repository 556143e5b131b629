"""A theme: a table or a tournament with its words of welcome and its look, saved to be played again."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from dicehall.evenings.core.setting import LONGEST_CLOCK, USUAL_CLOCK, AnyFormat
from dicehall.evenings.themes.schedule import AnyWhen
from dicehall.rules.values import Value
from dicehall.table.core.events import SHORTEST_CLOCK, Look, Sounds

LOOKS: Final[tuple[str, ...]] = Look.__args__  # type: ignore[attr-defined]


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
    when: AnyWhen | None = None
    """None: whenever a host opens it."""
