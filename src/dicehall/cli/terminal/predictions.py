"""Predictions off the table: the board of the best predictors, and your own chips and scores, in words."""

from collections.abc import Iterator, Sequence

import msgspec

from dicehall.cli.client.caller import Caller
from dicehall.cli.client.http import ask
from dicehall.cli.shared.words import words
from dicehall.narrate.story import LETTERS
from dicehall.server.people.predicting import Mine
from dicehall.server.results.predictors import Predictors

say = words("terminal-predictions")


def ask_board(url: str) -> Predictors:
    return msgspec.convert(ask(url, "GET", "/api/predictors")[0], Predictors)


def rows(board: Predictors) -> Sequence[Sequence[str]]:
    return [(str(each.rank), each.name, signed(each.score), str(each.predictions)) for each in board.rows]


def nobody_yet(board: Predictors) -> str:
    return say("board-none", fewest=board.fewest)


def ask_mine(person: Caller) -> Mine:
    return msgspec.convert(person.ask("GET", "/api/me/predictions"), Mine)


def mine_in_words(mine: Mine) -> Iterator[str]:
    yield say("purse", purse=mine.purse, staked=mine.staked)
    if mine.score is not None:
        yield say("settled", count=mine.predictions, score=signed(mine.score))
        if mine.missing:
            yield say("missing", count=mine.missing)
    for each in mine.open:
        table, seat = each.table.upper(), LETTERS[each.seat]
        yield say("open", table=table, game=each.game, seat=seat, chips=each.chips, chance=each.chance)
    if mine.shares_sign_in:
        yield say("shares", count=len(mine.shares_sign_in))


def signed(score: float) -> str:
    """`+0.12`; what is nothing has no sign."""
    return f"{score:+.2f}" if round(score, 2) else "0.00"
