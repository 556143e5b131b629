"""What a good pairing is: few repeat opponents, then like scores, then seats that rotate."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dicehall.evenings.pairing.seating import seat_cost, seated


class Player(NamedTuple):
    """Everything about an entrant that a pairing depends on."""

    score: Fraction = Fraction(0)
    met: Mapping[int, int] = {}  # never changed
    """How often they have sat at a table with each of the others, by their numbers."""
    sat: Mapping[int, int] = {}
    """How often they have had each seat."""


Group: TypeAlias = tuple[int, ...]
"""The players of a table, by their numbers."""


class Cost(NamedTuple):
    """Compared from left to right; all else is less important than what stands before it."""

    repeats: int
    """Over all pairs at a table: how often they have met before."""
    spread: Fraction
    """Over all tables: how far the best score is from the worst."""
    seats: int
    """Over all players: how often they have had their seat before."""


def cost(players: Sequence[Player], tables: Sequence[Group]) -> Cost:
    """Of tables whose players are in the order of their seats."""
    spread = sum((_range([players[each].score for each in table]) for table in tables), Fraction(0))
    seats = sum(seat_cost([players[each].sat for each in table], range(len(table))) for table in tables)
    return Cost(sum(repeats(players, table) for table in tables), spread, seats)


def repeats(players: Sequence[Player], table: Group) -> int:
    return sum(players[one].met.get(two, 0) for number, one in enumerate(table) for two in table[:number])


def in_seats(players: Sequence[Player], group: Group) -> Group:
    return tuple(group[each] for each in seated([players[each].sat for each in group]))


def whole_scores(players: Sequence[Player]) -> list[int]:
    """The scores as whole numbers, in the same proportion: these are compared far more quickly."""
    scale = math.lcm(*(player.score.denominator for player in players)) if players else 1
    return [int(player.score * scale) for player in players]


def _range(scores: Sequence[Fraction]) -> Fraction:
    return max(scores) - min(scores)


def best_cuts(ordered: tuple[Fraction | int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    """In which order the sizes, which differ by one at most, follow each other along the ordered scores."""
    small, large = sizes[0], sizes[-1]
    larger = sum(size == large for size in sizes) if large != small else 0
    smaller = len(sizes) - larger
    best: dict[tuple[int, int], tuple[Fraction | int, int]] = {(0, 0): (0, 0)}
    for big in range(larger + 1):
        for few in range(smaller + 1):
            start_of = {large: (big - 1, few), small: (big, few - 1)}
            found = []
            for size in {small, large}:
                before = best.get(start_of[size]) if (size == small or larger) else None
                if before is not None:
                    start = start_of[size][0] * large + start_of[size][1] * small
                    found.append((before[0] + ordered[start + size - 1] - ordered[start], size))
            if found:
                best[big, few] = min(found)
    cuts, at = [], (larger, smaller)
    while at != (0, 0):
        size = best[at][1]
        cuts.append(size)
        at = (at[0] - 1, at[1]) if larger and size == large else (at[0], at[1] - 1)
    return tuple(reversed(cuts))
