"""Teams: a label that people wear beside their name, with a colour and a pattern. No rule knows of them (P-23)."""

from collections.abc import Collection
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, get_args
from zlib import crc32

import msgspec

from dicehall.rules.values import Value

Colour: TypeAlias = Literal["red", "orange", "gold", "green", "teal", "blue", "violet", "rose"]
"""Each is told apart from felt and from paper."""
Pattern: TypeAlias = Literal["plain", "stripes", "dots", "check", "chevron", "halves"]
"""So that nobody has to tell teams apart by colour alone."""
Label: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
"""1 to 20 visible characters; the rest is room for accents."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)


class Team(Value, forbid_unknown_fields=True):
    """What its members wear."""

    label: Label
    colour: Colour
    pattern: Pattern


def by_label(label: str) -> Team:
    """A look for a label that was given without one: the same wherever it is worked out."""
    number = crc32(label.casefold().encode())
    return Team(label, COLOURS[number % len(COLOURS)], PATTERNS[number // len(COLOURS) % len(PATTERNS)])


WantedTeam: TypeAlias = Team | msgspec.UnsetType | None
"""Left out, it is the team of the profile; None: no team."""


class Teams(Protocol):
    """The team that a person keeps in their profile; it goes with the person."""

    async def of(self, persons: Collection[str]) -> dict[str, Team]:
        """Those who keep none are left out."""
        ...

    async def keep(self, person: str, team: Team) -> None:
        """In place of the one before. Raises `KeyError` for a stranger."""
        ...

    async def drop(self, person: str) -> bool:
        """Whether there was one."""
        ...


class NoTeams:
    """For halls whose people keep none."""

    async def of(self, _persons: Collection[Any]) -> dict[str, Team]:
        return {}
