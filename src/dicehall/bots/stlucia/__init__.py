"""The bots of King of StLucia."""

from dicehall.bots.stlucia.classic import CLASSICS, eait, habs, hass, mabs, science
from dicehall.bots.stlucia.easy import easy
from dicehall.bots.stlucia.levels import hard, normal

MORE_LEVELS = tuple(bot.__name__ for bot in CLASSICS.values())
"""The five players of the original are levels of this game."""
QUICK = MORE_LEVELS
TEMPERED = ("hard",)

__all__ = [
    "CLASSICS",
    "MORE_LEVELS",
    "QUICK",
    "TEMPERED",
    "eait",
    "easy",
    "habs",
    "hard",
    "hass",
    "mabs",
    "normal",
    "science",
]
