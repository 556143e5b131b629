"""A look at a hall's database from outside, while its nodes run: everything is read, and nothing is changed."""

import asyncio
import re
import time
from collections.abc import Coroutine, Iterator, Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

import asyncpg

from dicehall.ports import Head, JournalError, Setback
from dicehall.ports.partitions import partition_of
from dicehall.rules.public_log import LogLine
from dicehall.store.files.schema import meetings, metadata
from dicehall.store.journal.checks import seal
from dicehall.store.postgres.connection import (
    ANSWER_WITHIN,
    JOURNAL,
    LOST,
    Connection,
    away,
    connect,
    reason,
    unreadable,
)
from dicehall.store.postgres.memos import memos
from dicehall.store.postgres.overview import OVERVIEW, NodeRow
from dicehall.store.postgres.ownership import NODES
from dicehall.store.postgres.people_schema import PEOPLE
from dicehall.store.postgres.reader import JournalReader
from dicehall.store.postgres.schema import HERE

T = TypeVar("T")

SLOWLY: Final = 600.0
"""Seconds for a statement that reads a whole table."""
PAGE: Final = 500
"""Lines of the public log that are read at once."""
SETTINGS: Final = ("fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names")
OWNERLESS: Final = f"""
SELECT count(*) FROM partitions LEFT JOIN ({NODES}) AS seen USING (node)
WHERE alive IS NOT TRUE OR seen.version <> partitions.version
"""
HALL_TIME: Final = "SELECT greatest(seconds, (SELECT max(noted) FROM nodes)) FROM hall_time"
SNAPSHOTS: Final = """
SELECT s.version, s.body, s.crc, h.version FROM snapshots AS s JOIN heads AS h USING (name) WHERE name = $1
"""
HEADLESS: Final = """
SELECT DISTINCT name FROM appends WHERE NOT EXISTS (SELECT FROM heads WHERE heads.name = appends.name) ORDER BY name
"""
UNSEEN: Final = f"SELECT place, why, known, found FROM {PEOPLE}.setbacks WHERE seen IS NULL ORDER BY number"
SEE: Final = f"UPDATE {PEOPLE}.setbacks SET seen = $1 WHERE seen IS NULL RETURNING number"


class Server(NamedTuple):
    database: str
    version: int
    is_standby: bool
    settings: dict[str, str]
    """As a node gets them, which asks for some of its own: a pooler in between may not pass that on."""


class Examination:
    """Over one connection that can only read. For tools, which have no event loop. All of it raises `JournalError`."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner()
        try:
            self._connection: Connection = self._runner.run(
                connect(url, ANSWER_WITHIN, default_transaction_read_only="on")
            )
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            self._runner.close()
            raise JournalError(reason(error)) from error
        self._reader = JournalReader(self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._connection.terminate()
        self._runner.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return self._runner.run(work)
        except (*LOST, asyncpg.PostgresError) as error:
            raise unreadable(error) from error

    def _rows(self, query: str, *given: object) -> Sequence[Any]:
        return self._wait(self._connection.fetch(query, *given, timeout=SLOWLY))

    def _value(self, query: str, *given: object) -> Any:
        return self._wait(self._connection.fetchval(query, *given, timeout=SLOWLY))

    # The server and its schemas

    def server(self) -> Server:
        settings = {name: str(self._value(f"SHOW {name}")) for name in SETTINGS}
        database, is_standby = self._rows("SELECT current_database(), pg_is_in_recovery()")[0]
        return Server(database, self._connection.get_server_version().major, is_standby, settings)

    def has_table(self, schema: str, table: str) -> bool:
        return bool(self._value("SELECT to_regclass($1) IS NOT NULL", f"{schema}.{table}"))

    def is_empty(self) -> bool:
        return bool(self._value("SELECT coalesce(to_regnamespace($1), to_regnamespace($2)) IS NULL", JOURNAL, PEOPLE))

    def edition(self) -> int:
        return int(self._value("SELECT edition FROM edition"))

    def migration(self) -> str:
        return str(self._value(f"SELECT version_num FROM {PEOPLE}.alembic_version"))

    def missing(self) -> list[str]:
        """Tables that this program wants and that are not there."""
        query = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ($1, $2)"
        found = {(schema, name) for schema, name in self._rows(query, JOURNAL, PEOPLE)}
        return [".".join(table) for table in sorted(_wanted() - found)]

    # Nodes and time

    def nodes(self) -> list[NodeRow]:
        return [NodeRow(*row) for row in self._rows(OVERVIEW, "")]

    def ownerless(self) -> int:
        """Partitions whose owner is not alive, or that have none."""
        return int(self._value(OWNERLESS, ""))

    @property
    def hall_time(self) -> float:
        return float(self._value(HALL_TIME))

    # Tables

    def heads(self) -> list[Head]:
        return self._wait(self._reader.heads())

    def bodies(self, table: str) -> list[bytes]:
        """Raises `Damaged` too."""
        return self._wait(self._reader.bodies(table))

    def has_sound_snapshot(self, table: str) -> bool:
        """Or none at all."""
        return all(
            version <= head and seal(body, version) == crc for version, body, crc, head in self._rows(SNAPSHOTS, table)
        )

    def headless(self) -> list[str]:
        """Tables with a log and without a head: no node finds them."""
        return [name for (name,) in self._rows(HEADLESS)]

    def misplaced(self) -> list[str]:
        """Tables that are noted for another partition than theirs: no node takes them over."""
        return [name for name, place in self._rows("SELECT name, partition FROM heads") if place != partition_of(name)]

    # The logs

    def public_log(self) -> Iterator[LogLine]:
        """From the first line to the last one that is there now."""
        after = 0
        while lines := self._wait(self._reader.public_log(after, PAGE)):
            yield from lines
            after = lines[-1].number

    def last_logged(self) -> LogLine | None:
        return self._wait(self._reader.last_logged())

    def last_hall_log_row(self) -> int:
        return int(self._value("SELECT coalesce(max(number), 0) FROM records"))

    def counted(self) -> int:
        """The last row of the hall log that is in the results."""
        return int(self._value(f"SELECT coalesce(max(number), 0) FROM {PEOPLE}.counted"))

    def unseen(self) -> list[Setback]:
        return [Setback(*row) for row in self._rows(UNSEEN)]


def see_setbacks(url: str) -> int:
    """The operator knows of all that was found so far, whether nodes run or not; returns how many."""

    async def see() -> int:
        connection = await connect(url)
        try:
            if await connection.fetchval("SELECT to_regclass($1) IS NULL", f"{PEOPLE}.setbacks"):
                return 0
            return len(await connection.fetch(SEE, time.time()))
        finally:
            await connection.close()

    try:
        return asyncio.run(see())
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise JournalError(away(error, "nothing was noted")) from error


def _wanted() -> set[tuple[str, str]]:
    """Tables by their schema. Edition and migration tell about their columns."""
    source = (HERE / "schema.sql").read_text(encoding="utf-8")
    journal = re.findall(r"^CREATE TABLE (\w+)", source, re.MULTILINE)
    people = [table.name for table in (*metadata.sorted_tables, meetings, memos)]
    return {(JOURNAL, name) for name in journal} | {(PEOPLE, name) for name in (*people, "writes")}
