"""The frozen values that moves, events, phases and states are made of."""

import re
from functools import cache
from typing import Annotated, ClassVar, Final, Literal, Self, TypeAlias, dataclass_transform, get_type_hints

import msgspec

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, title="seat")]
"""A chair at the table, counted from 0. The annotation lets narration put the player's name in its place."""

Nature: TypeAlias = Literal["nature"]
Table: TypeAlias = Literal["table"]
Actor: TypeAlias = Seat | Nature | Table
NATURE: Final = "nature"
TABLE: Final = "table"


def wire_name(class_name: str) -> str:
    """`CallBluff` is `call_bluff` on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


@dataclass_transform(frozen_default=True)
class Value(msgspec.Struct, frozen=True, gc=False):
    """Immutable, comparable, hashable, encodable. It holds no cycles, so the garbage collector may pass it by."""


class Options(Value, kw_only=True, forbid_unknown_fields=True):
    """What a table may choose about a game's rules; every field has a default and its bounds."""

    def for_seats(self, seats: int) -> Self:
        """The same options at a table of so many; what does not fit is refused with `BadOptions`."""
        return self


class Move(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Something a player, nature or the table does."""


class Event(Value, tag_field="type", tag=wire_name):
    """Something that happened, told to everybody."""

    reveals: ClassVar[bool] = False
    """True where the rules turn a secret into public knowledge; nowhere else may a secret change an event."""
    thrown: ClassVar[bool] = False
    """True if dice fall with this event, openly or in secret."""


Events: TypeAlias = tuple[Event, ...]


class Left(Event):
    """A player has left for good; told first, in every game, when somebody withdraws."""

    seat: Seat


class Phase(Value, tag_field="type", tag=wire_name):
    """What the game is in the middle of, with all that is true only then."""


@cache
def seat_fields(kind: type[Value]) -> frozenset[str]:
    """The fields of a value that hold a seat."""
    return frozenset(name for name, hint in get_type_hints(kind, include_extras=True).items() if hint == Seat)


class Withdraw(Move):
    """The table tells the game that a player has left for good."""

    seat: Seat


class Stop(Move):
    """The owner ends a match that has no length of its own."""


TableMove: TypeAlias = Withdraw | Stop
