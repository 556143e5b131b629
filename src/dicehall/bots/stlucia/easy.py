"""The easy level at King of StLucia: it likes points, fears the last blow, and does not see what the others can do."""

from typing import Any

from dicehall.bots.stlucia.prices import SETS, TOKENS, Worth, promise
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.stlucia import ATTACK, FOR_CLAIMING, MOST_HEALTH, Choosing, Deciding, Leave, State, Stay
from dicehall.rules.values import Move, Seat

HEART = 0.6
"""What it would give for 1 health, as soon as it has lost some, however much is left."""
BLOW = 0.1
"""What it would give for an attack: its eyes are on its own points."""
HARD_BLOW = 3
"""It runs from an attack with this many dice, however strong it is, and shrugs off a smaller one, however weak."""


def easy(_game: Game[Any], view: View[State, None, Move], _rng: Rng) -> Move:
    assert view.mine is not None
    state, seat = view.table.board, view.mine.seat
    match state.phase:
        case Deciding(_, _, dice):
            return Leave() if dice.count(ATTACK) >= HARD_BLOW else Stay()
        case Choosing(_, dice):
            worths = (*SETS, hearts(state, seat), attacks(state, seat), TOKENS)
            return max(view.mine.options, key=lambda move: promise(dice, move, worths))
        case _:
            raise AssertionError(state.phase)


def hearts(state: State, seat: Seat) -> Worth:
    lost = 0 if state.resident == seat else MOST_HEALTH - state.health[seat]
    return [HEART * min(count, lost) for count in range(7)]


def attacks(state: State, seat: Seat) -> Worth:
    claim = 0 if state.resident == seat else FOR_CLAIMING
    return [claim * (count > 0) + BLOW * count for count in range(7)]
