"""The games you can play. A new game is a file in this folder and a line in `GAMES`."""

from dicehall.rules import bluff, mindroll, peril, stlucia, three_dice
from dicehall.rules.errors import UnknownEdition, UnknownGame
from dicehall.rules.listing import Listing

GAMES: tuple[Listing, ...] = (peril.LISTING, mindroll.LISTING, three_dice.LISTING, stlucia.LISTING, bluff.LISTING)
"""Every game, in the order in which the hall shows them."""


def find(name: str, edition: int | None = None, games: tuple[Listing, ...] = GAMES) -> Listing:
    """The game with this name, in its latest edition unless you give one; raises `UnknownGame` or `UnknownEdition`."""
    editions = {listing.edition: listing for listing in games if listing.name == name}
    if not editions:
        raise UnknownGame(name, dict.fromkeys(listing.name for listing in games))
    if edition is None:
        return editions[max(editions)]
    if edition not in editions:
        raise UnknownEdition(name, edition, sorted(editions))
    return editions[edition]
