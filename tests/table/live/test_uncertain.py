"""A command that may have been written or not: the table waits, and goes on from what turns out to be true."""

import asyncio
from collections.abc import Callable

from dicehall.ports import Append, JournalError, Uncertain, Unwritable
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import LiveTable
from tests.server.timeless import Listeners


class DoubtfulJournal(MemoryJournal):
    """When told, it takes an append and does not know what became of it until it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.doubts = False
        self.in_doubt: list[tuple[Append, Callable[[JournalError | None], None]]] = []

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        if not self.doubts:
            super().append(append, done)
            return
        self.in_doubt.append((append, done))
        asyncio.get_running_loop().call_soon(done, Uncertain("nobody knows"))

    def find_out(self, *, is_written: bool) -> None:
        self.doubts = False
        ((append, done),) = self.in_doubt
        done(self._write(append) if is_written else Unwritable("nothing was played"))


async def answers(live: LiveTable, who: str, command: AnyCommand) -> "asyncio.Future[Decided | Refused]":
    answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, answer.set_result)
    for _ in range(3):
        await asyncio.sleep(0)
    return answer


def resolved(*, is_written: bool) -> tuple[Decided | Refused, Decided | Refused, Listeners]:
    """Ben sits down in doubt, and Cleo right after him; what became of both."""

    async def sit() -> tuple[Decided | Refused, Decided | Refused, Listeners]:
        journal, listeners = DoubtfulJournal(), Listeners()
        hall = Hall(journal, listeners)
        opened: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        live = await hall.open("ann", commands.Open(Setting(game="peril", seats=3)), opened.set_result)
        assert isinstance(await opened, Decided)
        told = len(listeners.told_at)
        journal.doubts = True
        ben = await answers(live, "ben", commands.Sit())
        cleo = await answers(live, "cleo", commands.Sit())
        assert listeners.doubts == [False]
        assert not ben.done()
        assert not cleo.done(), "what comes after it waits"
        assert len(listeners.told_at) == told
        journal.find_out(is_written=is_written)
        both = await ben, await cleo
        assert not live.is_uncertain
        assert [seated.who for seated in live.table.seated] == (
            ["ann", "ben", "cleo"] if is_written else ["ann", "cleo"]
        )
        assert live.table.version == (await journal.heads())[0].version
        hall.stop()
        return *both, listeners

    return asyncio.run(sit())


def test_it_counts_if_it_turns_out_to_be_written() -> None:
    ben, cleo, listeners = resolved(is_written=True)
    assert isinstance(ben, Decided)
    assert isinstance(cleo, Decided)
    assert listeners.doubts == [False, True]


def test_it_is_refused_if_it_turns_out_not_to_be() -> None:
    ben, cleo, listeners = resolved(is_written=False)
    assert ben == Refused("unwritable", "nothing was played")
    assert isinstance(cleo, Decided)
    assert listeners.doubts == [False, True]
