"""Deleting guests who have been away for long and have left nothing behind: once for the hall, asking all machines."""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final

import msgspec

from dicehall.evenings.live.book_door import BookDoor, Forgets
from dicehall.ports import JournalError, People
from dicehall.ports.partitions import PARTITIONS
from dicehall.rules.values import Value
from dicehall.server.live.rooms import Rooms
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.services.leaving import all_tables
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall

log = logging.getLogger("dicehall.server")

TIDY_EVERY: Final = 60 * 60.0
ERRAND: Final = "who stays"
NOT_ALL: Final = "not every machine says who sits at its tables"


def ready_at(nodes: Nodes | None) -> Callable[[], Collection[int]]:
    """The partitions whose tables this machine runs: all, where it is the only one."""
    return (lambda: range(PARTITIONS)) if nodes is None else (lambda: nodes.territory.ready)


class Staying(Value):
    people: tuple[Who, ...]
    partitions: tuple[int, ...]
    """For whose tables the machine speaks."""


class Tidier:
    """`ready` are the partitions whose tables this machine runs."""

    def __init__(
        self, people: People, rooms: Rooms, hall: Hall, ready: Callable[[], Collection[int]], *, book: BookDoor
    ) -> None:  # fmt: skip
        self._people = people
        self._rooms = rooms
        self._hall = hall
        self._ready = ready
        self._book = book
        self._leaving: set[Who] = set()
        """Those who may have been deleted."""
        rooms.elsewhere.serve(ERRAND, self._asked)

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(TIDY_EVERY)
            try:
                await self.tidy()
            except JournalError as error:
                log.error("guests who are long gone are not deleted yet: %s", error)

    async def tidy(self) -> int:
        """How many were deleted. Raises `JournalError`, and then nobody was."""
        deleted = await self._people.tidy(self._staying)
        for who in self._leaving - (await self._people.by_ids(self._leaving)).keys():
            await self._book.do(Forgets(who))
        return deleted

    async def _staying(self, candidates: Collection[Who]) -> Collection[Who]:
        """Nobody is deleted while a table may be on its way from one machine to another."""
        replies = await self._rooms.elsewhere.ask_all(ERRAND, msgspec.json.encode(list(candidates)))
        found = [await self._here(candidates)]
        found += [msgspec.json.decode(reply, type=Staying) for reply in replies if reply is not None]
        if None in replies or len({partition for each in found for partition in each.partitions}) < PARTITIONS:
            raise JournalError(NOT_ALL)
        staying = {who for each in found for who in each.people}
        self._leaving = set(candidates) - staying
        return staying

    async def _asked(self, about: bytes) -> bytes:
        return msgspec.json.encode(await self._here(msgspec.json.decode(about, type=list[Who])))

    async def _here(self, candidates: Collection[Who]) -> Staying:
        ready = tuple(self._ready())  # before the tables are read: what comes meanwhile is not spoken for
        seated = {who for live in await all_tables(self._hall) for who in live.table.people()}
        return Staying(tuple(who for who in candidates if who in seated or self._rooms.windows(who)), ready)
