"""Evenings in a hall with a calendar of its own, in no time; and a hall that is killed between any two appends."""

import asyncio
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from dicehall.evenings.core.setting import Series
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.evenings.themes.decide import DOORS
from dicehall.evenings.themes.schedule import TOO_LATE, Weekly
from dicehall.evenings.themes.shipped import SHIPPED
from dicehall.evenings.themes.theme import Theme
from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import ignored
from tests.evenings.live.test_tournaments import MortalJournal, Registered
from tests.server.timeless import Listeners, in_no_time

MADRID = "Europe/Madrid"
FRIDAY = Theme(
    title="Friday", welcome="Come in!", game="three_dice", seats=4, look="frost", sounds="dice",
    when=Weekly(at="20:00", zone=MADRID, weekday=4),
)  # fmt: skip
CUP = replace(FRIDAY, title="Cup", tournament=Series(2))


def utc(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


START = utc("2026-11-20T19:00")
MINUTE, HOUR = 60.0, 3600.0


class Open:
    """A hall whose calendar goes by the loop, from a moment on."""

    def __init__(self, journal: MortalJournal, since: float) -> None:
        self.journal = journal
        self.hall = Hall(journal, Listeners(), pace=0.0, acquaintances=Acquaintances(Registered()))
        self.tournaments = Tournaments(self.hall)
        self._since = since - asyncio.get_running_loop().time()
        self.nights = Nights(self.hall, self.tournaments, self.wall)

    def wall(self) -> float:
        return self._since + asyncio.get_running_loop().time()

    async def start(self) -> None:
        await self.hall.start()
        await self.tournaments.start()
        await self.nights.start()
        await self.hall.wake_all()
        await self.tournaments.keep()
        self._task = asyncio.get_running_loop().create_task(self.nights.keep())

    async def until(self, moment: float) -> None:
        await asyncio.sleep(max(0.0, moment - self.wall()))

    def stop(self) -> None:
        self._task.cancel()
        self.nights.stop()
        self.tournaments.stop()
        self.hall.stop()

    @property
    def titles(self) -> list[str]:
        tables = [live.table.night.title for live in self.hall if live.table.night is not None]
        return sorted(tables + [live.tournament.setting.title for live in self.tournaments])


async def opened(journal: MortalJournal | None = None, since: float = START - HOUR) -> Open:
    hall = Open(journal or MortalJournal(), since)
    await hall.start()
    return hall


async def saved(hall: Open, theme: Theme = FRIDAY) -> str:
    key = await hall.nights.save("ann", theme)
    assert isinstance(key, str)
    return key


@in_no_time
async def test_a_table_opens_at_its_time_with_its_words_and_its_look() -> None:
    hall = await opened()
    await saved(hall)
    await hall.until(START - 1)
    assert hall.titles == []
    await hall.until(START + 1)
    [live] = hall.hall
    assert live.table.setting.public
    assert live.table.night is not None
    assert (live.table.night.title, live.table.night.look, live.table.night.host) == ("Friday", "frost", "ann")
    [evening] = hall.nights.programme.evenings
    assert (evening.code, evening.opened) == (live.code, True)
    live.ask("ben", commands.Sit(), ignored)
    await asyncio.sleep(1)
    assert live.table.host == "ben"
    hall.stop()


@in_no_time
async def test_it_comes_again_every_week_at_the_same_local_time() -> None:
    journal = MortalJournal()
    hall = await opened(journal, utc("2026-10-23T17:55"))
    await saved(hall)
    starts = []
    for moment in ("2026-10-23T18:00", "2026-10-30T19:00", "2026-11-06T19:00"):  # the clocks go back on the 25th
        await hall.until(utc(moment) + 1)
        starts.append(hall.nights.programme.evenings[-1].start)
        hall.stop()
        hall = await opened(journal, utc(moment) + 7 * 24 * HOUR - 5 * MINUTE)
    assert starts == [utc("2026-10-23T18:00"), utc("2026-10-30T19:00"), utc("2026-11-06T19:00")]
    hall.stop()


@in_no_time
async def test_n_04_a_tournament_is_there_half_an_hour_before() -> None:
    hall = await opened()
    await saved(hall, CUP)
    await hall.until(START - DOORS + 1)
    [live] = hall.tournaments
    assert live.tournament.host == "ann"
    assert live.tournament.setting.starts == START
    assert live.tournament.setting.night is not None
    assert live.tournament.setting.night.look == "frost"
    hall.stop()


@pytest.mark.parametrize("theme", [FRIDAY, CUP], ids=["table", "tournament"])
@in_no_time
async def test_a_kill_between_any_two_appends_begins_nothing_twice(theme: Theme) -> None:
    for appends in range(6):
        journal = MortalJournal()
        hall = await opened(journal)
        await saved(hall, theme)
        await hall.until(START - DOORS - 1)
        journal.left = appends
        await hall.until(START + MINUTE)
        hall.stop()
        journal.left = None
        hall = await opened(journal, START + 2 * MINUTE)
        await hall.until(START + 10 * MINUTE)
        assert hall.titles == [theme.title], f"after {appends} appends"
        [evening] = hall.nights.programme.evenings
        assert evening.opened
        assert await hall.nights.is_there(evening)
        hall.stop()


@in_no_time
async def test_n_03_a_hall_that_was_down_for_too_long_calls_the_evening_off() -> None:
    journal = MortalJournal()
    hall = await opened(journal)
    await saved(hall)
    hall.stop()
    hall = await opened(journal, START + TOO_LATE + 1)
    await asyncio.sleep(1)
    assert hall.titles == []
    assert [each.title for each in hall.nights.programme.called_off] == ["Friday"]
    hall.stop()


@in_no_time
async def test_n_03_so_does_one_that_died_just_before_it_would_have_opened() -> None:
    journal = MortalJournal()
    hall = await opened(journal)
    await saved(hall)
    await hall.until(START - 1)
    journal.left = 1
    await hall.until(START + 1)
    hall.stop()
    journal.left = None
    hall = await opened(journal, START + TOO_LATE + 1)
    await asyncio.sleep(2)
    assert hall.titles == []
    assert [each.title for each in hall.nights.programme.called_off] == ["Friday"]
    assert hall.nights.programme.to_open == ()
    hall.stop()


@in_no_time
async def test_an_evening_that_the_disk_refuses_begins_when_it_can() -> None:
    hall = await opened()
    await saved(hall)
    await hall.until(START - 1)
    hall.journal.writable = False
    await hall.until(START + MINUTE)
    assert hall.titles == []
    hall.journal.writable = True
    await hall.until(START + 3 * MINUTE)
    assert hall.titles == ["Friday"]
    hall.stop()


@in_no_time
async def test_a_host_with_too_many_tournaments_is_told_why_there_is_none() -> None:
    hall = await opened()
    for _ in range(4):
        await saved(hall, CUP)
    await hall.until(START - DOORS + 5)
    evenings = hall.nights.programme.evenings
    assert [each.opened for each in evenings] == [True, True, True, False]
    assert "3 tournaments" in evenings[-1].refused
    hall.stop()


@in_no_time
async def test_a_removed_theme_does_not_begin() -> None:
    hall = await opened()
    key = await saved(hall)
    assert isinstance(await hall.nights.remove(key, "ben", administrator=False), Refused)
    assert not isinstance(await hall.nights.remove(key, "ann", administrator=False), Refused)
    await hall.until(START + MINUTE)
    assert hall.titles == []
    assert len(hall.nights.programme.themes) == len(SHIPPED)
    hall.stop()


@in_no_time
async def test_the_programme_is_the_same_after_a_restart_and_no_table_is_made_of_it() -> None:
    journal = MortalJournal()
    hall = await opened(journal)
    await saved(hall)
    before = hall.nights.programme
    hall.stop()
    hall = await opened(journal)
    assert hall.nights.programme == before
    assert hall.hall.open_tables == 0
    hall.stop()
