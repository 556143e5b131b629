"""The journal on disk: reopening, killing, refusing a second hall, and a disk that is full."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.ports import JournalError, Loaded, Unwritable
from dicehall.store.files.database import Database
from dicehall.store.files.sqlite_file import open_file
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import body_of, entry, fill, output, program, run, write
from tests.store.journal.test_journal_contract import note


def test_everything_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path / "made" / "on demand")
    fill(journal, ["oak", "elm"], 5)
    write(journal, entry("oak", 5, 2, due=9.5, snapshot=b"snap", record=b"story", seed=b"secret"))
    note(journal, b"someone was banned")
    before = everything(journal)
    journal.close()
    again = DiskJournal(tmp_path / "made" / "on demand")
    assert everything(again) == before
    assert run(again.seed("oak")) == b"secret"
    again.close()


def everything(journal: DiskJournal) -> tuple[object, ...]:
    tables = [(run(journal.load(name)), run(journal.records(name)), run(journal.seed(name))) for name in ("oak", "elm")]
    return sorted(run(journal.heads())), tables, run(journal.hall_log(0, 100))


def test_closing_writes_what_is_queued(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)

    async def close_at_once() -> list[JournalError | None]:
        outcomes: list[JournalError | None] = []
        for number in range(100):
            journal.append(entry("oak", number), outcomes.append)
        journal.close()
        await asyncio.sleep(0)
        return outcomes

    assert asyncio.run(close_at_once()) == [None] * 100
    again = DiskJournal(tmp_path)
    assert run(again.load("oak")).bodies == [body_of("oak", number) for number in range(100)]
    again.close()


def test_closing_leaves_one_whole_file_behind(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    fill(journal, ["oak"], 3)
    journal.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hall.lock", "journal.db"]


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    journal.close()
    journal.close()


def test_one_journal_serves_one_event_loop_after_another(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    for number in range(5):
        assert write(journal, entry("oak", number)) == [None]
    journal.close()


def test_a_loop_that_ends_before_its_answer_disturbs_nobody(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)

    async def leave() -> None:
        for number in range(50):
            journal.append(entry("oak", number), lambda _: None)

    asyncio.run(leave())
    assert write(journal, entry("elm", 0)) == [None]
    journal.close()


def test_an_append_that_cannot_be_written_is_refused_alone(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    outcomes = write(journal, entry("oak", 0), entry("elm", 0, count=2**70), entry("ash", 0))
    assert outcomes[0] is None
    assert isinstance(outcomes[1], JournalError)
    assert outcomes[2] is None
    assert {head.table for head in run(journal.heads())} == {"oak", "ash"}
    journal.close()


# A second hall.


def test_a_second_hall_in_the_same_folder_is_refused_with_the_cure(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    said = output(
        """
import sys
from pathlib import Path
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
try:
    DiskJournal(Path(sys.argv[1]))
except Exception as error:
    print(type(error).__name__, error)
""",
        tmp_path,
    )
    assert said.startswith("JournalError")
    assert str(tmp_path) in said
    assert "stop that one" in said
    fill(journal, ["oak"], 2)
    journal.close()


def test_a_refused_journal_leaves_the_folder_free(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database " * 1000)
    for _ in range(2):
        with pytest.raises(JournalError, match=r"journal\.db is damaged or is not a file of Dicehall"):
            DiskJournal(tmp_path)
    (tmp_path / "journal.db").unlink()
    DiskJournal(tmp_path).close()


def test_the_journal_of_a_newer_program_is_refused_by_name(tmp_path: Path) -> None:
    DiskJournal(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match=r"journal\.db was written by a newer Dicehall .*99"):
        DiskJournal(tmp_path)


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute("CREATE TABLE recipes (x)")
    connection.close()
    with pytest.raises(JournalError, match=r"journal\.db .*another program"):
        DiskJournal(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="file"):
        DiskJournal(tmp_path / "file")


def test_a_folder_that_may_not_be_written_is_named_with_the_cure(tmp_path: Path) -> None:
    """Root may write everywhere, so the program first becomes nobody."""
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    for parent in [tmp_path, *tmp_path.parents][:3]:
        if parent.owner() == folder.owner():
            parent.chmod(0o755)
    said = output(
        """
import os, sys
from pathlib import Path
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
if os.getuid() == 0:
    os.setuid(65534)
try:
    DiskJournal(Path(sys.argv[1]))
except Exception as error:
    print(type(error).__name__, error)
""",
        folder,
    )
    assert said.startswith("JournalError")
    assert str(folder) in said


# Killed.

APPENDER = """
import asyncio, sys
from pathlib import Path
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.ports import Append

async def play(journal, table):
    version = journal.reader.load(table).version + len(journal.reader.load(table).bodies)
    while True:
        written = asyncio.get_running_loop().create_future()
        said = f"{table} {version}".encode()
        journal.append(Append(table, version, 1, said, None, seed=said, record=said), written.set_result)
        assert await written is None
        version += 1
        print(table, version, f"{journal.now:.6f}", flush=True)

async def main():
    journal = DiskJournal(Path(sys.argv[1]))
    await asyncio.gather(*(play(journal, f"t{n}") for n in range(8)))

asyncio.run(main())
"""


def test_everything_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    told: dict[str, int] = {}
    for _ in range(4):
        process = program(APPENDER, tmp_path)
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(300)]
        process.kill()
        lines += process.stdout.readlines()  # communicate() would pass over what has been read ahead
        process.communicate()
        whole = [line for line in lines if line.endswith("\n")]
        for line in whole:
            table, version, _ = line.split()
            told[table] = max(told.get(table, 0), int(version))
        journal = DiskJournal(tmp_path)
        assert len(told) == 8
        for table, reached in told.items():
            bodies = run(journal.load(table)).bodies
            assert len(bodies) >= reached
            assert bodies == [f"{table} {number}".encode() for number in range(len(bodies))]
            assert run(journal.records(table)) == bodies
            assert run(journal.seed(table)) == bodies[-1], "a secret is written with what commits to it, or neither is"
        journal.close()


# Hall time.


def test_hall_time_goes_on_where_it_was_and_leaves_downtime_out(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    time.sleep(0.05)
    journal.close()
    left = journal.now
    time.sleep(0.5)  # time passes while the hall is closed
    opened = time.monotonic()
    again = DiskJournal(tmp_path)
    now = again.now
    assert 0.05 <= now <= left + time.monotonic() - opened
    again.close()


def test_hall_time_after_a_kill_is_not_before_anything_that_was_written(tmp_path: Path) -> None:
    process = program(APPENDER.replace('f"{table} {version}"', 'f"{journal.now:.6f}"'), tmp_path)
    assert process.stdout is not None
    for _ in range(100):
        process.stdout.readline()
    process.kill()
    process.communicate()
    journal = DiskJournal(tmp_path)
    written = [float(body) for head in run(journal.heads()) for body in run(journal.load(head.table)).bodies]
    assert journal.now >= max(written)
    journal.close()


def test_hall_time_is_saved_while_nothing_is_played(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        end = time.monotonic() + 90
        while connection.execute("SELECT value FROM meta WHERE key = 'hall time'").fetchone()[0] < 0.1:
            assert time.monotonic() < end
            time.sleep(0.02)
    connection.close()
    journal.close()


def test_a_garbled_hall_time_is_refused_by_name(tmp_path: Path) -> None:
    for harm in ("UPDATE meta SET value = 'noon'", "UPDATE meta SET value = 9e999", "DELETE FROM meta"):
        DiskJournal(tmp_path).close()
        with sqlite3.connect(tmp_path / "journal.db") as connection:
            connection.execute(harm)
        connection.close()
        with pytest.raises(JournalError, match="hall time"):
            DiskJournal(tmp_path)
        with sqlite3.connect(tmp_path / "journal.db") as connection:
            connection.execute("UPDATE meta SET value = 0.0")
        connection.close()


# A disk that takes nothing more. The limit on file size is the kernel's own refusal to write, and it can be lifted.

FULL = """
import asyncio, json, resource, sys
from pathlib import Path
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from dicehall.ports import Append, JournalError

async def main():
    journal = DiskJournal(Path(sys.argv[1]))
    tables = [f"t{n}" for n in range(10)]
    version = 0

    async def all_at_once(size):
        outcomes = [asyncio.get_running_loop().create_future() for _ in tables]
        for table, outcome in zip(tables, outcomes):
            journal.append(Append(table, version, 1, b"x" * size, None), outcome.set_result)
        found = [await outcome for outcome in outcomes]
        return [f"{type(error).__name__}: {error}" if error else "written" for error in found]

    first = await all_at_once(10)
    version = 1
    before = journal.now
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    full = await all_at_once(40_000)
    again = await all_at_once(40_000)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    nothing = await all_at_once(10)
    loads = [len(journal.reader.load(t).bodies) for t in tables]
    await asyncio.sleep(1.2)  # the timer tries to save hall time meanwhile
    forward = journal.now > before
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    after = await all_at_once(40_000)
    journal.close()
    print(json.dumps([first, full, again, nothing, loads, forward, after]))

asyncio.run(main())
"""


def test_a_full_disk_refuses_the_whole_batch_and_works_on_when_there_is_space(tmp_path: Path) -> None:
    first, full, again, nothing, loads, forward, after = json.loads(output(FULL, tmp_path))
    assert first == ["written"] * 10
    for refused in (*full, *again, *nothing):
        assert refused.startswith("Unwritable: the hall cannot write to its disk (")
        assert "nothing was played" in refused
    assert loads == [1] * 10
    assert forward
    assert after == ["written"] * 10
    journal = DiskJournal(tmp_path)
    for number in range(10):
        assert run(journal.load(f"t{number}")) == Loaded(0, None, [b"x" * 10, b"x" * 40_000])
    journal.close()


def test_a_journal_that_another_program_has_locked_refuses_and_recovers(tmp_path: Path) -> None:
    journal = DiskJournal(tmp_path)
    fill(journal, ["oak"], 2)
    other = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcomes = write(journal, entry("oak", 2), entry("elm", 0))
    for outcome in outcomes:
        assert isinstance(outcome, Unwritable)
        assert "close that program" in str(outcome)
    assert len(run(journal.load("oak")).bodies) == 2
    other.execute("ROLLBACK")
    other.close()
    assert write(journal, entry("oak", 2), entry("elm", 0)) == [None, None]
    journal.close()


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """A kill cannot show it, only a power cut could: so the setting itself is held."""
    writer, reader = open_file(tmp_path / "any.db", {1: "CREATE TABLE t (x);"})
    with closing(writer), closing(reader):
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_nobody_else_on_the_machine_can_read_the_files(tmp_path: Path) -> None:
    """The seeds of running games are in there, and how people log in; files of earlier versions are closed too."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "journal.db").touch(0o644)
    for folder in (tmp_path / "new", old):
        with closing(DiskJournal(folder)), closing(Database(folder)):
            modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
        assert {"journal.db", "journal.db-wal", "people.db", "people.db-wal"} <= modes.keys()
        assert set(modes.values()) == {0o600}, modes
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
