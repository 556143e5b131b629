"""The log as the journal stores it: written, folded back into a table, and made the record of a finished game."""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from dicehall.ports import Finished
from dicehall.rules.chance import NatureMove
from dicehall.rules.record import Entry as RecordEntry
from dicehall.rules.values import NATURE, TABLE, Event, Move, Seat, TableMove, Value, typed
from dicehall.table.core.events import (
    Disclosed,
    GameEnded,
    GameForfeited,
    GameReset,
    GameStarted,
    SeatReplaced,
    WentBack,
)
from dicehall.table.core.log import LogEntry, Played, evolve, header_of
from dicehall.table.core.state import Table


class Body(Value):
    """The entries of one append, and when they were written."""

    at: float
    entries: tuple[LogEntry, ...]


DIGEST_BYTES = 16
MOST_ORIGINS = 8
"""Of a table whose journal went back again and again, only the latest histories are still told apart."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def write(at: float, entries: tuple[LogEntry, ...]) -> bytes:
    return _encoder.encode(Body(at, entries))


def fold(
    table: Table,
    bodies: Iterable[bytes],
    told: Callable[[int, tuple[Event, ...]], None] | None = None,
    appended: Callable[[Table], None] | None = None,
) -> Table:
    """The table after everything that was appended.

    `told` gets the events again, with the version after them; `appended` gets the table after each append.
    """
    for body in bodies:
        before = table
        at, entries = msgspec.structs.astuple(_decoder.decode(body))
        for entry in entries:
            table, heard = evolve(table, _typed(table, entry), at)
            if told is not None and heard:
                told(table.version, heard)
        table = chained(before, table, body, entries)
        if appended is not None:
            appended(table)
    return table


def chained(before: Table, after: Table, body: bytes, entries: Iterable[LogEntry]) -> Table:
    """The table after an append, with the digest of its log.

    After a snapshot from before there were digests the beginning of the log is not known: no digest is better than one
    that depends on where the reading began.
    """
    restarts = WentBack in map(type, entries)
    if before.version and not before.digest and not restarts:
        return after
    digest = blake2b(before.digest + body, digest_size=DIGEST_BYTES).digest()
    begins = restarts or not before.version
    origins = (*before.origins, digest)[-MOST_ORIGINS:] if begins else before.origins
    return replace(after, digest=digest, origins=origins)


def _typed(table: Table, entry: LogEntry) -> LogEntry:
    """An entry with its move as the running game's own type."""
    if type(entry) is not Played or table.play is None:
        return entry
    kinds: dict[object, Any] = {NATURE: NatureMove, TABLE: TableMove}
    move: Move = typed(entry.move, kinds.get(entry.actor, table.play.listing.move))
    return replace(entry, move=move)


class Recording:
    """A game as its record will have it, line by line while it is played: so the end of a long match is quick."""

    def __init__(self) -> None:
        self._started: GameStarted | None = None
        self._ended: tuple[GameEnded, float] | None = None
        """With duplicate dice, an end that is not told elsewhere yet, and when it was."""
        self._lines: list[bytes] = []
        self._left: list[Seat] = []
        self._replaced: list[SeatReplaced] = []

    @property
    def is_whole(self) -> bool:
        """Whether it has seen the running game from its beginning."""
        return self._started is not None

    def copy(self) -> "Recording":
        other = Recording()
        other._started, other._ended, other._lines = self._started, self._ended, [*self._lines]
        other._left, other._replaced = [*self._left], [*self._replaced]
        return other

    def add(self, at: float, entries: Iterable[LogEntry]) -> Finished | None:
        """The game that ends with these entries; None if none does, or if it was broken off before the first move."""
        game: Finished | None = None
        for entry in entries:
            match entry:
                case GameStarted():
                    self._begin(entry)
                case Played(actor, move):
                    self._lines.append(_encoder.encode(RecordEntry(actor, move)))
                    if actor == TABLE and (plain := msgspec.to_builtins(move))["type"] == "withdraw":
                        self._left.append(plain["seat"])
                case SeatReplaced():
                    self._replaced.append(entry)
                case GameForfeited(who) if self._started is not None:
                    self._left.append(self._started.seats.index(who))
                case GameEnded() if self._started is not None and self._started.scheme == "duplicate":
                    self._ended = entry, at
                case Disclosed(seed, digest) if self._started is not None and self._ended is not None:
                    end, ended = self._ended
                    game = self._finished(self._started, replace(end, seed=seed, digest=digest), ended)
                    self._begin(None)
                case GameReset() if self._started is not None and self._started.scheme == "duplicate":
                    self._begin(None)  # it counts for nobody, and other tables play on with its dice
                case GameEnded() | GameReset():
                    if self._started is not None and self._lines:
                        game = self._finished(self._started, entry, at)
                    self._begin(None)
                case _:
                    pass
        return game

    def _begin(self, started: GameStarted | None) -> None:
        self._started, self._ended, self._lines, self._left, self._replaced = started, None, [], [], []

    def _finished(self, started: GameStarted, end: GameEnded | GameReset, at: float) -> Finished:
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
            record=b"\n".join((_encoder.encode(header), *self._lines, b"")).decode(),
            rated=started.rated,
            left=tuple(self._left),
            accounts=started.accounts,
            no_shows=started.no_shows,
            replaced=tuple(removal.seat for removal in self._replaced),
            no_win=tuple(
                seat for seat, who in enumerate(started.seats) if any(who == each.by for each in self._replaced)
            ),
        )


def recorded(bodies: Iterable[bytes]) -> Recording:
    """The running game, as far as this part of a log tells."""
    recording = Recording()
    for body in bodies:
        recording.add(*msgspec.structs.astuple(_decoder.decode(body)))
    return recording


def finished(bodies: Iterable[bytes], *, ended: float, public: bool) -> Finished | None:
    """The game that ends with this log; None if it was broken off before the first move."""
    recording = Recording()
    game: Finished | None = None
    for body in bodies:
        at, entries = msgspec.structs.astuple(_decoder.decode(body))
        game = recording.add(at, entries) or game
    return None if game is None else with_end(game, ended=ended, public=public)


def with_end(game: Finished, *, ended: float, public: bool) -> Finished:
    """When it ended, by the calendar, and whether everyone may know."""
    return replace(game, ended=round(ended), public=public)
