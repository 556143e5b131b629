"""The file of people and results: kept up to date, mistrusted when it is opened, and whole whatever happens."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from dicehall.ports import JournalError, Unwritable
from dicehall.store.files.database import Database
from dicehall.store.files.schema import claims, metadata, sign_ins
from dicehall.store.files.upgrade import MIGRATIONS, revisions
from dicehall.store.people.disk import DiskPeople
from tests.store.halls import output, run


@pytest.fixture(params=["disk", "memory"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path if request.param == "disk" else None)) as opened:
        yield opened


def note(secret: bytes) -> Callable[[Connection], None]:
    """Something small to write."""

    def work(connection: Connection) -> None:
        connection.execute(insert(claims).values(secret=secret, created=0.0))

    return work


def noted(database: Database) -> set[bytes]:
    return {secret for (secret,) in database.read_now(select(claims.c.secret))}


# Reading and writing.


def test_long_questions_find_what_is_written_one_after_another(database: Database) -> None:
    async def asking() -> list[list[bytes]]:
        await database.write(note(b"one"))
        answers = await asyncio.gather(*(database.read_slowly(select(claims.c.secret)) for _ in range(3)))
        return [[secret for (secret,) in rows] for rows in answers]

    assert run(asking()) == [[b"one"]] * 3


def test_a_long_question_that_cannot_be_answered_says_so(database: Database) -> None:
    with pytest.raises(JournalError, match=r"cannot be read .*no such table: dragons"):
        run(database.read_slowly(text("SELECT * FROM dragons")))


def test_what_is_written_can_be_read_at_once(database: Database) -> None:
    run(database.write(note(b"one")))
    database.write_now(note(b"two"))
    assert noted(database) == {b"one", b"two"}


def test_a_write_gives_back_what_its_work_does(database: Database) -> None:
    assert run(database.write(lambda connection: connection.execute(text("SELECT 7")).scalar())) == 7


def test_work_that_fails_leaves_nothing_behind(database: Database) -> None:
    def fails(connection: Connection) -> None:
        note(b"half")(connection)
        raise LookupError("changed my mind")

    for _ in range(2):
        with pytest.raises(LookupError, match="changed my mind"):
            run(database.write(fails))
    with pytest.raises(IntegrityError):
        run(database.write(lambda connection: [note(b"twice")(connection) for _ in range(2)]))
    run(database.write(note(b"whole")))
    assert noted(database) == {b"whole"}


def test_writes_come_one_after_the_other(database: Database) -> None:
    def count(connection: Connection) -> None:
        seen = len(connection.execute(select(claims)).all())
        connection.execute(insert(claims).values(secret=b"%d" % seen, created=0.0))

    async def together() -> None:
        await asyncio.gather(*(database.write(count) for _ in range(20)))

    run(together())
    assert noted(database) == {b"%d" % number for number in range(20)}


def test_readers_do_not_see_what_is_not_yet_whole(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:

        def work(connection: Connection) -> int:
            note(b"half")(connection)
            return len(noted(database))

        assert database.write_now(work) == 0
        assert len(noted(database)) == 1


def test_a_read_only_connection_cannot_write(tmp_path: Path) -> None:
    with (
        closing(Database(tmp_path)) as database,
        pytest.raises(JournalError, match="the database of people cannot be read"),
    ):
        database.read_now(insert(claims).values(secret=b"x", created=0.0))


def test_a_person_who_does_not_exist_has_no_sign_in(database: Database) -> None:
    values = {"key": "k", "token": b"t", "person": "p", "label": "", "scope": "", "is_token": False}
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        run(database.write(lambda each: each.execute(insert(sign_ins).values(**values, created=0.0, used=0.0))))


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        people = DiskPeople(database)
        ada, _ = run(people.welcome("Ada"))
        pages = database.write_now(lambda each: each.exec_driver_sql("PRAGMA page_count").scalar_one())
        database.write_now(lambda each: each.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar())
        with pytest.raises(Unwritable, match=r"cannot write to its disk .* nothing was kept; free some space"):
            run(people.say("oak", "all", ada.id, "x" * 100_000))
        assert run(people.chat("oak", "all", 5)) == []
        database.write_now(lambda each: each.exec_driver_sql("PRAGMA max_page_count = 100000").scalar())
        assert run(people.say("oak", "all", ada.id, "x" * 100_000)).number == 1


def test_who_writes_after_it_was_closed_is_told(tmp_path: Path) -> None:
    database = Database(tmp_path)
    database.close()
    with pytest.raises(Unwritable, match="the hall is closing: nothing was kept"):
        run(database.write(note(b"late")))
    database.write_later(note(b"later"))


# Migrations.


def test_the_migrations_make_exactly_the_tables_that_the_program_uses(tmp_path: Path) -> None:
    Database(tmp_path).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'people.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        for table in metadata.sorted_tables:
            names = {check["name"] for check in inspect(connection).get_unique_constraints(table.name)}
            assert names == {index.name for index in table.constraints if index.__visit_name__ == "unique_constraint"}
    engine.dispose()


def test_migrations_count_upwards_from_the_one_of_the_first_release() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    known = [each.revision for each in script.walk_revisions()][::-1]
    assert known == revisions() == [f"{number:04}" for number in range(4, len(known) + 4)]
    assert script.get_current_head() == revisions()[-1]


def test_a_file_that_is_up_to_date_is_opened_without_the_tools_for_migrations(tmp_path: Path) -> None:
    source = """
import sys
from pathlib import Path
from dicehall.store.files.database import Database
Database(Path(sys.argv[1])).close()
print("alembic" in sys.modules)
"""
    assert [output(source, tmp_path).strip() for _ in range(2)] == ["True", "False"]


# Files that are not what they should be.


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "people.db").write_bytes(b"no database " * 1000)
    with pytest.raises(JournalError, match=r"people\.db is damaged or is not a file of Dicehall"):
        Database(tmp_path)


def test_a_file_that_is_cut_short_is_refused_by_name(tmp_path: Path) -> None:
    Database(tmp_path).close()
    whole = (tmp_path / "people.db").read_bytes()
    for length in (1, 100, 5000):
        (tmp_path / "people.db").write_bytes(whole[:length])
        with pytest.raises(JournalError, match=r"people\.db is damaged or is not a file of Dicehall"):
            Database(tmp_path)


def test_the_file_of_another_program_is_refused_by_name(tmp_path: Path) -> None:
    for number, mark in enumerate((0, 1, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with closing(sqlite3.connect(folder / "people.db")) as file, file:
            file.executescript(f"CREATE TABLE songs (title TEXT); PRAGMA user_version = {mark};")
        with pytest.raises(JournalError, match=r"people\.db .*it holds tables of another program"):
            Database(folder)


@pytest.mark.parametrize("newer", ["PRAGMA user_version = 99", "UPDATE alembic_version SET version_num = '0999'"])
def test_the_file_of_a_newer_program_is_refused_by_name(tmp_path: Path, newer: str) -> None:
    Database(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "people.db")) as file, file:
        file.execute(newer)
    for _ in range(2):
        with pytest.raises(JournalError, match=r"people\.db was written by a newer Dicehall .* update Dicehall"):
            Database(tmp_path)


def test_a_folder_that_cannot_be_used_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match=r"file cannot be used .* give the hall another folder"):
        Database(tmp_path / "file")
