"""What those fields of events, moves and secrets mean that are more than numbers or words; the page asks for it too."""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from dicehall.rules.listing import Listing
from dicehall.rules.values import Value
from dicehall.table.core.events import Setting, TableEvent

Kind: TypeAlias = str | tuple[str, ...]
"""A seat, a person, a die, a table's setting, each by its word; or the letters of a die's faces."""

SHARED: Final = "table"
"""The messages that all games share: what happens at any table, and what a live one says of itself."""
TITLED: Final = ("seat", "who", "die")
PLAIN: Final = "plain"
NOTHING_SAID: Final = msgspec.Meta()


def message_key(game: str, event: type[Value]) -> str:
    return f"{game}-{event.__struct_config__.tag}"


def move_key(move: type[Value]) -> str:
    return f"move-{move.__struct_config__.tag}"


def kinds_of_game(listing: Listing) -> dict[str, dict[str, Kind]]:
    """By the keys of messages, for all that can be told of this game and of its table; plain fields are left out."""
    told = {message_key(SHARED, event): special(event) for event in members(TableEvent)}
    told |= {message_key(listing.name, event): special(event) for event in members(listing.event)}
    told |= {move_key(move): special(move) for move in members(listing.move)}
    secrets = [special(secret) for secret in members(get_args(listing.view)[1])]
    return told | ({"secret": {name: kind for each in secrets for name, kind in each.items()}} if secrets else {})


def special(kind: type[Value]) -> dict[str, Kind]:
    """Fields that are left out of JSON where they are None are named too, for whoever has nothing but the JSON."""
    optional = {field.name for field in msgspec.structs.fields(kind) if field.default is None}
    missing = optional if kind.__struct_config__.omit_defaults else ()
    found = {name: meant or (PLAIN if name in missing else None) for name, meant in kinds(kind).items()}
    return {name: meant for name, meant in found.items() if meant is not None}


@cache
def kinds(kind: type[Value]) -> dict[str, Kind | None]:
    """Every field, in order; None is plain."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: kind_of(hints[name]) for name in kind.__struct_fields__}


def kind_of(hint: Any) -> Kind | None:
    """What one annotated type means, or each item of a tuple of it."""
    if get_origin(hint) is tuple:
        return kind_of(get_args(hint)[0])
    if hint is Setting:
        return "setting"
    note = note_of(hint)
    if note.extra and "faces" in note.extra:
        return tuple(note.extra["faces"])
    return note.title if note.title in TITLED else None


def note_of(hint: Any) -> msgspec.Meta:
    """What an annotated type says of itself, also where it is optional: `Seat` is an int whose title is "seat"."""
    hints = get_args(hint) if NoneType in get_args(hint) else (hint,)
    notes = [note for each in hints for note in getattr(each, "__metadata__", ())]
    return next((note for note in notes if isinstance(note, msgspec.Meta)), NOTHING_SAID)


def members(union: Any) -> tuple[Any, ...]:
    """The structs of a union, or the one struct alone; nothing is none."""
    found = get_args(union) if get_origin(union) in (Union, UnionType) else (union,)
    return tuple(member for member in found if member is not NoneType)
