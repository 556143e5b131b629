"""The log as it lies in the journal: entries in bodies, folded back into a table, and a game's end made a record."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from dicehall.ports import Finished
from dicehall.rules.chance import NatureMove
from dicehall.rules.record import Entry as Line
from dicehall.rules.values import NATURE, TABLE, Event, Move, TableMove, Value
from dicehall.table.core.events import GameEnded, GameReset, GameStarted
from dicehall.table.core.log import Entry, Played, evolve, header_of
from dicehall.table.core.state import Table


class Body(Value):
    """The entries of one append, and when they were written."""

    at: float
    entries: tuple[Entry, ...]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def write(at: float, entries: tuple[Entry, ...]) -> bytes:
    return _encoder.encode(Body(at, entries))


def fold(table: Table, bodies: Iterable[bytes], told: Callable[[int, tuple[Event, ...]], None] | None = None) -> Table:
    """The table after all that was appended; `told` hears the events again, with the version after them."""
    for body in bodies:
        at, entries = msgspec.structs.astuple(_decoder.decode(body))
        for entry in entries:
            table, heard = evolve(table, _typed(table, entry), at)
            if told is not None and heard:
                told(table.version, heard)
    return table


def _typed(table: Table, entry: Entry) -> Entry:
    """Moves are read as the game that is played has them."""
    if type(entry) is not Played or table.play is None:
        return entry
    kinds: dict[object, Any] = {NATURE: NatureMove, TABLE: TableMove}
    move: Move = msgspec.convert(entry.move, kinds.get(entry.actor, table.play.listing.move))
    return replace(entry, move=move)


def finished(bodies: Iterable[bytes], *, ended: float, public: bool) -> Finished | None:
    """The game that ends with this log; None where it was broken off before anything was played."""
    started: GameStarted | None = None
    lines: list[Line] = []
    game: Finished | None = None
    for body in bodies:
        at, entries = msgspec.structs.astuple(_decoder.decode(body))
        for entry in entries:
            match entry:
                case GameStarted():
                    started, lines = entry, []
                case Played(actor, move):
                    lines.append(Line(actor, move))
                case GameEnded() | GameReset() if started is not None and lines:
                    game = _finished(started, lines, entry, at)
                case _:
                    pass
    return None if game is None else replace(game, ended=round(ended), public=public)


def _finished(started: GameStarted, lines: list[Line], end: GameEnded | GameReset, at: float) -> Finished:
    scores, places = (end.scores, end.places) if isinstance(end, GameEnded) else ((), ())
    header = header_of(started)
    if header.dice:
        header = replace(header, dice=replace(header.dice, seed=end.seed, digest=end.digest))
    return Finished(
        number=started.number,
        at=at,
        seats=started.seats,
        levels=started.levels,
        scores=scores,
        places=places,
        record="".join(_encoder.encode(line).decode() + "\n" for line in (header, *lines)),
        left=tuple(line.move["seat"] for line in lines if line.actor == TABLE and line.move["type"] == "withdraw"),
    )
