"""A journal that was harmed behind its back: each harm is noticed and named, or does no harm; whole tables load."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from dicehall.ports import Damaged, JournalError, Loaded
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import body_of, entry, fill, output, run, write

TABLES = [f"t{number}" for number in range(6)]
MOVES = 12


def bodies(table: str, moves: int = MOVES) -> list[bytes]:
    return [body_of(table, number) for number in range(moves)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six tables of twelve moves; t1 has a snapshot at its end, t2 one in the middle, t3 a finished game."""
    folder = tmp_path_factory.mktemp("sound")
    with closing(DiskJournal(folder)) as journal:
        fill(journal, TABLES, MOVES - 5)
        write(journal, entry("t2", MOVES - 5, snapshot=b"the middle of t2"))
        for expected in range(MOVES - 5, MOVES):
            names = [name for name in TABLES if (name, expected) != ("t2", MOVES - 5)]
            last = expected == MOVES - 1
            more: dict[str, dict[str, Any]] = {}
            if last:
                more = {"t1": {"snapshot": b"the end of t1"}, "t3": {"record": b"a game at t3 " * 20}}
            write(journal, *(entry(name, expected, **more.get(name, {})) for name in names))
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    """To be harmed."""
    return copytree(sound, tmp_path, dirs_exist_ok=True)


@contextmanager
def harmed(folder: Path, *statements: str) -> Iterator[DiskJournal]:
    with closing(sqlite3.connect(folder / "journal.db")) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount == 1, statement
    with closing(DiskJournal(folder)) as journal:
        yield journal


def only_harmed(journal: DiskJournal, name: str) -> None:
    """One table is damaged and named; the others are read and played as if nothing had happened."""
    with pytest.raises(Damaged, match=f"table {name} is damaged"):
        run(journal.bodies(name))
    for other in TABLES:
        if other != name:
            assert run(journal.bodies(other)) == bodies(other)
            assert write(journal, entry(other, MOVES)) == [None]
            assert len(run(journal.bodies(other))) == MOVES + 1


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE appends SET body = replace(body, 'played', 'plaxed') WHERE name = 't4' AND first = 5",
        "UPDATE appends SET body = x'' WHERE name = 't4' AND first = 5",
        "UPDATE appends SET body = 17 WHERE name = 't4' AND first = 5",
        "UPDATE appends SET body = 'text' WHERE name = 't4' AND first = 5",
        "UPDATE appends SET crc = crc + 1 WHERE name = 't4' AND first = 12",
        "UPDATE appends SET crc = 'x' WHERE name = 't4' AND first = 12",
        "UPDATE appends SET first = 4 WHERE name = 't4' AND first = 5",
        "UPDATE appends SET first = 'x' WHERE name = 't4' AND first = 5",
        "UPDATE appends SET last = 6 WHERE name = 't4' AND last = 5",
        "UPDATE appends SET last = 'x' WHERE name = 't4' AND last = 5",
        "UPDATE appends SET name = 't5' WHERE name = 't4' AND first = 5",
        "UPDATE appends SET previous = NULL WHERE name = 't4' AND first = 5",
        "UPDATE appends SET previous = previous - 1 WHERE name = 't4' AND first = 5",
        "UPDATE appends SET previous = number WHERE name = 't4' AND first = 5",
        "UPDATE appends SET previous = (SELECT max(number) FROM appends) WHERE name = 't4' AND first = 5",
        "DELETE FROM appends WHERE name = 't4' AND first = 1",
        "DELETE FROM appends WHERE name = 't4' AND first = 5",
        "DELETE FROM appends WHERE name = 't4' AND first = 12",
        "UPDATE heads SET version = 11 WHERE name = 't4'",
        "UPDATE heads SET version = 13 WHERE name = 't4'",
        "UPDATE heads SET version = 'x' WHERE name = 't4'",
        "UPDATE heads SET tail = NULL WHERE name = 't4'",
        "UPDATE heads SET tail = tail - 1 WHERE name = 't4'",
        "UPDATE heads SET tail = 99999 WHERE name = 't4'",
    ],
)
def test_a_garbled_or_missing_row_is_noticed_and_the_table_named(folder: Path, harm: str) -> None:
    with harmed(folder, harm) as journal:
        with pytest.raises(Damaged, match="table t4 is damaged"):
            run(journal.load("t4"))
        only_harmed(journal, "t4")


@pytest.mark.parametrize("bit", range(8))
def test_any_flipped_bit_of_a_body_is_noticed(folder: Path, bit: int) -> None:
    file = folder / "journal.db"
    content = bytearray(file.read_bytes())
    place = content.index(body_of("t4", 6))
    for offset in range(bit, len(body_of("t4", 6)), 8):
        harmed_content = bytearray(content)
        harmed_content[place + offset] ^= 1 << bit
        file.write_bytes(harmed_content)
        with closing(DiskJournal(folder)) as journal:
            with pytest.raises(Damaged, match="table t4 is damaged: versions 7 to 7"):
                run(journal.load("t4"))
            assert run(journal.load("t5")).bodies == bodies("t5")


def test_a_damaged_table_can_be_closed(folder: Path) -> None:
    with harmed(folder, "DELETE FROM appends WHERE name = 't4' AND first = 5") as journal:
        assert write(journal, entry("t4", MOVES, closes=True)) == [None]
        assert run(journal.load("t4")) == Loaded(0, None, [])
        assert write(journal, entry("t4", 0)) == [None]
        assert run(journal.load("t4")).bodies == [body_of("t4", 0)]
        assert run(journal.bodies("t5")) == bodies("t5")


# Snapshots are only a cache.


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM snapshots WHERE name = 't1'",
        "UPDATE snapshots SET body = x'00' WHERE name = 't1'",
        "UPDATE snapshots SET body = 'text' WHERE name = 't1'",
        "UPDATE snapshots SET crc = crc + 1 WHERE name = 't1'",
        "UPDATE snapshots SET version = 11 WHERE name = 't1'",
        "UPDATE snapshots SET version = 13 WHERE name = 't1'",
        "UPDATE snapshots SET version = -1 WHERE name = 't1'",
        "UPDATE snapshots SET version = 'x' WHERE name = 't1'",
    ],
)
def test_a_damaged_snapshot_is_passed_over(folder: Path, harm: str) -> None:
    with harmed(folder, harm) as journal:
        assert run(journal.load("t1")) == Loaded(0, None, bodies("t1"))
        assert run(journal.load("t2")) == Loaded(8, b"the middle of t2", bodies("t2")[8:])


def test_a_snapshot_stands_in_for_damaged_entries_before_it(folder: Path) -> None:
    with harmed(folder, "DELETE FROM appends WHERE name = 't2' AND first = 3") as journal:
        assert run(journal.load("t2")) == Loaded(8, b"the middle of t2", bodies("t2")[8:])
        with pytest.raises(Damaged, match="table t2 is damaged"):
            run(journal.bodies("t2"))


def test_without_its_snapshot_such_a_table_is_damaged(folder: Path) -> None:
    broken = "DELETE FROM appends WHERE name = 't2' AND first = 3", "UPDATE snapshots SET crc = 0 WHERE name = 't2'"
    with harmed(folder, *broken) as journal, pytest.raises(Damaged, match="table t2 is damaged"):
        run(journal.load("t2"))


def test_a_damaged_record_is_named_and_the_table_still_loads(folder: Path) -> None:
    with harmed(folder, "UPDATE records SET body = substr(body, 1, 10) WHERE name = 't3'") as journal:
        with pytest.raises(Damaged, match="table t3 is damaged: the record"):
            run(journal.records("t3"))
        assert run(journal.load("t3")).bodies == bodies("t3")


def test_a_record_that_cannot_be_read_is_empty_in_the_hall_log_and_hides_no_other(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(DiskJournal(folder)) as journal:
        write(journal, entry("t0", MOVES, record=b"before"), entry("t1", MOVES, record=b"harmed"))
        write(journal, entry("t0", MOVES + 1, record=b"after"))
    with harmed(folder, "UPDATE records SET body = x'00' WHERE name = 't1'") as journal:
        rows = run(journal.hall_log(0, 9))
        assert [row.body for row in rows] == [b"a game at t3 " * 20, b"before", b"", b"after"]
        assert f"row {rows[2].number} of the hall log cannot be read" in caplog.text


@pytest.mark.parametrize(
    "harm", ["DELETE FROM seeds WHERE name = 't5'", "UPDATE seeds SET name = 't9' WHERE name = 't5'"]
)
def test_a_table_without_its_secret_still_loads(folder: Path, harm: str) -> None:
    with closing(DiskJournal(folder)) as journal:
        write(journal, entry("t5", MOVES, seed=b"secret"), entry("t4", MOVES, seed=b"other"))
    with harmed(folder, harm) as journal:
        assert (run(journal.seed("t5")), run(journal.seed("t4"))) == (None, b"other")
        assert len(run(journal.load("t5")).bodies) == MOVES + 1
        assert write(journal, entry("t5", MOVES + 1, seed=b"new")) == [None]
        assert run(journal.seed("t5")) == b"new"


# The files themselves.


def complaints(folder: Path) -> list[str]:
    """What a harmed file is refused for, or its tables; whatever is not refused must be what was written."""
    found: list[str] = []
    try:
        journal = DiskJournal(folder)
    except JournalError as error:
        return [str(error)]
    with closing(journal):
        for name in TABLES:
            try:
                assert run(journal.bodies(name)) == bodies(name)
                assert run(journal.records(name)) == ([b"a game at t3 " * 20] if name == "t3" else [])
            except Damaged as error:
                found.append(str(error))
    return found


def names_what_is_wrong(complaint: str) -> bool:
    return "journal.db" in complaint or any(f"table {name} is damaged" in complaint for name in TABLES)


@pytest.mark.parametrize("noise", [b"\x00", b"\xff", b"\r\x00\x05"])
def test_every_page_that_is_written_over_is_noticed_or_was_of_no_use(folder: Path, noise: bytes) -> None:
    file = folder / "journal.db"
    content = file.read_bytes()
    size = int.from_bytes(content[16:18])
    found: list[str] = []
    for start in range(0, len(content), size):
        file.write_bytes(content[:start] + (noise * size)[:size] + content[start + size :])
        found += complaints(folder)
    assert found
    assert all(map(names_what_is_wrong, found))


def test_a_truncated_file_is_noticed_wherever_it_ends(folder: Path) -> None:
    file = folder / "journal.db"
    content = file.read_bytes()
    for keep in (1, 50, 99, 100, 511, 512, 4095, 4096, 4097, len(content) // 2, len(content) - 4096, len(content) - 1):
        file.write_bytes(content[:keep])
        found = complaints(folder)
        assert found
        assert all(map(names_what_is_wrong, found))


def test_a_torn_or_garbled_write_ahead_file_gives_back_a_whole_earlier_state(tmp_path: Path) -> None:
    """What a power cut can leave of a commit that nobody was told of; SQLite drops it from the first bad frame on."""
    output(
        """
import asyncio, os, sys
from pathlib import Path
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import fill
fill(DiskJournal(Path(sys.argv[1])), [f"t{number}" for number in range(6)], 12)
os._exit(0)
""",
        tmp_path,
    )
    main, ahead = (tmp_path / "journal.db").read_bytes(), (tmp_path / "journal.db-wal").read_bytes()
    versions: list[int] = []
    for place in range(0, len(ahead), 6007):
        flipped = ahead[:place] + bytes([ahead[place] ^ 0x10]) + ahead[place + 1 :]
        for torn in (ahead[:place], flipped, ahead[:place] + bytes(len(ahead) - place)):
            for path in tmp_path.glob("journal.db*"):
                path.unlink()
            (tmp_path / "journal.db").write_bytes(main)
            (tmp_path / "journal.db-wal").write_bytes(torn)
            with closing(DiskJournal(tmp_path)) as journal:
                heads = {head.table: head.version for head in run(journal.heads())}
                assert len(set(heads.values())) <= 1
                for name, version in heads.items():
                    assert run(journal.bodies(name)) == bodies(name, version)
                versions.append(next(iter(heads.values()), 0))
    assert min(versions) == 0
    assert max(versions) > 6


def test_damage_in_the_middle_of_the_write_ahead_file_is_said_at_opening(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    output(
        """
import os, sys
from pathlib import Path
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import fill
fill(DiskJournal(Path(sys.argv[1])), ["kiro"], 12)
os._exit(0)
""",
        tmp_path,
    )
    ahead = tmp_path / "journal.db-wal"
    data = bytearray(ahead.read_bytes())
    data[len(data) // 2] ^= 0xFF
    ahead.write_bytes(data)
    with closing(DiskJournal(tmp_path)):
        assert "journal.db-wal is damaged" in caplog.text
