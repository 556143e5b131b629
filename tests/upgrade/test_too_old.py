"""Folders from before the first release are refused with one sentence, and left as they are."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.ports import JournalError
from dicehall.store.files.database import Database
from dicehall.store.journal.disk import DiskJournal
from tests.store.halls import program

GUESTS = """
CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, token BLOB NOT NULL UNIQUE) WITHOUT ROWID;
CREATE TABLE lines (
    place TEXT, audience TEXT, number INTEGER, who TEXT NOT NULL, name TEXT NOT NULL, said TEXT NOT NULL,
    PRIMARY KEY (place, audience, number)
) WITHOUT ROWID;
INSERT INTO guests VALUES ('paaaaaaaaaa', 'Ada', X'00');
PRAGMA user_version = 1;
"""
"""people.db before there were accounts."""
OLDER = {
    "journal.db": ["DROP TABLE seeds; PRAGMA user_version = 1;"],
    "people.db": [f"DROP TABLE lines; {GUESTS}", "UPDATE alembic_version SET version_num = '0003';"],
}
SERVE = (
    "import sys; from dicehall.cli import main; sys.argv[1:] = ['serve', '--port', '0', '--data', sys.argv[1]]; main()"
)


@pytest.fixture(params=["closed", "killed"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, name: str, older: str) -> Path:
    """With one file as an older program has left it; where it was killed, the last of it is in the `-wal` only."""
    made, left = tmp_path / "made", tmp_path / "left"
    DiskJournal(made).close()
    Database(made).close()
    (made / "hall.lock").unlink()
    with closing(sqlite3.connect(made / name, isolation_level=None)) as file:
        file.executescript(older)
        if request.param == "killed":
            file.execute("CREATE TABLE late (entry)")
            shutil.copytree(made, left, ignore=shutil.ignore_patterns("*-shm"))
    if request.param == "closed":
        shutil.copytree(made, left)
    assert (left / f"{name}-wal").exists() == (request.param == "killed")
    return left


def content(folder: Path) -> dict[str, bytes]:
    """But for what SQLite keeps in memory, and puts beside a file that is only read."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize(("name", "older"), [(name, older) for name, all_of_it in OLDER.items() for older in all_of_it])
def test_a_file_from_before_the_first_release_is_refused_and_stays_as_it_is(folder: Path, name: str) -> None:
    before = content(folder)
    for _ in range(2):
        with pytest.raises(JournalError, match=rf"{name} was written by a Dicehall from before the first release"):
            DiskJournal(folder) if name == "journal.db" else Database(folder)
        assert content(folder) == before


@pytest.mark.parametrize(
    ("name", "older"), [("journal.db", OLDER["journal.db"][0]), ("people.db", OLDER["people.db"][0])]
)
def test_the_operator_reads_one_sentence_that_says_what_to_do(folder: Path, name: str) -> None:
    hall = program(SERVE, folder)
    said, trouble = hall.communicate(timeout=60)
    assert hall.returncode != 0
    told = " ".join(f"{said} {trouble}".split())
    assert f"{name} was written by a Dicehall from before the first release" in told
    assert "give this hall another folder" in told
    assert "Traceback" not in told
