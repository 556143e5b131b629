"""A journal and a book of people in memory: the same contract as on disk, for tests that need no disk."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable

from dicehall.store.halltime import HallTime
from dicehall.store.ledger import conflict
from dicehall.store.people import KEPT_LINES, new_id
from dicehall.table.ports import Append, Guest, Head, JournalError, Line, Loaded, Unwritable


class MemoryJournal:
    def __init__(self) -> None:
        self.writable = True
        """Set it to False to see what a hall does when its disk is full."""
        self._time = HallTime()
        self._heads: dict[str, Head] = {}
        self._bodies: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._records: defaultdict[str, list[bytes]] = defaultdict(list)

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

    def records(self, table: str) -> list[bytes]:
        return list(self._records.get(table, []))

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
            self._records[table].append(append.record)
        if append.closes:
            del self._heads[table], self._bodies[table]
            self._snapshots.pop(table, None)
        return None


class MemoryPeople:
    def __init__(self) -> None:
        self._guests: dict[str, Guest] = {}
        self._tokens: dict[str, str] = {}
        self._lines: defaultdict[tuple[str, str], list[Line]] = defaultdict(list)

    def close(self) -> None:
        """There is nothing to put away."""

    async def welcome(self, name: str) -> tuple[Guest, str]:
        guest, token = Guest(new_id(), name), secrets.token_urlsafe(32)
        self._guests[guest.id] = guest
        self._tokens[token] = guest.id
        return guest, token

    def by_token(self, token: str) -> Guest | None:
        return self._guests.get(self._tokens.get(token, ""))

    def by_id(self, person: str) -> Guest | None:
        return self._guests.get(person)

    async def rename(self, person: str, name: str) -> Guest:
        if person not in self._guests:
            raise KeyError(person)
        self._guests[person] = Guest(person, name)
        return self._guests[person]

    async def say(self, table: str, audience: str, who: str, text: str) -> Line:
        lines = self._lines[table, audience]
        guest = self._guests.get(who)
        line = Line(lines[-1].number + 1 if lines else 1, who, guest.name if guest else "", text)
        lines.append(line)
        del lines[:-KEPT_LINES]
        return line

    def chat(self, table: str, audience: str, last: int) -> list[Line]:
        return self._lines.get((table, audience), [])[-last:] if last > 0 else []

    async def forget_chat(self, table: str) -> None:
        for key in [key for key in self._lines if key[0] == table]:
            del self._lines[key]
