"""What a table looks like in characters: a line for each player, and the middle of the table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from rich.text import Text

from dicehall.cli.terminal.boards import bluff, mindroll, peril, stlucia, three_dice
from dicehall.cli.terminal.boards.parts import Seen
from dicehall.rules.kernel import Awaited, Chance, Over
from dicehall.rules.values import Seat


class Board(NamedTuple):
    """How one game is drawn, and how it is said where drawing does not help."""

    status: Callable[[Seen, Seat], str]
    """A few characters for a seat: hearts, points, sips."""
    centre: Callable[[Seen], list[Text]]
    """The middle of the table, nine lines of 46 characters at most."""
    spoken: Callable[[Seen], list[str]]
    """All of it in words."""


def _any_status(seen: Seen, seat: Seat) -> str:
    scores = getattr(seen.board, "scores", None)
    return str(scores[seat]) if scores else ""


def _any_centre(seen: Seen) -> list[Text]:
    """A game without a board of its own shows its values."""
    values = msgspec.to_builtins(seen.board)
    if seen.secret is not None:
        values["yours"] = msgspec.to_builtins(seen.secret)
    return [Text(f"{name}: {_in_words(value)}") for name, value in values.items()]


def _in_words(value: Any) -> str:
    match value:
        case {"type": kind, **fields}:
            return ", ".join([str(kind), *(f"{name} {_in_words(inner)}" for name, inner in fields.items())])
        case dict():
            return ", ".join(f"{name} {_in_words(inner)}" for name, inner in value.items())
        case list() | tuple():
            return " ".join(map(_in_words, value)) or "none"
        case _:
            return str(value)


def _any_spoken(seen: Seen) -> list[str]:
    return [line.plain for line in _any_centre(seen)]


ANY = Board(_any_status, _any_centre, _any_spoken)
BOARDS: Mapping[str, Board] = {
    "peril": Board(peril.status, peril.centre, peril.spoken),
    "mindroll": Board(mindroll.status, mindroll.centre, mindroll.spoken),
    "three_dice": Board(three_dice.status, three_dice.centre, three_dice.spoken),
    "stlucia": Board(stlucia.status, stlucia.centre, stlucia.spoken),
    "bluff": Board(bluff.status, bluff.centre, bluff.spoken),
}


def board_of(game: str) -> Board:
    return BOARDS.get(game, ANY)


def awaited(waiting: Awaited | Chance | Over) -> frozenset[Seat]:
    """Whose turn it is."""
    match waiting:
        case Awaited(due):
            return frozenset(due)
        case Chance(_, int(thrower)):
            return frozenset({thrower})
        case _:
            return frozenset()
