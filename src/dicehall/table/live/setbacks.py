"""Setbacks: what the journal has lost of its tables, found by marks at the start, or by what a client was told."""

import logging
from collections.abc import Iterable

from dicehall.ports import Head, Mark, Marks, Setback
from dicehall.table.live.persistence import remember
from dicehall.table.live.table import LiveTable

log = logging.getLogger("dicehall.table")

TORN = 1
"""Commits at the end of the journal that a crash may leave unreadable: the one that it interrupted."""


class Setbacks:
    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._known: dict[str, Mark] = {}

    def compare(self, heads: Iterable[Head], hall_time: float, commits_lost: int) -> None:
        """The marks with what the journal holds, at the start."""
        self._known = dict(self._marks.known())
        there = {head.table for head in heads}
        if commits_lost > TORN:
            self._note(Setback("", "torn", commits_lost, 0))
        for table in self._known.keys() - there:
            self._marks.forget(table)
            if (gone := compared(table, self._known[table], None, hall_time)) is not None:
                self._note(gone)

    def look_at(self, live: LiveTable) -> int | None:
        """How many entries of a table that was read back are lost; None if nothing is."""
        mark, version, origins = self._known.pop(live.code, None), live.table.version, live.table.origins
        if mark is None:
            return None
        if mark.origin in origins[:-1]:  # it was set back for this, and the hall ended before it could mark that
            remember(self._marks, live.code, live.table)
            return None
        if version < mark.version:
            self._note(Setback(live.code, "behind", mark.version, version))
            return mark.version - version
        digest = live.digest_at(mark.version)
        if digest and mark.digest and digest != mark.digest:
            self._note(Setback(live.code, "changed", mark.version, version))
            return 0
        return None

    def shown_by_client(self, live: LiveTable, version: int) -> None:
        """A client has proved that the table was at another version, or at the same one with another history."""
        if live.set_back_at is None or live.table.version > live.set_back_at:
            self._note(Setback(live.code, "head", version, live.table.version))
            live.set_back(max(version - live.table.version, 0))

    def unseen(self) -> list[Setback]:
        """What the operator has not seen yet."""
        return self._marks.unseen()

    def _note(self, *found: Setback) -> None:
        self._marks.note(*found)
        for setback in found:
            log.error("%s", said(setback))


def compared(table: str, mark: Mark, version: int | None, hall_time: float) -> Setback | None:
    """A table that is closed leaves its mark behind for a moment; one that never was had no time to be closed."""
    if version is None:
        return Setback(table, "gone", mark.version, 0) if hall_time < mark.at else None
    return Setback(table, "behind", mark.version, version) if version < mark.version else None


def said(setback: Setback) -> str:
    """For the operator."""
    table, why, known, found = setback
    name = table.upper()
    match why:
        case "behind":
            return f"the journal went back: table {name} was at version {known} and is at {found}"
        case "changed":
            return f"the journal holds another history of table {name} than was played up to version {known}"
        case "gone":
            return f"the journal went back: table {name} was at version {known} and is not in it"
        case "head" if known <= found:
            return f"a client has proved that the journal holds another history of table {name} up to version {known}"
        case "head":
            return f"a client has proved that table {name} was at version {known}; the journal has {found}"
        case "torn":
            return f"the end of the journal is torn: {known} commits in its write-ahead file cannot be read"
