"""MindRoll: `hard` plays from a table, `normal` does so with slips, `easy` trusts its own die and its mood."""

from functools import cache
from itertools import pairwise
from typing import Any

from dicehall.bots.tables import open_table
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.mindroll import CALLS, REVEAL, Answering, Board, Call, Die, Heard, least_call
from dicehall.rules.values import Move, Seat

QUICK = ("easy", "normal", "hard")
NUMBERS = range(1, 7)


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


# Three players, who remember all calls of the round

REMEMBERED = 3
"""With this many players there is a plan for every list of calls; for more there are too many lists."""


def follows(players: int, node: int, lower: int, seats: int) -> int:
    """The number of a list of calls among all those that end with the same call. Without its last call the list has the
    number `node` and ends with `lower`; the last caller sits so many seats after the one before. A list of one is 0."""
    before: int = players ** (lower - 1)
    return before + node * (players - 1) + seats - 1


@cache
def first_of(call: int, players: int = REMEMBERED) -> int:
    """Where the rows for lists that end with this call begin (0 is none yet): a row for each list, each seat after the
    caller and each number; a row holds the chance of each legal move. The highest call leaves no choice."""
    calls, numbers = 3 * players, len(NUMBERS)
    if call == 0:
        return 0
    if call == 1:
        return numbers * calls
    lists: int = players ** (call - 2)
    return first_of(call - 1, players) + lists * (players - 1) * numbers * (calls - call + 2)


def remembered(board: Board, seat: Seat, number: int, moves: int) -> "memoryview[Any]":
    """The chances of this many legal moves after all that was called."""
    phase, present, players = board.phase, board.present, board.players
    start = (number - 1) * moves
    if isinstance(phase, Answering):
        heard = phase.calls or (Heard(phase.caller, phase.call),)  # a round that began when boards showed no lists
        calls = [each.total - least_call(players) + 1 for each in heard]
        places = [*[present.index(each.seat) for each in heard], present.index(seat)]
        after = [(later - earlier) % players for earlier, later in pairwise(places)]
        node = 0
        for lower, seats in zip(calls[:-1], after[:-1], strict=True):
            node = follows(players, node, lower, seats)
        start += first_of(calls[-1]) + (node * (players - 1) + after[-1] - 1) * len(NUMBERS) * moves
    return open_table("mindroll_three")[start : start + moves]


def hard(_game: Game[Any], view: View[Board, Die | None, Move], rng: Rng) -> Move:
    """Draws its move with the chances of a table: for two players the plan that gives away least of all that see only
    the last call, for three a trained one that remembers every call, for more a trained one that sees the last. They
    were made for the usual options and are played under all of them."""
    assert view.mine is not None
    assert view.mine.secret is not None
    if len(view.mine.options) == 1:  # against the highest call, and for a bystander who may reveal (M-01)
        return view.mine.options[0]
    board, number, options = view.table.board, view.mine.secret.number, view.mine.options
    if board.players == REMEMBERED:
        return options[drawn(remembered(board, view.mine.seat, number, len(options)), rng)]
    move = drawn(last_heard(board, view.mine.seat, number), rng)
    return CALLS[least_call(board.players) + move - 1] if move else REVEAL


def last_heard(board: Board, seat: Seat, number: int) -> "memoryview[Any]":
    """The chances of all moves, legal or not, after the call that stands."""
    players = board.players
    _, calls, numbers, moves = rows(players)
    row = board.phase.call - least_call(players) + 1 if isinstance(board.phase, Answering) else 0
    start = first_row(players) + ((part(board, seat) * calls + row) * numbers + number - 1) * moves
    return open_table("mindroll")[start : start + moves]


def drawn(chances: "memoryview[Any]", rng: Rng) -> int:
    luck = rng.getrandbits(BITS)
    for move, chance in enumerate(chances):
        luck -= chance
        if luck < 0:
            return move
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
