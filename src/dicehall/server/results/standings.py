"""The addresses of leaderboards, of people and their past games, and of the statistics of dice."""

from typing import Annotated, Any

from litestar import MediaType, Request, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from dicehall.server.admin.actions import somebody
from dicehall.server.results import dice_page, standings_pages
from dicehall.server.results.scoreboard import (
    ALL_GAMES,
    DiceReport,
    History,
    Leaderboard,
    Profile,
    board,
    history_of,
    profile_of,
    report,
)
from dicehall.server.web.guard import house_of, session_of

USUAL, MOST = 20, 100
"""Games on a page of history."""

GameName = Annotated[str, QueryParameter(max_length=40, description="One game; empty for all together")]
Days = Annotated[int | None, QueryParameter(ge=1, le=366, description="Only games that ended so many days ago or less")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="Only games of lower ids")]
Most = Annotated[int, QueryParameter(ge=1, le=MOST)]


# For programs


@get("/api/leaderboard", tags=["results"])
async def leaderboard(
    request: Request[Any, Any, State], game: GameName = ALL_GAMES, bots: FromQuery[bool] = False, days: Days = None
) -> Leaderboard:
    """The ten best accounts, or the levels of bots: by wins, then share of wins, then fewer losses, then name.

    With `days`, wins, losses and points are those of the last days, to the second; streaks and ratings those of now.
    """
    return await board(house_of(request), game, bots=bots, days=days)


@get("/api/people/{person:str}", tags=["results"])
async def profile(request: Request[Any, Any, State], person: FromPath[str]) -> Profile:
    """What somebody has won and lost, by id or by name."""
    house = house_of(request)
    return profile_of(house, somebody(house, person))


@get("/api/people/{person:str}/games", tags=["results"])
async def past_games(
    request: Request[Any, Any, State], person: FromPath[str], before: Before = None, most: Most = USUAL
) -> History:
    """Finished games of somebody, newest first, with their records; those of private tables to their players only."""
    return history(request, person, before, most)


@get("/api/dice", tags=["results"])
async def dice(request: Request[Any, Any, State]) -> DiceReport:
    """Every die that fell in finished games here, by size, and whether they fell as fair dice do."""
    return report(house_of(request))


# Pages


@get("/people/{person:str}", media_type=MediaType.HTML, include_in_schema=False)
async def person_page(request: Request[Any, Any, State], person: FromPath[str], before: Before = None) -> str:
    house = house_of(request)
    shown = profile_of(house, somebody(house, person))
    return standings_pages.person(shown, history(request, shown.person.id, before, USUAL))


@get("/dice", media_type=MediaType.HTML, include_in_schema=False)
async def dice_statistics(request: Request[Any, Any, State]) -> str:
    return dice_page.dice(report(house_of(request)))


def history(request: Request[Any, Any, State], person: str, before: int | None, most: int) -> History:
    house, session = house_of(request), session_of(request)
    asker = None if session is None else session.person.id
    return history_of(house, somebody(house, person), asker, before, most)


HANDLERS = (leaderboard, profile, past_games, dice, person_page, dice_statistics)
