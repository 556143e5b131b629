"""A turn that all machines of a hall share, and that lasts longer than one transaction."""

import asyncio
from types import TracebackType

from sqlalchemy.ext.asyncio import AsyncConnection

from dicehall.store.postgres.database import PostgresDatabase


class SharedTurn:
    """Used like a lock. If the database is lost meanwhile, another machine may begin before this one has ended."""

    def __init__(self, database: PostgresDatabase, name: str) -> None:
        self._database = database
        self._name = name
        self._here = asyncio.Lock()
        """Those on this machine wait for each other without a connection each."""
        self._held: AsyncConnection | None = None

    async def __aenter__(self) -> None:
        await self._here.acquire()
        try:
            self._held = await self._database.hold(self._name)
        except BaseException:
            self._here.release()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        held, self._held = self._held, None
        try:
            if held is not None:
                await self._database.let_go(held)
        finally:
            self._here.release()
