"""What is different about a tournament for those who know how it was: a small part of what may be a large view."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from msgspec.structs import astuple

from dicehall.evenings.core.public_view import (
    EntrantView,
    MemberView,
    PublicView,
    RoundView,
    ScoreView,
    StandingView,
    TableView,
    TeamView,
)
from dicehall.rules.values import Value

Piece: TypeAlias = Value | tuple[int, int]
"""Of a list as it is now: a row that is new, or where a run of rows was that are there still, and how many."""

KNOWN_BY: Final[dict[type, Callable[[Any], Hashable]]] = {
    EntrantView: lambda row: row.who,
    StandingView: lambda row: row.who,
    ScoreView: lambda row: (row.round, row.table),
    MemberView: lambda row: row.who,
    TeamView: lambda row: row.team.label,
    RoundView: lambda row: row.number,
    TableView: lambda row: row.code,
}
"""What makes a row the same row, wherever in its list it stands."""


def changes(before: PublicView, after: PublicView) -> dict[str, Any] | None:
    """To be laid over the view that there was; `docs/protocol.md` says how. None if that is told better as a whole."""
    return None if before.setting != after.setting else _fields(before, after)


def _fields(before: Value, after: Value) -> dict[str, Any]:
    fields = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {field: _change(old, new) for field, old, new in fields if old is not new and old != new}


def _change(old: Any, new: Any) -> Any:
    if isinstance(old, Value) and type(old) is type(new):
        return _fields(old, new)
    if isinstance(old, tuple) and isinstance(new, tuple) and old and new and type(new[0]) in KNOWN_BY:
        return _rows(old, new)
    return new


def _rows(old: Sequence[Value], new: Sequence[Value]) -> dict[str, Any]:
    """Rows that have only moved, or only followed others, are not told again."""
    known_by = KNOWN_BY[type(new[0])]
    was = {known_by(row): at for at, row in enumerate(old)}
    places = [was.get(known_by(row)) for row in new]
    different: dict[str, Any] = {
        "at": {
            at: _fields(old[place], new[at])
            for at, place in enumerate(places)
            if place is not None and old[place] != new[at]
        }
    }
    kept = len(old)
    if places[:kept] == list(range(kept)):
        different["more"] = new[kept:]
    else:
        different["from"] = tuple(_pieces(places, new))
    return {what: rows for what, rows in different.items() if rows}


def _pieces(places: Sequence[int | None], new: Sequence[Value]) -> Iterator[Piece]:
    begins = [at for at, (one, next_one) in enumerate(pairwise((None, *places))) if one is None or next_one != one + 1]
    for begin, end in pairwise((*begins, len(places))):
        place = places[begin]
        yield new[begin] if place is None else (place, end - begin)
