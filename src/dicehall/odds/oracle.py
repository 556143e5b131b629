"""The oracle of a hall: odds are reckoned by other processes, so that no move waits for them."""

from random import Random
from typing import Any

from dicehall.odds import odds
from dicehall.odds.games import model_of
from dicehall.ports.odds import Odds
from dicehall.ports.workers import Workers
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Seat


class WorkingOracle:
    """It needs workers of its own: bots must not wait for a hundred people who ask."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def odds(self, game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
        return await self._workers.submit(reckoned, game, view, seat, seed)

    async def chances(self, game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
        return await self._workers.submit(foreseen, game, view, seed)

    def close(self) -> None:
        self._workers.stop()


def reckoned(game: Game[Any], view: View[Any, Any, Any], seat: Seat | None, seed: str) -> Odds:
    return odds(game, view, seat, Random(seed))


def foreseen(game: Game[Any], view: View[Any, Any, Any], seed: str) -> Odds:
    return odds(game, view, None, Random(seed), budget=model_of(game).budget._replace(options=0))
