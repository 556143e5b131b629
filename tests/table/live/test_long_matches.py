"""A match without end costs the hall no more with every round: its record is there when it ends, and nobody waits."""

import asyncio
from typing import Any

import msgspec
import pytest

from dicehall.ports import Finished
from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.core.stored import finished
from dicehall.table.live import table as tables
from dicehall.table.live.hall import Hall
from tests.at_once import at_once
from tests.server.timeless import Listeners, LoopJournal, OneTable, awake, in_no_time, reopened

ROUNDS = 40


class Reread(LoopJournal):
    """Counts how many bodies are read back."""

    read = 0

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        found = await super().bodies(table, after)
        self.read += len(found)
        return found


class Match(OneTable):
    def __init__(self) -> None:
        super().__init__(pace=0.0)
        self.journal: Reread = Reread()
        self.hall = Hall(self.journal, self.listeners, pace=0.0)

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            who = self.awaited()
            move = self.live.mine[who].options[0]
            await self.do(who, commands.MakeMoves((msgspec.to_builtins(move),)))

    def record(self) -> Finished:
        (body,) = at_once(self.journal.records(self.live.code))
        return msgspec.json.decode(body, type=Finished)


async def match(**options: Any) -> Match:
    evening = Match()
    await evening.open("ann", "ben", game="mindroll", seats=2, on_timeout="wait", options={"match": "open", **options})
    await evening.play(ROUNDS)
    return evening


@in_no_time
async def test_the_record_of_a_match_is_there_without_reading_it_back() -> None:
    evening = await match()
    log = await evening.journal.bodies(evening.live.code)
    evening.journal.read = 0
    await evening.do("ann", commands.StopMatch())
    assert evening.journal.read == 0
    ended = evening.record()
    end = (await evening.journal.bodies(evening.live.code))[len(log) :]
    reread = finished([*log, *end], ended=ended.ended, public=ended.public)
    assert ended == reread
    assert ended.record.count("\n") > ROUNDS


@in_no_time
async def test_a_player_who_leaves_is_in_the_record_and_the_next_game_has_its_own() -> None:
    evening = await match()
    await evening.do("ben", commands.Stand())
    first = evening.record()
    assert (first.left, first.number) == ((1,), 1)
    await evening.do("ben", commands.Sit())
    await evening.do("ben", commands.Ready())
    await evening.do("ann", commands.Start())
    await evening.play(2)
    await evening.do("ann", commands.Reset())
    second = msgspec.json.decode((await evening.journal.records(evening.live.code))[-1], type=Finished)
    assert (second.left, second.number) == ((), 2)
    assert second.record.count("\n") < first.record.count("\n")


@in_no_time
async def test_a_match_that_ends_after_a_restart_has_the_same_record() -> None:
    evening = await match()
    evening.hall.stop()
    again = await reopened(evening.journal, Listeners(), pace=0.0)
    evening.live = await awake(again, evening.live.code)
    evening.journal.read = 0
    await evening.do("ann", commands.StopMatch())
    assert evening.journal.read == 0, "it came with the table"
    assert evening.record().record.count("\n") > ROUNDS
    again.stop()


@in_no_time
async def test_an_end_that_could_not_be_written_is_not_in_the_record_twice() -> None:
    evening = await match()
    evening.journal.writable = False
    assert isinstance(await evening.ask("ann", commands.StopMatch()), Refused)
    evening.journal.writable = True
    await evening.do("ann", commands.StopMatch())
    assert evening.record().record.count('"stop"') == 1


@pytest.mark.parametrize("most", [10, 100_000])
@in_no_time
async def test_a_very_long_log_is_not_read_from_its_beginning_for_one_window(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was away for so long is told that something is missing."""
    evening = await match()
    evening.hall.stop()
    monkeypatch.setattr(tables, "MOST_FOLDED", most)
    again = await reopened(evening.journal, Listeners(), pace=0.0)
    live = await awake(again, evening.live.code)
    evening.journal.read = 0
    assert not live.has_events_since(1)
    await live.read_back()
    assert live.has_events_since(1)
    told, missed = live.since(1)
    assert (evening.journal.read > 0) == (most > live.table.version)
    assert missed or told
    again.stop()
    await asyncio.sleep(0)
