"""What `dicehall doctor` finds by the marks that a hall keeps outside its journal."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from dicehall.cli.operate.checks import Finding, bad, good
from dicehall.ports import Mark, Setback
from dicehall.store.files.folder import JOURNAL, PEOPLE
from dicehall.store.files.read_only import open_either
from dicehall.store.journal.reader import JournalReader
from dicehall.table.live.setbacks import compared, said


def check_marks(data: Path) -> Iterator[Finding]:
    """The marks are read first: what a running hall writes meanwhile is in the journal before it is marked."""
    if not (data / PEOPLE).is_file() or not (data / JOURNAL).is_file():
        return
    try:
        with closing(open_either(data / PEOPLE)) as file:
            marks = {table: Mark(*mark) for table, *mark in file.execute("SELECT * FROM marks WHERE place != ''")}
            columns = "place, why, known, found"
            unseen = [Setback(*row) for row in file.execute(f"SELECT {columns} FROM setbacks WHERE seen IS NULL")]
        with closing(JournalReader(open_either(data / JOURNAL))) as journal:
            versions = {head.table: head.version for head in journal.heads()}
            hall_time = journal.saved_hall_time
    except sqlite3.Error:  # a file from before there were marks, or one that other checks have named
        return
    for setback in unseen:
        yield bad("marks", "setback-unseen", said=said(setback))
    new = [found for table, mark in marks.items() if (found := compared(table, mark, versions.get(table), hall_time))]
    for setback in new:
        yield bad("marks", "marks-ahead", said=said(setback))
    if not unseen and not new:
        yield good("marks", "marks-fine", tables=len(marks))
