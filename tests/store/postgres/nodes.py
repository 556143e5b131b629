"""A node as tests see it: its journal and what it owns, and how it tells of what it was answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from dicehall.ports import Append, JournalError, Note, Uncertain
from dicehall.store.postgres.journal import PostgresJournal
from dicehall.store.postgres.ownership import Ownership
from tests.store.halls import run


class NodeOnPostgres:
    def __init__(self, journal: PostgresJournal, ownership: Ownership) -> None:
        self.journal = journal
        self.ownership = ownership

    async def close(self) -> None:
        await self.journal.close()
        await self.ownership.close()

    async def append(self, append: Append) -> JournalError | None:
        """Its last outcome: doubt is waited out."""
        return (await self.outcomes(append))[-1]

    async def outcomes(self, work: Append | Note) -> list[JournalError | None]:
        """All that is answered, up to the truth."""
        told: asyncio.Queue[JournalError | None] = asyncio.Queue()
        if isinstance(work, Append):
            self.journal.append(work, told.put_nowait)
        else:
            self.journal.note(work, told.put_nowait)
        found = [await told.get()]
        while isinstance(found[-1], Uncertain):
            found.append(await told.get())
        return found


async def open_node(url: str, name: str = "one", *, ownership_url: str = "") -> NodeOnPostgres:
    ownership = await Ownership.open(ownership_url or url, name)
    return NodeOnPostgres(await PostgresJournal.open(url, name, ownership.epochs), ownership)


@asynccontextmanager
async def node(url: str, name: str = "one", *, ownership_url: str = "") -> AsyncIterator[NodeOnPostgres]:
    made = await open_node(url, name, ownership_url=ownership_url)
    try:
        yield made
    finally:
        await made.close()


class KeptOnPostgres:
    """The journal of a node that is alone, for tests that close a journal without waiting."""

    def __init__(self, url: str) -> None:
        self._node = run(open_node(url))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._node.journal, name)

    def close(self) -> None:
        run(self._node.close())
