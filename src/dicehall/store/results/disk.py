"""Results in a database: who has won what, as tables and pages ask for it."""

from collections.abc import Collection
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Row, Select, and_, or_, select

from dicehall.ports import DiceCounts, Finished, HistoryRow, Journal, JournalError, Tally
from dicehall.ports.results import ALL_GAMES
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.schema import counted, faces, games, seats, tallies, throws
from dicehall.store.results.counting import Counting
from dicehall.store.results.hall_log_rows import CountedRow, GameRow, OtherRow, ResetRow
from dicehall.store.results.leaderboard import ranking
from dicehall.store.results.ratings import Skill


class DiskResults:
    """Reads what `Counting` writes."""

    def __init__(self, database: AnyDatabase, journal: Journal, look_every: float | None = None) -> None:
        self._database = database
        self.counting = Counting(database, journal, look_every)

    # Counting

    @property
    def is_behind(self) -> bool:
        return self.counting.is_behind

    def notify(self) -> None:
        self.counting.notify()

    def game_finished(self, table: str, game: Finished) -> None:
        """The game is read from the hall log, where its number keeps it from counting twice."""
        self.counting.notify()

    async def start(self) -> None:
        await self.counting.start()

    async def keep_up(self) -> None:
        await self.counting.keep_up()

    async def catch_up(self) -> None:
        await self.counting.catch_up()

    # Games won, known before they are counted

    async def won(self, people: Collection[str]) -> dict[str, dict[str, int]]:
        """The tallies and their position are read together, so that no game is missed or counted twice."""
        with suppress(JournalError):  # counting meets the same error and reports it; the figures are too low meanwhile
            while await self.counting.look_ahead():
                pass
        whose = counted.outerjoin(tallies, and_(tallies.c.who.in_(people), tallies.c.game != ALL_GAMES))
        rows = await self._database.read(
            select(counted.c.number, tallies.c.who, tallies.c.game, tallies.c.won).select_from(whose)
        )
        last = rows[0].number if rows else 0
        self.counting.drop_counted(last)
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            if row.who is not None and row.won:
                found.setdefault(row.who, {})[row.game] = row.won
        for waiting in self.counting.waiting:
            _count_wins(found, waiting, people)
        return found

    async def rating(self, who: str, game: str) -> float | None:
        query = select(tallies.c.mu, tallies.c.sigma).where(tallies.c.who == who, tallies.c.game == game)
        rows = await self._database.read(query)
        return Skill(rows[0].mu, rows[0].sigma).estimate if rows else None

    # What is counted

    async def top(self, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        return [_tally(row) for row in await self._database.read(ranking(game or ALL_GAMES, bots=bots).limit(most))]

    async def top_since(self, since: float, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        best = ranking(game or ALL_GAMES, bots=bots, since=since).limit(most)
        return [_tally(row) for row in await self._database.read_slowly(best)]

    async def tallies(self, who: str) -> dict[str, Tally]:
        rows = await self._database.read(select(tallies).where(tallies.c.who == who).order_by(tallies.c.game))
        return {row.game: _tally(row) for row in rows}

    async def history(
        self, who: str, *, before: int | None, most: int, private: bool, asker: str | None = None
    ) -> list[tuple[int, HistoryRow]]:
        rows = await self._database.read(_history(who, before, private, asker).limit(most))
        return [(row.number, _history_row(row)) for row in rows]

    async def dice(self) -> list[DiceCounts]:
        """In one query: nothing may be counted between the faces and the runs."""
        columns = (faces.c.sides, faces.c.face, faces.c.count, throws.c.repeats, throws.c.longest)
        rolled = select(*columns).join(throws, throws.c.sides == faces.c.sides).order_by(faces.c.sides)
        sizes: dict[tuple[int, int, int], dict[int, int]] = {}
        for row in await self._database.read(rolled):
            sides, face, count, repeats, longest = tuple(row)
            sizes.setdefault((sides, repeats, longest), {})[face] = count
        return [
            DiceCounts(sides, tuple(counts.get(face, 0) for face in range(1, sides + 1)), repeats, longest)
            for (sides, repeats, longest), counts in sizes.items()
        ]


def _count_wins(found: dict[str, dict[str, int]], row: CountedRow, people: Collection[str]) -> None:
    match row:
        case GameRow(game=game, finished=finished):
            for who in finished.winners:
                if who in people:
                    won = found.setdefault(who, {})
                    won[game] = won.get(game, 0) + 1
        case ResetRow(game=game):
            for won in found.values():
                if game is None:
                    won.clear()
                else:
                    won.pop(game, None)
        case OtherRow():
            pass


def _history(who: str, before: int | None, private: bool, asker: str | None) -> Select[Any]:
    """Newest first; a game of a private table only if all are wanted, or the asker has played in it too."""
    query = select(games, seats.c.seat, seats.c.won).join(seats, seats.c.number == games.c.number)
    query = query.where(seats.c.who == who).order_by(seats.c.number.desc(), seats.c.seat)
    if before is not None:
        query = query.where(seats.c.number < before)
    if not private:
        others = seats.alias()
        was_there = select(others.c.number).where(others.c.who == asker, others.c.number == seats.c.number)
        query = query.where(or_(games.c.public, was_there.exists()))
    return query


def _tally(row: Row[Any]) -> Tally:
    rating = Skill(row.mu, row.sigma).shown
    return Tally(row.who, row.won, row.lost, row.streak, row.points, rating, row.won + row.lost)


def _history_row(row: Row[Any]) -> HistoryRow:
    return HistoryRow(
        table=row.table,
        number=row.game_number,
        game=row.game,
        ended=row.ended,
        seats=msgspec.json.decode(row.seats, type=tuple[str, ...]),
        places=msgspec.json.decode(row.places, type=tuple[int, ...]),
        scores=msgspec.json.decode(row.scores, type=tuple[int, ...]),
        won=row.won,
        seat=row.seat,
        public=row.public,
    )
