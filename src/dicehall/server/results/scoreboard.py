"""Leaderboards, profiles and past games: made of finished games alone, so they give no running game away."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from dicehall.bots import LEVELS, NORMAL, levels_of
from dicehall.ports import HistoryRow, People, Person, Results, Tally
from dicehall.ports.results import ALL_GAMES
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.values import Value
from dicehall.server.services.people import names_of
from dicehall.table.core.events import BOT

TOP: Final = 10
DAY: Final = 24 * 60 * 60.0
WITH_POINTS: Final = frozenset(listing.name for listing in GAMES if listing.points)
"""Games whose scores are worth adding up over an evening."""


LEVEL_NAMES: Final = {level: level.capitalize() for level in LEVELS} | {"uniform": "Random"}
"""What is not here is an abbreviation."""


class Score(Value, kw_only=True):
    """A person's results in one game or in all."""

    won: int = 0
    lost: int = 0
    games: int = 0
    win_rate: float | None = None
    """Between 0 and 1; None while there is no game to divide by (P-19)."""
    streak: int = 0
    """Games won in a row up to now; negative while they are lost."""
    points: int | None = None
    """Scores added up, in games where that means something."""
    rating: float | None = None
    """Skill: 1000 for a newcomer. None before the first game."""


class LeaderboardRow(Score, kw_only=True):
    rank: int
    who: str
    name: str


class Leaderboard(Value):
    game: str
    bots: bool
    complete: bool
    """False for a while after old games had to be counted again: then all figures are too low."""
    rows: tuple[LeaderboardRow, ...]


class Profile(Value):
    person: Person
    overall: Score
    games: dict[str, Score]
    """By the names of games, only those that were played."""


class Player(Value):
    who: str
    name: str
    place: int | None
    """None where the game was broken off."""
    score: int | None


class PastGame(Value):
    id: int
    """For `before`."""
    game: str
    table: str
    number: int
    ended: float | None
    """Seconds since 1970; None where it is unknown."""
    players: tuple[Player, ...]
    """By their seats."""
    seat: int
    result: Literal["won", "lost", "broken_off"]
    public: bool
    record: str
    """Where the record can be fetched."""


class History(Value):
    games: tuple[PastGame, ...]
    before: int | None
    """Where the next page begins; None where there is none."""


async def board(results: Results, people: People, game: str, *, bots: bool, days: int | None = None) -> Leaderboard:
    """Of all time, or of games that ended in the last days by the clock of this machine."""
    if game != ALL_GAMES:
        find(game)  # says which games there are
    if days is None:
        tallies = await results.top(game or None, bots=bots, most=TOP)
    else:
        tallies = await results.top_since(time.time() - days * DAY, game or None, bots=bots, most=TOP)
    names = await names_of(people, (tally.who for tally in tallies))
    rows = tuple(_row(names, rank, tally, game) for rank, tally in enumerate(tallies, start=1))
    return Leaderboard(game, bots, not results.is_behind, rows)


async def profile_of(results: Results, person: Person) -> Profile:
    games = {game: Score(**_figures(tally, game)) for game, tally in (await results.tallies(person.id)).items()}
    return Profile(person, games.pop(ALL_GAMES, Score()), games)


async def history_of(
    results: Results, people: People, person: Person, *, asker: str | None, before: int | None, most: int
) -> History:
    """Private games only where the asker, who may be the person, has played in them."""
    rows = await results.history(person.id, before=before, most=most, private=False, asker=asker)
    names = await names_of(people, (who for _, past in rows for who in past.seats))
    return History(tuple(_past(names, *row) for row in rows), rows[-1][0] if len(rows) == most else None)


def _row(names: Mapping[str, str], rank: int, tally: Tally, game: str) -> LeaderboardRow:
    level = tally.who.removeprefix(BOT)
    name = names[tally.who] if level == tally.who else bots_named(level, game)
    return LeaderboardRow(rank=rank, who=tally.who, name=name, **_figures(tally, game))


def bots_named(level: str, game: str) -> str:
    """All bots of a level; in a game without levels simply the bots."""
    if game != ALL_GAMES and level == NORMAL and not levels_of(game):
        return "Bots"
    return f"{LEVEL_NAMES.get(level, level.upper())} bots"


def _figures(tally: Tally, game: str) -> dict[str, Any]:
    return {
        "won": tally.won,
        "lost": tally.lost,
        "games": tally.games,
        "win_rate": tally.won / tally.games if tally.games else None,
        "streak": tally.streak,
        "points": tally.points if game in WITH_POINTS else None,
        "rating": tally.rating,
    }


def _past(names: Mapping[str, str], id: int, past: HistoryRow) -> PastGame:
    return PastGame(
        id=id,
        game=past.game,
        table=past.table,
        number=past.number,
        ended=past.ended or None,
        players=_players(names, past),
        seat=past.seat,
        result="broken_off" if past.won is None else "won" if past.won else "lost",
        public=past.public,
        record=f"/api/tables/{past.table}/games/{past.number}",
    )


def _players(names: Mapping[str, str], past: HistoryRow) -> tuple[Player, ...]:
    nothing: Sequence[None] = (None,) * len(past.seats)
    rows = zip(past.seats, past.places or nothing, past.scores or nothing, strict=True)
    return tuple(Player(who, names[who], place, score) for who, place, score in rows)
