"""Counting rows of the hall log into the tables of results, each exactly once, however often it is tried."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update

from dicehall.ports import JournalError
from dicehall.ports.results import ALL_GAMES
from dicehall.store.files.schema import PROJECTED, counted, faces, games, meetings, recent, seats, tallies, throws
from dicehall.store.files.upsert import put
from dicehall.store.results.dice import Die, FaceRuns, after_dice
from dicehall.store.results.hall_log_rows import CountedRow, GameRow, ResetRow
from dicehall.store.results.pairs import Meeting, encounters, meet, meetings_of
from dicehall.store.results.tally import BOT, TallyKey, TallyRow, count, counted_for

EDITION: Final = 4
"""Grows whenever the same hall log would be counted differently; then everything is counted again."""


class Position(NamedTuple):
    """The last row of the hall log that is counted, and how many rows all tables have together."""

    number: int = 0
    seal: int = 0
    rows: int = 0


def prepare(connection: Connection) -> None:
    meetings.create(connection, checkfirst=True)


def position(connection: Connection) -> Position | None:
    """None if nothing is counted yet, or another edition has counted."""
    row = connection.execute(select(*_columns(counted, Position)).where(counted.c.edition == EDITION)).one_or_none()
    return None if row is None else Position(*row)


def is_whole(connection: Connection, at: Position) -> bool:
    """Whether all rows that were written are there."""
    counts = [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in PROJECTED]
    return sum(counts) == at.rows


def start_over(connection: Connection) -> None:
    for table in (counted, *PROJECTED):
        connection.execute(delete(table))
    connection.execute(insert(counted).values(edition=EDITION, **Position()._asdict()))


def project(connection: Connection, rows: Sequence[CountedRow], after: int) -> int:
    """Count the rows that are not counted yet, all or none; returns the number of the last one.

    They are all that come after this number. If less is counted, others have begun to count from the start.
    """
    at = position(connection)
    if at is None or at.number < after:
        raise JournalError("the results of this hall were deleted: restart it to count them again")
    fresh = [row for row in rows if row.number > at.number]
    if not fresh:
        return at.number
    added = sum(_added(connection, kind, list(group)) for kind, group in groupby(fresh, type))
    now = Position(fresh[-1].number, fresh[-1].seal, at.rows + added)
    connection.execute(update(counted).values(now._asdict()))
    return now.number


# Each of these returns how many rows it has added.


def _added(connection: Connection, kind: type[CountedRow], rows: list[Any]) -> int:
    if kind is GameRow:
        return _history(connection, rows) + _tallies(connection, rows) + _dice(connection, rows)
    if kind is ResetRow:
        return sum(_reset(connection, row.game) for row in rows)
    return 0


def _history(connection: Connection, rows: Sequence[GameRow]) -> int:
    played = [seat for row in rows for seat in _seats(row)]
    counting = [seat for seat in played if seat["won"] is not None]
    put(connection, games, [_game(row) for row in rows])
    put(connection, seats, [{column.name: seat[column.name] for column in seats.c} for seat in played])
    put(connection, recent, counting)
    return len(rows) + len(played) + len(counting)


def _game(row: GameRow) -> dict[str, Any]:
    finished = row.finished
    return {
        "number": row.number,
        "table": row.table,
        "game_number": finished.number,
        "game": row.game,
        "ended": finished.ended,
        "seats": _json(finished.seats),
        "places": _json(finished.places),
        "scores": _json(finished.scores),
        "public": finished.public,
    }


def _seats(row: GameRow) -> Iterable[dict[str, Any]]:
    finished = row.finished
    scores = finished.scores or [0] * len(finished.seats)
    results = zip(counted_for(finished), finished.outcomes, scores, strict=True)
    for seat, (who, won, points) in enumerate(results):
        yield {
            "ended": finished.ended,
            "number": row.number,
            "seat": seat,
            "game": row.game,
            "who": who,
            "bot": who.startswith(BOT),
            "won": won,
            "points": points,
        }


def _json(values: tuple[str, ...] | tuple[int, ...]) -> str:
    return msgspec.json.encode(values).decode()


def _tallies(connection: Connection, rows: Sequence[GameRow]) -> int:
    known = _read_tallies(connection, tallies.c.who.in_({who for row in rows for who in counted_for(row.finished)}))
    after = dict(known)
    met_before = _read_meetings(connection, {meeting for row in rows for meeting in meetings_of(row.finished)})
    met = dict(met_before)
    for row in rows:
        count(after, row, encounters(row.finished, met))
        meet(met, row.finished)
    _put_tallies(connection, after)
    put(connection, meetings, [{**meeting._asdict(), "games": times} for meeting, times in met.items()])
    return len(after) - len(known) + len(met) - len(met_before)


def _dice(connection: Connection, rows: Sequence[GameRow]) -> int:
    columns = (throws.c.sides, *_columns(throws, FaceRuns))
    runs = {sides: FaceRuns(*row) for sides, *row in connection.execute(select(*columns))}
    counts = {Die(*die): times for *die, times in connection.execute(select(*_columns(faces, Die), faces.c.count))}
    after, rolled = after_dice(runs, [die for row in rows for die in row.dice])
    put(connection, throws, [{"sides": sides, **run._asdict()} for sides, run in after.items()])
    put(connection, faces, [{**die._asdict(), "count": counts.get(die, 0) + more} for die, more in rolled.items()])
    return len(after) - len(runs) + len(rolled.keys() - counts.keys())


def _reset(connection: Connection, game: str | None) -> int:
    """The history and the dice stay."""
    if game is None:
        return -sum(connection.execute(delete(table)).rowcount for table in (tallies, recent))
    of_the_game = tallies.c.game == game
    gone = _read_tallies(connection, of_the_game)
    theirs = tallies.c.who.in_(select(tallies.c.who).where(of_the_game))
    overall = _read_tallies(connection, (tallies.c.game == ALL_GAMES) & theirs)
    _put_tallies(connection, {key: row.without(gone[TallyKey(game, key.who)]) for key, row in overall.items()})
    is_empty = (tallies.c.won == 0) & (tallies.c.lost == 0)
    return -sum(
        connection.execute(each).rowcount
        for each in (delete(tallies).where(of_the_game | is_empty), delete(recent).where(recent.c.game == game))
    )


# Rows and values.


def _columns(table: Table, kind: type[Any]) -> Iterable[ColumnElement[Any]]:
    return [table.c[name] for name in kind._fields]


def _read_tallies(connection: Connection, where: ColumnElement[bool]) -> dict[TallyKey, TallyRow]:
    rows = connection.execute(select(*_columns(tallies, TallyKey), *_columns(tallies, TallyRow)).where(where))
    return {TallyKey(game, who): TallyRow(*row) for game, who, *row in rows}


def _read_meetings(connection: Connection, wanted: set[Meeting]) -> dict[Meeting, int]:
    near = meetings.c.day.in_({each.day for each in wanted}) & meetings.c.one.in_({each.one for each in wanted})
    rows = connection.execute(select(*_columns(meetings, Meeting), meetings.c.games).where(near))
    return {meeting: times for *key, times in rows if (meeting := Meeting(*key)) in wanted}


def _put_tallies(connection: Connection, rows: Mapping[TallyKey, TallyRow]) -> None:
    put(
        connection,
        tallies,
        [{**key._asdict(), "bot": key.who.startswith(BOT), **row._asdict()} for key, row in rows.items()],
    )
