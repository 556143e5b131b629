"""What a place is worth: the first of a table 1 point, the last 0, the others evenly between."""

from collections.abc import Collection, Sequence
from fractions import Fraction

BYE = Fraction(1, 2)


def table_points(
    places: Sequence[int], absent: Collection[int] = (), left: Collection[int] = ()
) -> tuple[Fraction, ...]:  # fmt: skip
    """Of each seat, from the places of a game; equal places share what they are worth together.

    Seats of `absent` have no points, and the others are placed as if they had not been there. Whoever left comes after
    everyone who stayed and has no points.
    """
    there = [seat for seat in range(len(places)) if seat not in absent]
    stayed = [seat for seat in there if seat not in left]
    worth = [Fraction(0)] * len(places)
    for seat in stayed:
        better = sum(places[other] < places[seat] for other in stayed)
        level = sum(places[other] == places[seat] for other in stayed)
        worth[seat] = _between(better, level, len(there))
    return tuple(worth)


def _between(better: int, level: int, size: int) -> Fraction:
    """The mean of the places after `better` others that `level` of them share."""
    return Fraction(1) if size == 1 else 1 - Fraction(2 * better + level - 1, 2 * (size - 1))


def duplicate_points(
    tables: Sequence[Sequence[int]], absent: Collection[tuple[int, int]], left: Collection[tuple[int, int]]
) -> tuple[tuple[Fraction, ...], ...]:
    """Of each seat of each table where all had the same dice: a seat is compared with the same seat elsewhere.

    `absent` and `left` hold pairs of a table and a seat.
    """
    own = [
        table_points(
            places,
            [seat for table, seat in absent if table == number],
            [seat for table, seat in left if table == number],
        )
        for number, places in enumerate(tables)
    ]
    if len(tables) < 2:
        return tuple(own)
    columns = []
    for seat in range(len(own[0])):
        ranked = sorted({points[seat] for points in own}, reverse=True)
        columns.append(
            table_points(
                [ranked.index(points[seat]) + 1 for points in own],
                [table for table, other in absent if other == seat],
                [table for table, other in left if other == seat],
            )
        )
    return tuple(zip(*columns, strict=True))
