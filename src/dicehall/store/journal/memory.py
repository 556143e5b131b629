"""A journal in memory: it behaves like the one on disk, for tests that need no disk."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from dicehall.ports import Append, HallLogRow, Head, JournalError, Loaded, Note, Unwritable
from dicehall.rules.public_log import LogLine
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.checks import conflict
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.public_log import first_line, next_line


class MemoryJournal:
    commits_lost = 0

    def __init__(self) -> None:
        self.writable = True
        """Set it to False to simulate a full disk."""
        self._time = HallTime()
        self._heads: dict[str, Head] = {}
        self._bodies: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._hall_log: list[tuple[str, bytes]] = []
        self._seeds: dict[str, bytes] = {}
        self._key: HallKey | None = None
        self._log: list[LogLine] = []

    @property
    def now(self) -> float:
        return self._time.now

    def tick(self, *, held_up: bool = False) -> float:
        return self._time.tick(held_up=held_up or not self.writable)

    async def heads(self) -> list[Head]:
        return list(self._heads.values())

    async def load(self, table: str) -> Loaded:
        version, snapshot = self._snapshots.get(table, (0, None))
        return Loaded(version, snapshot, [body for last, body in self._bodies.get(table, []) if last > version])

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return [body for last, body in self._bodies.get(table, []) if last > after]

    async def records(self, table: str, most: int | None = None) -> list[bytes]:
        found = [body for name, body in self._hall_log if name == table]
        return found if most is None else found[len(found) - min(most, len(found)) :]

    async def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return next((body for body in await self.records(table) if number_of(body) == number), None)

    async def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        rows = enumerate(self._hall_log[after : after + most], start=after + 1)
        return [HallLogRow(number, table, body) for number, (table, body) in rows]

    async def seed(self, table: str) -> bytes | None:
        return self._seeds.get(table)

    def sign_with(self, key: HallKey) -> None:
        self._key = key
        self._log.append(first_line(key))

    async def public_log(self, after: int, most: int) -> list[LogLine]:
        return self._log[after : after + most]

    async def last_logged(self) -> LogLine | None:
        return self._log[-1] if self._log else None

    async def logged(self, statement: str) -> LogLine | None:
        return next((line for line in self._log if line.hash == statement), None)

    def note(self, note: Note, done: Callable[[JournalError | None], None]) -> None:
        asyncio.get_running_loop().call_soon(lambda: done(self._note(note)))

    def _note(self, note: Note) -> JournalError | None:
        if not self.writable:
            return Unwritable("the hall cannot write: nothing was noted")
        self._hall_log.append(("", note.body))
        return None

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        asyncio.get_running_loop().call_soon(lambda: done(self._write(append)))

    def close(self) -> None:
        self.writable = False

    def _write(self, append: Append) -> JournalError | None:
        table, expected = append.table, append.expected
        if not self.writable:
            return Unwritable("the hall cannot write: nothing was played")
        if append.count < 1:
            return JournalError(f"table {table}: this cannot be written (it holds no entries): nothing was played")
        head = self._heads.get(table)
        if (head.version if head else 0) != expected:
            return conflict(table, expected)
        last = expected + append.count
        self._heads[table] = Head(table, last, append.due)
        self._bodies[table].append((last, append.body))
        if append.snapshot is not None:
            self._snapshots[table] = (last, append.snapshot)
        if append.record is not None:
            self._hall_log.append((table, append.record))
        if append.seed is not None:
            self._seeds[table] = append.seed
        if self._key is not None:
            for statement in append.statements:
                self._log.append(next_line(self._log[-1], self._key, statement.kind, statement.hash))
        if append.closes:
            del self._heads[table], self._bodies[table]
            self._snapshots.pop(table, None)
            self._seeds.pop(table, None)
        return None
