"""The bots of King of StLucia."""

from dicehall.bots.stlucia.classic import CLASSICS, eait, habs, hass, mabs, science
from dicehall.bots.stlucia.easy import easy
from dicehall.bots.stlucia.house import house
from dicehall.bots.stlucia.levels import hard, normal

__all__ = ["CLASSICS", "eait", "easy", "habs", "hard", "hass", "house", "mabs", "normal", "science"]
