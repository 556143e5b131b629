"""The evening of the house."""

from typing import Final

from dicehall.evenings.themes.theme import Theme

KEY: Final = "frost-and-bluff"
THEME: Final = Theme(
    title="Cold faces",
    welcome="Outside it snows, in here nobody moves a muscle. Believe nothing.",
    game="bluff",
    seats=5,
    look="frost",
)
