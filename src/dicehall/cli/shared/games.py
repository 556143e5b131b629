"""Games by the names that people type."""

from dicehall.rules.catalog import find
from dicehall.rules.listing import Listing


def find_game(name: str) -> Listing:
    """However it is spelt: `Three-Dice` is `three_dice`."""
    return find(name.casefold().replace("-", "_").replace(" ", "_"))
