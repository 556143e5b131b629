"""The settings of a table in words: the game, its options and the time to answer."""

from collections.abc import Mapping
from typing import Any

from babel.lists import format_list
from babel.units import format_unit

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import plain

UNITS = (("hour", 3600), ("minute", 60), ("second", 1))


def title(game: str) -> str:
    """A game's title, or its name if it is not in the catalog."""
    return next((listing.title for listing in GAMES if listing.name == game), game)


def chosen(options: Mapping[str, Any]) -> str:
    """The options as you type them after `--set`, or "none"."""
    return ", ".join(f"{name}={plain(value)}" for name, value in options.items()) or "none"


def duration(seconds: int, locale: str) -> str:
    """Exact and without zeros: "1 hour and 30 minutes"."""
    parts: list[str] = []
    for unit, length in UNITS:
        count, seconds = divmod(seconds, length)
        if count or (unit == "second" and not parts):
            parts.append(format_unit(count, f"duration-{unit}", locale=locale))
    return format_list(parts, locale=locale)
