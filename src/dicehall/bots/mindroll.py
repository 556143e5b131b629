"""MindRoll: `hard` plays from a table, `normal` does so with slips, `easy` trusts its own die and its mood.

`house` weighs a reveal now against standing by the smallest raise.
"""

from functools import cache
from typing import Any

from dicehall.bots.tables import open_table
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.mindroll import CALLS, COLOURS, REVEAL, Answering, Board, Call, Die, least_call
from dicehall.rules.values import Move, Seat

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


def house(_game: Game[Any], view: View[Board, Die | None, Move], _rng: Rng) -> Move:
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


# The table

BITS = 12
"""The chances of a row add up to two to this power."""


def rows(players: int) -> tuple[int, int, int, int]:
    """The shape of the table for so many players: the part in the round, the call that stands (0 is none yet), the
    number of the die, and the move (0 is a reveal). Two players have two parts, more have three."""
    calls = 3 * players
    return (2 if players == 2 else 3, calls + 1, len(NUMBERS), calls + 1)


@cache
def first_row(players: int) -> int:
    """Where the table for so many players begins; those of fewer come before it."""
    before = [rows(fewer) for fewer in range(2, players)]
    return sum(parts * calls * numbers * moves for parts, calls, numbers, moves in before)


def part(board: Board, seat: Seat) -> int:
    """0: I started the round. 1: the last caller did. 2: someone else did."""
    phase = board.phase
    if not isinstance(phase, Answering) or phase.starter == seat:
        return 0
    return 1 if phase.starter == phase.caller else 2


def hard(_game: Game[Any], view: View[Board, Die | None, Move], rng: Rng) -> Move:
    """Draws its move with the chances of the table: for two players the plan that gives away least of all that see
    only the last call, for more a trained one. It was made for the usual options and is played under all of them."""
    assert view.mine is not None
    assert view.mine.secret is not None
    if len(view.mine.options) == 1:  # against the highest call, and for a bystander who may reveal (M-01)
        return view.mine.options[0]
    board, number = view.table.board, view.mine.secret.number
    players = board.players
    _, calls, numbers, moves = rows(players)
    least = least_call(players)
    row = board.phase.call - least + 1 if isinstance(board.phase, Answering) else 0
    start = first_row(players) + ((part(board, view.mine.seat) * calls + row) * numbers + number - 1) * moves
    chances = open_table("mindroll")[start : start + moves]
    luck = rng.getrandbits(BITS)
    for move, chance in enumerate(chances):
        luck -= chance
        if luck < 0:
            return CALLS[least + move - 1] if move else REVEAL
    raise AssertionError("the chances of a row do not add up")


# Mistakes

SLIPS = 3
"""Of sixteen moves with two players; twice as many with more, where there is more to keep in mind."""


def slips_among(players: int) -> int:
    return SLIPS if players == 2 else 2 * SLIPS


def normal(game: Game[Any], view: View[Board, Die | None, Move], rng: Rng) -> Move:
    """Knows the table, but now and then loses count and tosses a coin."""
    slips = rng.getrandbits(4) < slips_among(view.table.board.players)
    return toss(game, view, rng) if slips else hard(game, view, rng)


def toss(_game: Game[Any], view: View[Board, Die | None, Move], rng: Rng) -> Move:
    """A reveal or the smallest raise; to begin with, one of the two lowest calls."""
    assert view.mine is not None
    return view.mine.options[rng.getrandbits(1) if len(view.mine.options) > 1 else 0]


def easy(_game: Game[Any], view: View[Board, Die | None, Move], rng: Rng) -> Move:
    """Expects less than there is, calls what it expects and bluffs one time in eight. The last round means too much to
    it: a lost one makes it timid, and a won one bold."""
    assert view.mine is not None
    assert view.mine.secret is not None
    board, seat = view.table.board, view.mine.seat
    mood = -1
    if board.last is not None:
        mood += (board.last.winner == seat) - (board.last.loser == seat)
    expected = view.mine.secret.number + 3.5 * (board.players - 1) + mood * board.players / 4
    calls = [move for move in view.mine.options if isinstance(move, Call)]
    if not isinstance(board.phase, Answering):
        return max((call for call in calls if call.total <= expected), key=lambda call: call.total, default=calls[0])
    if calls and (calls[0].total <= expected or rng.getrandbits(3) == 0):
        return calls[0]
    return REVEAL
