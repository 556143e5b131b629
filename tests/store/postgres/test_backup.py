"""A hall on several machines in one file: taken in one snapshot while nodes write, put back into an empty database."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dicehall.ports import JournalError
from dicehall.rules.log_check import Wanted, check_log
from dicehall.rules.verify import holds
from dicehall.store.files.backup_reading import read_manifest
from dicehall.store.files.database import Database
from dicehall.store.files.folder import KEY as KEY_FILE
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.move_in import move_in, refuse_unless_empty
from dicehall.store.postgres.move_out import move_out
from tests.engines.postgresql import PostgreSQL
from tests.kit import forked
from tests.store.halls import entry, run
from tests.store.postgres.busy_hall import KEY, SECRET, busy_hall
from tests.store.postgres.nodes import NodeOnPostgres, node, open_node
from tests.upgrade.kit import copied

ITS_OWN = {
    "journal.nodes",
    "journal.partitions",
    "journal.hall_time",
    "people.writes",
    "people.memos",
    "people.meetings",
}
"""Tables of a database that are not of the hall in it, or are counted again."""
Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """With the hall's key, as the folder of a node."""
    folder = busy_hall(tmp_path / "data")
    KEY.write(folder / KEY_FILE)
    return folder


@pytest.fixture
def url(postgresql: PostgreSQL, data: Path) -> str:
    """A hall that has moved in."""
    url = postgresql.new_database()
    move_in(data, url)
    return url


@pytest.fixture
def backup(url: str, data: Path, tmp_path: Path) -> Path:
    made = forked.run("backup", str(tmp_path / "hall.zip"), "--database", url, "--data", str(data))
    assert made.returncode == 0, made.stderr
    assert "holds the hall as it was at" in made.stdout
    assert "It is not signed" not in made.stdout
    return tmp_path / "hall.zip"


def everything(url: str) -> Rows:
    """Every row of the hall in a database."""

    async def read() -> Rows:
        there = await connect(url)
        try:
            names = await there.fetch(
                "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('journal', 'people')"
            )
            return {
                name: sorted(map(tuple, await there.fetch(f"SELECT * FROM {name}")), key=repr)
                for (name,) in names
                if name not in ITS_OWN
            }
        finally:
            await there.close()

    return run(read())


def restored(file: Path, url: str, *options: str) -> str:
    done = forked.run("restore", str(file), "--database", url, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_restored_is_what_was_there_but_for_the_secrets_of_dice_h_05(
    url: str, data: Path, backup: Path, postgresql: PostgreSQL
) -> None:
    again = postgresql.new_database()
    said = restored(backup, again, "--data", str(data))
    assert f"need its key, {data / KEY_FILE}" in said
    before, after = everything(url), everything(again)
    assert after.pop("journal.seeds") == []
    assert len(before.pop("journal.seeds")) == 1
    log, longer = before.pop("journal.log"), sorted(after.pop("journal.log"))
    assert longer[:-1] == sorted(log)
    assert longer[-1][2] == "break", "and it says so"
    keys, more = before.pop("people.head_keys"), after.pop("people.head_keys")
    assert set(keys) < set(more), "heads that clients have from before prove nothing any more"
    assert before == after

    async def goes_on() -> None:
        async with node(again) as there:
            await there.journal.sign_with(KEY)
            lines = await there.journal.public_log(0, 1000)
            assert len(lines) == len(longer), "nothing interrupts it a second time"
            assert holds(check_log(lines, is_signed, Wanted()))
            assert await there.append(entry("ash", 4)) is None

    run(goes_on())


def test_the_doctor_is_content_with_a_real_hall_that_has_moved_in_and_was_restored(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    data, file = copied("0.1-clean", tmp_path / "old").data, tmp_path / "hall.zip"
    first, second = postgresql.new_database(), postgresql.new_database()
    with closing(DiskJournal(data)) as journal:
        journal.sign_with(HallKey.open(data / KEY_FILE))
    move_in(data, first)
    made = forked.run("backup", str(file), "--database", first, "--data", str(data))
    assert made.returncode == 0, made.stderr
    restored(file, second, "--data", str(data))
    for url in (first, second):
        checked = forked.run("doctor", "--database", url, "--data", str(data))
        assert checked.returncode == 0, checked.stdout
        assert "✗" not in checked.stdout


def test_a_hall_on_several_machines_can_go_back_into_a_folder(backup: Path, data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "one machine"
    done = forked.run("restore", str(backup), "--data", str(folder), "--key", str(data / KEY_FILE))
    assert done.returncode == 0, done.stderr
    with closing(DiskJournal(folder)) as there, closing(DiskJournal(data)) as here:
        heads = run(here.heads())
        assert sorted(run(there.heads())) == sorted(heads)
        for table, *_ in heads:
            assert run(there.load(table)) == run(here.load(table))
            assert run(there.bodies(table)) == run(here.bodies(table))
        assert run(there.hall_log(0, 1000)) == run(here.hall_log(0, 1000))
        assert there.now >= here.now - 60 > -60
        assert run(there.public_log(0, 1000)) == run(here.public_log(0, 1000))
    with closing(Database(folder)) as database:
        people = DiskPeople(database)
        with closing(DiskAccounts(database, people)) as accounts:
            assert run(accounts.log_in("ADA", SECRET)) is not None


class Beside:
    """A node in a loop of its own, for whoever waits in this one."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.node: NodeOnPostgres = self._run(open_node(url))

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def append(self, table: str, expected: int, **more: Any) -> None:
        assert self._run(self.node.append(entry(table, expected, **more))) is None

    def close(self) -> None:
        self._run(self.node.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def beside(url: str) -> Iterator[Beside]:
    with closing(Beside(url)) as made:
        yield made


def test_what_is_written_meanwhile_is_in_it_whole_or_not_at_all(url: str, beside: Beside, tmp_path: Path) -> None:
    """A game goes on after each table that is copied: heads, moves and records must still be of one moment."""
    version = 4

    def play_on(_what: str, _done: int, _of: int) -> None:
        nonlocal version
        beside.append("ash", version, record=b"a game")
        version += 1

    folder = tmp_path / "copy"
    folder.mkdir()
    journal, people = move_out(url, folder, KEY, play_on)
    assert version > 15
    with closing(sqlite3.connect(journal)) as file:
        assert file.execute("SELECT version FROM heads WHERE name = 'ash'").fetchone() == (4,)
        assert file.execute("SELECT max(last) FROM appends WHERE name = 'ash'").fetchone() == (4,)
        assert file.execute("SELECT count(*) FROM records WHERE name = 'ash'").fetchone() == (0,)
    with closing(sqlite3.connect(people)) as file:
        assert file.execute("SELECT count(*) FROM people WHERE name = 'Ada'").fetchone() == (1,)


def test_a_database_with_a_hall_in_it_is_refused_and_stays_as_it_is(url: str, data: Path, backup: Path) -> None:
    before = everything(url)
    done = forked.run("restore", str(backup), "--database", url, "--data", str(data))
    assert done.returncode == 2
    assert "this database is not empty" in done.stderr
    assert everything(url) == before


def test_only_a_backup_of_this_hall_is_taken_unless_it_is_trusted(
    backup: Path, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    empty, other = postgresql.new_database(), tmp_path / "other"
    other.mkdir()
    HallKey.open(other / KEY_FILE)
    done = forked.run("restore", str(backup), "--database", empty, "--data", str(other))
    assert done.returncode == 2
    assert "was made by another hall" in done.stderr
    refuse_unless_empty(empty)
    nowhere = tmp_path / "nowhere"
    assert f"so {nowhere / KEY_FILE} was made" in restored(backup, empty, "--data", str(nowhere), "--trust")
    last = max(everything(empty)["journal.log"])
    assert (last[2], last[4].hex()) == ("break", HallKey.read(nowhere / KEY_FILE).public)


def test_the_key_can_come_along(url: str, data: Path, postgresql: PostgreSQL, tmp_path: Path) -> None:
    file, new = tmp_path / "with.zip", tmp_path / "new"
    made = forked.run("backup", str(file), "--database", url, "--data", str(data), "--with-key")
    assert made.returncode == 0, made.stderr
    assert [part.name for part in read_manifest(file).parts] == ["journal.db", "people.db", KEY_FILE]
    restored(file, postgresql.new_database(), "--data", str(new), "--trust")
    assert HallKey.read(new / KEY_FILE).public == KEY.public
    assert (new / KEY_FILE).stat().st_mode & 0o077 == 0


def test_a_backup_is_signed_with_the_key_of_the_hall_or_not_at_all(url: str, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    HallKey.open(other)
    made = forked.run("backup", str(tmp_path / "a.zip"), "--database", url, "--key", str(other))
    assert made.returncode == 2
    assert "the key is not that of this hall" in made.stderr
    assert not (tmp_path / "a.zip").exists()
    made = forked.run("backup", str(tmp_path / "a.zip"), "--database", url, "--data", str(tmp_path / "nowhere"))
    assert made.returncode == 0, made.stderr
    assert "It is not signed" in made.stdout


def test_a_database_without_a_hall_has_nothing_to_back_up(postgresql: PostgreSQL, tmp_path: Path) -> None:
    empty = postgresql.new_database()
    with pytest.raises(JournalError, match="there is no hall in this database"):
        move_out(empty, tmp_path, None)
    refuse_unless_empty(empty)
    done = forked.run("restore", "any.zip", "--database", empty, "--replace")
    assert done.returncode == 2
    assert "name an empty database" in done.stderr
