"""The evening of the house."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

KEY: Final = "harbour-of-peril"
THEME: Final = Theme(
    title="Storm in the harbour",
    welcome="Twelve numbers, a few hearts and a rough sea. Pick well, and look after your neighbours.",
    game="peril",
    seats=6,
    clock=60,
    look="harbour",
)
