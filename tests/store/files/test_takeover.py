"""A backup that someone prepared: nothing but the rows of a hall gets out of it."""

import asyncio
import logging
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from dicehall.ports import JournalError
from dicehall.store.files.backup import back_up
from dicehall.store.files.backup_reading import MANIFEST
from dicehall.store.files.database import Database
from dicehall.store.files.folder import JOURNAL, PARTS, PEOPLE
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.people.disk import DiskPeople
from dicehall.store.restore import restore
from dicehall.store.takeover import TYPES
from tests.store.files.forging import changed, forged, manifest_of
from tests.store.halls import fill, run

EVERYONE_RULES = """
CREATE TRIGGER welcome AFTER INSERT ON people BEGIN UPDATE people SET kind = 'administrator' WHERE id = NEW.id; END;
CREATE TRIGGER seen AFTER UPDATE ON people BEGIN UPDATE people SET kind = 'administrator'; END;
"""


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with closing(DiskJournal(data)) as journal, closing(Database(data)) as database:
        fill(journal, ["bade", "kiro"], 3)
        asyncio.run(DiskPeople(database).welcome("Ann"))
    return back_up(data, tmp_path / "hall.zip")[0]


def schema(path: Path) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return set(file.execute("SELECT type, name, sql FROM sqlite_schema").fetchall())


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def test_a_planted_trigger_makes_nobody_an_administrator(backup: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    restore(forged(backup, PEOPLE, EVERYONE_RULES), again, trust=True)
    with closing(Database(again)) as database:
        people = DiskPeople(database)
        asyncio.run(people.welcome("Ben"))
        assert {run(people.by_name(name)).kind for name in ("Ann", "Ben")} == {"guest"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "script"),
    [
        (PEOPLE, EVERYONE_RULES),
        (PEOPLE, "CREATE TABLE more (a); INSERT INTO more VALUES (1); ALTER TABLE people ADD COLUMN b DEFAULT 2"),
        (PEOPLE, "CREATE VIEW everyone AS SELECT * FROM people; CREATE INDEX odd ON people (lower(name))"),
        (JOURNAL, "CREATE TRIGGER t AFTER INSERT ON appends BEGIN DELETE FROM heads; END"),
    ],
)
def test_what_the_schema_does_not_know_is_not_taken_over(backup: Path, tmp_path: Path, name: str, script: str) -> None:
    restore(forged(backup, name, script), tmp_path / "again", trust=True)
    restore(backup, tmp_path / "honest", trust=True)
    for part in PARTS:
        assert schema(tmp_path / "again" / part) == schema(tmp_path / "honest" / part)
        assert schema(tmp_path / "again" / part) == schema(tmp_path / "data" / part)
        for kind, table, _ in schema(tmp_path / "data" / part):
            if kind == "table" and table != "head_keys":  # a new one is drawn
                mine, theirs = (rows(tmp_path / each / part, f"SELECT * FROM {table}") for each in ("again", "data"))
                own = {("restored", 1.0)} if table == "meta" else set()
                assert {*mine} - own == {*theirs}, table


@pytest.mark.parametrize(
    "script",
    [
        "ALTER TABLE people RENAME TO others; CREATE VIEW people AS SELECT * FROM others",
        "ALTER TABLE people RENAME COLUMN kind TO sort",
        "ALTER TABLE people RENAME COLUMN kind TO sort; ALTER TABLE people ADD COLUMN kind AS ('administrator')",
        "DROP TABLE passkeys",
    ],
)
def test_a_view_or_a_computed_column_in_the_place_of_a_real_one_is_refused(
    backup: Path, tmp_path: Path, script: str
) -> None:
    with pytest.raises(JournalError, match=r"lacks the table (people|passkeys), or columns of it"):
        restore(forged(backup, PEOPLE, script), tmp_path / "again", trust=True)
    assert not (tmp_path / "again" / JOURNAL).exists()


def test_rows_that_do_not_fit_are_left_out_and_counted(
    backup: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    script = """
    INSERT INTO people VALUES (x'00', 'Blob', NULL, NULL, 'administrator', NULL, 'yesterday', 1.0, NULL);
    INSERT INTO doors VALUES ('k', x'01', 'nobody', 'l', 'everything', 0, 1.0, 1.0, NULL);
    """
    with caplog.at_level(logging.WARNING):
        restore(forged(backup, PEOPLE, script), tmp_path / "again", trust=True)
    assert rows(tmp_path / "again" / PEOPLE, "SELECT name FROM people") == [("Ann",)]
    assert rows(tmp_path / "again" / PEOPLE, "SELECT key FROM doors WHERE key = 'k'") == []
    assert "1 rows of the table people do not fit" in caplog.text


def test_every_type_of_column_that_a_hall_has_is_checked(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", trust=True)
    for part in PARTS:
        for kind, table, _ in schema(tmp_path / "again" / part):
            if kind == "table" and table != "alembic_version":
                assert {
                    declared for _, _, declared, *_ in rows(tmp_path / "again" / part, f"PRAGMA table_info({table})")
                } <= set(TYPES)


def test_a_manifest_of_any_length_is_read_no_further_than_its_bound(backup: Path, tmp_path: Path) -> None:
    told = msgspec.json.encode(manifest_of(backup))
    bomb = changed(backup, {MANIFEST: told + b" " * 50_000_000})
    assert bomb.stat().st_size < 200_000
    with pytest.raises(JournalError, match=r"its manifest\.json is longer than 65536 bytes"):
        restore(bomb, tmp_path / "again", trust=True)


@pytest.mark.parametrize("claim", [{"made": "\x1b[2J2026-01-01T00:00:00"}, {"made": "9" * 500}])
def test_a_manifest_cannot_write_into_the_terminal(backup: Path, tmp_path: Path, claim: dict[str, str]) -> None:
    manifest = msgspec.to_builtins(manifest_of(backup)) | claim
    with pytest.raises(JournalError, match="its manifest cannot be read"):
        restore(changed(backup, {MANIFEST: msgspec.json.encode(manifest)}), tmp_path / "again", trust=True)


def test_more_than_the_disk_can_hold_is_refused_before_it_is_unpacked(backup: Path, tmp_path: Path) -> None:
    manifest = msgspec.to_builtins(manifest_of(backup))
    manifest["parts"][0]["bytes"] = 10**18
    with pytest.raises(JournalError, match="free some space first"):
        restore(changed(backup, {MANIFEST: msgspec.json.encode(manifest)}), tmp_path / "again", trust=True)
    with zipfile.ZipFile(backup) as packed:
        assert sorted(packed.namelist()) == sorted((MANIFEST, *PARTS))
