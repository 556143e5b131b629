"""What a game's own module here knows: `reckon` for exact odds, `MODEL` for a bot that is quick enough to play on, and
`shortlist` for the moves that are worth weighing."""

from functools import cache
from importlib import import_module
from typing import Any

from dicehall.bots import UnknownBot
from dicehall.bots.simulate import bot_named
from dicehall.bots.uniform import uniform
from dicehall.odds.exact import Reckoned
from dicehall.odds.models import Played
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Game
from dicehall.rules.values import Move


def reckon(game: Game[Any], state: Any) -> Reckoned | None:
    """From a state without secrets; None where nothing is known exactly."""
    find = getattr(own_module(name_of(game)), "reckon", None)
    found: Reckoned | None = None if find is None else find(game, state)
    return found


def shortlist(game: Game[Any], state: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Which moves are worth playing on, where there are very many; all unless the game's module knows better."""
    find = getattr(own_module(name_of(game)), "shortlist", None)
    chosen: tuple[Move, ...] = moves if find is None else find(game, state, moves)
    return chosen


def model_of(game: Game[Any]) -> Played:
    """The normal bot, unless the game's module has a quicker one."""
    name = name_of(game)
    own: Played | None = getattr(own_module(name), "MODEL", None)
    if own is not None:
        return own
    try:
        return Played(bot_named(name, "normal"), "normal")
    except UnknownBot:
        return Played(uniform, "any")


def name_of(game: Game[Any]) -> str:
    return next((listing.name for listing in GAMES if type(game) is listing.game), "")


@cache
def own_module(game: str) -> Any:
    name = f"{__package__}.{game}"
    try:
        return import_module(name) if game else None
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
