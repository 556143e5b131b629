"""The laboratory: what reckoning can say about a game. Nothing in the hall needs it to run.

Each module here that has a game's name has `solve(game, tell) -> Report`; `dicehall solve` finds it. If its bots
read tables, it also has `tables(tell)`, which makes them.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from dicehall.lab.report import Report, Tell
from dicehall.rules.errors import RulesError

Solver: TypeAlias = Callable[[Any, Tell], Report]
Maker: TypeAlias = Callable[[Tell], Mapping[str, bytes]]
"""Makes the files for `bots/tables`, by their names."""


class Unsolved(RulesError):
    def __init__(self, game: str) -> None:
        super().__init__(f"nobody has solved {game} here yet")


class NoTables(RulesError):
    def __init__(self, game: str) -> None:
        super().__init__(f"no bot of {game} reads a table")


def find_solver(game: str) -> Solver:
    name = f"{__name__}.{game}"
    try:
        solver: Solver = import_module(name).solve
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise Unsolved(game) from None
    return solver


def find_tables(game: str) -> Maker:
    maker: Maker | None = getattr(import_module(f"{__name__}.{game}"), "tables", None)
    if maker is None:
        raise NoTables(game)
    return maker
