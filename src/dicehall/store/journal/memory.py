"""A journal in memory: the same contract as on disk, for tests that need no disk."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from dicehall.ports import Append, Head, JournalError, Loaded, Note, Noted, Unwritable
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import conflict


class MemoryJournal:
    def __init__(self) -> None:
        self.writable = True
        """Set it to False to see what a hall does when its disk is full."""
        self._time = HallTime()
        self._heads: dict[str, Head] = {}
        self._bodies: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._chronicle: list[tuple[str, bytes]] = []
        self._seeds: dict[str, bytes] = {}

    @property
    def now(self) -> float:
        return self._time.now

    def heads(self) -> list[Head]:
        return list(self._heads.values())

    def load(self, table: str) -> Loaded:
        version, snapshot = self._snapshots.get(table, (0, None))
        return Loaded(version, snapshot, [body for last, body in self._bodies.get(table, []) if last > version])

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        return [body for last, body in self._bodies.get(table, []) if last > after]

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        found = [body for name, body in self._chronicle if name == table]
        return found if most is None else found[len(found) - min(most, len(found)) :]

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        return next((body for body in self.records(table) if number_of(body) == number), None)

    def chronicle(self, after: int, most: int) -> list[Noted]:
        rows = enumerate(self._chronicle[after : after + most], start=after + 1)
        return [Noted(number, table, body) for number, (table, body) in rows]

    def seed(self, table: str) -> bytes | None:
        return self._seeds.get(table)

    def note(self, note: Note, done: Callable[[JournalError | None], None]) -> None:
        asyncio.get_running_loop().call_soon(lambda: done(self._note(note)))

    def _note(self, note: Note) -> JournalError | None:
        if not self.writable:
            return Unwritable("the hall cannot write: nothing was noted")
        self._chronicle.append(("", note.body))
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
            self._chronicle.append((table, append.record))
        if append.seed is not None:
            self._seeds[table] = append.seed
        if append.closes:
            del self._heads[table], self._bodies[table]
            self._snapshots.pop(table, None)
            self._seeds.pop(table, None)
        return None
