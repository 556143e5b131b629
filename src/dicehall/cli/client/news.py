"""What comes over the line from a hall, and what it means to people."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from dicehall.cli.terminal.boards.parts import Seen
from dicehall.rules.kernel import Over
from dicehall.server.live.messages import ServerMessage
from dicehall.table.core import public_view as shown


class Lost(NamedTuple):
    """The connection has broken; another one is on its way."""


class Barred(NamedTuple):
    """The hall will not have us back."""

    why: str


class Note(NamedTuple):
    """Something that this side has to say."""

    text: str


Message: TypeAlias = ServerMessage | Lost | Barred | Note


class News(NamedTuple):
    """What a message means to people."""

    sentences: tuple[str, ...] = ()
    look: float = 0.0
    """How long it deserves to be looked at before the game goes on."""
    uncovered: Seen | None = None
    """The table with its hidden dice shown: the hall deals the next ones at once, and nobody would have seen these."""


def not_understood(error: msgspec.MsgspecError) -> str:
    """A newer hall, or none at all."""
    return f"The hall says what this program does not understand: {error}."


def merge(old: Any, new: Any) -> Any:
    """An object is laid over the one that is there, field by field, unless it has a `type`: then it replaces."""
    if isinstance(old, dict) and isinstance(new, dict) and "type" not in new:
        return old | {key: merge(old.get(key), value) for key, value in new.items()}
    return new


def without_clocks(waiting: shown.WaitingForMoves | shown.WaitingForThrow | Over | None) -> dict[str, Any]:
    """As the views of the rules have it: without clocks."""
    plain: dict[str, Any] = msgspec.to_builtins(waiting)
    if isinstance(waiting, shown.WaitingForMoves):
        return plain | {"due": [due.seat for due in waiting.due]}
    plain.pop("due", None)
    return plain


def from_last_start(events: Sequence[Any]) -> Sequence[Any]:
    """Only the game that is on the table: what came before may have been played by others, or be another game."""
    starts = [number for number, event in enumerate(events) if event["type"] == "game_started"]
    return events[starts[-1] :] if starts else events
