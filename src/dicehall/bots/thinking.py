"""A bot's decision as something that can be sent to another process: what its seat may know, and a seed."""

from random import Random
from typing import Any, NamedTuple

from dicehall.bots import find_bot
from dicehall.bots.characters import Temper
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move


class Question(NamedTuple):
    name: str
    """Of the game."""
    level: str
    temper: Temper | None
    game: Game[Any]
    view: View[Any, Any, Any]
    seed: int


def answer(question: Question) -> Move:
    """The same for the same question, in whatever process."""
    name, level, temper, game, view, seed = question
    return find_bot(name, level, temper)(game, view, Random(seed))
