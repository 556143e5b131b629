"""Every game is counted once, whatever crashes, and all of them to the same rows when they are counted again."""

import asyncio
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, MetaData, event

from dicehall.ports import Finished, Journal, JournalError
from dicehall.ports.hall_log import LeaderboardReset
from dicehall.ports.hall_log import write as written
from dicehall.store.files.schema import PROJECTED, counted
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.results import counting
from tests.kit.scale import scaled
from tests.store.evenings import ANN, BEN, CLEO, DAN, Hall, busy_evening, game
from tests.store.halls import entry, program, run


@pytest.fixture
def disk_hall(new_folder: Path) -> Iterator[Hall]:
    with closing(Hall(new_folder)) as hall:
        yield hall


# The tables


def test_the_migrations_make_the_tables_that_are_counted_into(hall: Hall) -> None:
    def differences(connection: Connection) -> list[Any]:
        ours = {table.name for table in (*PROJECTED, counted)}
        only_ours = {"include_name": lambda name, kind, _: kind != "table" or name in ours}
        wanted = MetaData()
        for table in (*PROJECTED, counted):
            table.to_metadata(wanted)
        return list(compare_metadata(MigrationContext.configure(connection, opts=only_ours), wanted))

    assert hall.database.write_now(differences) == []


# Counted again


HARMS = (
    [f"DELETE FROM {table.name}" for table in (*PROJECTED, counted)],
    ["DELETE FROM counted"],
    *([f"DELETE FROM {table.name}"] for table in PROJECTED),
    ["DELETE FROM seats WHERE seat = 1"],
    ["UPDATE counted SET edition = 0"],
    ["UPDATE counted SET number = number + 1"],
    ["UPDATE counted SET seal = 0"],
)


def test_results_that_were_deleted_are_counted_again_to_the_same_rows(hall: Hall) -> None:
    busy_evening(hall)
    hall.counts()
    before = hall.dump()
    assert all(before), "there is something in every table"
    for harm in HARMS:
        hall.executes(*harm)
        assert hall.dump() != before, harm
        hall.opens_again()
        hall.counts()
        assert hall.dump() == before, harm


def test_a_hall_that_is_opened_again_counts_only_what_is_new(disk_hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    hall = disk_hall
    busy_evening(hall)
    hall.counts()
    before = hall.dump()
    hall.executes("UPDATE played SET ended = -1 WHERE number = 1")
    caplog.clear()
    hall.opens_again()
    hall.counts()
    assert [row[4] for row in hall.dump()[1]][:1] == [-1], "the rows that were there have not been touched"
    assert not [record for record in caplog.records if record.name.startswith("dicehall")]
    hall.executes("UPDATE played SET ended = 1001 WHERE number = 1")
    assert hall.dump() == before


def test_results_that_do_not_belong_to_the_hall_log_are_counted_again(hall: Hall) -> None:
    """As after a backup of one of the two files was put in place."""
    hall.counts(game([1, 2]), game([1, 2]), game([1, 2]))
    for other in ([], [game([2, 1])], [game([2, 1])] * 3, [game([2, 1])] * 5):
        hall.journal, hall.versions = MemoryJournal(), defaultdict(int)
        hall.ends(*other)
        hall.opens_again()
        hall.counts()
        with closing(Hall()) as fresh:
            fresh.counts(*other)
            assert hall.dump() == fresh.dump()


def test_much_is_counted_in_batches_and_others_get_their_turn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "BREATH", 0)
    games = counting.BATCH * 2 + 7
    hall.ends(*[game([1, 2])] * games)
    hall.opens_again()
    behind = [hall.results.is_behind]
    seen: set[int] = set()

    async def meanwhile() -> None:
        catching_up = asyncio.create_task(hall.results.catch_up())
        while not catching_up.done():
            seen.add((await hall.results.tallies(ANN))[""].won if await hall.results.tallies(ANN) else 0)
            assert len(hall.results.counting.waiting) <= counting.BATCH
            await asyncio.sleep(0)
        await catching_up

    run(meanwhile())
    assert hall.tally(ANN).won == games
    assert [*behind, hall.results.is_behind] == [True, False]
    assert seen >= {0, counting.BATCH}


@pytest.mark.parametrize(("new", "behind"), [(0, False), (counting.SLICE - 1, False), (counting.SLICE, True)])
def test_a_hall_that_opens_is_behind_where_there_is_more_to_count_than_a_little(
    hall: Hall, new: int, behind: bool
) -> None:
    hall.ends(*[game([1, 2])] * new)
    hall.opens_again()
    assert hall.results.is_behind == behind
    hall.counts()
    assert not hall.results.is_behind


def test_a_hall_is_behind_until_the_last_batch(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "BREATH", 0)
    write_to_disk, behind = hall.database.write, []

    async def noting_write(*work: Any, **turn: Any) -> Any:
        behind.append(hall.results.is_behind)
        return await write_to_disk(*work, **turn)

    monkeypatch.setattr(hall.database, "write", noting_write)
    hall.counts(*[game([1, 2])] * (counting.BATCH + 1))
    assert behind == [True, False]


outcome = st.lists(st.integers(1, 3), min_size=2, max_size=4).flatmap(
    lambda places: st.builds(
        lambda left, broken, name: game(
            () if broken else places, name, seats=(ANN, BEN, CLEO, DAN)[: len(places)], left=tuple(left)
        ),
        st.sets(st.integers(0, len(places) - 1), max_size=2), st.booleans(), st.sampled_from(["peril", "bluff"]),
    )
)  # fmt: skip


@settings(max_examples=scaled(12))
@given(st.lists(outcome, max_size=12), st.lists(st.integers(0, 12), max_size=3))
def test_it_makes_no_difference_in_how_many_batches_games_are_counted(games: list[Finished], cuts: list[int]) -> None:
    with closing(Hall()) as at_once, closing(Hall()) as in_parts:
        at_once.counts(*games)
        for begin, end in pairwise([0, *sorted(cuts), len(games)]):
            in_parts.counts(*games[begin:end])
        assert at_once.dump() == in_parts.dump()
        for who in (ANN, BEN, CLEO, DAN):
            assert_counted_by_hand(at_once, who, games)


def assert_counted_by_hand(hall: Hall, who: str, games: list[Finished]) -> None:
    won = lost = 0
    for ended in games:
        if who in ended.seats:
            seat = ended.seats.index(who)
            won += bool(ended.places) and ended.places[seat] == 1 and seat not in ended.left
            lost += seat in ended.left or (bool(ended.places) and ended.places[seat] != 1)
    tally = run(hall.results.tallies(who)).get("")
    assert (won, lost) == ((tally.won, tally.lost) if tally else (0, 0))


# Exactly once


async def won_by(hall: Hall, who: str, game: str) -> int:
    return (await hall.results.won([who])).get(who, {}).get(game, 0)


def games_won(hall: Hall, who: str, game: str) -> int:
    return run(won_by(hall, who, game))


def test_games_won_are_known_as_soon_as_a_game_is_durable_and_never_twice(disk_hall: Hall) -> None:
    hall = disk_hall
    won = []

    async def evening() -> None:
        keeping_up = asyncio.create_task(hall.results.keep_up())
        for number in range(1, 21):
            await ends(hall.journal, game([1, 2], "bluff" if number % 2 else "peril"), number - 1)
            hall.results.game_finished("oak", game([1, 2]))
            for _ in range(number):
                won.append((number, await won_by(hall, ANN, "bluff"), await won_by(hall, BEN, "bluff")))
                await asyncio.sleep(0.001)
        keeping_up.cancel()

    run(evening())
    assert won == [(number, (number + 1) // 2, 0) for number in range(1, 21) for _ in range(number)]
    hall.counts()
    assert hall.tally(ANN, "bluff").won == 10
    assert games_won(hall, ANN, "bluff") == 10


async def ends(journal: Journal, ended: Finished, version: int, table: str = "oak") -> None:
    done: asyncio.Future[JournalError | None] = asyncio.get_running_loop().create_future()
    journal.append(entry(table, version, record=written(ended)), done.set_result)
    assert await done is None


def test_a_reset_counts_for_games_won_as_soon_as_it_is_told(hall: Hall) -> None:
    hall.counts(game([1, 2]), game([1, 2], "bluff"))
    hall.notes(LeaderboardReset(1.0, None, "bluff"))
    hall.results.notify()
    assert (games_won(hall, ANN, "bluff"), games_won(hall, ANN, "peril")) == (0, 1)
    hall.ends(game([1, 2], "bluff"))
    hall.results.game_finished("oak", game([1, 2]))
    assert games_won(hall, ANN, "bluff") == 1
    hall.counts()
    assert (games_won(hall, ANN, "bluff"), hall.tally(ANN, "bluff").won, hall.tally(ANN).won) == (1, 1, 2)


class PowerCut(Exception):
    """In the middle of a transaction."""


class Fuse:
    """Blows after so many statements."""

    def __init__(self, hall: Hall) -> None:
        self.left = 0
        hall.database.write_now(lambda connection: event.listen(connection, "after_cursor_execute", self.burn))

    def burn(self, *_: Any) -> None:
        self.left -= 1
        if self.left == 0:
            raise PowerCut


@pytest.mark.parametrize("restarts", [False, True])
def test_a_crash_after_any_statement_leaves_nothing_behind_and_the_next_try_counts_exactly(
    sqlite_hall: Hall, restarts: bool
) -> None:
    hall = sqlite_hall
    with closing(Hall()) as whole:
        busy_evening(whole)
        whole.counts()
        expected = whole.dump()
    busy_evening(hall)
    empty, fuse, crashes = hall.dump(), Fuse(hall), 0
    while hall.dump() == empty:
        fuse.left = crashes = crashes + 1
        try:
            hall.counts()
        except PowerCut:
            assert hall.dump() == empty
        fuse.left = 0
        if restarts:
            hall.opens_again()
    assert crashes > 20
    assert hall.dump() == expected


KILLED = """
import asyncio, sys, time
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from dicehall.store.results import counting
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.results.disk import DiskResults

records = count(1)
counting.BATCH = 7
counting.time = SimpleNamespace(sleep=lambda _: next(records) > 10 and time.sleep(3600))  # in the second batch
folder = Path(sys.argv[1])
results = DiskResults(Database(folder), DiskJournal(folder))
print("counting", flush=True)
asyncio.run(results.catch_up())
"""


def test_a_hall_that_is_killed_while_it_counts_has_exact_figures_afterwards(tmp_path: Path) -> None:
    with closing(Hall(tmp_path)) as hall:
        for _ in range(4):
            busy_evening(hall)
    with closing(Hall()) as whole:
        for _ in range(4):
            busy_evening(whole)
        whole.counts()
        expected = whole.dump()
    places: list[int] = []
    for _ in range(3):
        process = program(KILLED, tmp_path)
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        while place(tmp_path) in (0, *places[-1:]) and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        places.append(place(tmp_path))
    assert 0 < places[0] < expected[-1][0][1], "it was killed half-way"
    assert places == sorted(set(places)), "and each time it went on from where it was"
    with closing(Hall(tmp_path)) as hall:
        hall.counts()
        assert hall.dump() == expected


def place(folder: Path) -> int:
    """How far the results in this folder are counted."""
    with closing(sqlite3.connect(folder / "people.db")) as database:
        [(number,)] = database.execute("SELECT number FROM counted")
    assert isinstance(number, int)
    return number


def test_a_disk_that_cannot_be_written_is_complained_about_once_and_loses_nothing(
    disk_hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, tries = disk_hall, 0
    monkeypatch.setattr(counting, "PAUSE", 0.01)
    hall.ends(game([1, 2]))
    write_to_disk = hall.database.write

    async def counted_write(*work: Any, **turn: Any) -> Any:
        nonlocal tries
        tries += 1
        return await write_to_disk(*work, **turn)

    async def evening(people: Path) -> None:
        keeping_up = asyncio.create_task(hall.results.keep_up())
        with closing(sqlite3.connect(people, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            while tries < 3:
                await asyncio.sleep(0.01)
            assert await won_by(hall, ANN, "peril") == 1, "it is known all the same"
        while not await hall.results.tallies(ANN):
            await asyncio.sleep(0.01)
        keeping_up.cancel()

    monkeypatch.setattr(hall.database, "write", counted_write)
    assert hall.folder is not None
    run(evening(hall.folder / "people.db"))
    complaints = [record.getMessage() for record in caplog.records]
    assert len(complaints) == 1
    assert "not being counted at the moment" in complaints[0]
    assert hall.tally(ANN).won == 1


def test_a_fault_while_counting_stops_neither_the_hall_nor_the_counting(
    hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "PAUSE", 0.001)
    hall_log, faults = hall.journal.hall_log, 0

    def damaged(after: int, most: int) -> Any:
        nonlocal faults
        faults += 1
        if faults < 5:
            raise sqlite3.DatabaseError("database disk image is malformed")
        return hall_log(after, most)

    async def evening() -> None:
        hall.results.game_finished("oak", game([1, 2]))
        keeping_up = asyncio.create_task(hall.results.keep_up())
        while not await hall.results.tallies(ANN):
            await asyncio.sleep(0.001)
        keeping_up.cancel()

    hall.ends(game([1, 2]))
    monkeypatch.setattr(hall.journal, "hall_log", damaged)
    run(evening())
    assert hall.tally(ANN).won == 1
    assert [record.getMessage() for record in caplog.records] == [
        "results are not being counted at the moment: database disk image is malformed"
    ]


def test_results_that_are_deleted_under_a_running_hall_are_missed(hall: Hall) -> None:
    hall.counts(game([1, 2]))
    hall.executes("DELETE FROM counted")
    with pytest.raises(JournalError, match="restart it"):
        hall.counts(game([1, 2]))
    hall.opens_again()
    hall.counts()
    assert hall.tally(ANN).won == 2
