"""The board of the best predictors: by the mean score of the chances they gave, never by their purses (W-05)."""

from typing import Final

from litestar import get

from dicehall.evenings.live.predictions import Predictions
from dicehall.evenings.predictions.scores import FEWEST
from dicehall.ports import Accounts, People
from dicehall.rules.values import Value
from dicehall.server.services.asking import Handlers
from dicehall.table.core.events import Who

TOP: Final = 10


class Predictor(Value, kw_only=True):
    rank: int
    who: Who
    name: str
    score: float
    """The mean of all, 0 for someone who knows nothing."""
    predictions: int


class Predictors(Value):
    fewest: int
    """Predictions before anyone is on the board."""
    rows: tuple[Predictor, ...]


def handlers(predictions: Predictions, people: People, accounts: Accounts) -> Handlers:
    @get("/api/predictors", tags=["results"])
    async def predictors() -> Predictors:
        """The ten accounts whose predictions were best, from thirty predictions on."""
        ranked = predictions.book.best(most=len(predictions.book.records))
        known = await people.by_ids([who for who, _ in ranked])
        banned = {person.id for person, _ in await accounts.banned()} if ranked else set()
        listed = [
            (known[who], record)
            for who, record in ranked
            if who in known and known[who].kind != "guest" and who not in banned
        ][:TOP]
        rows = tuple(
            Predictor(rank=rank, who=person.id, name=person.name, score=record.mean, predictions=record.count)
            for rank, (person, record) in enumerate(listed, start=1)
        )
        return Predictors(FEWEST, rows)

    return (predictors,)
