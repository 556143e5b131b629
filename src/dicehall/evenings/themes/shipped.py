"""The five themes that every hall has: one per game, and without a time, so that a new hall is not spammed."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

SHIPPED: Final[dict[str, Theme]] = {
    "harbour-of-peril": Theme(
        title="Storm in the harbour",
        welcome="Twelve numbers, a few hearts and a rough sea. Pick well, and look after your neighbours.",
        game="peril",
        seats=6,
        clock=60,
        look="harbour",
    ),
    "garden-of-minds": Theme(
        title="The quiet garden",
        welcome="An evening to think: only the dice make a sound. Who reads the others best?",
        game="mindroll",
        seats=5,
        look="garden",
        sounds="dice",
    ),
    "lantern-dice": Theme(
        title="Three dice by lantern light",
        welcome="The oldest game in the house. Water counts as much as wine.",
        game="three_dice",
        seats=6,
        look="lantern",
    ),
    "carnival-of-stlucia": Theme(
        title="Carnival on StLucia",
        welcome="Music in the streets, and the town changes hands by the minute. Come as you are!",
        game="stlucia",
        seats=6,
        look="carnival",
    ),
    "frost-and-bluff": Theme(
        title="Cold faces",
        welcome="Outside it snows, in here nobody moves a muscle. Believe nothing.",
        game="bluff",
        seats=5,
        look="frost",
    ),
}
"""By key. Anyone opens one tonight with one tap; an administrator can change it, or give it a time."""
