"""A hall that moves from its folder into PostgreSQL: everything is there, or nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, text

from dicehall.ports import JournalError
from dicehall.store.files.database import Database
from dicehall.store.files.schema import PROJECTED, metadata
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.marks import DiskMarks
from dicehall.store.postgres import move_in as moving
from dicehall.store.postgres.connection import Connection
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.marks import SharedMarks
from dicehall.store.postgres.move_in import move_in
from dicehall.store.postgres.moved_tables import MovedTable
from dicehall.store.results.disk import DiskResults
from tests.engines.postgresql import PostgreSQL
from tests.kit import forked
from tests.store.halls import entry, lasting_loop, run
from tests.store.postgres.busy_hall import KEY, SECRET, busy_hall
from tests.store.postgres.nodes import node
from tests.upgrade.kit import HALLS, copied


@pytest.fixture
def url(postgresql: PostgreSQL) -> str:
    return postgresql.new_database()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return busy_hall(tmp_path)


def is_empty(url: str) -> bool:
    """As it was before: a new hall can be made there."""
    with closing(PostgresDatabase(url)) as database:
        return not any(database.read_now(select(table)) for table in metadata.sorted_tables)


def test_everything_is_there_afterwards(data: Path, url: str) -> None:
    with closing(sqlite3.connect(data / "journal.db")) as file:
        (seconds,) = file.execute("SELECT value FROM meta WHERE key = 'hall time'").fetchone()
    assert move_in(data, url) > 100
    with closing(DiskJournal(data)) as before, closing(Database(data)) as files, lasting_loop():

        async def compare() -> None:
            async with node(url) as there:
                after = there.journal
                heads = await before.heads()
                assert sorted(await after.heads()) == sorted(heads)
                for table, *_ in heads:
                    assert await after.load(table) == await before.load(table)
                    assert await after.bodies(table) == await before.bodies(table)
                    assert await after.seed(table) == before.reader.seed(table)
                    assert await after.records(table) == await before.records(table)
                assert await after.hall_log(0, 1000) == await before.hall_log(0, 1000)
                assert await after.public_log(0, 1000) == await before.public_log(0, 1000) != []
                assert after.now >= seconds > 0
                last = await after.last_logged()
                await after.sign_with(KEY)
                assert await after.last_logged() == last, "it is the same log, and nothing has interrupted it"
                assert await there.append(entry("ash", 4)) is None, "and it goes on from there"

        run(compare())
        with closing(PostgresDatabase(url)) as there:
            for table in (*metadata.sorted_tables, *PROJECTED):
                if table.name not in ("marks", "chores"):
                    assert sorted(map(repr, there.read_now(select(table)))) == sorted(
                        map(repr, files.read_now(select(table)))
                    )
            people = DiskPeople(there)
            with closing(DiskAccounts(there, people)) as accounts:
                ada = run(accounts.log_in("ADA", SECRET))
            assert ada is not None
            assert run(people.say("ash", "all", ada.id, "here I am")).number == 2
            assert SharedMarks(there).head_keys == DiskMarks(files).head_keys
            results = DiskResults(there, before)
            run(results.start())
            assert run(results.tallies("p-ann")) == run(DiskResults(files, before).tallies("p-ann"))


@pytest.mark.parametrize("folder", sorted(each.name for each in HALLS.iterdir()))
def test_halls_of_earlier_versions_move_too(folder: str, tmp_path: Path, url: str) -> None:
    old = copied(folder, tmp_path)
    move_in(old.data, url)
    with closing(PostgresDatabase(url)) as there:
        names = {name for (name,) in there.read_now(text("SELECT name FROM people"))}
    assert {person["name"] for person in old.people} <= names | {"someone", "somebody"}


def test_a_database_with_a_hall_in_it_is_refused_and_stays_as_it_is(data: Path, url: str) -> None:
    with closing(PostgresDatabase(url)) as there:
        ada, _ = run(DiskPeople(there).welcome("Ada"))
        with pytest.raises(JournalError, match="this database is not empty"):
            move_in(data, url)
        assert run(DiskPeople(there).by_id(ada.id)) == ada


def test_the_command_says_how_much_has_moved_or_why_nothing_has(data: Path, url: str) -> None:
    moved, again = (forked.run("move-in", str(data), url) for _ in range(2))
    assert (moved.returncode, again.returncode) == (0, 2), moved.stderr
    assert "are in the database, compared one by one" in moved.stdout
    assert "this database is not empty" in again.stderr


def test_a_hall_that_is_open_is_refused(data: Path, url: str) -> None:
    with closing(DiskJournal(data)), pytest.raises(JournalError, match="is in use by another hall"):
        move_in(data, url)
    assert is_empty(url)


def test_a_folder_without_a_hall_is_refused_and_stays_empty(tmp_path: Path, url: str) -> None:
    with pytest.raises(JournalError, match="is missing: name the folder of a hall"):
        move_in(tmp_path, url)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "harm", "said"),
    [
        ("journal.db", "INSERT INTO meta VALUES ('restored', 1.0)", "open it once and close it"),
        ("people.db", "INSERT INTO marks VALUES ('ash', 99, x'00', 1.0, x'00')", "open it once and close it"),
        ("people.db", "UPDATE people SET name = CAST(x'41ff' AS TEXT)", "nothing was moved"),
        ("people.db", "UPDATE people SET name = 'A' || char(0)", "nothing was moved"),
        ("people.db", "UPDATE lines SET number = 'one'", "nothing was moved"),
    ],
)
def test_a_hall_that_cannot_move_as_it_is_stays_where_it_is(
    data: Path, url: str, name: str, harm: str, said: str
) -> None:
    with closing(sqlite3.connect(data / name)) as file, file:
        file.execute(harm)
    with pytest.raises(JournalError, match=said):
        move_in(data, url)
    assert is_empty(url)


def test_what_is_not_the_same_over_there_does_not_count(data: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that gets lost on the way is noticed."""
    copy = moving._copy

    async def careless(there: Connection, table: MovedTable, file: sqlite3.Connection) -> int:
        count = await copy(there, table, file)
        if table.name == "lines":
            await there.execute("DELETE FROM people.lines")
        return count

    monkeypatch.setattr(moving, "_copy", careless)
    with pytest.raises(JournalError, match="the table lines is not the same"):
        move_in(data, url)
    assert is_empty(url)


def test_a_database_that_is_away_is_told(data: Path, postgresql: PostgreSQL) -> None:
    with pytest.raises(JournalError, match="nothing was moved"):
        move_in(data, postgresql.url("nowhere"))
