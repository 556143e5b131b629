"""One turn of Three Dice by backward induction: what to keep after every throw, and what comes of it for everyone."""

from typing import Any, NamedTuple

import numpy as np

from dicehall.lab.three_dice.dice import (
    GENTLE,
    HANDS,
    IS_CHOICE,
    KEPT_BY_CHOICE,
    MOST_CHOICES,
    SHIT,
    STAY,
    Numbers,
    thrown,
)

LOSE, SIPS, HOLD, POT, AWARD, LATER = range(6)
"""What is reckoned of a position, in order: how often its roller loses; the sips its roller drinks; how often those
lose who have the lowest score before it; the pot that each of these drinks; the awards that everyone who has rolled
before it must expect; and from `LATER` on, LOSE and SIPS of every player after the roller."""

TIE = 1e-9
"""In floats, a choice is better only if it is better by this much: far above all rounding, far below what matters."""


class Scale(NamedTuple):
    """Whole numbers stand for fractions of `unit`, and every throw multiplies it by `step`; floats are as they are."""

    unit: Any
    step: int

    @property
    def exact(self) -> bool:
        return self.step > 1

    def after_throw(self) -> "Scale":
        return Scale(self.unit * self.step, self.step)


class Turn(NamedTuple):
    values: Numbers
    """Before the first throw."""
    choices: dict[int, Numbers]
    """By the rolls used: what to do with each hand."""
    scale: Scale


def play_turn(ends: Numbers, limit: int, aim: int, scale: Scale, *, is_bound: bool) -> Turn:
    """`ends` is what it is worth to end with each hand: by value, hand, after stairs, lowest score and pot."""
    choices = {}
    values = seen(ends, scale)
    for used in range(limit - 1, 0, -1):
        again = thrown(values, step=scale.step)
        ends, scale = ends * scale.step, scale.after_throw()
        chosen, choices[used] = choose(ends, again, aim, scale, is_bound=is_bound and used == limit - 1)
        values = seen(chosen, scale)
    return Turn(thrown(values, step=scale.step)[:, 0], choices, scale.after_throw())


def seen(values: Numbers, scale: Scale) -> Numbers:
    """Shit stairs cost a sip whenever they are rolled (T-03)."""
    values = values.copy()
    values[SIPS] += (SHIT.astype(values.dtype) * scale.unit).reshape(-1, *[1] * (values.ndim - 2))
    return values


def choose(ends: Numbers, again: Numbers, aim: int, scale: Scale, *, is_bound: bool) -> tuple[Numbers, Numbers]:
    """The choice with the smallest value of the aim; of equals the first, which throws the fewest dice."""
    best = ends.copy()
    smallest = ends[aim].copy()
    if is_bound:
        smallest[~np.broadcast_to(GENTLE[STAY][..., None], smallest.shape)] = scale.unit * 1_000_000
    choice = np.zeros(smallest.shape, np.int8)
    for number in range(1, MOST_CHOICES):
        other = again[:, KEPT_BY_CHOICE[number]]
        better = np.asarray(other[aim] < smallest - (0 if scale.exact else TIE), bool)
        better &= IS_CHOICE[number].reshape(len(HANDS), *[1] * (better.ndim - 1))
        if is_bound:
            better &= GENTLE[number][..., None]
        np.copyto(best, other, where=better)
        np.copyto(smallest, other[aim], where=better)
        choice[better] = number
    return best, choice
