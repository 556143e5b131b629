"""Chance: a source says what can happen and how likely it is; a move by nature says what did happen."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations, product
from typing import Protocol, TypeAlias

from dicehall.rules.values import Move, Seat, Value, wire_name


class Rng(Protocol):
    """Where luck comes from: `random.Random` fits, and so does a dice tower."""

    def getrandbits(self, k: int, /) -> int:
        """A uniform number of k bits."""
        ...


def below(rng: Rng, limit: int) -> int:
    """A number from 0 up to but not including the limit, all equally likely; a draw that is too large is repeated."""
    width = (limit - 1).bit_length()
    number = rng.getrandbits(width)
    while number >= limit:
        number = rng.getrandbits(width)
    return number


class Rolled(Move):
    """The faces that came up, in the order of the dice in the source."""

    faces: tuple[int, ...]


class Drawn(Move):
    """One seat, drawn at random."""

    seat: Seat


class Shuffled(Move):
    """Seats in a random order."""

    order: tuple[Seat, ...]


NatureMove: TypeAlias = Rolled | Drawn | Shuffled
"""Every move that nature can make."""


class Dice(Value, tag_field="type", tag=wire_name):
    """Dice thrown together."""

    sides: tuple[int, ...]
    """The number of sides of each die."""

    def __str__(self) -> str:
        return f"a throw of {', '.join(_dice(sides, len(list(alike))) for sides, alike in groupby(self.sides))}"

    def draw(self, rng: Rng) -> Rolled:
        """One of all possible throws, numbered like an odometer: the last die turns fastest."""
        if throws := _few_throws(self.sides):
            return throws[below(rng, len(throws))]
        number, faces = below(rng, math.prod(self.sides)), []
        for sides in reversed(self.sides):
            faces.append(number % sides + 1)
            number //= sides
        return Rolled(tuple(reversed(faces)))

    def allows(self, move: Move) -> bool:
        """Whether these dice can give this result."""
        return (
            isinstance(move, Rolled)
            and _are_whole(move.faces)
            and len(move.faces) == len(self.sides)
            and all(1 <= face <= sides for face, sides in zip(move.faces, self.sides, strict=True))
        )

    def outcomes(self) -> Iterator[tuple[Rolled, Fraction]]:
        """Every possible throw with its probability; lazy, since there may be very many."""
        each = Fraction(1, math.prod(self.sides))
        return ((Rolled(faces), each) for faces in product(*(range(1, sides + 1) for sides in self.sides)))


def _are_whole(numbers: object) -> bool:
    """A tuple of whole numbers, as in records; 1.0 and True equal 1 but do not count."""
    return type(numbers) is tuple and all(type(number) is int for number in numbers)


@cache
def _few_throws(sides: tuple[int, ...]) -> tuple[Rolled, ...]:
    """Every throw of a few dice, built once because they are thrown often; empty if there would be too many."""
    return tuple(throw for throw, _ in Dice(sides).outcomes()) if math.prod(sides) <= 216 else ()


class OneOf(Value, tag_field="type", tag=wire_name):
    """One of these seats, all equally likely."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return f"a draw among seats {', '.join(map(str, self.seats))}"

    def draw(self, rng: Rng) -> Drawn:
        """Draw one of the seats."""
        return Drawn(self.seats[below(rng, len(self.seats))])

    def allows(self, move: Move) -> bool:
        """Whether this draw can give this result."""
        return isinstance(move, Drawn) and _are_whole((move.seat,)) and move.seat in self.seats

    def outcomes(self) -> Iterator[tuple[Drawn, Fraction]]:
        """Every possible draw with its probability."""
        each = Fraction(1, len(self.seats))
        return ((Drawn(seat), each) for seat in self.seats)


class Shuffle(Value, tag_field="type", tag=wire_name):
    """These seats in any order, all orders equally likely."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return f"a shuffle of seats {', '.join(map(str, self.seats))}"

    def draw(self, rng: Rng) -> Shuffled:
        """Draw an order (Fisher and Yates)."""
        order = list(self.seats)
        for last in range(len(order) - 1, 0, -1):
            other = below(rng, last + 1)
            order[last], order[other] = order[other], order[last]
        return Shuffled(tuple(order))

    def allows(self, move: Move) -> bool:
        """Whether this shuffle can give this result."""
        return isinstance(move, Shuffled) and _are_whole(move.order) and sorted(move.order) == sorted(self.seats)

    def outcomes(self) -> Iterator[tuple[Shuffled, Fraction]]:
        """Every possible order with its probability; lazy, since there may be very many."""
        each = Fraction(1, math.factorial(len(self.seats)))
        return ((Shuffled(order), each) for order in permutations(self.seats))


Source: TypeAlias = Dice | OneOf | Shuffle
"""Where a move by nature can come from."""


def _dice(sides: int, count: int) -> str:
    return f"d{sides}" if count == 1 else f"{count}d{sides}"
