"""One command of a log after the other: the next waits until the one before is on the disk or refused."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol, TypeVar

from dicehall.ports import Conflict, JournalError
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

log = logging.getLogger("dicehall.evenings")

MOST_QUEUED = 16
"""Commands of one person that may wait for the one before; more are refused."""
STOPPED = "This hall has just begun to do this on another machine: nothing was done. Try again in a moment."
FAILED = "Something went wrong in this hall, and nothing was written. Try again later."


class Turn(Protocol):
    """A command that waits for its turn."""

    @property
    def who(self) -> Who | None: ...

    @property
    def reply(self) -> Callable[[Any], None]: ...


T = TypeVar("T", bound=Turn)


class Turns(Generic[T]):
    def __init__(
        self,
        name: str,
        carry_out: Callable[[T], Awaitable[object]],
        catch_up: Callable[[], Awaitable[None]],
        held_up: Callable[[], None] = lambda: None,
    ) -> None:
        """`held_up` is called when something has failed that should not."""
        self._name = name
        self._carry_out = carry_out
        self._catch_up = catch_up
        self._held_up = held_up
        self._queue: deque[T] = deque()
        self._working: asyncio.Task[None] | None = None
        self._stopped = False

    def take(self, turn: T) -> None:
        if self._stopped:
            turn.reply(Refused("unwritable", STOPPED))
            return
        if turn.who is not None and sum(queued.who == turn.who for queued in self._queue) >= MOST_QUEUED:
            turn.reply(Refused("busy", "Too many commands at once; wait for the answers."))
            return
        self._queue.append(turn)
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._queue and not self._stopped:
                turn = self._queue.popleft()
                answer = await self._answer(turn)
                turn.reply(answer)
        finally:
            self._working = None

    async def _answer(self, turn: T) -> object:
        while True:
            try:
                try:
                    return await self._carry_out(turn)
                except Conflict:  # another process was faster
                    await self._catch_up()
            except JournalError as error:
                return Refused("unwritable", str(error))
            except Exception:
                log.exception("%s is held up", self._name)
                self._held_up()
                return Refused("unwritable", FAILED)

    def stop(self) -> None:
        """Whoever waits is refused; what is being written is answered when that is known."""
        self._stopped = True
        queued, self._queue = self._queue, deque()
        for turn in queued:
            turn.reply(Refused("unwritable", STOPPED))
