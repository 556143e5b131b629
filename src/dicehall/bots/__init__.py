"""Bots: the rules and a view in, a move out. They know what their seat may know and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dicehall.bots import bluff, mindroll, stlucia, three_dice
from dicehall.bots.uniform import uniform
from dicehall.rules.chance import Rng
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move

Bot: TypeAlias = Callable[[Game[Any], View[Any, Any, Any], Rng], Move]
"""The rules and options of the game, what the seat may know, and luck."""

HOUSE: Mapping[str, Bot] = {
    # Which number is picked never matters in Peril, so the house has nothing better than chance.
    "peril": uniform,
    "mindroll": mindroll.house,
    "three_dice": three_dice.house,
    "stlucia": stlucia.house,
    "bluff": bluff.house,
}
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
    return HOUSE.get(game, uniform) if level == "house" else uniform
