"""The routes of leaderboards, of people and their past games, and of the statistics of dice."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter

from dicehall.ports import People, Results
from dicehall.ports.results import ALL_GAMES
from dicehall.rules.values import Value
from dicehall.server.results.scoreboard import History, Leaderboard, Profile, board, history_of, profile_of
from dicehall.server.results.statistics import Verdict, judge
from dicehall.server.services.asking import Handlers, HttpRequest, asker_id
from dicehall.server.services.people import find_person

USUAL, MOST = 20, 100
"""Games on a page of history."""

GameName = Annotated[str, QueryParameter(max_length=40, description="One game; empty for all together")]
Days = Annotated[int | None, QueryParameter(ge=1, le=366, description="Only games that ended in the last days")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="Only games with lower ids")]
Most = Annotated[int, QueryParameter(ge=1, le=MOST)]


class DiceReport(Value):
    complete: bool
    """False while old games are counted again."""
    dice: tuple[Verdict, ...]


def handlers(results: Results, people: People) -> Handlers:
    @get("/api/leaderboard", tags=["results"])
    async def leaderboard(game: GameName = ALL_GAMES, bots: FromQuery[bool] = False, days: Days = None) -> Leaderboard:
        """The ten best accounts, or the levels of bots: by wins, then share of wins, then fewer losses, then name.

        With `days`, wins, losses and points are those of the last days, to the second; streaks and ratings are current.
        """
        return await board(results, people, game, bots=bots, days=days)

    @get("/api/people/{person:str}", tags=["results"])
    async def profile(person: FromPath[str]) -> Profile:
        """What a person has won and lost, by id or by name."""
        return await profile_of(results, await find_person(people, person))

    @get("/api/people/{person:str}/games", tags=["results"])
    async def past_games(
        request: HttpRequest, person: FromPath[str], before: Before = None, most: Most = USUAL
    ) -> History:
        """A person's finished games and their records, newest first; those of private tables only for their players."""
        found = await find_person(people, person)
        return await history_of(results, people, found, asker=asker_id(request), before=before, most=most)

    @get("/api/dice", tags=["results"])
    async def dice() -> DiceReport:
        """Every die rolled in finished games here, by size, and whether they fell as fair dice do."""
        return DiceReport(not results.is_behind, tuple(map(judge, await results.dice())))

    return leaderboard, profile, past_games, dice
