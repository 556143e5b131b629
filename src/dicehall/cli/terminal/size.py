"""Where a full screen can be drawn, and how much room it needs."""

import os
import sys
from shutil import get_terminal_size

from dicehall.cli.shared.words import say

LEAST = (76, 22)
"""The smallest screen on which everything fits."""


def is_full_screen() -> bool:
    """Whether there is a real terminal on both ends, and not a dumb one."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def is_too_small() -> bool:
    """Then a table is played line by line, which needs no room."""
    width, height = get_terminal_size()
    if width >= LEAST[0] and height >= LEAST[1]:
        return False
    print(say("screen-plain", width=width, height=height, least_width=LEAST[0], least_height=LEAST[1]))
    return True
