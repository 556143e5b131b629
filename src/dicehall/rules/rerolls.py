"""Throwing some dice again: the moves that Three Dice and King of StLucia share."""

from itertools import combinations
from typing import Annotated, TypeAlias

from msgspec import Meta

from dicehall.rules.values import Move

Die: TypeAlias = Annotated[int, Meta(ge=0, title="die")]
"""The index of a die in the throw, counted from 0."""


class Keep(Move):
    """The dice stand as they are."""


class Reroll(Move):
    """These dice are thrown again, together; indices ascend."""

    dice: tuple[Die, ...]


def rerolls(count: int) -> tuple[Reroll, ...]:
    """Every way to throw some of so many dice again."""
    return tuple(Reroll(dice) for size in range(1, count + 1) for dice in combinations(range(count), size))


def thrown_again(dice: tuple[int, ...], which: tuple[int, ...], faces: tuple[int, ...]) -> tuple[int, ...]:
    """The dice after those at `which` have shown new faces."""
    after = list(dice)
    for index, face in zip(which, faces, strict=True):
        after[index] = face
    return tuple(after)
