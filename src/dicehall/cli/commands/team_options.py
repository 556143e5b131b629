"""The team that a command is given: a label, and how it looks where nobody is in it yet."""

from typing import Annotated

import msgspec
import typer

from dicehall.cli.shared.errors import refused
from dicehall.names.clean import clean_label
from dicehall.ports.teams import Colour, Pattern, Team, WantedTeam, by_label

ColourOption = Annotated[
    Colour | None,
    typer.Option(
        "--colour",
        metavar="COLOUR",
        help="Your team's colour: red, orange, gold, green, teal, blue, violet or rose (default: by its label).",
    ),
]
PatternOption = Annotated[
    Pattern | None,
    typer.Option(
        "--pattern",
        metavar="PATTERN",
        help="Your team's pattern: plain, stripes, dots, check, chevron or halves (default: by its label).",
    ),
]


def given_team(label: str | None, colour: Colour | None, pattern: Pattern | None, *, none: bool = False) -> WantedTeam:
    """Raises `BadOptions` for a label that is not allowed."""
    if none and label is not None:
        raise refused("team-or-none")
    if label is None:
        if colour is not None or pattern is not None:
            raise refused("team-look-alone")
        return None if none else msgspec.UNSET
    usual = by_label(clean_label(label))
    return Team(usual.label, colour or usual.colour, pattern or usual.pattern)
