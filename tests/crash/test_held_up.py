"""What a full disk holds up is tried again, at a steady pace and with the table as it then is."""

import asyncio
from collections.abc import Callable
from time import monotonic

import pytest

from dicehall.ports import Append, JournalError
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting
from dicehall.table.live import bots
from dicehall.table.live import table as live
from dicehall.table.live.hall import Hall
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable

RETRY = 0.01


class Broadcaster:
    """Nobody is there to be told."""

    def told(self, live: LiveTable, update: TableChange) -> None: ...
    def present(self, live: LiveTable) -> None: ...
    def warned(self, live: LiveTable, seat: int, seconds: int) -> None: ...
    def away(self, now: float, seconds: int) -> None: ...
    def uncertain(self, live: LiveTable, *, known: bool) -> None: ...
    def closed(self, live: LiveTable) -> None: ...


class CountingJournal(MemoryJournal):
    """Time goes by at once, and every attempt is counted."""

    def __init__(self) -> None:
        super().__init__()
        self.later = 0.0
        self.attempts = 0

    @property
    def now(self) -> float:
        return super().now + self.later

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        self.attempts += 1
        super().append(append, done)


async def ask(live: LiveTable, who: str, command: commands.AnyCommand) -> Decided | Refused:
    answer = asyncio.get_running_loop().create_future()
    live.ask(who, command, answer.set_result)
    return await answer  # type: ignore[no-any-return]


async def awaits_the_bot(hall: Hall) -> LiveTable:
    """A game in which a bot is to move; the disk is full by then."""
    answer = asyncio.get_running_loop().create_future()
    setting = Setting(game="peril", seats=2, clock=15)
    table = await hall.open("ann", commands.Open(setting, sit=False, bots=("normal", "normal")), answer.set_result)
    await answer
    table.enter("ann")  # bots take their time only where someone looks on
    await ask(table, "ann", commands.Start())
    assert table.table.playing is not None
    return table


def test_bots_and_clocks_do_not_try_more_and_more_often_while_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "RETRY", RETRY)

    async def hold_up() -> None:
        journal = CountingJournal()
        hall = Hall(journal, Broadcaster(), pace=0.001)
        table = await awaits_the_bot(hall)
        journal.writable = False
        journal.later = 60.0  # the bot's own clock has run out as well
        table.wake()
        await asyncio.sleep(5 * RETRY)
        begun, before = monotonic(), journal.attempts
        await asyncio.sleep(40 * RETRY)
        rounds = (monotonic() - begun) / RETRY + 1
        assert journal.attempts > before
        assert journal.attempts - before <= 2 * rounds, "one of a bot and one of the clock, each time"

        version = table.table.version
        journal.writable = True
        while table.table.version == version:
            await asyncio.sleep(RETRY)
        hall.stop()

    asyncio.run(hold_up())


def test_a_bot_chooses_for_the_table_as_it_is_and_not_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a command is on its way to the disk no bot decides: it would play on with a move for the table before."""
    monkeypatch.setattr(bots, "SOON", RETRY)

    async def wait_for_the_disk() -> None:
        journal = CountingJournal()
        hall = Hall(journal, Broadcaster(), pace=3600.0)
        table = await awaits_the_bot(hall)
        assert table.table.playing is not None
        version, due = table.table.version, table.table.playing.due[0].seat
        held: list[Callable[[], None]] = []
        write = journal.append
        monkeypatch.setattr(journal, "append", lambda append, done: held.append(lambda: write(append, done)))
        asking = asyncio.create_task(ask(table, "ann", commands.Lock()))
        await asyncio.sleep(0)
        for _ in range(3):
            table.bots.act(table, version, due)
        assert len(held) == 1
        held[0]()
        assert isinstance(await asking, Decided)
        await asyncio.sleep(5 * RETRY)
        assert len(held) == 1, "the bot is asked again, for the version after"
        hall.stop()

    asyncio.run(wait_for_the_disk())
