"""Marks where journal and people are in one database: they go back together, so no mark of one proves the other."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from dicehall.ports import JournalError
from dicehall.ports.marks import Mark, Setback
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.people.marks import UNSEEN, DiskMarks

LOOK_EVERY: Final = 10.0
"""Seconds: other machines find setbacks too, and the operator may have seen them."""


class SharedMarks(DiskMarks):
    """Only the keys of clients' heads, which all machines share, and what clients have proved to be lost."""

    def __init__(self, database: AnyDatabase) -> None:
        self._unseen = [Setback(*row) for row in database.read_now(UNSEEN)]
        super().__init__(database)

    def known(self) -> Mapping[str, Mark]:
        return {}

    def remember(self, table: str, mark: Mark) -> None:
        pass

    def forget(self, table: str) -> None:
        pass

    def note(self, *found: Setback) -> None:
        self._unseen = [*self._unseen, *(setback for setback in found if setback not in self._noted)]
        super().note(*found)

    def unseen(self) -> list[Setback]:
        """As of the last look: whoever asks does not wait for the database."""
        return list(self._unseen)

    async def keep_up(self, hall_time: Callable[[], float]) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look()

    async def look(self) -> None:
        with suppress(JournalError):  # while the database is away, what was known stays
            self._unseen = [Setback(*row) for row in await self._database.read(UNSEEN)]
