"""What a table looks like in characters: a line for each player, and the middle of the table.

A game's board is the module of its name in this folder; a game without one shows its values.
"""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec
from rich.text import Text

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import say
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


@cache
def board_of(game: str) -> Board:
    if game not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return ANY
    module = import_module(f"{__name__}.{game}")
    return Board(module.status, module.centre, module.spoken)


def _any_status(seen: Seen, seat: Seat) -> str:
    scores = getattr(seen.board, "scores", None)
    return str(scores[seat]) if scores else ""


def _any_centre(seen: Seen) -> list[Text]:
    values = msgspec.to_builtins(seen.board)
    if seen.secret is not None:
        values[say("board-yours")] = msgspec.to_builtins(seen.secret)
    return [Text(f"{name}: {_in_words(value)}") for name, value in values.items()]


def _in_words(value: Any) -> str:
    match value:
        case {"type": kind, **fields}:
            return ", ".join([str(kind), *(f"{name} {_in_words(inner)}" for name, inner in fields.items())])
        case dict():
            return ", ".join(f"{name} {_in_words(inner)}" for name, inner in value.items())
        case list() | tuple():
            return " ".join(map(_in_words, value)) or say("board-none")
        case _:
            return str(value)


ANY = Board(_any_status, _any_centre, lambda seen: [line.plain for line in _any_centre(seen)])


def awaited(waiting: Awaited | Chance | Over) -> frozenset[Seat]:
    """Whose turn it is."""
    match waiting:
        case Awaited(due):
            return frozenset(due)
        case Chance(_, int(thrower)):
            return frozenset({thrower})
        case _:
            return frozenset()
