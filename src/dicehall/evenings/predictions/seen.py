"""What a table, or its record, tells of a game that was predicted: whether it is too late, and how it ended."""

from typing import Any, Literal

from dicehall.evenings.predictions.events import Unfair
from dicehall.ports.hall_log import Finished
from dicehall.rules.kernel import Over
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.state import Table


class GameSeen(Value):
    standing: Literal["open", "closed", "ended", "void"]
    seats: int = 0
    version: int = 0
    """Of the table."""
    winners: tuple[Seat, ...] = ()
    why: Unfair | None = None
    """Why it is void."""


def seen(table: Table, number: int, board: Any) -> GameSeen | None:
    """Of a table with this public board; None if it has played on since: then the record knows."""
    play = table.play
    if play is None or play.number != number:
        if number > table.games:  # the journal has lost it
            return GameSeen("void", why="void")
        return GameSeen("void", why="reset") if number == table.games else None
    if play.left or play.replaced:
        return GameSeen("void", why="left")
    seats, version = len(play.seats), table.version
    if isinstance(play.pending, Over):
        return GameSeen("ended", seats, version, tuple(play.pending.winners))
    if table.closed:
        return GameSeen("void", why="closed")
    closes = play.listing.predictions_close
    if closes is None or table.is_held or not table.predictions:
        return GameSeen("void", why="off")
    return GameSeen("closed" if closes(play.game, board) else "open", seats, version)


def seen_in(record: Finished | None) -> GameSeen:
    """Without a record the table was closed before the game had any."""
    if record is None:
        return GameSeen("void", why="closed")
    if record.left or record.replaced:
        return GameSeen("void", why="left")
    if not record.places:
        return GameSeen("void", why="reset")
    winners = tuple(seat for seat, place in enumerate(record.places) if place == 1)
    return GameSeen("ended", len(record.seats), winners=winners)


def players(table: Table) -> tuple[Who, ...]:
    """The people who sit or sat in the latest game."""
    return () if table.play is None else tuple(who for who in table.play.seats if not is_bot(who))
