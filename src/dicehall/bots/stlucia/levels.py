"""The normal and the hard level at King of StLucia: both search their own turn, not equally far, and judge its ends."""

from typing import Any

from dicehall.bots.characters import Temper
from dicehall.bots.stlucia.crowd import the_crowd
from dicehall.bots.stlucia.dice import outcome_of
from dicehall.bots.stlucia.duel import the_duel
from dicehall.bots.stlucia.easy import easy
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


def hard(game: Game[Any], view: View[State, None, Move], rng: Rng, temper: Temper | None = None) -> Move:
    """Two players: perfect but for the table's rounding, up to 15 points to go. More players, more points or no table
    for two: an exact search of this turn over prospects fitted to games that such bots played."""
    return searched(Best(), game, view, temper=temper, rng=rng)


def normal(game: Game[Any], view: View[State, None, Move], rng: Rng) -> Move:
    """Thinks of the next throw as the last one, and knows the fitted prospects only, with two players as well. Among
    more it loses track one time in four, and looks at its own points alone as the easy one does."""
    among = sum([health > 0 for health in view.table.board.health])
    if among > 2 and rng.getrandbits(2) == 0:
        return easy(game, view, rng)
    return searched(the_crowd(), game, view, ahead=1)


def searched(
    judge: Judge,
    game: Any,
    view: View[State, None, Move],
    *,
    ahead: int = REROLLS,
    temper: Temper | None = None,
    rng: Rng | None = None,
) -> Move:
    assert view.mine is not None
    state, seat = view.table.board, view.mine.seat
    match state.phase:
        case Choosing(_, dice, rerolls_left):
            outcomes = worths(judge, game, position_of(game, state, seat))
            return keeping(dice, best_keep(dice, min(rerolls_left, ahead), outcomes, temper, rng))
        case Deciding(attacker, resident, dice):
            after = booked(position_of(game, state, attacker), outcome_of(dice))
            return Stay() if stays(judge, after, resident, temper, rng) else Leave()
        case _:
            raise AssertionError(state.phase)
