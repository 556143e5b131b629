"""Pieces that boards are drawn from."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from dicehall.rules.kernel import View
from dicehall.rules.values import Event, Seat

E = TypeVar("E", bound=Event)

COLOURS = (
    "dark_orange", "sky_blue1", "gold1", "chartreuse3", "plum2", "indian_red1",
    "turquoise2", "light_salmon1", "medium_purple1", "khaki1", "spring_green2", "grey70",
)  # fmt: skip
"""One for each seat; its letter always stands beside it, for colour is never the only sign."""


class Seen(NamedTuple):
    """What one pair of eyes sees of a table."""

    view: View[Any, Any, Any]
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

    def last(self, kind: type[E]) -> E | None:
        """The latest event of that kind."""
        return next((event for event in reversed(self.history) if isinstance(event, kind)), None)


def letter(seat: Seat) -> str:
    return chr(ord("A") + seat)


def colour(seat: Seat) -> str:
    return COLOURS[seat % len(COLOURS)]
