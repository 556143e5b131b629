"""The public log in the journal: each line is durable with the entry that it belongs to, or not there at all."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dicehall.ports import Conflict, Damaged
from dicehall.rules.log_check import Wanted, check_log
from dicehall.rules.public_log import Statement
from dicehall.rules.verify import holds
from dicehall.store.files.folder import JOURNAL
from dicehall.store.files.hall_key import HallKey, is_signed
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.journal.memory import MemoryJournal
from tests.kit.signing import KEY
from tests.store.halls import entry, fill, program, run, write

COMMITMENT, START, END = Statement("commitment", "aa" * 32), Statement("start", "bb" * 32), Statement("end", "cc" * 32)


@pytest.fixture(params=["disk", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DiskJournal | MemoryJournal]:
    with closing(DiskJournal(tmp_path) if request.param == "disk" else MemoryJournal()) as opened:
        opened.sign_with(KEY)
        yield opened


def kinds(journal: DiskJournal | MemoryJournal) -> list[str]:
    lines = run(journal.public_log(0, 1000))
    if lines:
        assert holds(check_log(lines, is_signed, Wanted()))
    return [line.kind for line in lines]


def test_what_is_stated_is_logged_in_order(journal: DiskJournal | MemoryJournal) -> None:
    write(journal, entry("oak", 0, statements=(COMMITMENT, START)), entry("elm", 0), entry("elm", 1, statements=(END,)))
    assert kinds(journal) == ["begin", "commitment", "start", "end"]
    assert [line.number for line in run(journal.public_log(1, 2))] == [2, 3]
    last = run(journal.last_logged())
    assert last is not None
    assert (last.number, last.hash) == (4, END.hash)
    assert run(journal.logged(START.hash)) == run(journal.public_log(2, 1))[0]
    assert run(journal.logged("dd" * 32)) is None


def test_what_is_refused_leaves_no_line_and_no_gap(journal: DiskJournal | MemoryJournal) -> None:
    _, refused, _ = write(
        journal,
        entry("oak", 0, statements=(COMMITMENT,)),
        entry("oak", 0, statements=(START,)),
        entry("oak", 1, statements=(END,)),
    )
    assert isinstance(refused, Conflict)
    assert kinds(journal) == ["begin", "commitment", "end"]


def test_one_bad_append_in_a_batch_leaves_the_lines_of_the_others(tmp_path: Path) -> None:
    """The batch is rolled back and written one by one: what was signed for the first attempt was told to nobody."""
    with closing(DiskJournal(tmp_path)) as journal:
        journal.sign_with(KEY)
        outcomes = write(
            journal,
            entry("oak", 0, statements=(COMMITMENT,)),
            entry("elm", 0, count=0, statements=(START,)),
            entry("ash", 0, statements=(END,)),
        )
        assert [outcome is None for outcome in outcomes] == [True, False, True]
        assert kinds(journal) == ["begin", "commitment", "end"]


def test_a_hall_without_a_key_logs_nothing(tmp_path: Path) -> None:
    with closing(DiskJournal(tmp_path)) as journal:
        write(journal, entry("oak", 0, statements=(COMMITMENT,)))
        assert run(journal.last_logged()) is None
        assert kinds(journal) == []


def test_a_restart_with_the_same_key_adds_nothing(tmp_path: Path) -> None:
    for _ in range(3):
        with closing(DiskJournal(tmp_path)) as journal:
            journal.sign_with(KEY)
            assert kinds(journal) == ["begin"]


def test_another_key_is_a_break_that_the_operator_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    new = HallKey.new()
    for key in (KEY, new):
        with closing(DiskJournal(tmp_path)) as journal, caplog.at_level(logging.WARNING):
            journal.sign_with(key)
            write(journal, entry(key.public[:4], 0, statements=(COMMITMENT,)))
            assert kinds(journal)[-1] == "commitment"
            lines = run(journal.public_log(0, 10))
    assert [(line.kind, line.key) for line in lines][2:] == [("break", new.public), ("commitment", new.public)]
    assert "the public log was interrupted, and says so in line 3" in caplog.text


def test_lines_survive_a_kill_with_their_entries(tmp_path: Path) -> None:
    """What a table was told is logged, and what is logged belongs to an entry."""
    script = """
import os, sys
from pathlib import Path
from dicehall.rules.public_log import Statement
from dicehall.store.journal.disk import DiskJournal
from tests.kit.signing import KEY
from tests.store.halls import entry, write
journal = DiskJournal(Path(sys.argv[1]))
journal.sign_with(KEY)
for number in range(5):
    assert write(journal, entry("oak", number, statements=(Statement("end", f"{number:064x}"),))) == [None]
os._exit(9)
"""
    program(script, tmp_path).communicate()
    with closing(DiskJournal(tmp_path)) as journal:
        assert kinds(journal) == ["begin", *["end"] * 5]
        assert len(run(journal.bodies("oak"))) == 5


def test_a_journal_from_before_there_was_a_log_opens_and_begins_one(tmp_path: Path) -> None:
    with closing(DiskJournal(tmp_path)) as journal:
        fill(journal, ["oak"], 3)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as file, file:
        file.execute("DROP TABLE log")
        file.execute("PRAGMA user_version = 4")
    with closing(DiskJournal(tmp_path)) as journal:
        journal.sign_with(KEY)
        assert kinds(journal) == ["begin"]
        assert len(run(journal.bodies("oak"))) == 3


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    with closing(DiskJournal(tmp_path)) as journal:
        journal.sign_with(KEY)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as file, file:
        file.execute("UPDATE log SET signature = 7")
    with closing(DiskJournal(tmp_path)) as journal, pytest.raises(Damaged, match="the public log is damaged"):
        run(journal.public_log(0, 10))
