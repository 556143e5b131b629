"""Holds what tables were answered against what the journal has: acknowledged means there, once, and in its place."""

from collections.abc import Iterable
from typing import NamedTuple

from dicehall.ports import Append, JournalError
from dicehall.store.postgres.journal import PostgresJournal


class Answered(NamedTuple):
    append: Append
    outcome: JournalError | None


async def complaints(journal: PostgresJournal, story: Iterable[Answered]) -> list[str]:
    """What is wrong; each append of a story has a body of its own. The version order is the witness."""
    found: list[str] = []
    tables = list(story)
    for table in sorted({append.table for append, _ in tables}):
        bodies = await journal.bodies(table)
        places = {body: place for place, body in enumerate(bodies)}
        if len(places) != len(bodies):
            found.append(f"something was written twice at {table}")
        last = -1
        for append, outcome in tables:
            if append.table != table:
                continue
            place = places.get(append.body)
            if outcome is None and place is None:
                found.append(f"{append.body!r} was acknowledged and is not there")
            elif outcome is None and place is not None and place < last:
                found.append(f"{append.body!r} is before what was acknowledged before it")
            elif outcome is not None and place is not None:
                found.append(f"{append.body!r} was refused and is there")
            last = place if place is not None else last
    return found


async def skipped(journal: PostgresJournal, cursor_saw: Iterable[int]) -> set[int]:
    """Rows of the hall log that a reader has gone past without seeing them."""
    seen = set(cursor_saw)
    return {row.number for row in await journal.hall_log(0, 1000)} - seen
