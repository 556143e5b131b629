"""Short words for the rule tests: play a line of moves and look at what came of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from dicehall.rules.chance import Drawn, Rolled, Shuffled
from dicehall.rules.kernel import Ask, Chance, Game, Over, play
from dicehall.rules.values import NATURE, TABLE, Event, Move, Stop, Withdraw

A, B, C, D, E, F, G = range(7)


class Played(NamedTuple):
    """A game after some moves: its state, and everything told on the way."""

    game: Game[Any]
    state: Any
    events: tuple[Event, ...] = ()

    def then(self, *steps: tuple[Any, Move]) -> "Played":
        state, events = self.state, list(self.events)
        for actor, move in steps:
            state, told = play(self.game, state, actor, move)
            events += told
        return Played(self.game, state, tuple(events))

    def options(self, seat: int) -> tuple[Move, ...]:
        """What the seat may do now; nothing if it is not asked."""
        pending = self.game.pending(self.state)
        return tuple(pending.options.get(seat, ())) if isinstance(pending, Ask) else ()

    @property
    def due(self) -> set[int]:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Ask)
        return set(pending.due)

    @property
    def chance(self) -> Chance:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Chance)
        return pending

    @property
    def over(self) -> Over:
        pending = self.game.pending(self.state)
        assert isinstance(pending, Over)
        return pending

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def begin(game: Game[Any]) -> Played:
    return Played(game, game.start())


def rolled(*faces: int) -> tuple[str, Move]:
    return NATURE, Rolled(faces)


def drawn(seat: int) -> tuple[str, Move]:
    return NATURE, Drawn(seat)


def shuffled(*order: int) -> tuple[str, Move]:
    return NATURE, Shuffled(order)


def leaves(seat: int) -> tuple[str, Move]:
    return TABLE, Withdraw(seat)


def stop() -> tuple[str, Move]:
    return TABLE, Stop()


def moves(seat: int, given: Sequence[Move]) -> list[tuple[int, Move]]:
    return [(seat, move) for move in given]
