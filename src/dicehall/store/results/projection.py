"""Counting rows of the chronicle into the tables, each of them exactly once, however often it is tried."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update

from dicehall.ports import JournalError
from dicehall.store.results.dice import Die, Row, followed
from dicehall.store.results.hall_log_rows import Ended, Read, Reset
from dicehall.store.results.schema import (
    EDITION,
    EVERY_GAME,
    PROJECTED,
    counted,
    faces,
    played,
    recent,
    seats,
    tallies,
    throws,
)
from dicehall.store.results.tally import BOT, Key, Line, count, lines_of, outcomes


class Place(NamedTuple):
    """How far the chronicle is counted, and how many rows that makes in all tables together."""

    number: int = 0
    seal: int = 0
    rows: int = 0


def place(connection: Connection) -> Place | None:
    """None where nothing is counted yet, or was counted by another edition."""
    row = connection.execute(select(*_columns(counted, Place)).where(counted.c.edition == EDITION)).one_or_none()
    return None if row is None else Place(*row)


def is_whole(connection: Connection, at: Place) -> bool:
    """Whether all rows are there that were written."""
    counts = [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in PROJECTED]
    return sum(counts) == at.rows


def begin_anew(connection: Connection) -> None:
    for table in (counted, *PROJECTED):
        connection.execute(delete(table))
    connection.execute(insert(counted).values(edition=EDITION, **Place()._asdict()))


def project(connection: Connection, rows: Sequence[Read]) -> int:
    """Count what is not counted yet, and say how far it is now: in one transaction, all of it or nothing."""
    at = place(connection)
    if at is None:
        raise JournalError("somebody has deleted the results of this hall: start it again, and it counts them anew")
    fresh = [row for row in rows if row.number > at.number]
    if not fresh:
        return at.number
    added = sum(_added(connection, kind, list(group)) for kind, group in groupby(fresh, type))
    now = Place(fresh[-1].number, fresh[-1].seal, at.rows + added)
    connection.execute(update(counted).values(now._asdict()))
    return now.number


# Each of these says how many rows it has added.


def _added(connection: Connection, kind: type[Read], rows: list[Any]) -> int:
    if kind is Ended:
        return _history(connection, rows) + _tallies(connection, rows) + _dice(connection, rows)
    if kind is Reset:
        return sum(_reset(connection, row.game) for row in rows)
    return 0


def _history(connection: Connection, games: Sequence[Ended]) -> int:
    sat = [seat for game in games for seat in _seats(game)]
    counts = [seat for seat in sat if seat["won"] is not None]
    _put(connection, played, [_past(game) for game in games])
    _put(connection, seats, [{column.name: seat[column.name] for column in seats.c} for seat in sat])
    _put(connection, recent, counts)
    return len(games) + len(sat) + len(counts)


def _past(game: Ended) -> dict[str, Any]:
    finished = game.finished
    return {
        "number": game.number,
        "place": game.table,
        "game_number": finished.number,
        "game": game.game,
        "ended": finished.ended,
        "seats": _json(finished.seats),
        "places": _json(finished.places),
        "scores": _json(finished.scores),
        "public": finished.public,
    }


def _seats(game: Ended) -> Iterable[dict[str, Any]]:
    finished = game.finished
    scores = finished.scores or [0] * len(finished.seats)
    ends = zip(lines_of(finished), outcomes(finished), scores, strict=True)
    for seat, (who, won, points) in enumerate(ends):
        yield {
            "ended": finished.ended,
            "number": game.number,
            "seat": seat,
            "game": game.game,
            "who": who,
            "bot": who.startswith(BOT),
            "won": won,
            "points": points,
        }


def _json(values: tuple[str, ...] | tuple[int, ...]) -> str:
    return msgspec.json.encode(values).decode()


def _tallies(connection: Connection, games: Sequence[Ended]) -> int:
    known = _lines(connection, tallies.c.who.in_({who for game in games for who in lines_of(game.finished)}))
    lines = dict(known)
    for game in games:
        count(lines, game)
    _put_lines(connection, lines)
    return len(lines) - len(known)


def _dice(connection: Connection, games: Sequence[Ended]) -> int:
    rows = {sides: Row(*row) for sides, *row in connection.execute(select(throws.c.sides, *_columns(throws, Row)))}
    counts = {Die(*die): times for *die, times in connection.execute(select(*_columns(faces, Die), faces.c.count))}
    after, fallen = followed(rows, [die for game in games for die in game.dice])
    _put(connection, throws, [{"sides": sides, **row._asdict()} for sides, row in after.items()])
    _put(connection, faces, [{**die._asdict(), "count": counts.get(die, 0) + more} for die, more in fallen.items()])
    return len(after) - len(rows) + len(fallen.keys() - counts.keys())


def _reset(connection: Connection, game: str | None) -> int:
    """The history and the dice stay."""
    if game is None:
        return -sum(connection.execute(delete(table)).rowcount for table in (tallies, recent))
    of_the_game = tallies.c.game == game
    gone = _lines(connection, of_the_game)
    theirs = tallies.c.who.in_(select(tallies.c.who).where(of_the_game))
    overall = _lines(connection, (tallies.c.game == EVERY_GAME) & theirs)
    _put_lines(connection, {key: line.without(gone[Key(game, key.who)]) for key, line in overall.items()})
    is_empty = (tallies.c.won == 0) & (tallies.c.lost == 0)
    return -sum(
        connection.execute(each).rowcount
        for each in (delete(tallies).where(of_the_game | is_empty), delete(recent).where(recent.c.game == game))
    )


# Rows and values.


def _columns(table: Table, kind: type[Any]) -> Iterable[ColumnElement[Any]]:
    return [table.c[name] for name in kind._fields]


def _lines(connection: Connection, where: ColumnElement[bool]) -> dict[Key, Line]:
    rows = connection.execute(select(*_columns(tallies, Key), *_columns(tallies, Line)).where(where))
    return {Key(game, who): Line(*line) for game, who, *line in rows}


def _put_lines(connection: Connection, lines: Mapping[Key, Line]) -> None:
    _put(
        connection,
        tallies,
        [{**key._asdict(), "bot": key.who.startswith(BOT), **line._asdict()} for key, line in lines.items()],
    )


def _put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """In the place of those that have the same key."""
    if rows:
        connection.execute(insert(table).prefix_with("OR REPLACE"), rows)
