"""The normal and the hard level at King of StLucia: both search their own turn, not equally far, and judge its ends."""

from typing import Any

from dicehall.bots.stlucia.crowd import the_crowd
from dicehall.bots.stlucia.dice import outcome_of
from dicehall.bots.stlucia.duel import the_duel
from dicehall.bots.stlucia.search import Judge, Position, best_keep, booked, keeping, position_of, stays, worths
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.stlucia import REROLLS, Choosing, Deciding, Leave, State, Stay
from dicehall.rules.values import Move


class Best:
    """The solved game where two are left and need no more than the table knows; else what was fitted."""

    sure = 65535.0

    def worth(self, position: Position, seat: int) -> float:
        duel = the_duel()
        return (duel if duel and duel.knows(position) else the_crowd()).worth(position, seat)


def hard(game: Game[Any], view: View[State, None, Move], _rng: Rng) -> Move:
    """Two players: perfect but for the table's rounding, up to 15 points to go. More players, more points or no table
    for two: an exact search of this turn over prospects fitted to games that such bots played."""
    return searched(Best(), game, view)


def normal(game: Game[Any], view: View[State, None, Move], _rng: Rng) -> Move:
    """Thinks of the next throw as the last one, and knows the fitted prospects only, with two players as well."""
    return searched(the_crowd(), game, view, ahead=1)


def searched(judge: Judge, game: Any, view: View[State, None, Move], ahead: int = REROLLS) -> Move:
    assert view.mine is not None
    state, seat = view.table.board, view.mine.seat
    match state.phase:
        case Choosing(_, dice, rerolls_left):
            outcomes = worths(judge, game, position_of(game, state, seat))
            return keeping(dice, best_keep(dice, min(rerolls_left, ahead), outcomes))
        case Deciding(attacker, resident, dice):
            after = booked(position_of(game, state, attacker), outcome_of(dice))
            return Stay() if stays(judge, after, resident) else Leave()
        case _:
            raise AssertionError(state.phase)
