"""How much room a full screen needs."""

from shutil import get_terminal_size

from dicehall.cli.shared.words import say

LEAST = (76, 22)
"""The smallest screen on which everything fits."""


def is_too_small() -> bool:
    """Then a table is played line by line, which needs no room."""
    width, height = get_terminal_size()
    if width >= LEAST[0] and height >= LEAST[1]:
        return False
    print(say("screen-plain", width=width, height=height, least_width=LEAST[0], least_height=LEAST[1]))
    return True
