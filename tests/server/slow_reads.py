"""Stores that are far away: each of their reads waits before it answers, as long as a test says."""

import asyncio
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeAlias

from dicehall.ports import JournalError
from dicehall.server.app.parts import Storage

Pause: TypeAlias = Callable[[str, tuple[Any, ...]], Awaitable[None]]
"""What happens before a read, by its name and what was asked."""


FAR = ("journal", "people", "accounts", "results")


class Far:
    """A real store behind a line that takes its time; writes by callback, and what is no question, pass at once."""

    def __init__(self, store: Any, pause: Pause) -> None:
        self._store = store
        self._pause = pause

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not inspect.iscoroutinefunction(found):
            return found

        @wraps(found)
        async def later(*asked: Any, **named: Any) -> Any:
            await self._pause(name, asked)
            return await found(*asked, **named)

        return later


def far_away(storage: Storage, pause: Pause) -> Storage:
    far: dict[str, Any] = {name: Far(getattr(storage, name), pause) for name in FAR}
    return storage._replace(**far)


class Line:
    """The line to the stores: it waits a loop turn for each read, and holds up those that a test has named."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.asked_about: Counter[tuple[str, str]] = Counter()
        """The same, with what each was about."""
        self.held: dict[str, asyncio.Event] = {}
        """By what is asked for."""
        self.cut = False
        """Whether the journal cannot be reached, nor whoever asks for a sign-in."""

    async def __call__(self, name: str, asked: tuple[Any, ...]) -> None:
        self.asked[name] += 1
        self.asked_about.update((name, what) for what in asked if isinstance(what, str))
        await asyncio.sleep(0)
        if name in ("load", "by_token") and self.cut:
            raise JournalError("the database cannot be reached: try again")
        for what in asked:
            if isinstance(what, str) and what in self.held:
                await self.held[what].wait()

    def hold(self, what: str) -> asyncio.Event:
        """Whatever is asked about this waits for the event."""
        self.held[what] = asyncio.Event()
        return self.held[what]
