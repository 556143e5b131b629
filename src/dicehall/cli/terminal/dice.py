"""Dice drawn large in characters: pips on six sides, a number on all others."""

from collections.abc import Sequence
from typing import TypeAlias

from rich.text import Text

from dicehall.cli.shared.words import say

Face: TypeAlias = tuple[str, str, str]
BONE = "#231703 on #f4ead2"
MARKED = "#231703 on #d8a94a"
"""A die that is about to be rolled again."""

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
BLANK = ("     ", "     ", "     ")
HIDDEN = ("     ", "  ?  ", "     ")


def number_face(text: str) -> Face:
    return ("     ", text.center(5), "     ")


def draw(
    faces: Sequence[Face], below: Sequence[str] = (), style: str = BONE, marked: frozenset[int] = frozenset()
) -> list[Text]:
    """A row of dice, five lines high, with a word under each where there is one; more than four are narrower."""
    gap, inside = " ", 7 if len(faces) <= 4 else 5
    rows = [
        [f"╭{'─' * inside}╮" for _ in faces],
        *([f"│{face[line]:^{inside}}│" for face in faces] for line in range(3)),
        [f"╰{'─' * inside}╯" for _ in faces],
    ]
    styles = [MARKED if index in marked else style for index in range(len(faces))]
    drawn = [Text(gap).join(Text(die, look) for die, look in zip(row, styles, strict=True)) for row in rows]
    return [*drawn, Text(gap.join(f"{word:^{inside + 2}}" for word in below))] if any(below) else drawn


def draw_by_position(faces: Sequence[Face], marked: frozenset[int]) -> list[Text]:
    """Dice with their positions below; those that are about to be rolled again stand out and say so."""
    below = [say("again") if index in marked else str(index + 1) for index in range(len(faces))]
    return draw(faces, below, marked=marked)


def pips(faces: Sequence[int]) -> list[Face]:
    return [PIPS[face] for face in faces]
