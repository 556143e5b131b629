"""The solved game of two players, read from a table of the laboratory."""

import logging
from functools import cache

from dicehall.bots.stlucia.search import Position
from dicehall.bots.tables import open_table
from dicehall.rules.values import Seat

log = logging.getLogger("dicehall.bots")

FEW = 4
"""Up to this many tokens are worth the same, nearly: the table has one entry for them."""


class Duel:
    """The chance to win, out of 65,535, of whoever throws; both must need no more points than the table knows."""

    sure = 65535.0

    def __init__(self) -> None:
        self.town = open_table("stlucia")
        self.empty = open_table("stlucia_empty")
        self.most = len(self.empty)

    def knows(self, position: Position) -> bool:
        alive = position.alive
        return len(alive) == 2 and all(position.needs[seat] <= self.most for seat in alive)

    def worth(self, position: Position, seat: Seat) -> float:
        thrower = position.seat
        first, second = position.alive
        other = second if first == thrower else first
        needs = position.needs[thrower] - 1, position.needs[other] - 1
        tokens = max(position.tokens[thrower] - FEW, 0), max(position.tokens[other] - FEW, 0)
        chance: float
        if position.resident is None:
            chance = self.empty[(*needs, *tokens)]
        else:
            health = position.health[thrower] - 1, position.health[other] - 1
            chance = self.town[(*needs, int(position.resident != thrower), *health, *tokens)]
        return chance if seat == thrower else self.sure - chance


@cache
def the_duel() -> Duel | None:
    """None where the table is missing, which is said once."""
    try:
        return Duel()
    except FileNotFoundError as error:
        log.warning(
            "%s is missing: hard bots of King of StLucia search their own turn in games of two as well, "
            "and the odds there are estimated",
            error.filename,
        )
        return None
