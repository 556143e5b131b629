"""Damage in the middle of the write-ahead file is noticed, though SQLite reads on without a word."""

import sqlite3
from pathlib import Path

import pytest

from dicehall.store.journal.wal_check import FRAME, HEADER, commits_lost

COMMITS = 12


@pytest.fixture
def left_behind(tmp_path: Path) -> Path:
    """A database with its write-ahead file, as a process leaves them that was killed."""
    source = sqlite3.connect(tmp_path / "source.db", isolation_level=None)
    source.execute("PRAGMA journal_mode = WAL")
    source.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, body BLOB)")
    source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(COMMITS):
        source.execute("INSERT INTO moves VALUES (?, ?)", (number, bytes(300)))
    for ending in ("", "-wal"):
        (tmp_path / f"left.db{ending}").write_bytes((tmp_path / f"source.db{ending}").read_bytes())
    source.close()
    return tmp_path / "left.db"


def lost(path: Path) -> tuple[int, int]:
    """How many commits are lost, and how many moves can still be read."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        (moves,) = connection.execute("SELECT count(*) FROM moves").fetchone()
        return commits_lost(connection, path), moves
    finally:
        connection.close()


def garble(path: Path, at: int) -> None:
    ahead = path.with_name(f"{path.name}-wal")
    data = bytearray(ahead.read_bytes())
    data[at] ^= 0xFF
    ahead.write_bytes(data)


def frame(number: int) -> int:
    return HEADER + number * (FRAME + 4096)


def test_a_whole_file_has_lost_nothing(left_behind: Path) -> None:
    assert lost(left_behind) == (0, COMMITS)


@pytest.mark.parametrize("number", [0, 1, 5, 10])
def test_a_garbled_page_loses_what_follows_and_is_noticed(left_behind: Path, number: int) -> None:
    garble(left_behind, frame(number) + FRAME + 100)
    commits, moves = lost(left_behind)
    assert commits > 1
    assert moves == COMMITS - commits


def test_a_garbled_header_loses_everything_and_is_noticed(left_behind: Path) -> None:
    garble(left_behind, 20)
    assert lost(left_behind) == (COMMITS, 0)


def test_a_torn_last_commit_looks_like_a_power_cut(left_behind: Path) -> None:
    ahead = left_behind.with_name("left.db-wal")
    garble(left_behind, len(ahead.read_bytes()) - 10)
    assert lost(left_behind) == (1, COMMITS - 1)


def test_frames_of_an_earlier_round_are_not_taken_for_losses(tmp_path: Path) -> None:
    """After a checkpoint the file is written from its beginning again, over what is in the database already."""
    path = tmp_path / "rounds.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, body BLOB)")
    for number in range(COMMITS):
        connection.execute("INSERT INTO moves VALUES (?, ?)", (number, bytes(300)))
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    connection.execute("INSERT INTO moves VALUES (99, x'')")
    for ending in ("", "-wal"):
        (tmp_path / f"left.db{ending}").write_bytes((tmp_path / f"rounds.db{ending}").read_bytes())
    connection.close()
    assert lost(tmp_path / "left.db") == (0, COMMITS + 1)


def test_the_ends_of_commits_that_failed_are_not_taken_for_losses(left_behind: Path, tmp_path: Path) -> None:
    """Each was written whole and not flushed, and the next one over it; each was shorter than the one before."""
    before = left_behind.with_name("left.db-wal").read_bytes()
    failed = [with_a_commit_of(pages, left_behind, tmp_path) for pages in (9, 6, 3)]
    assert [len(wal) for wal in failed] == sorted({len(wal) for wal in failed}, reverse=True)
    left = b""
    for wal in failed:
        assert wal.startswith(before)
        left = wal + left[len(wal) :]
    kept = len(before) + FRAME + 4096
    left_behind.with_name("left.db-wal").write_bytes(left[: kept - 10] + bytes(10) + left[kept:])
    assert lost(left_behind) == (1, COMMITS)


def with_a_commit_of(pages: int, path: Path, folder: Path) -> bytes:
    """The write-ahead file after one more commit."""
    for ending in ("", "-wal"):
        (folder / f"copy.db{ending}").write_bytes(path.with_name(f"left.db{ending}").read_bytes())
    connection = sqlite3.connect(folder / "copy.db", isolation_level=None)
    try:
        connection.execute("INSERT INTO moves VALUES (99, ?)", (bytes(4096 * pages),))
        return (folder / "copy.db-wal").read_bytes()
    finally:
        connection.close()
