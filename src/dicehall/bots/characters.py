"""The characters of bots: a name, a temper and a tempo on top of a level. None of it changes how well they play."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from dicehall.rules.chance import Rng, below

Temper: TypeAlias = Literal["bold", "careful", "talkative"]
T = TypeVar("T")


class Character(NamedTuple):
    temper: Temper
    tempo: float
    """Of the usual pause before a move."""


CHARACTERS: Final[Mapping[str, Character]] = {
    "Fox": Character("bold", 0.8),
    "Otter": Character("talkative", 0.9),
    "Wren": Character("careful", 1.1),
    "Hare": Character("bold", 0.7),
    "Badger": Character("careful", 1.3),
    "Heron": Character("careful", 1.4),
    "Marten": Character("bold", 0.9),
    "Newt": Character("talkative", 1.2),
    "Rook": Character("talkative", 1.0),
    "Stoat": Character("bold", 0.8),
    "Tern": Character("talkative", 0.8),
    "Vole": Character("careful", 1.2),
}
"""By name, in the order in which they sit down; more than sit at any table."""


def by_temper(alike: Sequence[T], boldness: Sequence[float], temper: Temper, rng: Rng) -> T:
    """Of moves that are worth the same: the boldest, the least bold, or any; `boldness` says how bold each is."""
    if temper == "talkative":
        return alike[below(rng, len(alike))]
    sign = 1 if temper == "bold" else -1
    return max(zip(alike, boldness, strict=True), key=lambda pair: sign * pair[1])[0]
