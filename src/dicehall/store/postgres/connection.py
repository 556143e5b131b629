"""Connecting to PostgreSQL, and telling a connection that is gone from a statement that was refused."""

import asyncio
import logging
import re
from functools import partial
from typing import Any, Final, TypeAlias, cast

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
    # The server lets go of a machine whose network is cut about when its lease ends. Sockets of files ignore these.
    "tcp_keepalives_idle": "1",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "3s",
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

HOSTS: Final = re.compile(r"(?P<start>\w+://(?:[^@/?]*@)?)(?P<hosts>[^/?]*)(?P<rest>.*)")
"""The parts of a database's address; a comma is between two hosts."""

BAD_TEXT: Final = (asyncpg.DataError, asyncpg.exceptions.CharacterNotInRepertoireError)
"""A text holds characters that PostgreSQL cannot, such as NUL."""


async def connect(url: str, within: float = CONNECT_WITHIN, /, **settings: str) -> Connection:
    """To the first of the hosts in the address that takes writes. Raises one of `LOST`."""
    return await _connect(
        url,
        timeout=within,
        command_timeout=ANSWER_WITHIN,
        server_settings={**SETTINGS, **settings},
    )


async def pool(url: str, most: int) -> Pool:
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)  # it repeats what the journal has said, with a traceback
    made: Pool = await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=most,
        timeout=CONNECT_WITHIN,
        command_timeout=ANSWER_WITHIN,
        server_settings=SETTINGS,
        connect=cast("Any", _connect),  # it takes what asyncpg's own takes
    )
    return made


async def _connect(url: str, **options: Any) -> Connection:
    """All hosts at once: one that is silent must not use up the time of the others."""
    tries = [asyncio.ensure_future(asyncpg.connect(each, **options)) for each in each_host(url)]
    found: Connection | None = None
    failure: Exception = ConnectionError("it names no host")
    try:
        for attempt in asyncio.as_completed(tries):
            try:
                found = await attempt
            except asyncpg.exceptions.TargetServerAttributeNotMatched as error:
                failure = ConnectionError(f"no host takes writes: {error}")
            except (*LOST, asyncpg.PostgresError) as error:
                failure = error
            else:
                return found
        raise failure
    finally:
        for task in tries:
            task.add_done_callback(partial(_drop, found))
            task.cancel()


def _drop(chosen: "Connection | None", task: "asyncio.Future[Connection]") -> None:
    """A host that answered as well, but later."""
    if not task.cancelled() and task.exception() is None and task.result() is not chosen:
        task.result().terminate()


def each_host(url: str) -> list[str]:
    """An address for each of the hosts in this one. If there are several, only one that takes writes will do."""
    found = HOSTS.fullmatch(url)
    if found is None or "," not in found["hosts"]:
        return [url]
    rest = found["rest"]
    if "target_session_attrs" not in rest:
        rest += ("&" if "?" in rest else "?") + "target_session_attrs=read-write"
    return [f"{found['start']}{host}{rest}" for host in found["hosts"].split(",")]


def away(error: BaseException, outcome: str = "nothing was played") -> str:
    return f"the hall's database cannot be reached ({reason(error)}): {outcome}; try again in a moment"


def unreadable(error: BaseException) -> JournalError:
    return JournalError(f"the hall's database cannot be read now ({reason(error)}): try again in a moment")


def reason(error: BaseException) -> str:
    """In one line, also where the error has no text, as after a time-out."""
    return " ".join(str(error).split()) or type(error).__name__
