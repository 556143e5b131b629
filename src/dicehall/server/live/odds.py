"""The odds of a running game: reckoned once for each version and viewpoint, however many ask.

You get what your own seat can know, or what everyone can if you have no seat. Only a view leaves the table.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from dicehall.ports.odds import Estimate, Odds, Oracle
from dicehall.rules.values import Seat, Value
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import Who
from dicehall.table.core.state import Play
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.server")

MOST_KEPT = 256
"""Tables whose last answers are kept."""
DIGITS = 4
WIDEST = Estimate(0.1234, 0.1234, 0.1234, exact=False)
"""No estimate takes more room on the wire."""
NO_ODDS = "This table shows no odds: its host can turn them on before a game, and the table is unrated then."
NO_GAME = "No game is running here, so there are no odds."
NOT_HERE = "This hall reckons no odds."
FAILED = "The odds could not be reckoned. Ask again."


class TableOdds(Value):
    version: int
    """Of the table that they are for."""
    odds: Odds
    padding: str
    """Blanks: the size of the answer must not tell what is in it."""


class Asked:
    """What is known, or being reckoned, for one version of a table."""

    def __init__(self, version: int, turn: asyncio.Lock) -> None:
        self.version = version
        self.turn = turn
        """One question of a table after the other: a table with fast moves must not keep the others waiting."""
        self.answers: dict[Seat | None, asyncio.Task[TableOdds]] = {}


class OddsDesk:
    """Where a hall's questions for odds come together."""

    def __init__(self, oracle: Oracle | None) -> None:
        self._oracle = oracle
        self._tables: dict[str, Asked] = {}

    async def ask(self, live: LiveTable, who: Who | None) -> TableOdds:
        """For one person; raises `RefusedError` where there are none."""
        play = allowed(live)
        if self._oracle is None:
            raise RefusedError("no_odds", NOT_HERE)
        seat = None if who is None else play.seat_of(who)
        asked = self._asked(live)
        if seat not in asked.answers:
            reckoning = self._reckon(self._oracle, live, play, seat, asked)
            asked.answers[seat] = task = asyncio.get_running_loop().create_task(reckoning)
            task.add_done_callback(heard)
        return await asyncio.shield(asked.answers[seat])

    def _asked(self, live: LiveTable) -> Asked:
        known = self._tables.pop(live.code, None)
        if known is None or known.version != live.table.version:
            known = Asked(live.table.version, known.turn if known else asyncio.Lock())
        self._tables[live.code] = known
        if len(self._tables) > MOST_KEPT:
            del self._tables[next(iter(self._tables))]
        return known

    async def _reckon(self, oracle: Oracle, live: LiveTable, play: Play, seat: Seat | None, asked: Asked) -> TableOdds:
        view = play.game.view(play.state, seat)
        async with asked.turn:
            if live.table.version != asked.version:
                raise RefusedError("stale", f"The table has moved on to version {live.table.version}; ask again.")
            try:
                found = await oracle.odds(play.game, view, seat, f"{live.code} {asked.version} {seat}")
            except Exception:
                asked.answers.pop(seat, None)
                log.exception("the odds at table %s could not be reckoned", live.code)
                raise RefusedError("no_odds", FAILED) from None
        return padded(asked.version, found)


def allowed(live: LiveTable) -> Play:
    """The running game, if anyone at all may be told its odds."""
    if not live.table.odds_allowed:
        raise RefusedError("no_odds", NO_ODDS)
    play = live.table.playing
    if play is None:
        raise RefusedError("no_game", NO_GAME)
    return play


def heard(task: "asyncio.Task[TableOdds]") -> None:
    """Nobody may be waiting any more, and then nobody else would look at its failure."""
    if not task.cancelled():
        task.exception()


def padded(version: int, odds: Odds) -> TableOdds:
    """As large as if every number in it took the most room: what is left of the size is public."""
    short = shown(odds, rounded)
    widest = shown(odds, lambda _estimate: WIDEST)
    blanks = len(msgspec.json.encode(widest)) - len(msgspec.json.encode(short))
    return TableOdds(version, short, " " * blanks)


def shown(odds: Odds, how: Callable[[Estimate], Estimate]) -> Odds:
    return replace(
        odds,
        wins=tuple(map(how, odds.wins)),
        options=tuple(replace(option, wins=how(option.wins)) for option in odds.options),
        risks={name: how(each) for name, each in odds.risks.items()},
    )


def rounded(estimate: Estimate) -> Estimate:
    """Without the fraction, which may have hundreds of digits."""
    value, low, high = (round(each, DIGITS) for each in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, exact=estimate.exact)
