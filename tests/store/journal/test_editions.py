"""Upgrading an old journal: all of it is rewritten in today's words, or nothing is; damage stays where it is."""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dicehall.ports import Damaged, Head, JournalError, Loaded
from dicehall.store.files.folder import JOURNAL, JOURNAL_EDITIONS
from dicehall.store.files.read_only import open_closed
from dicehall.store.files.sqlite_file import open_file
from dicehall.store.journal.checks import seal
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.editions import SCHEMA
from dicehall.store.journal.reader import JournalReader
from tests.store.halls import entry, run, write

OWNERS = 2
"""The edition in which tables had owners and chairs."""
OLD = [
    b'[{"type":"opened","owner":"p1","at":1.0},{"type":"sat","who":"p1"}]',
    b'[{"type":"chat","text":"my owner has chairs"}]',
    b'[{"type":"owned","who":"p2"},{"type":"locked","by":"owner"}]',
]
NEW = [
    b'[{"type":"opened","host":"p1","at":1.0},{"type":"sat","who":"p1"}]',
    b'[{"type":"chat","text":"my owner has chairs"}]',
    b'[{"type":"host_changed","who":"p2"},{"type":"locked","by":"host"}]',
]
OLD_SNAPSHOT = b'{"owner":"p2","chairs":[{"who":"p1"}],"code":"oak"}'
NEW_SNAPSHOT = b'{"host":"p2","seated":[{"who":"p1"}],"code":"oak"}'
TABLES = ("oak", "elm", "fir")
ELM = 2
"""The number of elm's first append."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three tables of the same three appends, interleaved; oak has a snapshot of its second version."""
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as file, file:
        file.executescript(SCHEMA)
        number = 0
        tails: dict[str, int | None] = dict.fromkeys(TABLES)
        for version, body in enumerate(OLD, start=1):
            for table in TABLES:
                number += 1
                row = (number, table, tails[table], version, version, body, seal(body, version))
                file.execute("INSERT INTO appends VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                tails[table] = number
        for table in TABLES:
            file.execute("INSERT INTO heads VALUES (?, ?, NULL, ?)", (table, len(OLD), tails[table]))
        file.execute("INSERT INTO snapshots VALUES ('oak', 2, ?, ?)", (OLD_SNAPSHOT, seal(OLD_SNAPSHOT, 2)))
        file.execute(f"PRAGMA user_version = {OWNERS}")
    return tmp_path


def execute(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / JOURNAL)) as file, file:
        for statement in statements:
            file.execute(statement)


def rows(folder: Path) -> list[list[Any]]:
    """Everything in the file, as it is stored."""
    tables = ("heads", "appends", "snapshots", "records", "meta", "seeds")
    with closing(open_closed(folder / JOURNAL)) as file:
        file.text_factory = bytes
        return [sorted(file.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables]


def appends(folder: Path) -> dict[int, Any]:
    return {row[0]: row for row in rows(folder)[1]}


def edition(folder: Path) -> int:
    with closing(JournalReader(open_closed(folder / JOURNAL))) as reader:
        return reader.edition


def test_an_old_journal_is_rewritten_in_todays_words(folder: Path) -> None:
    with closing(DiskJournal(folder)) as journal:
        assert sorted(run(journal.heads())) == [Head(table, len(NEW), None) for table in sorted(TABLES)]
        for table in TABLES:
            assert run(journal.bodies(table)) == NEW
        assert run(journal.load("oak")) == Loaded(2, NEW_SNAPSHOT, NEW[2:])
        assert write(journal, entry("oak", len(NEW))) == [None], "and it is played on"
    assert edition(folder) == max(JOURNAL_EDITIONS)


HOUSE = 3
"""The edition in which the usual level of bots was called house."""


def test_the_level_house_becomes_normal_everywhere_and_nothing_else_does(tmp_path: Path) -> None:
    """Players chose seeds, and wrote nothing else that is stored as it is."""
    old = b'[{"level":"house"},{"type":"sat","seed":"house"},{"seats":["house"],"levels":[null,"house"]}]'
    new = b'[{"level":"normal"},{"type":"sat","seed":"house"},{"seats":["house"],"levels":[null,"normal"]}]'
    noted = b'{"levels":["house","uniform","house"],"record":"{\\"levels\\":[\\"house\\"]}"}'
    counted = b'{"levels":["normal","uniform","normal"],"record":"{\\"levels\\":[\\"house\\"]}"}'
    damaged = b"no zlib"
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as file, file:
        file.executescript(SCHEMA)
        file.execute("INSERT INTO appends VALUES (1, 'oak', NULL, 1, 1, ?, ?)", (old, seal(old, 1)))
        file.execute("INSERT INTO heads VALUES ('oak', 1, NULL, 1)")
        file.execute("INSERT INTO snapshots VALUES ('oak', 1, ?, ?)", (old, seal(old, 1)))
        for number in range(1, 1202):
            file.execute("INSERT INTO records VALUES (?, 'oak', ?)", (number, zlib.compress(noted)))
        file.execute("UPDATE records SET body = ? WHERE number = 7", (damaged,))
        file.execute(f"PRAGMA user_version = {HOUSE}")
    with closing(DiskJournal(tmp_path)) as journal:
        assert run(journal.bodies("oak")) == [new]
        assert run(journal.load("oak")) == Loaded(1, new, [])
        rows = run(journal.hall_log(0, 2000))
    assert [row.body for row in rows] == [b"" if row.number == 7 else counted for row in rows]
    assert len(rows) == 1201
    with closing(open_closed(tmp_path / JOURNAL)) as file:
        assert file.execute("SELECT body FROM records WHERE number = 7").fetchone() == (damaged,)


def test_a_journal_that_is_up_to_date_is_not_rewritten(folder: Path) -> None:
    """What looks like an old word by then is something that a player wrote."""
    DiskJournal(folder).close()
    quoted = b'[{"type":"owned"}]'
    with closing(DiskJournal(folder)) as journal:
        assert write(journal, entry("elm", len(NEW), body=quoted)) == [None]
    with closing(DiskJournal(folder)) as journal:
        assert run(journal.bodies("elm")) == [*NEW, quoted]


@pytest.mark.parametrize(
    "harm",
    [
        "body = replace(CAST(body AS TEXT), 'p1', 'p9')",
        "body = CAST(replace(CAST(body AS TEXT), 'p1', 'p9') AS BLOB)",
        "body = 7",
        "crc = crc + 1",
        "crc = 'x'",
        "crc = CAST(x'ff' AS TEXT)",
        "last = 'x'",
        "last = 4",
    ],
)
def test_a_damaged_row_stays_as_it_is_and_is_still_named(folder: Path, harm: str) -> None:
    execute(folder, f"UPDATE appends SET {harm} WHERE number = {ELM}")
    before = appends(folder)[ELM]
    with closing(DiskJournal(folder)) as journal:
        with pytest.raises(Damaged, match="table elm is damaged"):
            run(journal.bodies("elm"))
        assert run(journal.bodies("oak")) == run(journal.bodies("fir")) == NEW
    assert appends(folder)[ELM] == before


@pytest.mark.parametrize("harm", ["crc = crc + 1", "crc = 'x'", "version = 'x'", "body = 7"])
def test_a_damaged_snapshot_stays_as_it_is_and_is_ignored(folder: Path, harm: str) -> None:
    execute(folder, f"UPDATE snapshots SET {harm}")
    before = rows(folder)[2]
    with closing(DiskJournal(folder)) as journal:
        assert run(journal.load("oak")) == Loaded(0, None, NEW)
    assert rows(folder)[2] == before


@pytest.mark.parametrize(
    "fault",
    ["BEFORE UPDATE ON appends WHEN OLD.number = 8", "BEFORE UPDATE ON snapshots"],
    ids=["in the logs", "in the snapshots, after the logs"],
)
def test_an_upgrade_that_fails_in_the_middle_changes_nothing(folder: Path, fault: str) -> None:
    execute(folder, f"CREATE TRIGGER fault {fault} BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END")
    before = rows(folder)
    with pytest.raises(JournalError, match=r"journal.db .*the disk is broken"):
        DiskJournal(folder)
    assert (rows(folder), edition(folder)) == (before, OWNERS)

    writer, reading = open_file(folder / JOURNAL, {OWNERS: SCHEMA})
    with closing(writer), closing(JournalReader(reading)) as reader:
        assert [reader.bodies(table) for table in TABLES] == [OLD] * len(TABLES), "the program before can read it"
        assert reader.load("oak") == Loaded(2, OLD_SNAPSHOT, OLD[2:])

    execute(folder, "DROP TRIGGER fault")
    with closing(DiskJournal(folder)) as journal:
        assert [run(journal.bodies(table)) for table in TABLES] == [NEW] * len(TABLES), "and the next start upgrades it"
