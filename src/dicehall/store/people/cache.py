"""What was asked for lately, so that the disk is not asked again; bounded, and never older than the disk."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lately(Generic[K, V]):
    """Read on the event loop; what is written in another thread is dropped there, before anybody is told of it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._drops = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K, ask: Callable[[K], V | None]) -> V | None:
        """As it was asked last; an answer that may have been overtaken by a drop is given, but not kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            before = self._drops
        answer = ask(key)
        if answer is not None:
            with self._lock:
                if self._drops == before:
                    self._keep(key, answer)
        return answer

    def _keep(self, key: K, value: V) -> None:
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def update(self, key: K, value: V) -> None:
        """Only where it is still known: what was dropped stays so."""
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
