"""The key of a hall on several machines changes while no node runs, and the log never breaks."""

from contextlib import closing
from pathlib import Path

import pytest

from dicehall.cli.operate.database_keeping import rotate_database
from dicehall.cli.operate.keys import keep_new
from dicehall.cli.operate.node import shared_key
from dicehall.ports import Fenced, JournalError
from dicehall.rules.log_check import Wanted, check_log
from dicehall.rules.public_log import Statement
from dicehall.rules.verify import holds
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.postgres import rotation
from dicehall.store.postgres.database import PostgresDatabase
from dicehall.store.postgres.journal import PostgresJournal
from dicehall.store.postgres.move_in import refuse_unless_empty
from tests.engines.postgresql import PostgreSQL
from tests.kit import forked
from tests.store.halls import entry, run
from tests.store.postgres.nodes import node

STATED = Statement("start", "bb" * 32)


@pytest.fixture
def url(postgresql: PostgreSQL, tmp_path: Path) -> str:
    """A hall that has signed something, and whose nodes have ended."""
    url = postgresql.new_hall()

    async def play() -> None:
        async with node(url) as one:
            await one.journal.sign_with(await shared_key(one.journal, tmp_path, None))
            assert await one.append(entry("oak", 0, statements=(STATED,))) is None

    run(play())
    return url


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases that have just ended count as over."""
    monkeypatch.setattr(rotation, "RUNNING", rotation.RUNNING.replace("lease > clock_timestamp() OR", ""))


async def kinds(journal: PostgresJournal) -> list[str]:
    lines = await journal.public_log(0, 1000)
    assert holds(check_log(lines, is_signed, Wanted()))
    return [line.kind for line in lines]


@pytest.mark.usefixtures("gone")
def test_both_keys_sign_the_change_and_nodes_go_on_with_the_new_one(url: str, tmp_path: Path) -> None:
    old = HallKey.read(tmp_path / KEY)
    new, line = rotate_database(url, tmp_path / KEY)
    assert (HallKey.read(tmp_path / KEY).public, line) == (new.public, 3)
    assert [path.name for path in tmp_path.iterdir()] == [KEY]

    async def goes_on() -> None:
        async with node(url) as one:
            await one.journal.sign_with(await shared_key(one.journal, tmp_path, None))
            assert await one.append(entry("oak", 1, statements=(STATED,))) is None
            assert await kinds(one.journal) == ["begin", "start", "rotate", "start"]
            old.write(tmp_path / "old.key")
            with pytest.raises(JournalError, match="is not the key of this hall"):
                await shared_key(one.journal, tmp_path, tmp_path / "old.key")

    run(goes_on())


def test_while_a_node_runs_nothing_changes(url: str, tmp_path: Path) -> None:
    key = HallKey.read(tmp_path / KEY).public

    async def running() -> None:
        async with node(url, "two") as two:
            done = forked.run("key", "rotate", "--database", url, "--data", str(tmp_path))
            assert done.returncode == 2
            assert "nodes of this hall run" in done.stderr
            assert "two" in done.stderr
            assert [path.name for path in tmp_path.iterdir()] == [KEY], "no other key is left about"
            assert (await shared_key(two.journal, tmp_path, None)).public == key
            assert await kinds(two.journal) == ["begin", "start"]

    run(running())


def test_a_node_that_was_away_meanwhile_is_fenced_off_and_does_not_break_the_log(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rotation, "RUNNING", "SELECT node FROM nodes WHERE false")

    async def away() -> None:
        async with node(url) as one:
            await one.journal.sign_with(HallKey.read(tmp_path / KEY))
            await rotation.rotate(url, HallKey.read(tmp_path / KEY), HallKey.new())
            assert isinstance(await one.append(entry("oak", 1, statements=(STATED,))), Fenced)
            assert await kinds(one.journal) == ["begin", "start", "rotate"]

    run(away())


@pytest.mark.usefixtures("gone")
def test_a_crash_in_the_middle_leaves_the_right_key(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dicehall.cli.operate.database_keeping.keep_new", crash)
    with pytest.raises(KeyboardInterrupt):
        rotate_database(url, tmp_path / KEY)
    monkeypatch.setattr("dicehall.cli.operate.database_keeping.keep_new", keep_new)

    async def found() -> None:
        async with node(url) as one:
            key, last = await shared_key(one.journal, tmp_path, None), await one.journal.last_logged()
            assert last is not None
            assert key.public == last.key

    run(found())
    assert [path.name for path in tmp_path.iterdir()] == [KEY]


def test_a_claim_link_is_made_by_the_database_alone(url: str, postgresql: PostgreSQL) -> None:
    made = forked.run("admin", "link", "--database", url, "--hall", "https://dice.example.org")
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("https://dice.example.org/claim/")
    with closing(PostgresDatabase(url)) as there, closing(DiskAccounts(there, DiskPeople(there))) as accounts:
        assert run(accounts.is_claim(made.stdout.strip().rpartition("/")[2]))
    empty = postgresql.new_database()
    refused = forked.run("admin", "link", "--database", empty)
    assert refused.returncode == 2
    assert "no hall has ever been opened" in refused.stderr
    refuse_unless_empty(empty)
