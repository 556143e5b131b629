"""What `dicehall doctor` checks in the data folder of a hall: its files, its tables, its people, its time."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from pwd import getpwuid
from typing import NamedTuple, Protocol

from dicehall.cli.shared.words import say
from dicehall.ports import Damaged, Head, JournalError
from dicehall.ports.codes import tables_of
from dicehall.store.files.folder import JOURNAL, JOURNAL_EDITIONS, PARTS, PEOPLE
from dicehall.store.files.read_only import damage, open_either
from dicehall.store.files.upgrade import revisions
from dicehall.store.journal.reader import JournalReader
from dicehall.store.journal.wal_check import commits_lost_in_copy, wal_size
from dicehall.table.core.state import Table
from dicehall.table.core.stored import fold

MB = 10**6
LITTLE, TOO_LITTLE = 500 * MB, 20 * MB
"""Bytes of free space that deserve a warning, and that are too few to play."""
LONG_AHEAD = 256 * MB
"""Bytes of a write-ahead file; it is written back long before, unless some program never stops reading."""
OLDEST = 2025
"""No hall is older than its program."""
A_MINUTE = 60.0

Progress = Callable[[int, int], None]


class ReadableTables(Protocol):
    """What is checked of tables, wherever they are stored."""

    def heads(self) -> list[Head]: ...
    def bodies(self, table: str, /) -> list[bytes]:
        """Raises `Damaged`."""
        ...

    @property
    def hall_time(self) -> float: ...


class Mark(Enum):
    GOOD = "✓"
    DOUBTFUL = "⚠"
    BAD = "✗"


class Finding(NamedTuple):
    mark: Mark
    what: str
    said: str
    cure: str = ""


def _finding(mark: Mark, what: str, key: str, /, **values: str | int) -> Finding:
    """The cure is a part of the message."""
    return Finding(mark, say(f"check-{what}"), say(key, **values), say(key, "cure", **values))


good, doubtful, bad = (partial(_finding, mark) for mark in Mark)


# The folder


def check_folder(data: Path) -> Iterator[Finding]:
    state = data.stat()
    where, owner = str(data.resolve()), owner_of(state)
    if os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield good("folder", "folder-fine", data=where)
    else:
        yield bad("folder", "folder-unwritable", data=where, owner=owner)
    if state.st_mode & 0o007:
        yield doubtful("rights", "folder-open", data=str(data))
    for path in [path for name in PARTS for path in data.glob(f"{name}*") if path.stat().st_uid != state.st_uid]:
        yield bad("rights", "file-owner", file=path.name, path=str(path), owner=owner, other=owner_of(path.stat()))
    for left in (*data.glob(".restoring-*"), *data.glob(".backup-*")):
        yield doubtful("folder", "folder-leftover", file=left.name)
    yield check_space(data)


def check_space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    used = sum(path.stat().st_size for path in data.iterdir() if path.is_file())
    sizes = {"free": f"{free / MB:,.0f}", "used": f"{used / MB:,.1f}"}
    if free < TOO_LITTLE:
        return bad("space", "space-none", **sizes)
    if free < max(LITTLE, 2 * used):
        return doubtful("space", "space-little", **sizes)
    return good("space", "space-fine", **sizes)


def owner_of(state: os.stat_result) -> str:
    try:
        return getpwuid(state.st_uid).pw_name
    except KeyError:
        return say("user-number", number=str(state.st_uid))


def check_lock(running: int | None) -> Finding:
    if running is None:
        return good("hall", "no-hall-runs")
    return good("hall", "hall-runs-as", process=str(running)) if running else good("hall", "hall-runs")


# The journal


def check_journal(data: Path, *, running: bool, progress: Progress) -> Iterator[Finding]:
    if not (data / JOURNAL).is_file():
        yield bad("journal", "journal-missing", file=JOURNAL)
        return
    try:
        with closing(open_either(data / JOURNAL)) as file:
            journal = JournalReader(file)
            yield from check_edition(journal)
            if (found := damage(file)) is not None:
                yield bad("journal", "file-damaged", file=JOURNAL, why=str(found))
            else:
                yield good("journal", "file-whole", file=JOURNAL)
            yield from check_tables(journal, progress)
        yield check_ahead(data, running=running)
    except sqlite3.Error as error:
        yield bad("journal", "database-unreadable", file=JOURNAL, why=str(error))


def check_edition(journal: JournalReader) -> Iterator[Finding]:
    known = max(JOURNAL_EDITIONS)
    formats = {"theirs": str(journal.edition), "ours": str(known)}
    if journal.edition > known:
        yield bad("journal", "journal-newer", **formats)
    elif journal.edition < min(JOURNAL_EDITIONS):
        yield bad("journal", "journal-too-old", **formats)
    elif journal.edition < known:
        yield doubtful("journal", "journal-older", **formats)


def check_tables(journal: ReadableTables, progress: Progress) -> Iterator[Finding]:
    heads = tables_of(journal.heads())
    latest, whole = 0.0, 0
    for number, head in enumerate(heads):
        progress(number, len(heads))
        try:
            latest = max(latest, fold(Table(), journal.bodies(head.table)).touched)
            whole += 1
        except Exception as error:
            if isinstance(error, JournalError) and not isinstance(error, Damaged):
                raise  # nothing can be read at all
            why = str(error) if isinstance(error, Damaged) else repr(error)
            yield bad("tables", "tables-broken", code=head.table.upper(), why=why)
    yield good("tables", "tables-fine", whole=whole, tables=len(heads))
    yield check_hall_time(journal.hall_time, latest)


def check_hall_time(now: float, latest: float) -> Finding:
    hours = f"{now / 3600:,.1f}"
    if latest > now + 1:
        return bad("hall-time", "hall-time-wrong", hours=hours, seconds=f"{latest - now:,.0f}")
    return good("hall-time", "hall-time-fine", hours=hours)


def check_ahead(data: Path, *, running: bool) -> Finding:
    size = wal_size(data / JOURNAL)
    megabytes = f"{size / MB:,.1f}"
    if running and size > LONG_AHEAD:
        return doubtful("ahead", "ahead-long", size=megabytes)
    if running:
        return good("ahead", "ahead-waits", size=megabytes)
    if not size:
        return good("ahead", "ahead-closed")
    try:
        gone = commits_lost_in_copy(data / JOURNAL)
    except OSError as error:
        return doubtful("ahead", "ahead-no-room", why=error.strerror or "")
    return bad("ahead", "ahead-damaged", commits=gone) if gone > 1 else good("ahead", "ahead-unclosed")


# People and results


def check_people(data: Path) -> Iterator[Finding]:
    if not (data / PEOPLE).is_file():
        yield bad("people", "people-missing", file=PEOPLE)
        return
    try:
        with closing(open_either(data / PEOPLE)) as file:
            if (found := damage(file)) is not None:
                yield bad("people", "file-damaged", file=PEOPLE, why=str(found))
                return
            yield check_migrations(file)
            yield check_results(file, data)
    except sqlite3.Error as error:
        yield bad("people", "database-unreadable", file=PEOPLE, why=str(error))


def check_migrations(file: sqlite3.Connection) -> Finding:
    try:
        found = str(file.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.OperationalError, TypeError):
        found = say("before-migrations")
    return compare_migration(found, PEOPLE)


def compare_migration(found: str, where: str) -> Finding:
    """`where` the people are: a file, or a part of a database."""
    known = revisions()
    if found == known[-1]:
        return good("people", "people-fine", file=where, migration=found)
    versions = {"file": where, "found": found, "known": str(known[-1])}
    if found < known[0] or not found.isdecimal():
        return bad("people", "people-too-old", **versions)
    older = found in known
    return doubtful("people", "people-older", **versions) if older else bad("people", "people-newer", **versions)


def check_results(file: sqlite3.Connection, data: Path) -> Finding:
    try:
        row = file.execute("SELECT number FROM counted").fetchone()
    except sqlite3.OperationalError:
        row = None
    with closing(JournalReader(open_either(data / JOURNAL))) as journal:
        noted = journal.last_hall_log_row
    return compare_results(int(row[0]) if row else 0, noted)


def compare_results(counted: int, noted: int) -> Finding:
    if counted > noted:
        return doubtful("results", "results-ahead", counted=counted, noted=noted)
    if counted < noted:
        return good("results", "results-behind", counted=counted, noted=noted)
    return good("results", "results-fine", noted=noted)


# The clock


def check_clock(data: Path) -> Finding:
    """Logs, sessions and backups go by the date; games do not."""
    now = time.time()
    newest = max((path.stat().st_mtime for name in PARTS for path in data.glob(f"{name}*")), default=0.0)
    date = f"{datetime.fromtimestamp(now).astimezone():%Y-%m-%d %H:%M %Z}"
    if datetime.fromtimestamp(now).year < OLDEST:
        return bad("clock", "clock-wrong", date=date)
    if newest > now + A_MINUTE:
        return bad("clock", "clock-behind", date=date, seconds=f"{newest - now:,.0f}")
    return good("clock", "clock-fine", date=date)
