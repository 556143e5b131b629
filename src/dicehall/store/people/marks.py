"""Marks on disk: in the database of people, so that a journal that goes back does not take them along."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from dicehall.ports import JournalError
from dicehall.ports.marks import Mark, Setback
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.folder import PEOPLE
from dicehall.store.files.read_only import open_either
from dicehall.store.files.schema import head_keys, marks, setbacks
from dicehall.store.files.upsert import put

log = logging.getLogger("dicehall.store")

WRITE_EVERY = 1.0
"""Seconds: many moves share one write, and a mark lags behind its table by no more than this."""
NOTE_TIME_EVERY = 60.0
KEY_BYTES = 32
HALL = ""
"""The mark that notes hall time; no table has this code."""
UNSEEN = (
    select(setbacks.c.table, setbacks.c.why, setbacks.c.known, setbacks.c.found)
    .where(setbacks.c.seen.is_(None))
    .order_by(setbacks.c.number)
)
KEYS = select(head_keys.c.key).order_by(head_keys.c.number.desc())


class DiskMarks:
    """Moves are only noted in memory; a task writes what is new once a second."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database
        self._new: dict[str, Mark | None] = {}
        """Marks that are not written yet; None for those to be deleted."""
        self._noted = set(self.unseen())
        self._reported = ""
        self.head_keys = tuple(key for (key,) in database.read_now(KEYS)) or database.write_now(_keys)

    # Marks

    def known(self) -> Mapping[str, Mark]:
        """Damaged marks keep nobody from playing; the hall then knows as little as one without marks."""
        try:
            rows = self._database.read_now(select(marks).where(marks.c.table != HALL))
        except JournalError as error:
            log.error("how far the tables were is not known: %s", error)
            return {}
        return {table: Mark(*mark) for table, *mark in rows}

    def remember(self, table: str, mark: Mark) -> None:
        self._new[table] = mark

    def forget(self, table: str) -> None:
        self._new[table] = None

    async def keep_up(self, hall_time: Callable[[], float]) -> None:
        """Until it is cancelled."""
        noted = -NOTE_TIME_EVERY
        while True:
            if time.monotonic() - noted >= NOTE_TIME_EVERY:
                noted = time.monotonic()
                self.note_time(hall_time())
            await self.flush()
            await asyncio.sleep(WRITE_EVERY)

    def note_time(self, hall_time: float) -> None:
        self.remember(HALL, Mark(0, b"", hall_time, b""))

    async def flush(self) -> None:
        """What cannot be written now is written later: until then the marks lag, which is harmless."""
        new, self._new = self._new, {}
        if not new:
            return
        try:
            await self._database.write(partial(_write, new))
            self._reported = ""
        except JournalError as error:
            self._new = new | self._new
            if str(error) != self._reported:
                self._reported = str(error)
                log.error("the marks of %d tables are not written yet: %s", len(new), error)

    # Setbacks

    def note(self, *found: Setback) -> None:
        new = [setback for setback in found if setback not in self._noted]
        self._noted.update(new)
        rows = [{"table": table, "why": why, "known": known, "found": at} for table, why, known, at in new]
        if rows:
            noticed = time.time()
            self._database.write_later(
                lambda connection: connection.execute(insert(setbacks).values(noticed=noticed), rows)
            )

    def unseen(self) -> list[Setback]:
        return [Setback(*row) for row in self._database.read_now(UNSEEN)]


def see_setbacks(folder: Path) -> int:
    """The operator knows of all that was found so far, whether a hall runs in this folder or not; returns how many."""
    if not (folder / PEOPLE).is_file():
        return 0
    with closing(sqlite3.connect(folder / PEOPLE, timeout=5)) as file, file:
        return file.execute("UPDATE setbacks SET seen = ? WHERE seen IS NULL", (time.time(),)).rowcount


def noted_hall_time(folder: Path) -> float | None:
    """What a hall in this folder has noted last; for its start, when the journal says what time it is."""
    with suppress(sqlite3.Error, OSError):
        with closing(open_either(folder / PEOPLE)) as file:
            row = file.execute("SELECT at FROM marks WHERE place = ?", (HALL,)).fetchone()
        return row[0] if row and isinstance(row[0], float) else None
    return None


def _keys(connection: Connection) -> tuple[bytes, ...]:
    """Where there are none, the first one is made, by whoever opens the hall first."""
    if not (found := tuple(connection.execute(KEYS).scalars())):
        found = (secrets.token_bytes(KEY_BYTES),)
        connection.execute(insert(head_keys).values(key=found[0]))
    return found


def _write(new: Mapping[str, Mark | None], connection: Connection) -> None:
    written = [{"table": table, **mark._asdict()} for table, mark in new.items() if mark is not None]
    gone = [table for table, mark in new.items() if mark is None]
    put(connection, marks, written)
    for table in gone:
        connection.execute(delete(marks).where(marks.c.table == table))
