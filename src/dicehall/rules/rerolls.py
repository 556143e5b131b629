"""Throwing some dice again: the moves, questions and throws that Three Dice and King of StLucia share."""

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, TypeAlias

from msgspec import Meta

from dicehall.rules.chance import Dice
from dicehall.rules.kernel import Ask, Chance, ask
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
    for place, index in enumerate(which):
        after[index] = faces[place]
    return tuple(after)


# The same questions and dice again and again, made once

THROWS = tuple(Chance(Dice((6,) * count)) for count in range(13))
"""Six-sided dice by their number, up to one for each of twelve players; they fall without anybody's gesture."""


def first_throws(count: int, seats: int) -> tuple[Chance, ...]:
    """So many dice in the hand of each seat, for whose gesture the table waits."""
    return tuple(Chance(Dice((6,) * count), thrower=seat) for seat in range(seats))


def asks(options: Sequence[Move], seats: int) -> tuple[Ask, ...]:
    """The same question for each seat."""
    return tuple(ask(seat, options) for seat in range(seats))
