"""What the hall does beside its answers: none of it ends without a word."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any

log = logging.getLogger("dicehall.server")


class Tasks:
    def __init__(self) -> None:
        self.failed: dict[str, str] = {}
        """Those that an error has ended, and the error."""
        self._running: list[asyncio.Task[None]] = []

    def start(self, works: Mapping[str, Coroutine[Any, Any, None]]) -> list[asyncio.Task[None]]:
        started = [asyncio.get_running_loop().create_task(work, name=name) for name, work in works.items()]
        for task in started:
            task.add_done_callback(self._ended)
        self._running += started
        return started

    def cancel(self) -> None:
        for task in tuple(self._running):
            task.cancel()

    def trouble(self) -> str | None:
        """For the operator; None if all goes on."""
        return "; ".join(f"{name} has stopped: {why}; restart the hall" for name, why in self.failed.items()) or None

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.remove(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed[task.get_name()] = repr(error)
            log.error("%s has stopped, restart the hall", task.get_name(), exc_info=error)
