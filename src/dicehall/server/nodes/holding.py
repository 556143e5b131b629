"""What a node does when partitions come to it or leave it: it opens their tables, or stops them at once."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any, Final, Protocol

from dicehall.ports import Head, JournalError
from dicehall.ports.codes import tables_of
from dicehall.ports.partitions import FIRST, partition_of
from dicehall.server.live.rooms import Rooms
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.services.hall_work import HallWorks
from dicehall.table.live.hall import Hall

log = logging.getLogger("dicehall.nodes")

LOOK: Final = 0.5
"""Seconds after which a node looks again whether it is the first."""
AGAIN: Final = 0.2
"""Seconds until the heads of new tables are read again, if they could not be."""


async def while_first(nodes: Nodes, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """What is to be done once in the whole hall; the next one goes on where this one has to stop."""
    while True:
        if nodes.territory.first == nodes.me:
            task = asyncio.get_running_loop().create_task(work())
            try:
                while nodes.territory.first == nodes.me and not task.done():
                    await asyncio.sleep(LOOK)
                if task.done():
                    await task
            finally:
                task.cancel()
        await asyncio.sleep(LOOK)


class Owned(Protocol):
    """Who owns what, by the database."""

    @property
    def epochs(self) -> Mapping[int, int]:
        """Of this node's own partitions; a new epoch may mean that another node was their owner meanwhile."""
        ...

    @property
    def owners(self) -> Mapping[int, str | None]: ...

    @property
    def others(self) -> Collection[str]:
        """The other nodes that are alive."""
        ...

    @property
    def waiting(self) -> Collection[int]:
        """Partitions that nobody may run: all who are alive are older than those who had them."""
        ...


class Holding:
    def __init__(self, owned: Owned, nodes: Nodes, hall: Hall, rooms: Rooms, works: HallWorks) -> None:
        self._owned = owned
        self._nodes = nodes
        self._territory = nodes.territory
        self._hall = hall
        self._rooms = rooms
        self._works = works
        self._wake = asyncio.Event()

    def changed(self) -> None:
        """Something of it has changed. What is lost is stopped before this returns."""
        ready, epochs = self._territory.ready, self._owned.epochs
        lost = {partition for partition, epoch in ready.items() if epochs.get(partition) != epoch}
        for partition in lost:
            del ready[partition]
        self._territory.owners = dict(self._owned.owners)
        self._territory.waiting = len(self._owned.waiting)
        if lost:
            self._nodes.let_go(self._hall.let_go(lambda code: partition_of(code) in lost))
        if FIRST in lost:
            self._works.stop()
            self._nodes.let_go_tournaments()
        self._nodes.meet(self._owned.others)
        self._nodes.moved()
        self._wake.set()

    async def keep(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self.gain()
            except JournalError as error:
                log.error("tables that this node should run cannot be found yet: %s", error)
                asyncio.get_running_loop().call_later(AGAIN, self._wake.set)

    async def gain(self) -> None:
        """Find the tables of new partitions; only then does this node answer for them. Raises `JournalError`."""
        epochs, ready = self._owned.epochs, self._territory.ready
        wanted = {partition: epoch for partition, epoch in epochs.items() if ready.get(partition) != epoch}
        if not wanted:
            return
        heads = tables_of(await self._hall.journal.heads())
        gained = {partition: epoch for partition, epoch in wanted.items() if epochs.get(partition) == epoch}
        self._nodes.be_patient()
        first = gained.pop(FIRST, None)
        self._take_over(heads, gained)
        if first is not None:
            await self._begin(heads, first)

    def _take_over(self, heads: Iterable[Head], gained: Mapping[int, int]) -> None:
        self._hall.take_over(head for head in heads if partition_of(head.table) in gained)
        self._territory.ready.update(gained)
        self._nodes.moved()
        self._nodes.try_again()
        self._rooms.start(self._hall.wake_all())

    async def _begin(self, heads: Iterable[Head], epoch: int) -> None:
        """With the first partition comes what is done for the whole hall, as another node has left it."""
        await self._works.start()
        if self._owned.epochs.get(FIRST) != epoch:  # gone again meanwhile
            self._works.stop()
            return
        self._take_over(heads, {FIRST: epoch})
        self._works.keep()
