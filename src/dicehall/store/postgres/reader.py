"""Reading the journal from PostgreSQL, and mistrusting it as much as a file: every body is checked."""

import logging
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final

import asyncpg

from dicehall.ports import HallLogRow, Head, Loaded
from dicehall.rules.public_log import LogLine
from dicehall.store.journal.checks import checked, damaged, seal
from dicehall.store.journal.public_log import LAST_LINE, LINES, line_of
from dicehall.store.postgres.connection import LOST, Connection, Pool, unreadable

log = logging.getLogger("dicehall.store")

# One statement sees one moment: an append between two of them would look like damage.
LOAD: Final = """
SELECT 'head' AS kind, 0::bigint AS first, version AS last, ''::bytea AS body, 0::bigint AS crc
FROM heads WHERE name = $1
UNION ALL
SELECT 'snapshot', 0, version, body, crc FROM snapshots WHERE name = $1 AND $2::bigint IS NULL
UNION ALL
SELECT 'append', first, last, body, crc FROM appends
WHERE name = $1 AND last > coalesce($2, (SELECT version FROM snapshots WHERE name = $1), 0)
ORDER BY kind, last DESC
"""


class JournalReader:
    """Over a few connections of its own, so that reading never waits for a batch; or over one, for tools."""

    def __init__(self, connections: "Pool | Connection") -> None:
        self._connections = connections

    async def _fetch(self, query: str, *given: object) -> Sequence[Any]:
        """A connection may have died since it was last used; reading twice does no harm."""
        try:
            try:
                return await self._connections.fetch(query, *given)
            except LOST:
                return await self._connections.fetch(query, *given)
        except (*LOST, asyncpg.PostgresError) as error:
            raise unreadable(error) from error

    # Tables

    async def heads(self) -> list[Head]:
        return [Head(*row) for row in await self._fetch("SELECT name, version, due FROM heads")]

    async def load(self, table: str) -> Loaded:
        rows = await self._fetch(LOAD, table, None)
        head = next((last for kind, _, last, _, _ in rows if kind == "head"), 0)
        version, snapshot = 0, None
        for kind, _, last, body, crc in rows:
            if kind == "snapshot":
                if last > head or seal(body, last) != crc:  # only a cache: the log knows
                    return Loaded(0, None, await self.bodies(table))
                version, snapshot = last, body
        return Loaded(version, snapshot, checked(table, version, head, _appends(table, rows)))

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        rows = await self._fetch(LOAD, table, after)
        head = next((last for kind, _, last, _, _ in rows if kind == "head"), 0)
        appends = _appends(table, rows)
        # An append that goes beyond the version may begin before it.
        version = min(after, appends[-1][1] - 1) if appends else min(after, head)
        return checked(table, version, head, appends)

    async def seed(self, table: str) -> bytes | None:
        for (seed,) in await self._fetch("SELECT seed FROM seeds WHERE name = $1", table):
            return bytes(seed)
        return None

    # Finished games and the hall log

    async def records(self, table: str, most: int | None = None) -> list[bytes]:
        query = "SELECT body FROM records WHERE name = $1 ORDER BY number DESC LIMIT $2"
        return [_record(table, body) for (body,) in await self._fetch(query, table, most)][::-1]

    async def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        """A binary search: a table may have had thousands of games, and anyone may ask."""
        query = "SELECT number FROM records WHERE name = $1 ORDER BY number"
        rows = [row for (row,) in await self._fetch(query, table)]
        low, high = 0, len(rows)
        while low < high:
            middle = (low + high) // 2
            ((packed,),) = await self._fetch("SELECT body FROM records WHERE number = $1", rows[middle])
            body = _record(table, packed)
            if (found := number_of(body)) == number:
                return body
            low, high = (middle + 1, high) if found < number else (low, middle)
        return None

    async def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        """A body that cannot be read back is empty, so that one damaged row does not hide those after it."""
        query = "SELECT number, name, body FROM records WHERE number > $1 ORDER BY number LIMIT $2"
        rows = await self._fetch(query, after, most)
        return [HallLogRow(number, name, _unpacked(number, body)) for number, name, body in rows]

    # The public log

    async def public_log(self, after: int, most: int) -> list[LogLine]:
        return await self._lines(f"{LINES} WHERE number > $1 ORDER BY number LIMIT $2", after, most)

    async def last_logged(self) -> LogLine | None:
        return next(iter(await self._lines(LAST_LINE)), None)

    async def logged(self, statement: str) -> LogLine | None:
        query = f"{LINES} WHERE hash = $1 ORDER BY number LIMIT 1"
        return next(iter(await self._lines(query, bytes.fromhex(statement))), None)

    async def _lines(self, query: str, *given: object) -> list[LogLine]:
        return [line_of(row) for row in await self._fetch(query, *given)]


def _appends(table: str, rows: Sequence[Any]) -> list[tuple[str, int, int, bytes, int]]:
    """Newest first, as they were read."""
    return [(table, first, last, body, crc) for kind, first, last, body, crc in rows if kind == "append"]


def _record(table: str, packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise damaged(table, f"the record of a finished game is unreadable: {error}") from error


def _unpacked(number: int, packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        log.error("row %d of the hall log cannot be read and is not counted: %s", number, error)
        return b""
