"""The frozen values that moves, events, phases and states are built from."""

import re
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeAlias, dataclass_transform, get_type_hints

import msgspec

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, title="seat")]
"""A seat, counted from 0. The annotation lets narration put the player's name there."""

Nature: TypeAlias = Literal["nature"]
Table: TypeAlias = Literal["table"]
Actor: TypeAlias = Seat | Nature | Table
"""Who makes a move: a player, nature (dice and draws) or the table (a player has left, the host ends the match)."""
NATURE: Final = "nature"
TABLE: Final = "table"


def wire_name(class_name: str) -> str:
    """The name of a class in messages and records: `CallBluff` is `call_bluff`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


@dataclass_transform(frozen_default=True)
class Value(msgspec.Struct, frozen=True, gc=False):
    """Immutable, comparable, hashable and encodable. It holds no cycles, so the garbage collector can skip it."""


class Options(Value, kw_only=True, forbid_unknown_fields=True):
    """What a table can choose about a game's rules; every field has a default and bounds."""

    def for_seats(self, seats: int) -> Self:
        """These options for a game with this many seats; raises `BadOptions` if they do not fit."""
        return self


class Move(Value, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Something a player, nature or the table does."""


class Event(Value, tag_field="type", tag=wire_name):
    """Something that happened, told to everyone."""

    reveals: ClassVar[bool] = False
    """True if the event makes a secret public; no other event may depend on a secret."""
    thrown: ClassVar[bool] = False
    """True if dice fall with this event, openly or in secret."""
    allowance: ClassVar[int] = 0
    """Seconds that it takes to show a climax; the next question has that much more time. At most `MOST_ALLOWANCE`."""

    @property
    def is_climax(self) -> bool:
        """Whether this event has its allowance; of a throw, perhaps only a special one."""
        return self.allowance > 0


Events: TypeAlias = tuple[Event, ...]
"""What a move tells, in order."""

MOST_ALLOWANCE: Final = 10


def allowance_for(events: Events) -> int:
    """The seconds that a question gets on top of the clock if these events led to it."""
    most = 0
    for event in events:
        if event.allowance > most and event.is_climax:
            most = event.allowance
    return min(MOST_ALLOWANCE, most)


def typed(raw: object, kind: Any) -> Any:
    """A plain value as one of these types, or the error that msgspec has for it.

    It works out what a union is every time, but what a struct is only once; so the union is a field of one.
    """
    try:
        return msgspec.convert({"value": raw}, _holder(kind)).value
    except msgspec.ValidationError:
        return msgspec.convert(raw, kind)  # fails too, and says where without the holder


@cache
def _holder(kind: Any) -> Any:
    return msgspec.defstruct("Holder", [("value", kind)])


class Left(Event):
    """A player has left for good; in every game, this is the first event of a withdrawal."""

    seat: Seat


class Phase(Value, tag_field="type", tag=wire_name):
    """What the game is in the middle of, with everything that is true only then."""


@cache
def seat_fields(kind: type[Value]) -> frozenset[str]:
    """The fields of a value that hold a seat."""
    return frozenset(name for name, hint in get_type_hints(kind, include_extras=True).items() if hint == Seat)


class Withdraw(Move):
    """The table tells the game that a player has left for good."""

    seat: Seat


class Stop(Move):
    """The host ends a match that has no fixed length."""


TableMove: TypeAlias = Withdraw | Stop
"""Every move that the table can make."""
