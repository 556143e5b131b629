"""The themes that every hall has: one per game, and without a time, so that a new hall does not look deserted.

A module here that has a game's name holds its key and the theme.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Final

from dicehall.evenings.themes.theme import Theme
from dicehall.rules.catalog import GAMES


def _shipped() -> Iterator[tuple[str, Theme]]:
    for listing in GAMES:
        name = f"{__name__}.{listing.name}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        yield module.KEY, module.THEME


SHIPPED: Final[dict[str, Theme]] = dict(_shipped())
"""By key. Anyone opens one tonight with one tap; an administrator can change it, or give it a time."""
