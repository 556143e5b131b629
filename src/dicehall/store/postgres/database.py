"""The database of people and results in PostgreSQL, which several machines share.

It has a thread with an event loop of its own, as the one on SQLite has a thread that writes: what is reckoned inside a
transaction, such as the ratings of many games, keeps no move waiting.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, Final

from sqlalchemy import Connection, Executable, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dicehall.ports import JournalError, Unwritable
from dicehall.store.files.any_database import PEOPLE_TURN, Rows, T
from dicehall.store.files.erasure import ERASE
from dicehall.store.postgres.connection import ANSWER_WITHIN, BAD_TEXT, LOST, away, connect, unreadable
from dicehall.store.postgres.people_schema import PEOPLE, prepare_people
from dicehall.store.postgres.transaction import (
    TRIES,
    Transactions,
    cause_of,
    is_worth_another_try,
    refused,
    turn_number,
)

log = logging.getLogger("dicehall.store")

SETTINGS: Final = {
    "search_path": PEOPLE,
    # Longer than that of the journal: a batch of results is reckoned inside its transaction.
    "idle_in_transaction_session_timeout": "10s",
}
HOLD: Final = text("SELECT pg_advisory_lock(1684628327, :turn)")
LET_GO: Final = text("SELECT pg_advisory_unlock_all()")
CLEAN: Final = (
    text("DELETE FROM writes WHERE made < now() - interval '1 hour'"),
    text("DELETE FROM memos WHERE until < extract(epoch FROM now())"),
    text("DELETE FROM chores WHERE name = :chore").bindparams(chore=ERASE),
)


class PostgresDatabase:
    """The same for people and results as the one on SQLite. May be used from any event loop."""

    def __init__(self, url: str) -> None:
        """The caller waits until it is open. Raises `JournalError`."""
        self.url = url
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="people", daemon=True)
        self._thread.start()
        self._later: set[asyncio.Task[None]] = set()
        self._closed = False
        try:
            self._engine = self._wait(_open(url))
        except BaseException:
            self._end_thread()
            raise
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._transactions = Transactions(self._engine)

    def close(self) -> None:
        """Finish pending writes."""
        if not self._closed:
            self._closed = True
            self._wait(self._finish())
            self._end_thread()

    async def _finish(self) -> None:
        while self._later:
            await asyncio.gather(*self._later, return_exceptions=True)
        with suppress(*LOST, SQLAlchemyError):
            await self._engine.dispose()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _beside(self, work: Coroutine[Any, Any, T]) -> T:
        """In the thread, to the end even if the caller is cancelled."""
        return await asyncio.shield(asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop)))

    # Reading

    async def read(self, statement: Executable) -> Rows:
        self._refuse_when_closed()
        return await self._beside(self._read(statement))

    async def read_slowly(self, statement: Executable) -> Rows:
        return await self.read(statement)

    def read_now(self, statement: Executable) -> Rows:
        self._refuse_when_closed()
        return self._wait(self._read(statement))

    async def _read(self, statement: Executable) -> Rows:
        """Any connection may have died since it was last used; reading again does no harm."""
        for tried in range(1, TRIES + 1):
            try:
                return await self._fetch(statement)
            except (*LOST, SQLAlchemyError) as error:
                cause = cause_of(error)
                if isinstance(cause, BAD_TEXT):
                    return []  # nothing is called so
                if tried == TRIES or not is_worth_another_try(cause):
                    raise unreadable(cause) from error
        raise AssertionError("the last try returns or raises")

    async def _fetch(self, statement: Executable) -> Rows:
        async with self._reading.connect() as connection:
            return list(await connection.execute(statement))

    # Writing

    async def write(
        self, work: Callable[[Connection], T], after: Callable[[], None] | None = None, *, turn: str = PEOPLE_TURN
    ) -> T:
        self._refuse_when_closed()
        return await self._beside(self._write(work, after, turn))

    def write_now(self, work: Callable[[Connection], T], after: Callable[[], None] | None = None) -> T:
        self._refuse_when_closed()
        return self._wait(self._write(work, after, PEOPLE_TURN))

    def write_later(self, work: Callable[[Connection], object], after: Callable[[], None] | None = None) -> None:
        if not self._closed:
            self._loop.call_soon_threadsafe(partial(self._begin_later, work, after))

    def _begin_later(self, work: Callable[[Connection], object], after: Callable[[], None] | None) -> None:
        task = self._loop.create_task(self._try(work, after))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _try(self, work: Callable[[Connection], object], after: Callable[[], None] | None) -> None:
        try:
            await self._write(work, after, PEOPLE_TURN)
        except Exception as error:
            log.warning("%s", error)

    async def _write(self, work: Callable[[Connection], T], after: Callable[[], None] | None, turn: str) -> T:
        try:
            return await self._transactions.run(work, turn)
        finally:
            if after is not None:
                after()

    # Turns that are longer than a transaction

    async def hold(self, turn: str) -> AsyncConnection:
        """Until `let_go`, or until this connection is lost. Raises `Unwritable` if others do not end in time."""
        self._refuse_when_closed()
        return await self._beside(self._hold(turn))

    async def _hold(self, turn: str) -> AsyncConnection:
        try:
            connection = await self._reading.connect()
            try:
                await connection.execute(HOLD, {"turn": turn_number(turn)})
            except BaseException:
                await connection.invalidate()
                raise
        except (*LOST, SQLAlchemyError) as error:
            raise refused(cause_of(error)) from error
        return connection

    async def let_go(self, held: AsyncConnection) -> None:
        """A connection that cannot be asked any more holds nothing."""
        await self._beside(self._let_go(held))

    async def _let_go(self, held: AsyncConnection) -> None:
        try:
            await held.execute(LET_GO)
        except (*LOST, SQLAlchemyError):
            await held.invalidate()
        await held.close()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise Unwritable("the hall is closing: nothing was kept")

    async def erase_deleted(self) -> None:
        """PostgreSQL itself clears away rows that are deleted; here only notes are, that nobody needs any more."""
        await self.write(lambda connection: [connection.execute(each) for each in CLEAN])


async def _open(url: str) -> AsyncEngine:
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: connect(url, ANSWER_WITHIN, **SETTINGS),
        pool_size=TRIES - 1,
        max_overflow=0,
        pool_timeout=ANSWER_WITHIN,
    )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(prepare_people)
    except JournalError:
        await engine.dispose()
        raise
    except (*LOST, SQLAlchemyError) as error:
        await engine.dispose()
        raise JournalError(away(cause_of(error), "the hall cannot open")) from error
    return engine
