"""The laboratory: what reckoning can say about a game. Nothing in the hall needs it to run.

Each module here that has a game's name has `solve(game, tell, ...) -> Report`; `dicehall solve` finds it.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from dicehall.lab.report import Report
from dicehall.rules.errors import RulesError

Solver: TypeAlias = Callable[..., Report]
"""The game and `tell`. Some take `work`, a folder where long work is kept, and `write`, one for the bots' tables."""


class Unsolved(RulesError):
    def __init__(self, game: str) -> None:
        super().__init__(f"nobody has solved {game} here yet")


def find_solver(game: str) -> Solver:
    name = f"{__name__}.{game}"
    try:
        solver: Solver = import_module(name).solve
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise Unsolved(game) from None
    return solver
