"""What the hall remembers for a while only: wrong passwords, confirmations, passkeys that are being asked for.

One process keeps it in memory. On several machines a browser's next request may arrive at another one.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Topic: TypeAlias = Literal["sign-in", "confirmation", "ceremony"]

MOST_KEPT: Final = 80_000
"""Memos of each topic in memory; beyond that the oldest is dropped."""


class Memo(NamedTuple):
    value: bytes
    until: float
    """When it is forgotten, as `now` counts."""


Kept: TypeAlias = dict[str, Memo | None]
"""By key; None for those to be forgotten."""


class Memos(Protocol):
    def now(self) -> float:
        """Seconds since some moment, which is the same on all machines of the hall."""
        ...

    async def find(self, topic: Topic, key: str) -> Memo | None: ...

    async def change(self, topic: Topic, keys: Sequence[str], work: Callable[[Kept], T]) -> T:
        """`work` is given what is kept under these keys, and changes it or adds to it. Nobody else changes this topic
        meanwhile, and nothing is changed if it raises. It may be called more than once. Raises `JournalError`."""
        ...


class MemoryMemos:
    """For one process: gone when the hall is closed, and never waited for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._topics: dict[Topic, OrderedDict[str, Memo]] = {}

    def count(self, topic: Topic) -> int:
        return len(self._topics.get(topic, ()))

    async def find(self, topic: Topic, key: str) -> Memo | None:
        found = self._topics[topic].get(key) if topic in self._topics else None
        return found if found is not None and found.until > self.now() else None

    async def change(self, topic: Topic, keys: Sequence[str], work: Callable[[Kept], T]) -> T:
        found = {key: await self.find(topic, key) for key in keys}
        kept: Kept = {key: memo for key, memo in found.items() if memo is not None}
        before = dict(kept)
        result = work(kept)
        memos = self._topics.setdefault(topic, OrderedDict())
        for key, memo in kept.items():
            if memo is None:
                memos.pop(key, None)
            elif memo is not before.get(key):
                memos[key] = memo
                memos.move_to_end(key)
        self._forget(memos)
        return result

    def _forget(self, memos: OrderedDict[str, Memo]) -> None:
        while memos and (len(memos) > MOST_KEPT or next(iter(memos.values())).until <= self.now()):
            memos.popitem(last=False)
