"""One transaction of people or results, and the truth about one whose commit was not answered."""

import asyncio
import zlib
from collections.abc import Callable
from secrets import token_bytes
from typing import Final

import asyncpg
from sqlalchemy import Connection, LargeBinary, bindparam, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dicehall.ports import JournalError, Uncertain, Unwritable
from dicehall.rules.errors import BadOptions
from dicehall.store.files.any_database import T
from dicehall.store.postgres.connection import BAD_TEXT, LOST, away

TRIES: Final = 7
"""If a connection is lost before the commit, or PostgreSQL ends a transaction for the sake of another one: one more
than there are connections, all of which may have died."""
AGAIN: Final = 0.1
FIND_OUT_WITHIN: Final = 5.0
"""Seconds, then the answer is that nobody knows."""
WORTH_ANOTHER_TRY: Final = (*LOST, asyncpg.SerializationError, asyncpg.DeadlockDetectedError)

# The lock is held until the commit; each statement after it sees what others have committed before. The note says
# afterwards whether this transaction was committed.
BEGIN: Final = text(
    "WITH noted AS (INSERT INTO writes (id) VALUES (:id)) SELECT pg_advisory_xact_lock(1684628326, :turn)"
).bindparams(bindparam("id", type_=LargeBinary))
# Waits while that transaction is under way. Where it can insert the note itself, the transaction is gone for good.
IS_GONE: Final = text("INSERT INTO writes (id) VALUES (:id) ON CONFLICT DO NOTHING").bindparams(
    bindparam("id", type_=LargeBinary)
)
NOT_KEPT: Final = "the hall lost its database while it wrote, and by now it is certain that nothing was kept: try again"
IN_DOUBT: Final = "the hall lost its database while it wrote: the hall does not know yet whether this was kept"


class _Unanswered(Exception):
    """The commit was sent, and nobody knows what became of it."""


class Transactions:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, work: Callable[[Connection], T], turn: str) -> T:
        """Raises `Unwritable` or `Uncertain`, or whatever the work raises."""
        for tried in range(1, TRIES + 1):
            try:
                return await self._try(work, turn)
            except (IntegrityError, JournalError):
                raise
            except (*LOST, SQLAlchemyError) as error:
                cause = cause_of(error)
                if isinstance(cause, BAD_TEXT):
                    raise BadOptions("this text holds a character that cannot be kept: leave it out") from error
                if tried == TRIES or not is_worth_another_try(cause):
                    raise refused(cause) from error
            await asyncio.sleep(AGAIN)
        raise AssertionError("the last try returns or raises")

    async def _try(self, work: Callable[[Connection], T], turn: str) -> T:
        note = token_bytes(16)
        try:
            async with self._engine.connect() as connection:
                await connection.execute(BEGIN, {"id": note, "turn": turn_number(turn)})
                result = await connection.run_sync(work)
                await self._commit(connection)
        except _Unanswered as error:
            await self._find_out(note, error)
        return result

    async def _commit(self, connection: AsyncConnection) -> None:
        try:
            await connection.commit()
        except Exception as error:  # the driver has errors of its own when a line breaks: they leave doubt as well
            cause = cause_of(error)
            if isinstance(cause, asyncpg.PostgresError) and not isinstance(cause, LOST):
                raise
            await connection.invalidate()
            raise _Unanswered from error

    async def _find_out(self, note: bytes, doubt: Exception) -> None:
        """Returns if it was done."""
        try:
            async with asyncio.timeout(FIND_OUT_WITHIN):
                is_gone = await self._is_gone(note)
        except TimeoutError:
            raise Uncertain(IN_DOUBT) from doubt
        if is_gone:
            raise Unwritable(NOT_KEPT) from doubt

    async def _is_gone(self, note: bytes) -> bool:
        while True:
            try:
                async with self._engine.connect() as connection:  # and rolled back: asking twice does no harm
                    return bool((await connection.execute(IS_GONE, {"id": note})).rowcount)
            except (*LOST, SQLAlchemyError):
                await asyncio.sleep(AGAIN)


def is_worth_another_try(cause: BaseException) -> bool:
    """But not what took too long: the caller has waited enough."""
    return isinstance(cause, WORTH_ANOTHER_TRY) and not isinstance(cause, TimeoutError)


def turn_number(turn: str) -> int:
    """As PostgreSQL wants it, with a sign. Two turns that happen to share a number only wait for each other."""
    number = zlib.crc32(turn.encode(errors="replace"))
    return number - (1 << 32) if number >> 31 else number


def cause_of(error: BaseException) -> BaseException:
    """What the driver said, without SQLAlchemy's wrapping."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def refused(cause: BaseException) -> Unwritable:
    if isinstance(cause, LOST):
        return Unwritable(away(cause, "nothing was kept"))
    return Unwritable(f"the hall's database refuses to write ({cause}): nothing was kept")
