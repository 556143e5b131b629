"""Simple players that look for a weakness, a module for each game: its `EXPLOITERS`, `LESSONS` for one
who learns, and `helping`, one of two who play together.

No bot in the hall plays like them. They see what bots see.
"""

from collections.abc import Mapping
from importlib import import_module

from dicehall.bots import Bot
from dicehall.lab.zoo.trained import Lessons
from dicehall.rules.values import Seat


def exploiters(game: str) -> Mapping[str, Bot]:
    """Each with one habit; none for a game in which no choice matters."""
    try:
        module = import_module(f"{__name__}.{game}")
    except ModuleNotFoundError:
        return {}
    found: Mapping[str, Bot] = module.EXPLOITERS
    return found


def lessons(game: str) -> Lessons:
    """How one learns to answer a bot of this game."""
    found: Lessons = import_module(f"{__name__}.{game}").LESSONS
    return found


def helping(game: str, partner: Seat) -> Bot:
    """One of two who help each other, as well as they can without a word."""
    bot: Bot = import_module(f"{__name__}.{game}").helping(partner)
    return bot
