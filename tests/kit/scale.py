"""How much the tests try. One setting, `TRIALS`, scales them all: 1 is the size that every commit is tested with."""

import os

TRIALS = float(os.environ.get("TRIALS", "1"))


def scaled(usual: int, least: int = 1) -> int:
    """So many trials where the usual number is this."""
    return max(least, round(usual * TRIALS))
