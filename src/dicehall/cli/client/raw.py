"""Parts of messages as the rules have them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from dicehall.rules.kernel import Over
from dicehall.table.core.public_view import WaitingForMoves, WaitingForThrow


def without_clocks(waiting: WaitingForMoves | WaitingForThrow | Over | None) -> dict[str, Any]:
    """As the views of the rules have it."""
    plain: dict[str, Any] = msgspec.to_builtins(waiting)
    if isinstance(waiting, WaitingForMoves):
        return plain | {"due": [due.seat for due in waiting.due]}
    plain.pop("due", None)
    return plain


def from_last_start(events: Sequence[Any]) -> Sequence[Any]:
    """Only the game that is on the table: earlier ones may be other games, played by others."""
    starts = [number for number, event in enumerate(events) if event["type"] == "game_started"]
    return events[starts[-1] :] if starts else events
