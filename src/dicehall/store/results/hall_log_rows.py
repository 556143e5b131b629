"""What the rows of the chronicle mean to the results; what cannot be read counts as far as it can."""

import logging
import zlib
from typing import NamedTuple, TypeAlias

import msgspec

from dicehall.ports import Finished, Noted
from dicehall.ports.hall_log import EverythingReset, LeaderboardReset, read
from dicehall.rules.values import Value
from dicehall.store.results.dice import Die, dice_of
from dicehall.store.results.schema import EVERY_GAME

log = logging.getLogger("dicehall.store")

MOST = 2**40
"""Greater numbers are damage; sums of this many still fit into the tables."""


class Ended(NamedTuple):
    """A game that counts."""

    number: int
    seal: int
    table: str
    game: str
    """Empty where its record does not even tell that: then it counts among all games only."""
    finished: Finished
    dice: tuple[Die, ...] = ()


class Reset(NamedTuple):
    """Tallies begin anew."""

    number: int
    seal: int
    game: str | None


class Nothing(NamedTuple):
    """An act that changes no result, or damage."""

    number: int
    seal: int


Read: TypeAlias = Ended | Reset | Nothing


def seal_of(noted: Noted) -> int:
    return zlib.crc32(noted.body)


def opened(noted: Noted) -> Read:
    """A row as the results see it, its dice not counted yet."""
    number, table, body = noted
    seal = seal_of(noted)
    if not body:
        return Nothing(number, seal)  # whoever could not read it has said so
    try:
        match read(body):
            case Finished() as finished:
                _check(finished)
                return Ended(number, seal, table, _game(finished.record), finished)
            case LeaderboardReset(game=game):
                return Reset(number, seal, game or None)
            case EverythingReset():
                return Reset(number, seal, None)
            case _:
                return Nothing(number, seal)
    except (msgspec.MsgspecError, ValueError) as error:
        log.error("row %d of the chronicle is not understood and counts for nobody: %s", number, error)
        return Nothing(number, seal)


def with_dice(row: Read) -> Read:
    """The game is played again for its dice, which takes a while."""
    if not isinstance(row, Ended):
        return row
    try:
        return row._replace(dice=dice_of(row.finished.record))
    except Exception as error:  # whatever is wrong with one record must not keep the others from being counted
        log.error(
            "game %d of table %s cannot be played again, so its dice are not counted: %s",
            row.finished.number, row.table, error,
        )  # fmt: skip
        return row


class _Named(Value):
    game: str


def _game(record: str) -> str:
    try:
        return msgspec.json.decode(record.partition("\n")[0], type=_Named).game
    except msgspec.MsgspecError:
        return EVERY_GAME


def _check(finished: Finished) -> None:
    seats = len(finished.seats)
    if len(finished.levels) != seats:
        raise ValueError(f"{len(finished.levels)} levels for {seats} seats")
    if len(finished.places) not in (0, seats) or len(finished.scores) not in (0, seats):
        raise ValueError(f"{len(finished.places)} places and {len(finished.scores)} scores for {seats} seats")
    if not all(0 <= seat < seats for seat in finished.left):
        raise ValueError(f"somebody left a seat that is not there: {finished.left}")
    if any(abs(number) > MOST for number in (finished.number, *finished.places, *finished.scores)):
        raise ValueError("a number is out of all proportion")
