"""What is told of results: made of finished games alone, so that nothing can be learnt of running ones."""

import time
from collections.abc import Sequence
from typing import Any, Final, Literal

from dicehall.ports import Past, Person, Tally
from dicehall.rules.catalog import find
from dicehall.rules.values import Value
from dicehall.server.house import House
from dicehall.server.results.statistics import Verdict, judge
from dicehall.table.core.events import BOT

TOP: Final = 10
DAY: Final = 24 * 60 * 60.0
WITH_POINTS: Final = frozenset(("mindroll",))
"""Games whose scores are worth adding up over an evening."""
ALL_GAMES: Final = ""
"""Stands where the name of a game does."""


class Standing(Value, kw_only=True):
    """What somebody has to show for, in one game or in all."""

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


class Ranked(Standing, kw_only=True):
    rank: int
    who: str
    name: str


class Leaderboard(Value):
    game: str
    bots: bool
    complete: bool
    """False for a while after old games had to be counted anew: then all figures are too low."""
    lines: tuple[Ranked, ...]


class Profile(Value):
    person: Person
    overall: Standing
    games: dict[str, Standing]
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
    """Seconds since 1970; None where nobody has noted it."""
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


class DiceReport(Value):
    complete: bool
    """False while old games are counted anew."""
    dice: tuple[Verdict, ...]


async def board(house: House, game: str, *, bots: bool, days: int | None = None) -> Leaderboard:
    """Of all time, or of games that have ended in the last so many days by the clock of this machine."""
    if game != ALL_GAMES:
        find(game)  # says which games there are
    if days is None:
        tallies = house.results.top(game or None, bots=bots, most=TOP)
    else:
        tallies = await house.results.top_since(time.time() - days * DAY, game or None, bots=bots, most=TOP)
    lines = tuple(_ranked(house, rank, tally, game) for rank, tally in enumerate(tallies, start=1))
    return Leaderboard(game, bots, not house.results.is_behind, lines)


def profile_of(house: House, person: Person) -> Profile:
    tallies = house.results.tallies(person.id)
    games = {game: Standing(**_figures(tally, game)) for game, tally in tallies.items()}
    return Profile(person, games.pop(ALL_GAMES, Standing()), games)


def history_of(house: House, person: Person, asker: str | None, before: int | None, most: int) -> History:
    """Private games only where the asker, who may be the person, has played in them."""
    rows = house.results.history(person.id, before=before, most=most, private=False, asker=asker)
    return History(tuple(_past(house, *row) for row in rows), rows[-1][0] if len(rows) == most else None)


def report(house: House) -> DiceReport:
    return DiceReport(not house.results.is_behind, tuple(map(judge, house.results.dice())))


def _ranked(house: House, rank: int, tally: Tally, game: str) -> Ranked:
    level = tally.who.removeprefix(BOT)
    name = house.rooms.name(tally.who) if level == tally.who else f"{level.capitalize()} bots"
    return Ranked(rank=rank, who=tally.who, name=name, **_figures(tally, game))


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


def _past(house: House, id: int, past: Past) -> PastGame:
    return PastGame(
        id=id,
        game=past.game,
        table=past.table,
        number=past.number,
        ended=past.ended or None,
        players=_players(house, past),
        seat=past.seat,
        result="broken_off" if past.won is None else "won" if past.won else "lost",
        public=past.public,
        record=f"/api/tables/{past.table}/games/{past.number}",
    )


def _players(house: House, past: Past) -> tuple[Player, ...]:
    nothing: Sequence[None] = (None,) * len(past.seats)
    rows = zip(past.seats, past.places or nothing, past.scores or nothing, strict=True)
    return tuple(Player(who, house.rooms.name(who), place, score) for who, place, score in rows)
