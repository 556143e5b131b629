"""Work that can be done again without harm: one at a time of each kind, until it is done."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from dicehall.ports import JournalError
from dicehall.table.live.table import RETRY

log = logging.getLogger("dicehall.evenings")

Key: TypeAlias = tuple[str, ...]
"""What kind of work, and at which table."""


class Again:
    def __init__(self) -> None:
        self._due: dict[Key, Callable[[], Awaitable[None]]] = {}
        """What is to be done next."""
        self._doing: dict[Key, asyncio.Task[None]] = {}

    @property
    def is_idle(self) -> bool:
        return not self._doing

    def stop(self) -> None:
        self._due.clear()
        for task in self._doing.values():
            task.cancel()
        self._doing.clear()

    def start(self, key: Key, work: Callable[[], Awaitable[None]]) -> None:
        """What is wished for meanwhile is done again after it; what cannot be done yet is done later."""
        self._due[key] = work
        if key not in self._doing:
            self._doing[key] = asyncio.get_running_loop().create_task(self._keep_at(key))

    async def _keep_at(self, key: Key) -> None:
        while (work := self._due.pop(key, None)) is not None:
            try:
                await work()
            except JournalError as error:
                log.warning("table %s cannot be looked at yet: %s", key[1], error)
                await asyncio.sleep(RETRY)
                self._due.setdefault(key, work)
            except Exception:
                log.exception("table %s cannot be looked at", key[1])
        del self._doing[key]
