"""The evening of the house."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

KEY: Final = "carnival-of-stlucia"
THEME: Final = Theme(
    title="Carnival on StLucia",
    welcome="Music in the streets, and the town changes hands by the minute. Come as you are!",
    game="stlucia",
    seats=6,
    look="carnival",
)
