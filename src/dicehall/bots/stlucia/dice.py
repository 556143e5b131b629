"""Six dice as sets: what is thrown and kept matters only by how often each face is in it.

Keeping some dice and throwing the rest is walking up a ladder, one die at a time: a set of k dice has six sets of k + 1
above it, each equally likely. Two throws of six dice need 924 sets, not 46,656 rolls squared.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple, TypeAlias

from dicehall.rules.stlucia import ATTACK, HEART, TOKEN, points_for

DICE = 6
FACES = range(1, 7)
Faces: TypeAlias = tuple[int, ...]
"""The faces of some dice, in ascending order."""

SETS: tuple[tuple[Faces, ...], ...] = tuple(
    tuple(combinations_with_replacement(FACES, size)) for size in range(DICE + 1)
)
"""All sets of 0, 1 … 6 dice."""
INDEX: tuple[dict[Faces, int], ...] = tuple({faces: index for index, faces in enumerate(sets)} for sets in SETS)


def with_one_more(faces: Faces, face: int) -> Faces:
    return tuple(sorted((*faces, face)))


def with_one_less(faces: Faces, face: int) -> Faces:
    where = faces.index(face)
    return faces[:where] + faces[where + 1 :]


ABOVE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(INDEX[size + 1][with_one_more(faces, face)] for face in FACES) for faces in SETS[size])
    for size in range(DICE)
)
"""Where the six sets with one die more are, for each set of 0 … 5 dice."""
BELOW: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(INDEX[size - 1][with_one_less(faces, face)] for face in sorted(set(faces))) for faces in SETS[size])
    if size
    else ((),)
    for size in range(DICE + 1)
)
"""Where the sets with one die less are, the one without its lowest face first."""


class Outcome(NamedTuple):
    """What six dice do, wherever their thrower is."""

    points: int
    hearts: int
    attacks: int
    tokens: int


def outcome_of(faces: Faces) -> Outcome:
    return Outcome(points_for(faces), faces.count(HEART), faces.count(ATTACK), faces.count(TOKEN))


OUTCOMES: tuple[Outcome, ...] = tuple(sorted({outcome_of(faces) for faces in SETS[DICE]}))
OUTCOME_OF: tuple[int, ...] = tuple(OUTCOMES.index(outcome_of(faces)) for faces in SETS[DICE])
"""Which outcome each set of six dice has: 462 sets have 159."""
ORDERS: tuple[int, ...] = tuple(
    factorial(DICE) // prod(factorial(faces.count(face)) for face in FACES) for faces in SETS[DICE]
)
"""In how many of the 46,656 ways six dice can fall as this set."""

Ladder: TypeAlias = Sequence[Sequence[float]]
"""A number for each set of 0, 1 … 6 dice."""


def sums(rolls: Sequence[float]) -> Ladder:
    """From what each set of six dice is worth: the sum over all throws of the dice that a smaller set leaves.

    Nothing is divided, so whole numbers stay whole: the mean of a set of k dice is its sum / 6 ** (6 - k).
    """
    ladder = [rolls]
    for above in reversed(ABOVE):
        top = ladder[-1]
        ladder.append([top[a] + top[b] + top[c] + top[d] + top[e] + top[f] for a, b, c, d, e, f in above])
    return ladder[::-1]


def bests(ladder: Ladder) -> Sequence[float]:
    """For each roll of six dice, 6 ** 6 times the best mean of the sets that can be kept of it."""
    best: Sequence[float] = ladder[0]
    for size in range(1, DICE + 1):
        scale, less = 6**size, best
        best = [
            max(own * scale, *[less[index] for index in below])
            for own, below in zip(ladder[size], BELOW[size], strict=True)
        ]
    return best
