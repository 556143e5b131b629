"""Someone who has predicted many games: their predictions are put into the log, where the hall reads them."""

from functools import partial

from dicehall.evenings.live.book_door import BOOK
from dicehall.evenings.live.kept_log import KeptLog
from dicehall.evenings.live.predictions import FORM
from dicehall.evenings.predictions.decide import Wish, predict, settle
from dicehall.evenings.predictions.events import PoolId
from dicehall.evenings.predictions.scores import FEWEST
from dicehall.ports import Journal
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

NOON = 20_000.5 * 24 * 60 * 60


async def foretell(journal: Journal, who: Who, chance: int, times: int = FEWEST) -> None:
    """So many predictions that all came true."""
    log = KeptLog(BOOK, FORM, journal)
    await log.load()
    for game in range(times):
        wish = Wish(PoolId(f"t{who}"[:10], game), who, 0, 1, chance, 1, 4, ())
        for decide in (
            partial(predict, wish=wish, wall_time=NOON),
            partial(settle, pool=wish.pool, seats=4, winners=[0]),
        ):
            assert not isinstance(await log.answer(None, decide), Refused)
