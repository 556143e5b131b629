"""The evening of the house."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

KEY: Final = "lantern-dice"
THEME: Final = Theme(
    title="Three dice by lantern light",
    welcome="The oldest game in the house. Water counts as much as wine.",
    game="three_dice",
    seats=6,
    look="lantern",
)
