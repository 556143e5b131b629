"""Clocks, bots and the disk, in a hall whose hours pass in no time."""

import asyncio
from typing import Any

import msgspec

from dicehall.bots.characters import CHARACTERS
from dicehall.rules.values import Event
from dicehall.table.core import commands, events
from dicehall.table.core.draft import Refused
from dicehall.table.live.bots import LONGEST, PATIENCE, PAUSE, SHORTEST
from dicehall.table.live.clock import LAST_CALL
from dicehall.table.live.table import RETRY
from tests.server.inside import StillJournal, inside
from tests.server.kit import begin, guests, in_a_loop, refused
from tests.server.timeless import OneTable, in_no_time, reopened

SEVEN = {"match": "open", "turn_order": "seat"}

# People


@in_no_time
async def test_when_the_time_is_up_the_clock_throws_and_plays_the_first_option() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60)
    began = evening.now
    await asyncio.sleep(59.8)
    assert not evening.heard(events.TimedOut)
    await asyncio.sleep(0.4)
    ((at, _),) = evening.heard(events.TimedOut)
    assert at - began == 60 + LAST_CALL
    assert len(named(evening, "Called")) == 1


@in_no_time
async def test_a_move_that_has_come_already_is_read_before_the_clock_strikes() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60, options={"turn_order": "seat"})
    await asyncio.sleep(60 + LAST_CALL / 2)
    await evening.do(evening.awaited(), commands.MakeMoves(({"type": "call", "total": 7},)))
    await asyncio.sleep(1)
    assert not evening.heard(events.TimedOut)
    assert len(named(evening, "Called")) == 1


@in_no_time
async def test_nothing_else_that_happens_at_the_table_puts_the_strike_off() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60)
    began = evening.now
    await asyncio.sleep(60)
    for _ in range(5):
        await asyncio.sleep(LAST_CALL / 4)
        await evening.do("ann", commands.Lock())
        await evening.do("ann", commands.Unlock())
    ((at, _),) = evening.heard(events.TimedOut)
    assert at - began == 60 + LAST_CALL


def named(evening: OneTable, kind: str) -> list[tuple[float, Event]]:
    return [(at, event) for at, event in evening.heard(Event) if type(event).__name__ == kind]


@in_no_time
async def test_a_warning_comes_once_half_a_minute_before_the_end_or_a_third_of_a_short_clock() -> None:
    for clock, seconds in ((600, 30), (120, 30), (60, 20), (15, 5)):
        evening = await OneTable().open("ann", "ben", game="mindroll", clock=clock)
        began = evening.now
        await asyncio.sleep(clock - 0.5)
        ((at, seat, left),) = evening.listeners.warnings
        assert (at - began, left) == (clock - seconds, seconds)
        assert evening.live.table.playing is not None
        assert seat == evening.live.table.playing.due[0].seat
        await asyncio.sleep(clock)
        assert len(evening.listeners.warnings) == 2, "and once again for the next question"


@in_no_time
async def test_anyone_who_answers_in_time_is_not_warned_and_everybody_has_the_full_time() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60, options={"turn_order": "seat"})
    for total in (7, 8, 9, 10):
        await asyncio.sleep(39)
        await evening.do(evening.awaited(), commands.MakeMoves(({"type": "call", "total": total},)))
    assert not evening.listeners.warnings
    assert not evening.heard(events.TimedOut)
    await asyncio.sleep(39)
    assert not evening.listeners.warnings
    await asyncio.sleep(2)
    assert len(evening.listeners.warnings) == 1


@in_no_time
async def test_three_time_outs_in_a_row_hand_the_seat_to_a_bot_until_its_player_comes_back() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=15, options={"match": "open"})
    await evening.until(lambda: len(evening.heard(events.HandedOver)) == 2)
    assert len(evening.heard(events.TimedOut)) == 6
    version = evening.live.table.version
    await asyncio.sleep(10)
    assert evening.live.table.version > version, "bots play for both"
    assert len(evening.heard(events.TimedOut)) == 6
    evening.live.take_back("ann")
    await evening.until(lambda: evening.heard(events.TookBack))
    assert evening.live.table.playing is not None
    assert evening.live.table.playing.handed == (1,)
    await evening.until(lambda: evening.awaited() == "ann")
    came = evening.now
    await evening.until(lambda: len(evening.heard(events.TimedOut)) == 7)
    assert evening.heard(events.TimedOut)[-1][0] - came >= 14, "the full time again"


@in_no_time
async def test_a_table_that_waits_has_no_clock() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", on_timeout="wait")
    version = evening.live.table.version
    await asyncio.sleep(24 * 3600)
    assert evening.live.table.version == version
    assert not evening.listeners.warnings


@in_no_time
async def test_nothing_happens_twice_when_a_timer_fires_twice() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60)
    await asyncio.sleep(60 + 2 * LAST_CALL)
    assert len(evening.heard(events.TimedOut)) == 1
    answers = await asyncio.gather(*(evening.ask(None, commands.TimeUp()) for _ in range(5)))
    assert [type(answer) for answer in answers] == [Refused] * 5
    assert len(evening.heard(events.TimedOut)) == 1
    await asyncio.sleep(59)
    assert len(evening.heard(events.TimedOut)) == 1, "the clock of the next question is not touched"
    await asyncio.sleep(2)
    assert len(evening.heard(events.TimedOut)) == 2


@in_no_time
async def test_a_lobby_that_nobody_looks_at_goes_after_an_hour() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll")
    await evening.do("ann", commands.Reset())
    await asyncio.sleep(2 * 3600)
    assert not evening.listeners.closings, "someone looks at it"
    evening.live.exit("ann")
    evening.live.exit("ben")
    await asyncio.sleep(120)
    assert evening.listeners.closings == [evening.live.code]
    assert evening.live not in list(evening.hall)


# Bots


@in_no_time
async def test_a_bot_thinks_for_a_moment_at_each_of_its_turns() -> None:
    evening = await OneTable().open("ann", bots=("normal",), game="mindroll", options={"turn_order": "seat"})
    await evening.until(lambda: evening.awaited() == "ann")
    pauses: list[float] = []
    for _ in range(6):
        moved, told = evening.now, len(evening.listeners.told_at)
        await evening.do("ann", commands.MakeMoves((first_option(evening),)))
        await evening.until(lambda: evening.awaited() == "ann")
        pauses += [round(at - moved, 6) for at, _ in evening.listeners.told_at[told + 1 : told + 2]]
    assert len(set(pauses)) > 1, "they are no metronomes"
    own = CHARACTERS["Fox"].tempo * PAUSE
    assert all(SHORTEST * own <= pause <= LONGEST * own for pause in pauses)


def first_option(evening: OneTable) -> dict[str, Any]:
    option: dict[str, Any] = msgspec.to_builtins(evening.live.mine["ann"].options[0])
    return option


@in_no_time
async def test_all_bots_together_keep_people_waiting_for_three_seconds_at_most() -> None:
    """Six of them at 0.8 seconds would take longer."""
    evening = await OneTable().open("ann", bots=("normal",) * 6, game="mindroll", seats=7, options=SEVEN)
    waits: list[float] = []
    for _ in range(12):
        await evening.until(lambda: evening.awaited() == "ann")
        since = evening.now
        await evening.do("ann", commands.MakeMoves((first_option(evening),)))
        told = len(evening.listeners.told_at)
        await evening.until(lambda: evening.awaited() == "ann")
        waits += [round(at - since, 6) for at, _ in evening.listeners.told_at[told:]][-1:]
    assert max(waits) == PATIENCE
    assert min(waits) >= SHORTEST * PAUSE


@in_no_time
async def test_bots_among_themselves_do_not_dawdle_when_nobody_looks() -> None:
    evening = OneTable()
    await evening.open("host", sit=False, bots=("normal", "normal"), game="peril")
    evening.live.exit("host")
    last = evening.now
    await evening.until(lambda: evening.live.table.playing is None)
    assert evening.heard(events.GameEnded)[0][0] - last <= LONGEST * PAUSE + 0.02 * evening.live.table.version


@in_no_time
async def test_bots_do_not_dawdle_in_a_hall_without_pauses() -> None:
    evening = await OneTable(pace=0.0).open("ann", bots=("normal",) * 3, game="three_dice")
    await evening.until(lambda: evening.live.table.playing is None or evening.awaited() == "ann")
    assert {at for at, _ in evening.listeners.told_at} == {0.0}


# The disk


@in_no_time
async def test_bots_and_clocks_try_again_when_the_disk_has_room_again() -> None:
    evening = await OneTable().open("ann", "ben", game="mindroll", clock=60)
    await asyncio.sleep(30)
    evening.journal.writable = False
    refusal = await evening.ask(evening.awaited(), commands.MakeMoves(({"type": "call", "total": 7},)))
    assert isinstance(refusal, Refused)
    assert refusal.reason == "unwritable"
    await asyncio.sleep(100)
    assert not evening.heard(events.TimedOut), "nobody is told what is not on the disk"
    evening.journal.writable = True
    await asyncio.sleep(RETRY + 0.1)
    assert len(evening.heard(events.TimedOut)) == 1


@in_no_time
async def test_a_bot_whose_move_could_not_be_written_moves_later_and_once() -> None:
    evening = await OneTable().open("host", sit=False, bots=("normal", "normal"), game="three_dice", clock=15)
    evening.journal.writable = False
    version, tries = evening.live.table.version, evening.journal.tries
    await asyncio.sleep(600)
    assert evening.live.table.version == version
    assert 500 < evening.journal.tries - tries < 1500, "once or twice a second, also when its clock has run out"
    evening.journal.writable = True
    told = len(evening.listeners.told_at)
    await asyncio.sleep(RETRY + PAUSE)
    moves = [at for at, _ in evening.listeners.told_at[told:]]
    assert moves
    assert len(set(moves)) <= 1 + (RETRY + PAUSE) / (SHORTEST * PAUSE), "one turn after the other"


@in_no_time
async def test_games_that_are_reset_at_the_start_are_over_before_anybody_moves() -> None:
    evening = await OneTable().open("host", sit=False, bots=("normal", "normal"), game="three_dice")
    evening.hall.stop()
    again = OneTable(pace=0.0)
    again.hall = await reopened(evening.journal, again.listeners, pace=0.0)
    await again.hall.wake_all(reset=True)
    await asyncio.sleep(5)
    ((_, (reset, committed)),) = again.listeners.told_at
    assert (reset, type(committed)) == (events.GameReset(), events.Committed)


# Over the socket


def pass_time(journal: StillJournal, seconds: float) -> None:
    """For the hall and for the loop, which has its timers."""
    journal.at += seconds
    loop = asyncio.get_running_loop()
    now = loop.time
    loop.time = lambda: now() + seconds  # type: ignore[method-assign]


@in_a_loop
async def test_everybody_at_the_table_is_warned_and_sees_the_clock_play() -> None:
    journal = StillJournal()
    async with inside(journal=journal) as hall, guests(hall.url, "Hana", "Ann", "Ben", "Eve") as (host, ann, ben, eve):
        code = await begin(host, ann, ben, sit=False, clock=15, options={"match": "open"})
        await eve.ask("watch", table=code)
        ((seat, until, _since),) = eve.tables[code]["waiting"]["due"]
        assert until == journal.at + 15
        pass_time(journal, 11)
        for person in (host, ann, ben, eve):
            warning = {"type": "clock_warning", "table": code, "seat": seat, "seconds": 4}
            assert await person.message("clock_warning") == warning
        pass_time(journal, 5)
        for person in (host, ann, ben, eve):
            assert (await person.hears(code, "timed_out"))["seat"] == seat
            assert len(person.all("clock_warning")) == 1


@in_a_loop
async def test_anyone_who_was_away_too_often_takes_the_seat_back_from_the_bot() -> None:
    journal = StillJournal()
    async with inside(journal=journal) as hall, guests(hall.url, "Hana", "Ann", "Ben") as (host, ann, ben):
        code = await begin(host, ann, ben, sit=False, clock=15, options={"match": "open", "turn_order": "seat"})
        assert (await refused(ann.do(code, "return"))).reason == "not_away"
        while not host.events(code, "handed_over"):
            struck = len(host.events(code, "timed_out"))
            ((_seat, until, _since),) = host.tables[code]["waiting"]["due"]
            pass_time(journal, until - journal.at)
            await host.until(lambda: len(host.events(code, "timed_out")) > struck)  # noqa: B023  # it is awaited at once
        seat = host.events(code, "handed_over")[0]["seat"]
        away = (ann, ben)[seat]
        assert host.tables[code]["handed"] == [seat]
        await away.do(code, "return")
        assert (await host.hears(code, "took_back"))["seat"] == seat
        assert host.tables[code]["handed"] == []
