"""What one pair of eyes sees of a game, what it may do, and what is new."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from dicehall.rules.kernel import View
from dicehall.rules.values import Event, Move, Seat

E = TypeVar("E", bound=Event)


class Seen(NamedTuple):
    """What boards are drawn from."""

    view: View[Any, Any, Any]
    options: Any
    """The options of the game at this table."""
    names: Sequence[str]
    history: Sequence[Event] = ()
    marked: frozenset[int] = frozenset()
    """Dice that the player is about to roll again."""

    @property
    def board(self) -> Any:
        return self.view.table.board

    @property
    def secret(self) -> Any:
        return self.view.mine.secret if self.view.mine else None

    def last(self, *kinds: type[E]) -> E | None:
        """The latest event of these kinds."""
        return next((event for event in reversed(self.history) if isinstance(event, kinds)), None)


class Turn(NamedTuple):
    """A seat may act now."""

    seat: Seat
    moves: tuple[Move, ...]
    """Its legal moves; empty where its throw is awaited."""
    due: bool
    """False where the seat may act but the game does not wait for it."""


class News(NamedTuple):
    """What a message means to people."""

    sentences: tuple[str, ...] = ()
    look: float = 0.0
    """How long it deserves to be looked at before the game goes on."""
    passing: str = ""
    """A reaction, in words: shown for a moment, and never part of the story."""
    uncovered: Seen | None = None
    """The table with its hidden dice shown: the next ones are dealt at once, and nobody would have seen these."""
