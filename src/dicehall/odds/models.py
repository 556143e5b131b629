"""How everyone is taken to play on, and how many times."""

from typing import NamedTuple

from dicehall.bots import Bot
from dicehall.ports.odds import Model


class Budget(NamedTuple):
    """How many games are played on: a fixed number, so that the time it takes says nothing."""

    wins: int
    """For everyone's chances."""
    options: int
    """For all moves of the player to move together."""


class Played(NamedTuple):
    bot: Bot
    model: Model
    budget: Budget = Budget(300, 900)
