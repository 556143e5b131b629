"""A loop in which hours pass in no time: it never waits, but moves its clock on to whatever comes next."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from random import Random
from typing import Any, ParamSpec

from dicehall.ports import Append, Journal, JournalError
from dicehall.rules.values import Event
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.live.bots import PAUSE
from dicehall.table.live.hall import Hall
from dicehall.table.live.services import Broadcaster, TableChange
from dicehall.table.live.table import LiveTable

P = ParamSpec("P")
MOST_ROUNDS = 20_000


class _Selector(selectors.DefaultSelector):
    """Instead of waiting so long, it says that so much time has passed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.rounds = 0
        """How often the loop went round without any time passing."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "nothing will ever happen any more"
            self.now += timeout
        self.rounds = 0 if timeout else self.rounds + 1
        assert self.rounds < MOST_ROUNDS, "too much happens at once: something goes round in circles"
        return ready


class TimelessLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._passed = _Selector()
        super().__init__(self._passed)

    def time(self) -> float:
        return self._passed.now


def in_no_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=TimelessLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


class LoopJournal(MemoryJournal):
    """Hall time is the loop's."""

    tries = 0
    """How often someone wanted to write."""

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        self.tries += 1
        super().append(append, done)

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()


class Listeners:
    """Notes what a table tells, and when."""

    def __init__(self) -> None:
        self.told_at: list[tuple[float, tuple[Event, ...]]] = []
        self.warnings: list[tuple[float, int, int]] = []
        self.closings: list[str] = []
        self.stalls: list[int] = []
        self.doubts: list[bool] = []

    def told(self, live: LiveTable, update: TableChange) -> None:
        self.told_at.append((asyncio.get_running_loop().time(), update.events))

    def present(self, live: LiveTable) -> None:
        pass

    def warned(self, live: LiveTable, seat: int, seconds: int) -> None:
        self.warnings.append((asyncio.get_running_loop().time(), seat, seconds))

    def away(self, now: float, seconds: int) -> None:
        self.stalls.append(seconds)

    def uncertain(self, live: LiveTable, *, known: bool) -> None:
        self.doubts.append(known)

    def closed(self, live: LiveTable) -> None:
        self.closings.append(live.code)


async def reopened(journal: Journal, listeners: Broadcaster, **given: Any) -> Hall:
    """A hall after a restart."""
    hall = Hall(journal, listeners, **given)
    await hall.start()
    return hall


async def awake(hall: Hall, code: str) -> LiveTable:
    """A table as someone finds it after a restart."""
    await hall.wake(code)
    return hall.find(code)


class OneTable:
    """A hall with one table, and everything that is told there."""

    def __init__(self, *, pace: float = PAUSE, seed: int = 1) -> None:
        self.journal = LoopJournal()
        self.listeners = Listeners()
        self.hall = Hall(self.journal, self.listeners, dice=Random(seed), luck=Random(2), pace=pace)
        self.live: LiveTable

    async def open(self, *people: Who, sit: bool = True, bots: tuple[str, ...] = (), **setting: Any) -> "OneTable":
        """The first of these people has opened the table, the others sit and are ready, and the game has begun."""
        host, *others = people
        answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        command = commands.Open(Setting(**{"game": "peril", "seats": 4, **setting}), sit=sit, bots=bots)
        self.live = await self.hall.open(host, command, answer.set_result)
        assert isinstance(await answer, Decided), answer
        for who in others:
            await self.do(who, commands.Sit())
            await self.do(who, commands.Ready())
        for who in people:
            self.live.enter(who)
        await self.do(host, commands.Start())
        return self

    async def ask(self, who: Who | None, command: AnyCommand) -> Decided | Refused:
        answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        self.live.ask(who, command, answer.set_result)
        return await answer

    async def do(self, who: Who | None, command: AnyCommand) -> Decided:
        answer = await self.ask(who, command)
        assert isinstance(answer, Decided), answer
        return answer

    async def until(self, wanted: Callable[[], Any]) -> None:
        """Let time pass, a little at a time."""
        for _ in range(20_000):
            if wanted():
                return
            await asyncio.sleep(0.05)
        raise AssertionError("that never happens")

    def heard(self, kind: type[Event]) -> list[tuple[float, Any]]:
        """Events of a kind, with the time at which they were told."""
        return [(at, event) for at, events in self.listeners.told_at for event in events if isinstance(event, kind)]

    @property
    def now(self) -> float:
        return self.journal.now

    def awaited(self) -> Who:
        """The one who is awaited."""
        play = self.live.table.playing
        assert play is not None
        (due,) = play.due
        return play.seats[due.seat]
