"""Three and more players: each one's prospects read from a small table that was fitted to many games."""

from functools import cache
from math import exp, prod
from typing import Any, TypeAlias

from dicehall.bots.stlucia.search import Position
from dicehall.bots.tables import open_table
from dicehall.rules.stlucia import MOST_HEALTH, TOKENS_FOR_A_POINT
from dicehall.rules.values import Seat

Table: TypeAlias = "memoryview[Any]"

OUTSIDE, INSIDE, EMPTY = range(3)
"""Where a player is: outside with another one in StLucia, in it, or with nobody in it."""
MOST_NEEDED = 20
MOST_PLAYERS = 8
"""More than this of either count as this."""
SHAPES = (
    (MOST_PLAYERS + 1, 3, MOST_NEEDED + 1, MOST_HEALTH + 1),
    (MOST_PLAYERS + 1, 3, MOST_PLAYERS),
    (TOKENS_FOR_A_POINT,),
)
"""Players left, where, points needed and health; players left, where and how many throw before; tokens."""


class Crowd:
    """Chances to win, out of 65,535: in proportion to the exponential of each player's prospects."""

    sure = 65535.0

    def __init__(self, prospects: Table, turns: Table, tokens: Table) -> None:
        self.prospects = prospects
        self.turns = turns
        self.tokens = tokens

    def worth(self, position: Position, seat: Seat) -> float:
        alive = position.alive
        before = alive.index(position.seat)
        players = min(len(alive), MOST_PLAYERS)
        everyone = mine = 0.0
        for turn, other in enumerate(alive[before:] + alive[:before]):
            where = EMPTY if position.resident is None else INSIDE if position.resident == other else OUTSIDE
            share = exp(
                self.prospects[players, where, min(position.needs[other], MOST_NEEDED), position.health[other]]
                + self.turns[players, where, min(turn, MOST_PLAYERS - 1)]
                + self.tokens[position.tokens[other]]
            )
            everyone += share
            if other == seat:
                mine = share
        return self.sure * mine / everyone


@cache
def the_crowd() -> Crowd:
    numbers = open_table("stlucia_crowd")
    parts, begin = [], 0
    for shape in SHAPES:
        size = prod(shape)
        parts.append(numbers[begin : begin + size].cast("B").cast("f", shape))
        begin += size
    return Crowd(*parts)
