"""Three dice as a solver sees them: 56 hands, the dice that can be kept, and what a throw makes of these."""

from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.rules.three_dice import POINTS, Hand, kept_by, least, read, worth

Numbers = NDArray[Any]

FACES = tuple(POINTS)
HANDS = tuple(combinations_with_replacement(FACES, 3))
"""The order of the dice never matters (T-29)."""
KEPT = tuple(kept for size in range(3) for kept in combinations_with_replacement(FACES, size))
"""What can lie on the table while the rest is thrown again; the first keeps nothing."""
WAYS = np.array([factorial(3) // prod(factorial(hand.count(face)) for face in FACES) for hand in HANDS])
"""In how many of 216 throws each hand comes."""

READ: tuple[tuple[Hand, ...], ...] = tuple(tuple(read(hand, after) for hand in HANDS) for after in (False, True))
"""What the hands count, and what they do right after stairs."""
POINTS_SEEN = tuple(sorted({hand.points for hand in READ[False] if not hand.safe}))
NOBODY = len(POINTS_SEEN)
"""Where a lowest score is looked up by its rank, this is the rank of having none yet: above all of them."""
RANK = {points: rank for rank, points in enumerate(POINTS_SEEN)}
SHIT = np.array([int(hand.roll == "shit_stairs") for hand in READ[False]])
FALSE_START = np.array([hand.safe for hand in READ[False]])
FALSE_START_SIPS = sum(int(ways) * worth(hand, 1) for ways, hand in zip(WAYS, READ[False], strict=True) if hand.safe)

MOST_CHOICES = 8
STAY = 0


def choices_of(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The dice to keep: all of them, which is to stay, or fewer; more come first."""
    again = {kept_by(hand, which) for size in (1, 2, 3) for which in combinations(range(3), size)}
    return [hand, *sorted(again, key=lambda kept: (-len(kept), kept))]


CHOICES = tuple(choices_of(hand) for hand in HANDS)
IS_CHOICE = np.array([[choice < len(CHOICES[hand]) for hand in range(len(HANDS))] for choice in range(MOST_CHOICES)])
KEPT_BY_CHOICE = np.array(
    [[KEPT.index(kept[choice]) if 0 < choice < len(kept) else 0 for kept in CHOICES] for choice in range(MOST_CHOICES)]
)


def gentle(choice: int) -> NDArray[np.bool_]:
    """Where this choice keeps the gentlemen's rule in the last roll (T-26): by hand, after stairs, lowest score."""
    allowed = np.ones((len(HANDS), 2, NOBODY + 1), bool)
    for hand, kept in enumerate(CHOICES):
        if choice < len(kept):
            for after in (False, True):
                if not READ[after][hand].safe:
                    allowed[hand, int(after), :NOBODY] = least(kept[choice]) <= np.array(POINTS_SEEN)
    return allowed


GENTLE = tuple(gentle(choice) for choice in range(MOST_CHOICES))

# What a throw makes of the dice that are kept, one die at a time

_PAIRS = tuple(combinations_with_replacement(FACES, 2))


def _joined(kept: tuple[tuple[int, ...], ...], into: tuple[tuple[int, ...], ...]) -> Numbers:
    return np.array([[into.index(tuple(sorted((*some, face)))) for face in FACES] for some in kept])


_TO_HANDS = _joined(_PAIRS, HANDS)
_TO_PAIRS = _joined(tuple((face,) for face in FACES), _PAIRS)


def thrown(values: Numbers, *, step: int) -> Numbers:
    """The mean of the hands' values (second axis) after each of `KEPT`: times 216 where step is 216, as is where 1."""
    two = values[:, _TO_HANDS].sum(axis=2)
    one = two[:, _TO_PAIRS].sum(axis=2)
    none = one.sum(axis=1, keepdims=True)
    if step == 1:
        return np.concatenate([none / 216, one / 36, two / 6], axis=1)
    return np.concatenate([none, one * 6, two * 36], axis=1)
