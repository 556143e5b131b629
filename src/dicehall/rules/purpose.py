"""What a draw is for: with duplicate dice, that alone decides how they fall."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dicehall.rules.values import Seat


class Purpose(NamedTuple):
    """Of the draw that a game waits for; it follows from the state alone."""

    round: int
    """As the game counts; it never falls in the course of a game."""
    dice: tuple[tuple[str, int], ...]
    """Of each die, what it is thrown for and which of those dice it is; a lot has one."""


def throw(round: int, seat: Seat, dice: Iterable[int]) -> Purpose:
    """These dice of one player."""
    return Purpose(round, tuple([(f"seat {seat}", die) for die in dice]))


def deal(round: int, seats: Iterable[Seat], each: int) -> Purpose:
    """So many dice for each of these players."""
    return Purpose(round, tuple([(f"seat {seat}", die) for seat in seats for die in range(each)]))


def roll_off(round: int, what: str, seats: Sequence[Seat]) -> Purpose:
    """One die for each of those who are tied."""
    return Purpose(round, tuple([(f"{what} of seat {seat}", 0) for seat in seats]))


def lot(round: int, what: str) -> Purpose:
    return Purpose(round, ((what, 0),))
