"""Memos that several machines share: for minutes, under digests, so that nobody's address is in the database."""

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from sqlalchemy import Column, Connection, Index, LargeBinary, MetaData, Select, Table, delete, select

from dicehall.ports.memos import Kept, Memo, T, Topic
from dicehall.store.files.any_database import AnyDatabase
from dicehall.store.files.columns import FRACTION, TEXT
from dicehall.store.files.upsert import put

memos: Final = Table(
    "memos",
    # No migration makes it: it is made when it is missing, since nothing in it lasts.
    MetaData(),
    Column("topic", TEXT, primary_key=True),
    Column("key", LargeBinary, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("until", FRACTION, nullable=False),
    Index("memos_by_end", "until"),
)


class SharedMemos:
    """The clocks of the machines are taken for the same: a second more or less makes no difference here."""

    def __init__(self, database: AnyDatabase, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self.now = clock

    async def find(self, topic: Topic, key: str) -> Memo | None:
        for row in await self._database.read(self._read(topic, [digest(key)])):
            return Memo(row.value, row.until)
        return None

    async def change(self, topic: Topic, keys: Sequence[str], work: Callable[[Kept], T]) -> T:
        names = {digest(key): key for key in keys}
        read = self._read(topic, list(names))

        def transaction(connection: Connection) -> T:
            kept: Kept = {names[key]: Memo(value, until) for key, value, until in connection.execute(read)}
            before = dict(kept)
            result = work(kept)
            new = {digest(key): memo for key, memo in kept.items() if memo is None or memo is not before.get(key)}
            put(connection, memos, [
                {"topic": topic, "key": key, **memo._asdict()} for key, memo in new.items() if memo is not None
            ])  # fmt: skip
            if gone := [key for key, memo in new.items() if memo is None]:
                connection.execute(delete(memos).where(memos.c.topic == topic, memos.c.key.in_(gone)))
            return result

        return await self._database.write(transaction, turn=f"memos {topic}")

    def _read(self, topic: Topic, keys: list[bytes]) -> Select[bytes, bytes, float]:
        """Only those that are not to be forgotten."""
        found = (memos.c.topic == topic, memos.c.key.in_(keys), memos.c.until > self.now())
        return select(memos.c.key, memos.c.value, memos.c.until).where(*found)


def digest(key: str) -> bytes:
    return sha256(key.encode(errors="replace")).digest()
