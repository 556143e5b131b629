"""Who has won what, as tables and pages ask for it."""

import logging
from typing import Any

import msgspec
from sqlalchemy import FromClause, Row, Select, func, literal, or_, select

from dicehall.ports import Journal, JournalError, Past, Tally, Thrown
from dicehall.store.files.database import Database
from dicehall.store.people.schema import people
from dicehall.store.results.counting import Counting
from dicehall.store.results.hall_log_rows import Ended, Nothing, Read, Reset
from dicehall.store.results.ratings import Skill
from dicehall.store.results.schema import EVERY_GAME, counted, faces, played, recent, seats, tallies, throws
from dicehall.store.results.tally import Key, lines_of, outcomes

log = logging.getLogger("dicehall.store")

RANKED = ("account", "administrator")
REMEMBERED = 10_000
"""How many answers about games won."""


class DiskResults(Counting):
    """The answers; the counting goes on underneath."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._won: dict[Key, int] = {}
        """What tables have asked for and still holds, for they ask whenever somebody comes."""
        super().__init__(database, journal)

    def won(self, who: str, game: str) -> int:
        key = Key(game, who)
        if key not in self._won:
            if len(self._won) >= REMEMBERED:
                self._won.clear()
            try:
                self._won[key] = self._count_won(key)
            except JournalError as error:  # nobody is kept from a table by it
                log.error("the games that %s has won cannot be read: %s", who, error)
                return 0
        return self._won[key]

    def _count_won(self, key: Key) -> int:
        """How far the tables are is asked together with what they say, so that no game is missed or counted twice."""
        of_line = select(tallies.c.won).where(tallies.c.game == key.game, tallies.c.who == key.who)
        so_far = select(
            of_line.scalar_subquery().label("won"), select(counted.c.number).scalar_subquery().label("last")
        )
        [found] = self._database.read(so_far)
        total: int = found.won or 0
        for row in self._waiting:
            if row.number > (found.last or 0):
                total = _won_after(total, row, key)
        return total

    def _look_ahead(self) -> list[Read]:
        """When what has come is written into the tables later, that changes nothing in what is remembered."""
        came = super()._look_ahead()
        for row in came:
            match row:
                case Ended(game=game, finished=finished):
                    for who in lines_of(finished):
                        self._won.pop(Key(game, who), None)
                case Reset():
                    self._won.clear()
                case Nothing():
                    pass
        return came

    def top(self, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        return [_tally(row) for row in self._database.read(ranking(game or EVERY_GAME, bots=bots).limit(most))]

    async def top_since(self, since: float, game: str | None, *, bots: bool, most: int = 10) -> list[Tally]:
        best = ranking(game or EVERY_GAME, bots=bots, since=since).limit(most)
        return [_tally(row) for row in await self._database.read_slowly(best)]

    def tallies(self, who: str) -> dict[str, Tally]:
        rows = self._database.read(select(tallies).where(tallies.c.who == who).order_by(tallies.c.game))
        return {row.game: _tally(row) for row in rows}

    def history(
        self, who: str, *, before: int | None, most: int, private: bool, asker: str | None = None
    ) -> list[tuple[int, Past]]:
        rows = self._database.read(_history(who, before, private, asker).limit(most))
        return [(row.number, _past(row)) for row in rows]

    def dice(self) -> list[Thrown]:
        """In one question: nothing may fall between the counts and the rest."""
        columns = (faces.c.sides, faces.c.face, faces.c.count, throws.c.repeats, throws.c.longest)
        fallen = select(*columns).join(throws, throws.c.sides == faces.c.sides).order_by(faces.c.sides)
        sizes: dict[tuple[int, int, int], dict[int, int]] = {}
        for row in self._database.read(fallen):
            sides, face, count, repeats, longest = tuple(row)
            sizes.setdefault((sides, repeats, longest), {})[face] = count
        return [
            Thrown(sides, tuple(counts.get(face, 0) for face in range(1, sides + 1)), repeats, longest)
            for (sides, repeats, longest), counts in sizes.items()
        ]


def ranking(game: str, *, bots: bool, since: float | None = None) -> Select[Any]:
    """By wins, then share of wins, then fewer losses, then name (P-19).

    Guests, banned and forgotten people have results but no rank.
    """
    lines = tallies if since is None else _since(game, since)
    line = lines.c
    ranked = select(lines).where(line.game == game, line.bot == bots)
    name = line.who if bots else func.lower(people.c.name)
    if not bots:
        known = ranked.join(people, people.c.id == line.who)
        ranked = known.where(people.c.kind.in_(RANKED), people.c.banned.is_(None))
    share = line.won * 1.0 / (line.won + line.lost)
    return ranked.order_by(line.won.desc(), share.desc(), line.lost, name, line.who)


def _since(game: str, since: float) -> FromClause:
    """The lines of a board that counts only what has ended since then."""
    sums = (
        func.count().filter(recent.c.won).label("won"),
        func.count().filter(~recent.c.won).label("lost"),
        func.sum(recent.c.points).label("points"),
    )
    ended = select(recent.c.who, recent.c.bot, *sums).where(recent.c.ended >= since).group_by(recent.c.who)
    if game != EVERY_GAME:
        ended = ended.where(recent.c.game == game)
    line = ended.subquery("line")
    now = (tallies.c.who == line.c.who) & (tallies.c.game == game)
    # What is counted here has a tally; the outer join has SQLite look it up, and not walk through all of them.
    lines = select(line, literal(game).label("game"), tallies.c.streak, tallies.c.mu, tallies.c.sigma)
    return lines.join(tallies, now, isouter=True).subquery("recent")


def _won_after(total: int, row: Read, key: Key) -> int:
    match row:
        case Ended(game=key.game, finished=finished):
            return total + sum(
                who == key.who for who, won in zip(lines_of(finished), outcomes(finished), strict=True) if won
            )
        case Reset(game=None | key.game):
            return 0
        case _:
            return total


def _history(who: str, before: int | None, private: bool, asker: str | None) -> Select[Any]:
    """Newest first; a game of a private table only where all are wanted, or who asks has played in it too."""
    query = select(played, seats.c.seat, seats.c.won).join(seats, seats.c.number == played.c.number)
    query = query.where(seats.c.who == who).order_by(seats.c.number.desc(), seats.c.seat)
    if before is not None:
        query = query.where(seats.c.number < before)
    if not private:
        beside = seats.alias()
        was_there = select(beside.c.number).where(beside.c.who == asker, beside.c.number == seats.c.number)
        query = query.where(or_(played.c.public, was_there.exists()))
    return query


def _tally(row: Row[Any]) -> Tally:
    rating = Skill(row.mu, row.sigma).shown
    return Tally(row.who, row.won, row.lost, row.streak, row.points, rating, row.won + row.lost)


def _past(row: Row[Any]) -> Past:
    return Past(
        table=row.place,
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
