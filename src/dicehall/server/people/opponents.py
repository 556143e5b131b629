"""The people you have played with lately, so that one tap invites them again."""

from collections.abc import Iterable
from typing import Final

from litestar import get

from dicehall.ports import HistoryRow, People, Results
from dicehall.ports.ties import Ties
from dicehall.rules.values import Value
from dicehall.server.people.friends import seen
from dicehall.server.people.whereabouts import Whereabouts
from dicehall.server.services.asking import Handlers, HttpRequest, asker
from dicehall.table.core.events import Who, is_bot

MOST: Final = 12
"""People on the list: more would be a search."""
LOOKED_AT: Final = 50
"""Games, the last ones: whoever is not among them is not recent."""


class Opponent(Value):
    """Someone you have played with."""

    who: str
    name: str
    game: str
    """What you have played together last."""
    ended: float | None
    """When, in seconds since 1970; None where it is unknown."""
    table: str | None
    """A public table that they sit at now, where you can join them."""


def last_games(me: Who, games: Iterable[HistoryRow]) -> dict[Who, HistoryRow]:
    """By person, the last game with them; the games come newest first."""
    found: dict[Who, HistoryRow] = {}
    for game in games:
        for who in game.seats:
            if who != me and not is_bot(who):
                found.setdefault(who, game)
    return found


def handlers(results: Results, people: People, ties: Ties, whereabouts: Whereabouts) -> Handlers:
    @get("/api/me/opponents", tags=["me"])
    async def opponents(request: HttpRequest) -> tuple[Opponent, ...]:
        """The people you have played with in your last 50 games, the last one first; at most twelve. Only you see it.

        Games of private tables count. Bots, people whom you have blocked, and people who have deleted their accounts
        are left out.
        """
        me = asker(request).id
        rows = await results.history(me, before=None, most=LOOKED_AT, private=True, asker=me)
        met = last_games(me, (game for _, game in rows))
        known, blocked = await people.by_ids(tuple(met)), (await ties.blocked_by((me,))).get(me, frozenset())
        shown = [who for who in met if who in known and who not in blocked][:MOST]
        places, closed = await whereabouts.of(shown), await ties.who_block(me, shown)

        def opponent(who: Who) -> Opponent:
            _, table = seen(places[who], mutual=False, shut_out=who in closed)
            return Opponent(who, known[who].name, met[who].game, met[who].ended or None, table)

        return tuple(map(opponent, shown))

    return (opponents,)
