"""The book of people on disk: guests and what is said, apart from the log, so that both can be forgotten."""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from dicehall.store.folder import open_file, unwritable
from dicehall.table.ports import Guest, JournalError, Line, Unwritable

KEPT_LINES = 200
"""Of chat, for each table and audience."""
EDITION = 1
SCHEMA = """
CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, token BLOB NOT NULL UNIQUE) WITHOUT ROWID;
CREATE TABLE lines (
    place TEXT, audience TEXT, number INTEGER, who TEXT NOT NULL, name TEXT NOT NULL, said TEXT NOT NULL,
    PRIMARY KEY (place, audience, number)
) WITHOUT ROWID;
"""
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
T = TypeVar("T")


def new_id() -> str:
    return "p" + "".join(secrets.choice(LETTERS) for _ in range(10))


class DiskPeople:
    """Writes wait in a thread of their own; whoever has come in this run is found without asking the disk."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{folder} cannot be used ({error.strerror}): give the hall another folder") from error
        self._writer, self._reader = open_file(folder / "people.db", SCHEMA, EDITION)
        self._guests: dict[str, Guest] = {}
        self._ids: dict[bytes, str] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="people")

    def close(self) -> None:
        self._thread.shutdown()
        self._reader.close()
        self._writer.close()

    async def welcome(self, name: str) -> tuple[Guest, str]:
        guest, token = Guest(new_id(), name), secrets.token_urlsafe(32)
        key = digest(token)
        await self._write(
            lambda: self._writer.execute("INSERT INTO guests VALUES (?, ?, ?)", (guest.id, guest.name, key))
        )
        self._remember(guest, key)
        return guest, token

    def by_token(self, token: str) -> Guest | None:
        key = digest(token)
        person = self._ids.get(key)
        return self._guests[person] if person else self._look_up("token", key)

    def by_id(self, person: str) -> Guest | None:
        return self._guests.get(person) or self._look_up("id", person)

    async def rename(self, person: str, name: str) -> Guest:
        if self.by_id(person) is None:
            raise KeyError(person)
        await self._write(lambda: self._writer.execute("UPDATE guests SET name = ? WHERE id = ?", (name, person)))
        self._guests[person] = Guest(person, name)
        return self._guests[person]

    async def say(self, table: str, audience: str, who: str, text: str) -> Line:
        guest = self.by_id(who)
        return await self._write(lambda: self._say(table, audience, who, guest.name if guest else "", text))

    def chat(self, table: str, audience: str, last: int) -> list[Line]:
        rows = self._read(
            "SELECT number, who, name, said FROM lines WHERE place = ? AND audience = ? ORDER BY number DESC LIMIT ?",
            (table, audience, max(last, 0)),
        )
        return [Line(*row) for row in rows][::-1]

    async def forget_chat(self, table: str) -> None:
        await self._write(lambda: self._writer.execute("DELETE FROM lines WHERE place = ?", (table,)))

    def _look_up(self, column: str, value: str | bytes) -> Guest | None:
        for person, name, key in self._read(f"SELECT id, name, token FROM guests WHERE {column} = ?", (value,)):
            guest = Guest(person, name)
            self._remember(guest, key)
            return guest
        return None

    def _read(self, query: str, values: tuple[str | bytes | int, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the book of people cannot be read ({error}): put a backup in its place") from error

    def _remember(self, guest: Guest, key: bytes) -> None:
        self._guests[guest.id] = guest
        self._ids[key] = guest.id

    def _say(self, table: str, audience: str, who: str, name: str, text: str) -> Line:
        (number,) = self._writer.execute(
            "SELECT coalesce(max(number), 0) + 1 FROM lines WHERE place = ? AND audience = ?", (table, audience)
        ).fetchone()
        self._writer.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)", (table, audience, number, who, name, text))
        self._writer.execute(
            "DELETE FROM lines WHERE place = ? AND audience = ? AND number <= ?",
            (table, audience, number - KEPT_LINES),
        )
        return Line(number, who, name, text)

    async def _write(self, work: Callable[[], T]) -> T:
        """One transaction in the writing thread, on the disk when it returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    def _transact(self, work: Callable[[], T]) -> T:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            result = work()
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise Unwritable(unwritable(error, "nothing was kept")) from error
        return result


def digest(token: str) -> bytes:
    """The book holds no tokens, so that whoever reads it cannot come as somebody else."""
    return sha256(token.encode(errors="replace")).digest()
