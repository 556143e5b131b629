"""Whole tournaments in a hall, in no time: real tables and bots, and a hall that is killed between any two appends."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from dicehall.evenings.core import commands
from dicehall.evenings.core.commands import AnyCommand
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Setting, Swiss
from dicehall.evenings.core.state import Done, Tournament
from dicehall.evenings.live.tables import opening
from dicehall.evenings.live.tournament import LiveTournament
from dicehall.evenings.live.tournaments import NoTournament, Tournaments
from dicehall.ports import Append, JournalError, Person, hall_log
from dicehall.table.core import commands as at_table
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import ignored
from tests.evenings.kit import Cup
from tests.server.timeless import Listeners, LoopJournal, in_no_time

PEOPLE = ("ann", "ben", "cleo", "dan", "eve")
FORMATS = (Swiss(2), KnockOut(1), Arena(5), Series(2))
STEP = 1.0


class MortalJournal(LoopJournal):
    """After so many appends the hall is dead: nothing more is written, and nobody is answered."""

    left: int | None = None

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        if self.left == 0:
            return
        if self.left is not None:
            self.left -= 1
        super().append(append, done)


class Registered:
    """Everyone has an account."""

    async def by_ids(self, people: Iterable[Who]) -> dict[Who, Person]:
        return {who: Person(who, who, "account") for who in people}


class Evening:
    """A hall with tournaments; the people in it come to their tables, and leave the moves to the clock."""

    def __init__(self, journal: MortalJournal, absent: tuple[Who, ...] = ()) -> None:
        known = Acquaintances(Registered())
        self.journal = journal
        self.hall = Hall(journal, Listeners(), pace=0.0, acquaintances=known)
        self.tournaments = Tournaments(self.hall)
        self.absent = absent

    async def start(self) -> None:
        await self.hall.start()
        await self.tournaments.start()
        await self.hall.wake_all()
        await self.tournaments.keep()

    def stop(self) -> None:
        self.tournaments.stop()
        self.hall.stop()

    async def create(
        self, form: AnyFormat, people: int = 5, bots: int = 0, *, no_bots: bool = False, **other: Any
    ) -> LiveTournament:
        created: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        seats = people if isinstance(form, Series) else 3
        given: dict[str, Any] = {
            "title": "Friday",
            "game": "three_dice",
            "seats": seats,
            "least": 2,
            "format": form,
            "clock": 15,
        }
        setting = Setting(**given | other, bots=not no_bots)
        live = await self.tournaments.create("ann", commands.Create(setting), created.set_result)
        assert live is not None
        assert isinstance(await created, Decided)
        for who in PEOPLE[:people]:
            await self.do(live, who, commands.Enter(f"seed-of-{who}"))
        for _ in range(bots):
            await self.do(live, "ann", commands.AddBot())
        if live.tournament.started is None:
            await self.do(live, "ann", commands.Begin())
        return live

    async def ask(self, live: LiveTournament, who: Who | None, command: AnyCommand) -> Decided | Refused:
        answer: asyncio.Future[Decided | Refused] = asyncio.get_running_loop().create_future()
        live.ask(who, command, answer.set_result)
        return await answer

    async def do(self, live: LiveTournament, who: Who | None, command: AnyCommand) -> None:
        answer = await self.ask(live, who, command)
        assert isinstance(answer, Decided), answer

    def come(self) -> None:
        for live in self.hall:
            if live.table.playing is None and not live.table.settled:
                for seated in live.table.seated:
                    if not seated.ready and seated.who not in self.absent:
                        live.ask(seated.who, at_table.Ready(), ignored)

    async def play(self, live: LiveTournament, most: int = 20_000) -> Tournament:
        """To the end, or until the hall is dead."""
        for _ in range(most):
            if live.tournament.is_over or self.journal.left == 0:
                return live.tournament
            self.come()
            await asyncio.sleep(STEP)
        raise AssertionError("it does not end")


async def check(journal: MortalJournal, tournament: Tournament) -> None:
    """What the tournament says is what its tables have played, each once, with nobody at two tables at a time."""
    assert isinstance(tournament.phase, Done)
    assert tournament.phase.podium
    codes = [table.code for table in tournament.tables()]
    assert len(set(codes)) == len(codes)
    for each in tournament.rounds:
        seated = list(each.entrants)
        assert len(set(seated)) == len(seated)
    for table in tournament.tables():
        assert table.ended is not None
        games = [hall_log.read(body) for body in await journal.records(table.code)]
        results = [game.places for game in games if hasattr(game, "places") and game.places]
        assert results == ([] if len(table.present) < 2 else [table.ended.places])


@in_no_time
async def test_a_bot_plays_for_whoever_does_not_come_also_where_bots_may_not_enter() -> None:
    journal = MortalJournal()
    evening = Evening(journal, absent=("cleo",))
    await evening.start()
    live = await evening.create(Swiss(1), people=3, no_bots=True)
    while not (playing := [each.table.play for each in evening.hall if each.table.play is not None]):
        evening.come()
        await asyncio.sleep(STEP)
    (table,) = live.tournament.tables()
    assert table.no_shows == ("cleo",)
    assert playing[0].replaced == (table.seats.index("cleo"),)
    tournament = await evening.play(live)
    (game,) = [hall_log.read(body) for body in await journal.records(table.code)]
    assert isinstance(game, hall_log.Finished)
    assert not game.rated
    await check(journal, tournament)
    evening.stop()


def test_what_the_clock_does_at_its_end_is_not_for_hosts_of_tournaments_to_choose() -> None:
    """A table that waits for ever would hold up everyone."""
    given = {"title": "Cup", "game": "peril", "seats": 2}
    with pytest.raises(msgspec.ValidationError, match="unknown field `on_timeout`"):
        msgspec.convert(given | {"on_timeout": "wait"}, Setting)
    cup = Cup().create(Swiss(2), "ann", "ben", seats=2).do("host", commands.Begin()).pair()
    drawn = cup.tournament.rounds[0]
    opened = opening("cupcode", cup.tournament, drawn, drawn.tables[0])
    assert opened.setting.on_timeout == "play"


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: type(form).__name__)
@in_no_time
async def test_a_tournament_is_played_to_its_podium(form: AnyFormat) -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await evening.create(form, bots=0 if isinstance(form, Series) else 2)
    await check(evening.journal, await evening.play(live))
    evening.stop()


@in_no_time
async def test_those_who_do_not_come_score_nothing_and_the_others_play() -> None:
    """E: no-shows; after two minutes a bot plays the seat."""
    evening = Evening(MortalJournal(), absent=("eve",))
    await evening.start()
    live = await evening.create(Swiss(1), people=5)
    tournament = await evening.play(live)
    await check(evening.journal, tournament)
    missed = [table for table in tournament.tables() if table.no_shows]
    assert [table.no_shows for table in missed] == [("eve",)]
    evening.stop()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: type(form).__name__)
@in_no_time
async def test_a_kill_between_any_two_appends_loses_nothing_and_plays_nothing_twice(form: AnyFormat) -> None:
    """A few appends at a time, and then the next hall goes on from the journal."""
    journal = MortalJournal()
    evening = Evening(journal)
    await evening.start()
    live = await evening.create(form, people=4)
    tournament, lives = live.tournament, 0
    journal.left = 1
    while not tournament.is_over:
        await evening.play(live)
        evening.stop()
        acknowledged = live.tournament
        journal.left = 1 + lives % 7
        evening = Evening(journal)
        await evening.start()
        live = await evening.tournaments.find(live.code)
        assert live.tournament.version >= acknowledged.version
        tournament = live.tournament
        lives += 1
        assert lives < 3000
    await check(journal, tournament)
    evening.stop()


@in_no_time
async def test_codes_are_found_as_people_type_them() -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await evening.create(Swiss(1))
    typed = f"{live.code[:3].upper()} {live.code[3:]}"
    assert await evening.tournaments.find(typed) is live
    with pytest.raises(NoTournament, match="no tournament"):
        await evening.tournaments.find("cupxxxx")
    evening.stop()


@in_no_time
async def test_a_full_disk_refuses_and_the_tournament_goes_on_later() -> None:
    evening = Evening(MortalJournal())
    await evening.start()
    live = await evening.create(Swiss(1), people=4)
    before = live.tournament
    evening.journal.writable = False
    answer = await evening.ask(live, "ann", commands.Pause())
    assert isinstance(answer, Refused)
    assert answer.reason == "unwritable"
    assert live.tournament is before
    evening.journal.writable = True
    await check(evening.journal, await evening.play(live))
    evening.stop()
