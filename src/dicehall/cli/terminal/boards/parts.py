"""Pieces that boards are drawn from."""

from collections.abc import Sequence
from typing import Any

from dicehall.cli.client.seen import Seen
from dicehall.cli.shared.words import say
from dicehall.narrate.story import LETTERS
from dicehall.rules.values import Event, Seat

COLOURS = (
    "dark_orange", "sky_blue1", "gold1", "chartreuse3", "plum2", "indian_red1",
    "turquoise2", "light_salmon1", "medium_purple1", "khaki1", "spring_green2", "grey70",
)  # fmt: skip
"""One for each seat; its letter always stands next to it, because colour must not be the only sign."""
BRASS = "bold #d8a94a"
"""Of what matters now: whose turn it is, headings, who has won."""


def round_of(number: int, seen: Seen) -> str:
    """`Round 3 of 10`, or `Round 3` where the match has no fixed length."""
    endless = getattr(seen.options, "match", "rounds") != "rounds"
    return say("round", number=number) if endless else say("round-of", number=number, rounds=seen.options.rounds)


def by_position(faces: Sequence[object]) -> list[str]:
    """Dice in words, each with the position by which it is chosen; nothing where there are none."""
    dice = ", ".join(f"{position}: {face}" for position, face in enumerate(faces, start=1))
    return [say("dice-by-position", dice=dice)] if dice else []


def last_thrown(seen: Seen, *kinds: type[Event]) -> tuple[int, ...]:
    """The dice of the latest event of these kinds."""
    thrown: Any = seen.last(*kinds)
    return thrown.dice if thrown else ()


def letter(seat: Seat) -> str:
    return LETTERS[seat]


def colour(seat: Seat) -> str:
    return COLOURS[seat % len(COLOURS)]
