"""The hall itself, in no time: quick tables that wait, codes that run out, and tables that cannot be read back."""

import asyncio

import pytest

from dicehall.table import commands, events
from dicehall.table.draft import Decided, Refused
from dicehall.table.events import Setting, Who
from dicehall.table.hall import Hall, NoTable
from dicehall.table.live import Live
from tests.server.timeless import Evening, Listeners, LoopJournal, in_no_time


class Stuck:
    """Luck that always falls the same."""

    def getrandbits(self, _k: int, /) -> int:
        return 0


async def quick(hall: Hall, who: Who, game: str | None = "peril") -> Live:
    found: asyncio.Future[tuple[Live | None, Decided | Refused]] = asyncio.get_running_loop().create_future()
    hall.quick(who, game, lambda live, answer: found.set_result((live, answer)))
    live, answer = await found
    assert live is not None
    assert isinstance(answer, Decided)
    return live


async def opened(hall: Hall, who: Who = "ann", game: str = "peril") -> Live:
    done: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live = hall.open(who, commands.Open(Setting(game=game, seats=4), bots=("house",)), done.set_result)
    assert isinstance(await done, Decided)
    return live


async def ask(live: Live, who: Who | None, command: commands.AnyCommand) -> Decided | Refused:
    done: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
    live.ask(who, command, done.set_result)
    return await done


@in_no_time
async def test_bots_fill_a_quick_table_up_after_a_wait_that_everybody_sees() -> None:
    evening = Evening()
    live = await quick(evening.hall, "ann")
    fills_at = live.table.fills_at
    assert fills_at == evening.now + 15
    await asyncio.sleep(14.9)
    assert await quick(evening.hall, "ben") is live, "who comes later does not make the first one wait longer"
    assert live.table.fills_at == fills_at
    assert not evening.heard(events.GameStarted)
    await asyncio.sleep(0.2)
    ((at, started),) = evening.heard(events.GameStarted)
    assert (at, started.seats) == (fills_at, ("ann", "ben", "bot:Fox", "bot:Otter"))
    assert await quick(evening.hall, "cid") is not live


@in_no_time
async def test_a_quick_table_that_everybody_has_left_is_closed_and_the_next_gets_a_new_one() -> None:
    evening = Evening()
    live = await quick(evening.hall, "ann")
    assert isinstance(await ask(live, "ann", commands.Leave()), Decided)
    assert evening.listeners.closings == [live.code]
    other = await quick(evening.hall, "ben", None)
    assert other is not live
    assert [chair.who for chair in other.table.chairs] == ["ben"]


@in_no_time
async def test_a_quick_table_goes_on_waiting_after_a_restart() -> None:
    evening = Evening()
    live = await quick(evening.hall, "ann")
    await asyncio.sleep(5)
    evening.hall.stop()
    again = Hall(evening.journal, Listeners(), pace=0.0)
    await again.wake_all()
    assert (await quick(again, "ben")).code == live.code
    await asyncio.sleep(10)
    play = again.find(live.code).table.playing
    assert play is not None
    assert play.seats[:2] == ("ann", "ben")


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
    assert len(hall.journal.records(live.code)) == 1
    assert isinstance(await ask(live, "ann", commands.Close()), Decided)
    assert (await opened(hall, "ben")).code != live.code


@in_no_time
async def test_a_table_that_this_program_cannot_read_is_named_and_the_others_go_on() -> None:
    """Such as one that was written by a later program."""
    evening = Evening()
    torn, whole = await opened(evening.hall), await opened(evening.hall)
    evening.journal._bodies[torn.code] = [
        (last, body.replace(b'"sat"', b'"levitated"')) for last, body in evening.journal._bodies[torn.code]
    ]
    evening.hall.stop()
    again = Hall(evening.journal, Listeners())
    await again.wake_all()
    assert again.find(whole.code).table == whole.table
    with pytest.raises(NoTable, match=f"Table {torn.code.upper()} cannot be read back"):
        again.find(torn.code)
    assert list(again.damaged) == [torn.code]
