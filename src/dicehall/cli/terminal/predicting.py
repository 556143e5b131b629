"""Predicting who wins, for those who watch: who, how many chips, how sure; one page after the other."""

from collections.abc import Iterator
from typing import Final

from dicehall.cli.client.table import ClientTable
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.menu import Item, Page, Predict
from dicehall.cli.terminal.pages import back
from dicehall.narrate.story import LETTERS
from dicehall.rules.values import Seat

STAKES: Final = (1, 5, 10, 25, 50, 100)
CHANCES: Final = (10, 20, 30, 40, 50, 60, 70, 80, 90)


def predicting(table: ClientTable) -> Iterator[Item]:
    """Nothing where nobody can predict, or not this person."""
    pool = table.pool
    if table.playing and pool is not None and pool.status == "open" and pool.may and pool.purse is not None:
        has = pool.purse + (pool.mine.chips if pool.mine else 0)
        who = [Item(LETTERS[seat].casefold(), name, _stakes(table, seat, has)) for seat, name in enumerate(table.names)]
        title = say("predict-who", count=pool.count, pot=pool.pot)
        yield Item("p", say("predict-again" if pool.mine else "predict"), Page(title, (*who, back())))


def _stakes(table: ClientTable, seat: Seat, has: int) -> Page:
    items = [
        Item(str(chips), say("chips", chips=chips), _chances(table, seat, chips)) for chips in STAKES if chips <= has
    ]
    return Page(say("predict-stake", name=table.names[seat], chips=has), (*items, back()))


def _chances(table: ClientTable, seat: Seat, chips: int) -> Page:
    items = [Item(str(chance), say("percent", chance=chance), Predict(seat, chips, chance)) for chance in CHANCES]
    return Page(say("predict-chance", name=table.names[seat]), (*items, back()))
