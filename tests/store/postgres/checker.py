"""Holds what tables were answered against what the journal has, with the checker of all faults."""

from collections.abc import Iterable
from typing import NamedTuple

from dicehall.ports import Append, JournalError
from dicehall.store.postgres.journal import PostgresJournal
from tests.faults.checker import Event, Kept, Outcome, Takeover, Write, judge


class Answered(NamedTuple):
    append: Append
    outcome: JournalError | None
    epoch: int = 0


async def complaints(journal: PostgresJournal, story: Iterable[Answered | Takeover]) -> list[str]:
    """What is wrong; each append of a story has a body of its own, and its place in the story is its time."""
    events = [_event(told, time) for time, told in enumerate(story)]
    kept = {
        table: [Kept(place, repr(body)) for place, body in enumerate(await journal.bodies(table), start=1)]
        for table in {event.log for event in events}
    }
    return judge(events, kept).wrong


def _event(told: Answered | Takeover, time: int) -> Event:
    if isinstance(told, Takeover):
        return told._replace(at=time)
    outcome = Outcome.DONE if told.outcome is None else Outcome.REFUSED
    return Write(told.append.table, repr(told.append.body), time, time, outcome, told.epoch)


async def skipped(journal: PostgresJournal, cursor_saw: Iterable[int]) -> set[int]:
    """Rows of the hall log that a reader has gone past without seeing them."""
    seen = set(cursor_saw)
    return {row.number for row in await journal.hall_log(0, 1000)} - seen
