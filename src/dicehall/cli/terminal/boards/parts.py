"""Pieces that boards are drawn from."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar, overload

from dicehall.narrate.story import LETTERS
from dicehall.rules.kernel import View
from dicehall.rules.values import Event, Seat

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Event)

COLOURS = (
    "dark_orange", "sky_blue1", "gold1", "chartreuse3", "plum2", "indian_red1",
    "turquoise2", "light_salmon1", "medium_purple1", "khaki1", "spring_green2", "grey70",
)  # fmt: skip
"""One for each seat; its letter always stands beside it, for colour is never the only sign."""


class Seen(NamedTuple):
    """What one pair of eyes sees of a table."""

    view: View[Any, Any, Any]
    options: Any
    """The options of the rules at this table."""
    names: Sequence[str]
    history: Sequence[Event] = ()
    marked: frozenset[int] = frozenset()
    """Dice that the player is about to throw again."""

    @property
    def board(self) -> Any:
        return self.view.table.board

    @property
    def secret(self) -> Any:
        return self.view.mine.secret if self.view.mine else None

    @overload
    def last(self, kind: type[E], /) -> E | None: ...

    @overload
    def last(self, kind: type[E], or_kind: type[F], /) -> E | F | None: ...

    def last(self, *kinds: type[Event]) -> Event | None:
        """The latest event of these kinds."""
        return next((event for event in reversed(self.history) if isinstance(event, kinds)), None)


def round_of(number: int, seen: Seen) -> str:
    """`Round 3 of 10`, or `Round 3` where the match has no set length."""
    endless = getattr(seen.options, "match", "rounds") != "rounds"
    return f"Round {number}" if endless else f"Round {number} of {seen.options.rounds}"


def by_place(faces: Sequence[object]) -> list[str]:
    """Dice in words, each with the place by which it is chosen; nothing where there are none."""
    places = ", ".join(f"{place}: {face}" for place, face in enumerate(faces, start=1))
    return [f"Dice by place: {places}"] if places else []


def letter(seat: Seat) -> str:
    return LETTERS[seat]


def colour(seat: Seat) -> str:
    return COLOURS[seat % len(COLOURS)]
