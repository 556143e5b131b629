"""Writing to the journal: one connection, one batch at a time, and the truth about a batch whose answer was lost."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import asyncpg

from dicehall.ports import Append, JournalError, Note
from dicehall.rules.public_log import LogLine
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.public_log import LAST_LINE, first_line, key_line, line_of
from dicehall.store.postgres.batch import ARGUMENTS, arguments, outcomes, signed
from dicehall.store.postgres.connection import Connection, connect
from dicehall.store.postgres.public_log import insert

log = logging.getLogger("dicehall.store")

SETTINGS: Final = {
    # A batch finds its heads by their index, also before PostgreSQL has counted the rows of new tables.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
}
WRITE: Final = f"SELECT write_batch({', '.join(f'${number}' for number in range(1, ARGUMENTS + 1))})"
OVER, LOG_MOVED, HALF_SIGNED = "DH001", "DH002", "DH003"
"""What `write_batch` raises; see there."""


class Superseded(Exception):
    """Another process has opened the journal under this node's name, or the hall signs with another key now."""


class Fate(NamedTuple):
    """What the journal knows of a node: its last batch that was written."""

    batch: int
    answer: Sequence[int]


class Writer:
    """`open` it, then `write` and, after an error of `LOST`, `fence` before anything else."""

    def __init__(self, url: str, node: str, epochs: Mapping[int, int], now: Callable[[], float]) -> None:
        self._url = url
        self._node = node
        self._epochs = epochs
        self._now = now
        self._key: HallKey | None = None
        self._last: LogLine | None = None
        """The end of the public log, as this node knows it; None if it has to be read."""
        self._connection: Connection | None = None
        self._session = 0
        self.batch = 0
        """The number of the last batch that was sent; numbers of a node only grow."""

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def open(self, on_loss: Callable[[], None]) -> Fate:
        """Connect, and end all earlier sessions of this node: none of their batches is written from now on.

        The row of the node is locked while a batch is written, so this waits for one that is still under way.
        """
        self.give_up()
        self._last = None
        connection = await connect(self._url, **SETTINGS)
        try:
            async with connection.transaction():
                await connection.execute(
                    "INSERT INTO nodes VALUES ($1, DEFAULT, 0, 0, NULL, 0, now(), false) ON CONFLICT DO NOTHING",
                    self._node,
                )
                row = await connection.fetchrow(
                    "SELECT batch, outcomes FROM nodes WHERE node = $1 FOR UPDATE", self._node
                )
                assert row is not None
                # Two are left out for a new process: the number of a batch of its predecessor is never one of its own.
                last = row["batch"] + (2 if self._session == 0 else 0)
                session = await connection.fetchval(
                    "UPDATE nodes SET session = session + 1, batch = $2 WHERE node = $1 RETURNING session",
                    self._node,
                    last,
                )
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(lambda _: on_loss())
        self._connection, self._session = connection, session
        self.batch = last
        return Fate(last, row["outcomes"] or ())

    def give_up(self) -> None:
        """The connection is of no use any more."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    # Batches

    async def write(self, works: Sequence[Append | Note]) -> list[JournalError | None]:
        """In one transaction. Nothing is written if it raises, except that after an error of `LOST` nobody knows."""
        self.batch += 1
        key = self._key
        if key is None or not any(isinstance(work, Append) and work.statements for work in works):
            return outcomes(works, await self._call(works, ()))
        if self._last is not None:
            lines = signed(works, key, self._last)
            try:
                answer = await self._call(works, lines)
            except asyncpg.PostgresError as error:
                self._last = None
                if error.sqlstate != LOG_MOVED:
                    raise
            else:
                return self._logged(works, answer, lines)
        async with self._open.transaction():
            await self._open.execute("SELECT hold_logs()")
            last = await self._read_last()
            if last is not None and last.key != key.public:
                raise Superseded  # the key was changed while this node was away: what it signs would break the log
            lines = signed(works, key, last)
            answer = await self._call(works, lines)
        return self._logged(works, answer, lines)

    def _logged(
        self, works: Sequence[Append | Note], answer: Sequence[int], lines: Sequence[LogLine]
    ) -> list[JournalError | None]:
        """Lines of a batch are all in the log, or, where its only append is a conflict, none."""
        found = outcomes(works, answer)
        stated = [outcome for work, outcome in zip(works, found, strict=True) if _states(work)]
        self._last = lines[-1] if all(outcome is None for outcome in stated) else None
        return found

    async def _call(self, works: Sequence[Append | Note], lines: Sequence[LogLine]) -> Sequence[int]:
        given = arguments(works, self._epochs, lines)
        try:
            answer: Sequence[int] = await self._open.fetchval(
                WRITE, self._node, self._session, self.batch, self._now(), *given
            )
        except asyncpg.PostgresError as error:
            if error.sqlstate == OVER:
                raise Superseded from error
            raise
        return answer

    @property
    def _open(self) -> Connection:
        assert self._connection is not None, "it is open while anything is written"
        return self._connection

    # The public log

    async def sign_with(self, key: HallKey) -> LogLine | None:
        """From now on statements are logged; the line that says so if the log begins, or its key was replaced."""
        async with self._open.transaction():
            await self._open.execute("SELECT hold_logs()")
            last = await self._read_last()
            line = None
            if last is None:
                line = first_line(key)
            elif last.key != key.public:
                line = key_line(last, key, "break")
            if line is not None:
                await insert(self._open, line)
        self._key = key
        self._last = None
        return line

    async def _read_last(self) -> LogLine | None:
        row: Any = await self._open.fetchrow(LAST_LINE)
        return None if row is None else line_of(row)


def _states(work: Append | Note) -> bool:
    return isinstance(work, Append) and bool(work.statements)
