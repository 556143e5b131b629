"""A log of the whole hall: durable before it is told, the same after every crash, and never taken for a table."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from dicehall.evenings.live.kept_log import Kept, KeptLog, form
from dicehall.evenings.live.logs import SNAPSHOT_EVERY
from dicehall.ports import Append, Damaged, JournalError, Loaded
from dicehall.ports.codes import common_log, is_table, is_tournament, typed_code
from dicehall.rules.values import Event, Value
from dicehall.store.journal.memory import MemoryJournal
from dicehall.table.core.draft import Refused
from tests.server.timeless import in_no_time

CODE = common_log("counts")


class Counted(Event):
    by: int


class Named(Event):
    name: str


class Counts(Value):
    version: int = 0
    total: int = 0
    pairs: dict[tuple[str, int], int] = msgspec.field(default_factory=dict)
    """Keys that are no text, as the pools of predictions have them."""


def evolve(counts: Counts, entry: Counted | Named) -> Counts:
    counts = replace(counts, version=counts.version + 1)
    if isinstance(entry, Named):
        return replace(counts, pairs={**counts.pairs, (entry.name, counts.version): counts.total})
    return replace(counts, total=counts.total + entry.by)


COUNTS = form("the log", Counts(), evolve, Counted | Named)
Log = KeptLog[Counts, Counted | Named]


def count(by: int) -> Callable[[Counts], tuple[Counted | Named, ...] | Refused]:
    def decide(counts: Counts) -> tuple[Counted | Named, ...] | Refused:
        if counts.total + by > 1000:
            return Refused("too_much", "No more than 1000.")
        return (Counted(by), Named("so far")) if by else ()

    return decide


class Watched(MemoryJournal):
    """Tells what happens in which order."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        def written(error: JournalError | None) -> None:
            self.heard.append("durable")
            done(error)

        super().append(append, written)


async def opened(journal: MemoryJournal) -> Log:
    log = Log(CODE, COUNTS, journal)
    await log.load()
    return log


@in_no_time
async def test_what_is_told_is_durable_first_and_answered_last() -> None:
    journal = Watched()
    log = await opened(journal)
    log.told = lambda before, kept: journal.heard.append(f"told {before.version} to {kept.state.version}")
    answer = await log.answer(None, count(5))
    journal.heard.append("answered")
    assert isinstance(answer, Kept)
    assert answer.entries == (Counted(5), Named("so far"))
    assert journal.heard == ["durable", "told 0 to 2", "answered"]


@in_no_time
async def test_a_refusal_and_a_decision_without_entries_write_nothing() -> None:
    journal = MemoryJournal()
    log = await opened(journal)
    assert await log.answer("ann", count(2000)) == Refused("too_much", "No more than 1000.")
    assert await log.answer("ann", count(0)) == Kept((), Counts())
    assert await journal.heads() == []


@in_no_time
async def test_after_any_restart_it_is_the_same_with_and_without_its_snapshot() -> None:
    journal = MemoryJournal()
    log = await opened(journal)
    for _ in range(SNAPSHOT_EVERY):
        await log.answer(None, count(3))
        assert (await opened(journal)).state == log.state
    assert (await journal.load(CODE)).snapshot is not None

    class Forgetful(MemoryJournal):
        async def load(self, table: str) -> Loaded:
            return Loaded(0, None, await journal.bodies(table))

    class OfAnOlderProgram(MemoryJournal):
        async def load(self, table: str) -> Loaded:
            return Loaded(2, b"another format", ())

        async def bodies(self, table: str, after: int = 0) -> list[bytes]:
            return await journal.bodies(table, after)

    assert (await opened(Forgetful())).state == log.state
    assert (await opened(OfAnOlderProgram())).state == log.state


@in_no_time
async def test_a_process_that_was_overtaken_decides_again_on_what_there_is() -> None:
    journal = MemoryJournal()
    one, other = await opened(journal), await opened(journal)
    await one.answer(None, count(600))
    assert await other.answer(None, count(600)) == Refused("too_much", "No more than 1000.")
    assert isinstance(await other.answer(None, count(300)), Kept)
    assert (await opened(journal)).state.total == 900


@in_no_time
async def test_a_full_disk_is_said_and_changes_nothing() -> None:
    journal = MemoryJournal()
    log = await opened(journal)
    journal.close()
    answer = await log.answer(None, count(1))
    assert isinstance(answer, Refused)
    assert answer.reason == "unwritable"
    assert log.state == Counts()


@in_no_time
async def test_a_decision_that_fails_does_not_hold_up_the_next_nor_does_a_failing_listener() -> None:
    def broken(_counts: Counts) -> tuple[Counted | Named, ...]:
        raise RuntimeError("a bug")

    def deaf(_before: Counts, _kept: Kept[Counts, Counted | Named]) -> None:
        raise RuntimeError("a bug too")

    log = await opened(MemoryJournal())
    log.told = deaf
    first, second = await asyncio.gather(log.answer("ann", broken), log.answer("ann", count(1)))
    assert isinstance(first, Refused)
    assert isinstance(second, Kept)


@in_no_time
async def test_what_cannot_be_read_is_damaged_and_named() -> None:
    journal = MemoryJournal()
    journal.append(Append(CODE, 0, 1, b"no entries", due=None), lambda _error: None)
    await asyncio.sleep(0)
    with pytest.raises(Damaged, match=CODE):
        await opened(journal)


def test_no_code_of_a_table_or_tournament_is_the_name_of_such_a_log() -> None:
    assert not is_table(CODE)
    assert not is_tournament(CODE)
    assert typed_code(CODE) != CODE, "nobody can type it"
    assert is_table("kiro")
    assert not is_table("cuprami")
