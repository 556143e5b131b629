"""Bots: the rules and a view in, a move out. They know what their seat may know and nothing else."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from dicehall.bots.uniform import uniform
from dicehall.rules.chance import Rng
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move

Bot: TypeAlias = Callable[[Game[Any], View[Any, Any, Any], Rng], Move]
"""The rules and options of the game, what the seat may know, and luck."""

LEVELS = ("house", "uniform")
NAMES = ("Fox", "Otter", "Wren", "Hare", "Badger", "Heron", "Marten", "Newt", "Rook", "Stoat", "Tern", "Vole")
"""What bots are called; more than sit at any table."""


class UnknownBot(RulesError):
    def __init__(self, level: str) -> None:
        super().__init__(f"there is no bot {level!r}; the bots are {', '.join(LEVELS)}")


def find_bot(game: str, level: str) -> Bot:
    """The bot of that level; a game without a house bot of its own is played at random."""
    if level not in LEVELS:
        raise UnknownBot(level)
    return _house(game) if level == "house" else uniform


@cache
def _house(game: str) -> Bot:
    """`house` of the module in this folder that has the game's name."""
    name = f"{__name__}.{game}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return uniform
    bot: Bot = module.house
    return bot
