"""What dice are worth in points, face by face, and what a re-roll promises: for bots that do not search."""

from collections.abc import Sequence
from math import comb
from typing import TypeAlias

from dicehall.rules.rerolls import Reroll
from dicehall.rules.stlucia import points_for
from dicehall.rules.values import Move

Worth: TypeAlias = Sequence[float]
"""What 0 to 6 dice of one face are worth, in points."""

SETS: tuple[Worth, ...] = tuple([points_for((face,) * count) for count in range(7)] for face in (1, 2, 3))
TOKENS: Worth = [count / 10 for count in range(7)]

CHANCES: Sequence[Sequence[float]] = [
    [comb(dice, hits) * 5.0 ** (dice - hits) / 6.0**dice for hits in range(dice + 1)] for dice in range(7)
]
"""How likely this many of the thrown dice show one given face."""


def promise(dice: Sequence[int], move: Move, worths: Sequence[Worth]) -> float:
    """What the dice will be worth on average after this re-roll; worths add up, so each face is weighed alone."""
    again = move.dice if isinstance(move, Reroll) else ()
    kept = [face for index, face in enumerate(dice) if index not in again]
    return sum(
        chance * worth[kept.count(face) + more]
        for face, worth in enumerate(worths, start=1)
        for more, chance in enumerate(CHANCES[len(again)])
    )
