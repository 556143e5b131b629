"""Whether everyone can see already who wins: from public knowledge alone, one reckoning of a table at a time."""

import asyncio
import logging
from weakref import WeakKeyDictionary

from dicehall.evenings.predictions.decide import CLEAR
from dicehall.ports.odds import Oracle
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.server")


class Reckoned:
    """What is known of one table."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.version = -1
        self.is_clear = False


class Clearness:
    """Without an oracle, pools close only where the games say so."""

    def __init__(self, oracle: Oracle | None) -> None:
        self._oracle = oracle
        self._tables: WeakKeyDictionary[LiveTable, Reckoned] = WeakKeyDictionary()

    async def look(self, live: LiveTable) -> tuple[int, bool]:
        """A version of the table, and whether anyone was too likely to win then.

        Only the view of a spectator goes in, and the seed is public: two tables that differ in a secret get the same.
        """
        known = self._tables.setdefault(live, Reckoned())
        async with known.turn:
            play, version = live.table.playing, live.table.version
            if self._oracle is None or play is None:
                return version, False
            if known.version != version:
                view = play.game.view(play.state, None)
                try:
                    odds = await self._oracle.chances(play.game, view, f"{live.code} {version}")
                except Exception:
                    log.exception("the chances at table %s could not be reckoned", live.code)
                    return version, False
                known.version, known.is_clear = version, any(wins.value > CLEAR for wins in odds.wins)
            return version, known.is_clear
