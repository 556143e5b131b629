"""How far a game is, by what everyone can see: for those who look at many tables at once."""

from typing import Literal, TypeAlias

from dicehall.rules.values import Value

Unit: TypeAlias = Literal["round", "lives", "points"]
"""The round that is played, the lives that are lost, or the points of whoever has most."""


class Progress(Value):
    unit: Unit
    now: int
    of: int | None = None
    """At which the game is over, or nearly; None where nothing is set."""


def in_round(number: int, rounds: int | None = None) -> Progress:
    """The last round is still the last when it has been played."""
    return Progress("round", number if rounds is None else min(number, rounds), rounds)


def most_points(points: tuple[int, ...], target: int) -> Progress:
    return Progress("points", min(max(0, *points), target), target)
