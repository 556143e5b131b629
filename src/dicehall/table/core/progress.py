"""How far the game at a table is, as everyone there can see."""

from typing import Any

from dicehall.rules.progress import Progress
from dicehall.table.core.state import Table


def progress(table: Table, board: Any) -> Progress | None:
    """With this public board; None where no game runs, or nothing of it may be told elsewhere yet."""
    play = table.playing
    return None if play is None or table.is_held else play.listing.progress(play.game, board)
