"""Bots: the rules and a view in, a move out. They know what their seat may know and nothing else."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any, Final, TypeAlias

from dicehall.bots.characters import CHARACTERS, Temper
from dicehall.bots.uniform import uniform
from dicehall.rules.chance import Rng
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move

Bot: TypeAlias = Callable[[Game[Any], View[Any, Any, Any], Rng], Move]
"""The rules and options of the game, what the seat may know, and luck."""

LEVELS: Final = ("easy", "normal", "hard", "uniform")
NORMAL: Final = "normal"
"""How a bot plays unless the host chooses another level."""
NAMES: Final = tuple(CHARACTERS)
"""What bots are called."""


class UnknownBot(RulesError):
    def __init__(self, game: str, level: str) -> None:
        super().__init__(f"there is no bot {level!r}; the bots are {', '.join(accepted(game))}")


def levels_of(game: str) -> tuple[str, ...]:
    """The levels that a game offers: those its module in this folder has, and its `MORE_LEVELS`.

    None in a game without such a module: there, any move is as good as another, or no bot knows better yet.
    """
    module = _module(game)
    if module is None:
        return ()
    known = [level for level in LEVELS if level == uniform.__name__ or hasattr(module, level)]
    return (*known, *getattr(module, "MORE_LEVELS", ()))


def accepted(game: str) -> tuple[str, ...]:
    """The levels that a bot of this game can be given. Where none is offered, all play alike."""
    return levels_of(game) or LEVELS


def level_at(game: str, level: str) -> str:
    """The level at which a bot plays this game: another game may have been chosen after it sat down."""
    return level if level in levels_of(game) else NORMAL


def find_bot(game: str, level: str, temper: Temper | None = None) -> Bot:
    """The bot of that level; a game without levels is played at random.

    A temper chooses among moves that are worth the same, where the game's module says that a level has it (`TEMPERED`).
    """
    if level not in accepted(game):
        raise UnknownBot(game, level)
    module = _module(game)
    if module is None or level == uniform.__name__:
        return uniform
    function = getattr(module, level)
    tempered = temper is not None and level in getattr(module, "TEMPERED", ())
    bot: Bot = partial(function, temper=temper) if tempered else function
    return bot


def is_quick(game: str, level: str) -> bool:
    """Whether a move takes well under a millisecond, so that nobody notices it (`benchmarks/bench_thinking.py`)."""
    module = _module(game)
    return module is None or level == uniform.__name__ or level in getattr(module, "QUICK", ())


@cache
def _module(game: str) -> ModuleType | None:
    """The module in this folder that has the game's name."""
    name = f"{__name__}.{game}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
