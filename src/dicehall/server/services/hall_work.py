"""What is done once for the whole hall, out of logs that only one machine writes: tournaments, the programme."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, TypeAlias

RunTasks: TypeAlias = Callable[[Mapping[str, Coroutine[Any, Any, None]]], list[asyncio.Task[None]]]


class HallWork(Protocol):
    """May be started again after it was stopped, by what its log says then."""

    async def start(self) -> None:
        """Read the log; raises `JournalError`."""
        ...

    async def keep(self) -> None:
        """What is to be done without being asked; goes on until it is cancelled, or until nothing is left to do."""
        ...

    def stop(self) -> None:
        """Another machine may go on with it, perhaps already: nothing more begins here."""
        ...


class HallWorks:
    """All of it, by name."""

    def __init__(self, works: Mapping[str, HallWork], run: RunTasks) -> None:
        self._works = works
        self._run = run
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """In their order: later ones need the earlier ones. Raises `JournalError`, and then none is started."""
        try:
            for work in self._works.values():
                await work.start()
        except BaseException:
            self.stop()
            raise

    def keep(self) -> None:
        self._tasks = self._run({name: work.keep() for name, work in self._works.items()})

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        for work in reversed(tuple(self._works.values())):
            work.stop()
