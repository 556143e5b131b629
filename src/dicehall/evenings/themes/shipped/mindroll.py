"""The evening of the house."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

KEY: Final = "garden-of-minds"
THEME: Final = Theme(
    title="The quiet garden",
    welcome="An evening to think: only the dice make a sound. Who reads the others best?",
    game="mindroll",
    seats=5,
    look="garden",
    sounds="dice",
)
