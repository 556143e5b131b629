"""What the rows of the hall log mean for the results; damaged rows count as far as they can be read."""

import logging
import zlib
from typing import NamedTuple, TypeAlias

import msgspec

from dicehall.ports import Finished, HallLogRow
from dicehall.ports.hall_log import EverythingReset, LeaderboardReset, read
from dicehall.ports.results import ALL_GAMES
from dicehall.rules.values import Value
from dicehall.store.results.dice import Die, dice_of

log = logging.getLogger("dicehall.store")

MOST = 2**40
"""Larger numbers are damage; sums of this many still fit into the tables."""


class GameRow(NamedTuple):
    """A finished game."""

    number: int
    seal: int
    table: str
    game: str
    """Empty if the record is too damaged to tell: then it counts only among all games."""
    finished: Finished
    dice: tuple[Die, ...] = ()


class ResetRow(NamedTuple):
    """Tallies start again from zero: of one game, or of all."""

    number: int
    seal: int
    game: str | None


class OtherRow(NamedTuple):
    """An administrator's action that changes no result, or damage."""

    number: int
    seal: int


CountedRow: TypeAlias = GameRow | ResetRow | OtherRow


def seal_of(row: HallLogRow) -> int:
    return zlib.crc32(row.body)


def read_row(row: HallLogRow) -> CountedRow:
    """Without its dice, which take longer."""
    number, table, body = row
    seal = seal_of(row)
    if not body:
        return OtherRow(number, seal)  # the journal has reported the damage
    try:
        match read(body):
            case Finished() as finished:
                _check(finished)
                return GameRow(number, seal, table, _game(finished.record), finished)
            case LeaderboardReset(game=game):
                return ResetRow(number, seal, game or None)
            case EverythingReset():
                return ResetRow(number, seal, None)
            case _:
                return OtherRow(number, seal)
    except (msgspec.MsgspecError, ValueError) as error:
        log.error("row %d of the hall log cannot be understood and is not counted: %s", number, error)
        return OtherRow(number, seal)


def with_dice(row: CountedRow) -> CountedRow:
    """The game is replayed for its dice, which takes a while."""
    if not isinstance(row, GameRow):
        return row
    try:
        return row._replace(dice=dice_of(row.finished.record))
    except Exception as error:  # one bad record must not keep the others from being counted
        log.error(
            "game %d of table %s cannot be replayed, so its dice are not counted: %s",
            row.finished.number, row.table, error,
        )  # fmt: skip
        return row


class _Named(Value):
    game: str


def _game(record: str) -> str:
    try:
        return msgspec.json.decode(record.partition("\n")[0], type=_Named).game
    except msgspec.MsgspecError:
        return ALL_GAMES


def _seats_named(finished: Finished) -> tuple[int, ...]:
    return (*(finished.accounts or ()), *finished.replaced, *finished.no_win, *finished.no_shows)


def _check(finished: Finished) -> None:
    seats = len(finished.seats)
    if len(finished.levels) != seats:
        raise ValueError(f"{len(finished.levels)} levels for {seats} seats")
    if len(finished.places) not in (0, seats) or len(finished.scores) not in (0, seats):
        raise ValueError(f"{len(finished.places)} places and {len(finished.scores)} scores for {seats} seats")
    if not all(0 <= seat < seats for seat in finished.left):
        raise ValueError(f"someone left a seat that does not exist: {finished.left}")
    if not all(0 <= seat < seats for seat in _seats_named(finished)):
        raise ValueError(f"a seat does not exist: {_seats_named(finished)}")
    if finished.accounts and abs(finished.ended) > MOST:
        raise ValueError("it ended on a day that does not exist")
    if any(abs(number) > MOST for number in (finished.number, *finished.places, *finished.scores)):
        raise ValueError("a number is far too large")
