"""A bounded cache of what was read from the database."""

import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Read on the event loop; the thread that writes drops what it has changed before anyone is told.

    What other machines change is dropped when they say so, and is never older than `lasts`, in seconds.
    """

    def __init__(self, most: int, lasts: float = math.inf, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._lasts = lasts
        self._clock = clock
        self._values: OrderedDict[K, tuple[V, float]] = OrderedDict()
        """With the moment at which each was read."""
        self._drops = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._get(key)

    def _get(self, key: K) -> V | None:
        found = self._values.get(key)
        return None if found is None or self._clock() - found[1] > self._lasts else found[0]

    async def find(self, key: K, read: Callable[[K], Awaitable[V | None]]) -> V | None:
        """From the cache, or read; a value that a drop may have overtaken is returned, but not cached."""
        with self._lock:
            if (known := self._get(key)) is not None:
                self._values.move_to_end(key)
                return known
            before, now = self._drops, self._clock()
        value = await read(key)
        if value is not None:
            with self._lock:
                if self._drops == before:
                    self._add(key, value, now)
        return value

    def _add(self, key: K, value: V, at: float) -> None:
        self._values[key] = value, at
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def update(self, key: K, value: V) -> None:
        """Only if it is still cached: what was dropped stays dropped."""
        with self._lock:
            if key in self._values:
                self._values[key] = value, self._values[key][1]

    def drop(self, *keys: K) -> None:
        with self._lock:
            self._drops += 1
            for key in keys:
                self._values.pop(key, None)

    def drop_where(self, stale: Callable[[V], bool]) -> None:
        with self._lock:
            self._drops += 1
            for key in [key for key, (value, _) in self._values.items() if stale(value)]:
                del self._values[key]
