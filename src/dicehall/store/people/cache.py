"""A bounded cache of what was read from the database."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Read on the event loop; the thread that writes drops what it has changed before anyone is told.

    Where other machines write too, nothing may be kept: `most` is zero.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._drops = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._values.get(key)

    async def find(self, key: K, read: Callable[[K], Awaitable[V | None]]) -> V | None:
        """From the cache, or read; a value that a drop may have overtaken is returned, but not cached."""
        with self._lock:
            if (known := self._values.get(key)) is not None:
                self._values.move_to_end(key)
                return known
            before = self._drops
        value = await read(key)
        if value is not None:
            with self._lock:
                if self._drops == before:
                    self._add(key, value)
        return value

    def _add(self, key: K, value: V) -> None:
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def update(self, key: K, value: V) -> None:
        """Only if it is still cached: what was dropped stays dropped."""
        with self._lock:
            if key in self._values:
                self._values[key] = value

    def drop(self, *keys: K) -> None:
        with self._lock:
            self._drops += 1
            for key in keys:
                self._values.pop(key, None)

    def drop_where(self, stale: Callable[[V], bool]) -> None:
        with self._lock:
            self._drops += 1
            for key in [key for key, value in self._values.items() if stale(value)]:
                del self._values[key]
