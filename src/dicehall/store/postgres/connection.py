"""Connecting to PostgreSQL, and telling a connection that is gone from a statement that was refused."""

import logging
from typing import Any, Final, TypeAlias

import asyncpg

from dicehall.ports import JournalError

Connection: TypeAlias = "asyncpg.Connection[Any]"
Pool: TypeAlias = "asyncpg.Pool[Any]"

JOURNAL: Final = "journal"
"""The schema of the journal, apart from that of people and results."""
CONNECT_WITHIN: Final = 2.0
"""Seconds: longer than any network takes, shorter than a lease."""
ANSWER_WITHIN: Final = 5.0
"""Seconds for a statement: then its connection is given up, and what became of it is found out."""

SETTINGS: Final = {
    "application_name": "dicehall",
    "search_path": JOURNAL,
    # Whatever the operator's defaults are: a batch sees what others have committed, and is on the disk when it is done.
    "default_transaction_isolation": "read committed",
    "synchronous_commit": "on",
    # A node that is stopped in the middle of a transaction must not keep its locks from the others.
    "idle_in_transaction_session_timeout": "1s",
}

LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,  # the connection was closed under a call
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,  # the server stops, or starts
    asyncpg.exceptions.ReadOnlySQLTransactionError,  # it is a standby: the hall has to find the new primary
)
"""The connection is gone or of no use, and nobody knows what became of the last statement. After any other error
PostgreSQL has rolled it back."""

BAD_TEXT: Final = (asyncpg.DataError, asyncpg.exceptions.CharacterNotInRepertoireError)
"""A text holds characters that PostgreSQL cannot, such as NUL."""


async def connect(url: str, within: float = CONNECT_WITHIN, /, **settings: str) -> Connection:
    """Raises one of `LOST`."""
    return await asyncpg.connect(
        url,
        timeout=within,
        command_timeout=ANSWER_WITHIN,
        server_settings={**SETTINGS, **settings},
    )


async def pool(url: str, most: int) -> Pool:
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)  # it repeats what the journal has said, with a traceback
    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=most,
        timeout=CONNECT_WITHIN,
        command_timeout=ANSWER_WITHIN,
        server_settings=SETTINGS,
    )


def away(error: BaseException, outcome: str = "nothing was played") -> str:
    return f"the hall's database cannot be reached ({reason(error)}): {outcome}; try again in a moment"


def unreadable(error: BaseException) -> JournalError:
    return JournalError(f"the hall's database cannot be read now ({reason(error)}): try again in a moment")


def reason(error: BaseException) -> str:
    """In one line, also where the error has no text, as after a time-out."""
    return " ".join(str(error).split()) or type(error).__name__
