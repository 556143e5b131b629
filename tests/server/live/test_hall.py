"""The hall itself, in no time: quick tables that wait, codes that run out, and tables that cannot be read back."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from dicehall.table.core import commands, events
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.live.clock import LAST_CALL
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.services import TableChange
from dicehall.table.live.table import LiveTable
from tests.server.inside import inside
from tests.server.kit import guests, in_a_loop
from tests.server.timeless import Listeners, LoopJournal, OneTable, awake, in_no_time, reopened


class Stuck:
    """Luck that always falls the same."""

    def getrandbits(self, _k: int, /) -> int:
        return 0


async def quick(
    hall: Hall, who: Who, game: str | None = "peril", seed: str = "", *, seats: int | None = None, bots: bool = True
) -> LiveTable:
    found: asyncio.Future[tuple[LiveTable | None, Decided | Refused]] = asyncio.get_running_loop().create_future()
    await hall.quick(who, game, lambda live, answer: found.set_result((live, answer)), seed, seats=seats, bots=bots)
    live, answer = await found
    assert live is not None
    assert isinstance(answer, Decided)
    return live


async def opened(hall: Hall, who: Who = "ann", game: str = "peril") -> LiveTable:
    done: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live = await hall.open(who, commands.Open(Setting(game=game, seats=4), bots=("normal",)), done.set_result)
    assert isinstance(await done, Decided)
    return live


async def ask(live: LiveTable, who: Who | None, command: commands.AnyCommand) -> Decided | Refused:
    done: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, done.set_result)
    return await done


@in_no_time
async def test_bots_fill_a_quick_table_up_after_a_wait_that_everybody_sees() -> None:
    evening = OneTable()
    live = await quick(evening.hall, "ann")
    fills_at = live.table.fills_at
    assert fills_at == evening.now + 15
    await asyncio.sleep(14.9)
    assert await quick(evening.hall, "ben") is live, "who comes later does not make the first one wait longer"
    assert live.table.fills_at == fills_at
    assert not evening.heard(events.GameStarted)
    await asyncio.sleep(0.2)
    ((at, started),) = evening.heard(events.GameStarted)
    assert (at, started.seats) == (fills_at + LAST_CALL, ("ann", "ben", "bot:Fox", "bot:Otter"))
    assert await quick(evening.hall, "cid") is not live


@in_no_time
async def test_who_opens_a_quick_table_by_asking_mixes_nothing_in_for_it_was_not_bound_yet_h_04() -> None:
    listeners = Listeners()
    hall = Hall(LoopJournal(), listeners, luck=Random(2), pace=0.0)
    live, together = await asyncio.gather(quick(hall, "ann", seed="anns"), quick(hall, "ben", seed="bens"))
    assert live is together is await quick(hall, "cid", seed="cids")
    assert isinstance(await ask(live, "cid", commands.Hurry()), Decided)
    [started] = [event for _, told in listeners.told_at for event in told if isinstance(event, events.GameStarted)]
    assert started.seats[:3] == ("ann", "ben", "cid")
    assert started.client_seeds == ("", "", "cids", ""), "only Cid has seen the commitment before"
    hall.stop()


@in_no_time
async def test_a_quick_table_that_everybody_has_left_is_closed_and_the_next_gets_a_new_one() -> None:
    evening = OneTable()
    live = await quick(evening.hall, "ann")
    assert isinstance(await ask(live, "ann", commands.Leave()), Decided)
    assert evening.listeners.closings == [live.code]
    other = await quick(evening.hall, "ben", None)
    assert other is not live
    assert [occupant.who for occupant in other.table.seated] == ["ben"]


@in_no_time
async def test_a_quick_table_goes_on_waiting_after_a_restart() -> None:
    evening = OneTable()
    live = await quick(evening.hall, "ann")
    await asyncio.sleep(5)
    evening.hall.stop()
    again = await reopened(evening.journal, Listeners(), pace=0.0)
    await again.wake_all()
    assert (await quick(again, "ben")).code == live.code
    await asyncio.sleep(10 + 2 * LAST_CALL)
    play = again.find(live.code).table.playing
    assert play is not None
    assert play.seats[:2] == ("ann", "ben")


@in_no_time
async def test_people_meet_only_at_a_quick_table_of_the_kind_they_asked_for() -> None:
    hall = OneTable().hall
    kinds: list[tuple[int | None, bool]] = [(None, True), (2, True), (None, False), (2, False)]
    tables = [await quick(hall, f"first {seats} {bots}", seats=seats, bots=bots) for seats, bots in kinds]
    assert len({live.code for live in tables}) == 4
    assert [live.table.setting.seats for live in tables] == [4, 2, 4, 2]
    for (seats, bots), live in zip(kinds, tables, strict=True):
        assert await quick(hall, f"second {seats} {bots}", None, seats=seats, bots=bots) is live
    assert [live.table.playing is not None for live in tables] == [False, True, False, True]


@in_no_time
async def test_a_quick_table_for_people_goes_on_waiting_after_a_restart() -> None:
    evening = OneTable()
    live = await quick(evening.hall, "ann", seats=2, bots=False)
    evening.hall.stop()
    again = await reopened(evening.journal, Listeners(), pace=0.0)
    await again.wake_all()
    assert (await quick(again, "ben", seats=2, bots=False)).code == live.code


@in_no_time
async def test_nobody_is_sent_to_people_who_have_gone_away() -> None:
    evening = OneTable()
    live = await quick(evening.hall, "ann", bots=False)
    live.enter("ann")
    await asyncio.sleep(60)
    assert await quick(evening.hall, "ben", bots=False) is live
    live.exit("ann")
    await asyncio.sleep(60)
    other = await quick(evening.hall, "cid", bots=False)
    assert [occupant.who for occupant in other.table.seated] == ["cid"]


@in_no_time
async def test_when_short_codes_run_out_they_get_longer() -> None:
    hall = Hall(LoopJournal(), Listeners(), luck=Stuck())
    codes = [(await opened(hall)).code for _ in range(3)]
    assert codes == ["baba", "bababa", "babababa"]


@in_no_time
async def test_a_code_under_which_games_are_kept_is_not_given_to_other_people() -> None:
    """They would find the records of strangers at their table."""
    hall = Hall(LoopJournal(), Listeners(), luck=Stuck(), pace=0.0)
    live = await opened(hall, game="three_dice")
    assert isinstance(await ask(live, "ann", commands.Start()), Decided)
    assert isinstance(await ask(live, "ann", commands.Stand()), Decided)
    assert len(await hall.journal.records(live.code)) == 1
    assert isinstance(await ask(live, "ann", commands.Close()), Decided)
    assert (await opened(hall, "ben")).code != live.code


@in_no_time
async def test_a_table_that_this_program_cannot_read_is_named_and_the_others_go_on() -> None:
    """Such as one that was written by a later program."""
    evening = OneTable()
    torn, whole = await opened(evening.hall), await opened(evening.hall)
    evening.journal._bodies[torn.code] = [
        (last, body.replace(b'"sat"', b'"levitated"')) for last, body in evening.journal._bodies[torn.code]
    ]
    evening.hall.stop()
    again = await reopened(evening.journal, Listeners())
    await again.wake_all()
    assert again.find(whole.code).table == whole.table
    with pytest.raises(NoTable, match=f"Table {torn.code.upper()} cannot be read back"):
        again.find(torn.code)
    assert list(again.damaged) == [torn.code]


@in_no_time
async def test_a_client_that_was_away_hears_what_a_snapshot_has_skipped() -> None:
    evening = OneTable()
    live = await opened(evening.hall)
    known = live.table.version
    for _ in range(40):
        await ask(live, "ann", commands.Lock())
        await ask(live, "ann", commands.Unlock())
    told, missed = live.since(known)
    assert (len(told), missed) == (80, False)
    evening.hall.stop()
    assert (await evening.journal.load(live.code)).version > known, "there is a snapshot in between"
    again = await reopened(evening.journal, Listeners())
    found = await awake(again, live.code)
    assert found.has_events_since(live.table.version - 1)
    assert not found.has_events_since(known)
    await asyncio.gather(found.read_back(), found.read_back())
    assert found.since(known) == (told, False)
    assert found.since(live.table.version - 1) == (told[-1:], False)


@in_no_time
async def test_a_client_that_was_away_for_very_long_is_told_that_it_missed_something() -> None:
    live = await opened(OneTable().hall)
    known = live.table.version
    for _ in range(60):
        await ask(live, "ann", commands.Lock())
        await ask(live, "ann", commands.Unlock())
    told, missed = live.since(known)
    assert (len(told), missed) == (100, True)


@in_no_time
async def test_a_table_that_someone_else_moved_on_catches_up_and_its_bots_go_on() -> None:
    evening = OneTable()
    live = await opened(evening.hall)
    elsewhere = await awake(await reopened(evening.journal, Listeners(), pace=0.0), live.code)
    assert isinstance(await ask(elsewhere, "ann", commands.Start()), Decided)
    elsewhere.stop()
    assert isinstance(await ask(live, "ann", commands.Lock()), Decided)
    assert live.table.locked
    assert live.table.playing is not None
    assert evening.heard(events.GameStarted), "what the other did is told here"


@in_no_time
async def test_a_table_that_someone_else_closed_is_closed_here_as_well() -> None:
    evening = OneTable()
    live = await opened(evening.hall)
    elsewhere = await awake(await reopened(evening.journal, Listeners()), live.code)
    assert isinstance(await ask(elsewhere, "ann", commands.Close()), Decided)
    answer = await ask(live, "ann", commands.Lock())
    assert isinstance(answer, Refused)
    assert answer.reason == "closed"
    assert evening.listeners.closings == [live.code]
    with pytest.raises(NoTable):
        evening.hall.find(live.code)


@in_no_time
async def test_who_asks_is_answered_even_if_telling_the_others_fails() -> None:
    class Deaf(Listeners):
        def told(self, live: LiveTable, update: TableChange) -> None:
            raise RuntimeError("nobody listens")

    hall = Hall(LoopJournal(), Deaf(), pace=0.0)
    live = await opened(hall)
    assert isinstance(await ask(live, "ann", commands.Lock()), Decided)
    assert live.table.locked


@in_no_time
async def test_bots_rest_in_a_match_without_end_that_nobody_sees() -> None:
    evening = OneTable(pace=0.8)
    done: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    setting = Setting(game="mindroll", seats=4, options={"match": "open"})
    live = await evening.hall.open("ann", commands.Open(setting, sit=False, bots=("normal",) * 3), done.set_result)
    assert isinstance(await done, Decided)
    assert isinstance(await ask(live, "ann", commands.Start()), Decided)
    version = live.table.version
    await asyncio.sleep(60)
    assert live.table.version == version
    live.enter("ann")
    await asyncio.sleep(10)
    assert live.table.version > version
    live.exit("ann")
    await asyncio.sleep(49 * 60 * 60)
    assert evening.listeners.closings == [live.code], "and in the end the table is closed"


# What is closed is gone


@contextmanager
def uncollected() -> Iterator[None]:
    """What is in a cycle stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@in_no_time
@pytest.mark.parametrize("game", ["peril", "three_dice"])
async def test_a_closed_table_is_gone_without_the_collector(game: str) -> None:
    evening = await OneTable().open("ann", "ben", game=game, clock=60, bots=("normal",))
    await asyncio.sleep(45)
    assert evening.listeners.warnings, "its clock has run"
    with uncollected():
        table = weakref.ref(evening.live)
        await evening.do("ann", commands.Close())
        del evening.live
        await asyncio.sleep(60)  # bots who were about to move find nothing to do
        assert table() is None


@in_a_loop
async def test_nothing_of_a_table_is_left_with_those_who_have_watched_it() -> None:
    async with inside() as hall, guests(hall.url, "Ann", "Ben", "Cid") as (ann, ben, cid):
        await cid.ask("enter_hall")
        code = await ann.open("peril", bots=["normal"])
        await ben.join(code)
        await cid.ask("watch", table=code)
        await cid.ask("say", table=code, text="Good luck!")
        await ann.do(code, "start")
        await cid.message("listed")
        with uncollected():
            table = weakref.ref(hall.parts.hall.find(code))
            await ann.do(code, "close")
            await cid.message("unlisted")
            await cid.catch_up()
            assert table() is None
