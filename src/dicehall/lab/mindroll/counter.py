"""A player who counts the dice: it weighs a reveal now against standing by the smallest raise, and never bluffs."""

from functools import cache
from typing import Any

from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.mindroll import COLOURS, REVEAL, Answering, Board, Call, Die
from dicehall.rules.values import Move

NUMBERS = range(1, 7)
OTHER_COLOUR = 1 - 1 / len(COLOURS)


@cache
def chance_below(dice: int, total: int) -> float:
    """How likely this many hidden dice add up to less than the total."""
    if dice == 0:
        return float(total > 0)
    return sum(chance_below(dice - 1, total - number) for number in NUMBERS) / len(NUMBERS)


@cache
def chance_of_reveal(call: int, number: int, players: int) -> float:
    """How likely a reveal beats this call, to one of the two concerned, who knows only this number of their own."""
    others = [other for other in NUMBERS if other != number]
    return OTHER_COLOUR * sum(chance_below(players - 2, call - number - other) for other in others) / len(NUMBERS)


def counter(_game: Game[Any], view: View[Board, Die | None, Move], _rng: Rng) -> Move:
    """Reveal if that is worth more points than the smallest raise; a greater one is only easier to beat."""
    assert view.mine is not None
    assert view.mine.secret is not None
    board, number = view.table.board, view.mine.secret.number
    players = board.players
    calls = [move for move in view.mine.options if isinstance(move, Call)]
    if isinstance(board.phase, Answering):
        call = board.phase.call
        if not calls or worth_of_reveal(call, number, players) >= worth_of_raise(call + 1, number, players):
            return REVEAL
    return calls[0]


def worth_of_reveal(call: int, number: int, players: int) -> float:
    """A point gained or lost."""
    return 2 * chance_of_reveal(call, number, players) - 1


def worth_of_raise(call: int, number: int, players: int) -> float:
    """The same from the other side; among more than two the next player may well raise and take it over."""
    revealed = 1 if players == 2 else 1 / 2
    return revealed * -worth_of_reveal(call, number, players)
