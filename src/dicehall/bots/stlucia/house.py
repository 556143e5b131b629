"""The house at King of StLucia: prices each face in points, re-rolls for the best promise, runs while it can."""

from collections.abc import Sequence
from math import comb
from typing import Any, TypeAlias

from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View, others
from dicehall.rules.rerolls import Reroll
from dicehall.rules.stlucia import FOR_CLAIMING, MOST_HEALTH, Choosing, Leave, State, Stay, points_for
from dicehall.rules.values import Move, Seat

Worth: TypeAlias = Sequence[float]
"""What 0 to 6 dice of one face are worth, in points."""

SETS: tuple[Worth, ...] = tuple([points_for((face,) * count) for count in range(7)] for face in (1, 2, 3))
TOKENS: Worth = [count / 10 for count in range(7)]
DAMAGE = 0.3
"""For 1 health of the only rival; with more rivals, it helps the others as well."""
KILL = 1.0
HOLDING = 0.5
"""What having StLucia promises beyond the point for claiming it."""
YIELDING = 0.4
"""How often an attacked resident makes room."""

CHANCES: Sequence[Sequence[float]] = [
    [comb(dice, hits) * 5.0 ** (dice - hits) / 6.0**dice for hits in range(dice + 1)] for dice in range(7)
]
"""How likely this many of the thrown dice show one given face."""


def house(_game: Game[Any], view: View[State, None, Move], _rng: Rng) -> Move:
    assert view.mine is not None
    state, seat = view.table.board, view.mine.seat
    if not isinstance(state.phase, Choosing):
        return Stay() if can_hold(state, seat) else Leave()
    dice = state.phase.dice
    worths = (*SETS, hearts(state, seat), attacks(state, seat), TOKENS)
    return max(view.mine.options, key=lambda move: promise(dice, move, worths))


def promise(dice: Sequence[int], move: Move, worths: Sequence[Worth]) -> float:
    """What the dice will be worth on average after this re-roll; worths add up, so each face is weighed alone."""
    again = move.dice if isinstance(move, Reroll) else ()
    kept = [face for index, face in enumerate(dice) if index not in again]
    return sum(
        chance * worth[kept.count(face) + more]
        for face, worth in enumerate(worths, start=1)
        for more, chance in enumerate(CHANCES[len(again)])
    )


def hearts(state: State, seat: Seat) -> Worth:
    """The weaker, the dearer: a step up to health h is worth 2/h outside, and nothing in StLucia."""
    if state.resident == seat:
        return [0.0] * 7
    health = state.health[seat]
    return [sum(2 / step for step in range(health + 1, min(health + count, MOST_HEALTH) + 1)) for count in range(7)]


def attacks(state: State, seat: Seat) -> Worth:
    """Damage and kills, and the claim if it is certain or likely enough."""
    rivals = others(state.alive, seat)
    claim = FOR_CLAIMING + (HOLDING if can_hold(state, seat) else 0)
    if state.resident is None:
        return [0.0] + [claim] * 6
    if state.resident == seat:
        return [sum(blow(state.health[rival], count, len(rivals)) for rival in rivals) for count in range(7)]
    health = state.health[state.resident]
    return [0.0] + [
        blow(health, count, len(rivals)) + claim * (1 if count >= health else YIELDING) for count in range(1, 7)
    ]


def blow(health: int, count: int, among: int) -> float:
    return DAMAGE * min(count, health) / among + (KILL if count >= health else 0)


def can_hold(state: State, seat: Seat) -> bool:
    """Every rival strikes once before the next turn here, most with one die, some with more."""
    return state.health[seat] > len(others(state.alive, seat)) + 2
