"""What `dicehall doctor` finds in the folder of a hall: its files, its tables, its people, its time."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from enum import Enum
from pathlib import Path
from pwd import getpwuid
from typing import NamedTuple

from dicehall.ports import Damaged
from dicehall.store.files import read_only as onlooker
from dicehall.store.files.backup import JOURNAL, PARTS, PEOPLE
from dicehall.store.files.read_only import Onlooker
from dicehall.store.files.upgrade import revisions
from dicehall.store.journal.journal_file import EDITIONS
from dicehall.table.core.state import Table
from dicehall.table.core.stored import fold

MB = 10**6
LITTLE, TOO_LITTLE = 500 * MB, 20 * MB
"""Bytes of free space that are worth a warning, and that are too few to play."""
LONG_AHEAD = 256 * MB
"""Bytes of a write-ahead file; it is written back long before, unless somebody reads for ever."""
OLDEST = 2025
"""No hall is older than its program."""
A_MINUTE = 60.0

Progress = Callable[[int, int], None]


class Mark(Enum):
    GOOD = "✓"
    DOUBTFUL = "⚠"
    BAD = "✗"


class Finding(NamedTuple):
    mark: Mark
    what: str
    said: str
    cure: str = ""


def good(what: str, said: str) -> Finding:
    return Finding(Mark.GOOD, what, said)


def doubtful(what: str, said: str, cure: str) -> Finding:
    return Finding(Mark.DOUBTFUL, what, said, cure)


def bad(what: str, said: str, cure: str) -> Finding:
    return Finding(Mark.BAD, what, said, cure)


# The folder


def check_folder(data: Path) -> Iterator[Finding]:
    state = data.stat()
    if os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield good("folder", f"{data.resolve()} can be read and written")
    else:
        yield bad("folder", f"{data.resolve()} cannot be written by you", f"run this, and the hall, as {owner(state)}")
    if state.st_mode & 0o007:
        yield doubtful(
            "rights", "everybody on this machine can look into the folder: seeds of dice and log-ins are in it",
            f"chmod o= {data}",
        )  # fmt: skip
    for path in [path for name in PARTS for path in data.glob(f"{name}*") if path.stat().st_uid != state.st_uid]:
        yield bad("rights", f"{path.name} belongs to {owner(path.stat())}, and the folder to {owner(state)}",
                  f"chown {owner(state)} {path}")  # fmt: skip
    for left in (*data.glob(".restoring-*"), *data.glob(".backup-*")):
        yield doubtful("folder", f"{left.name} was left behind by a restore or a backup that was interrupted",
                       "do it again, then delete that folder")  # fmt: skip
    yield check_space(data)


def check_space(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    used = sum(path.stat().st_size for path in data.iterdir() if path.is_file())
    said = f"{free / MB:,.0f} MB are free, {used / MB:,.1f} MB are used"
    if free < TOO_LITTLE:
        return bad("space", said, "free some space: without it nothing can be played")
    if free < max(LITTLE, 2 * used):
        return doubtful("space", said, "free some space: a backup needs as much as the hall itself")
    return good("space", said)


def owner(state: os.stat_result) -> str:
    try:
        return getpwuid(state.st_uid).pw_name
    except KeyError:
        return f"user {state.st_uid}"


def check_lock(running: int | None) -> Finding:
    if running is None:
        return good("hall", "no hall runs in this folder")
    return good("hall", f"a hall runs in this folder{f' (process {running})' if running else ''}; it is not disturbed")


# The journal


def check_journal(data: Path, *, running: bool, progress: Progress) -> Iterator[Finding]:
    if not (data / JOURNAL).is_file():
        yield bad(
            "journal", f"there is no {JOURNAL}", "is this the folder that `dicehall serve` was given with --data?"
        )
        return
    try:
        with closing(Onlooker(data)) as journal:
            yield from check_edition(journal)
            if (found := journal.complaint()) is not None:
                yield bad("journal", f"{JOURNAL} is damaged: {found}", "restore a backup: dicehall restore FILE")
            else:
                yield good("journal", f"{JOURNAL} is whole")
            yield from check_tables(journal, progress)
        yield check_ahead(data, running=running)
    except sqlite3.Error as error:
        yield bad("journal", f"{JOURNAL} cannot be read: {error}", "restore a backup: dicehall restore FILE")


def check_edition(journal: Onlooker) -> Iterator[Finding]:
    known = len(EDITIONS)
    if journal.edition > known:
        yield bad("journal", f"its format is {journal.edition}, and this program knows {known}", "update Dicehall")
    elif journal.edition < known:
        yield doubtful("journal", f"its format is {journal.edition}, and this program's is {known}",
                       "make a backup; the next start brings it up to date")  # fmt: skip


def check_tables(journal: Onlooker, progress: Progress) -> Iterator[Finding]:
    heads = journal.heads()
    latest, whole = 0.0, 0
    for number, head in enumerate(heads):
        progress(number, len(heads))
        try:
            latest = max(latest, fold(Table(), journal.bodies(head.table)).touched)
            whole += 1
        except Exception as error:
            why = str(error) if isinstance(error, Damaged) else repr(error)
            yield bad("tables", f"table {head.table.upper()} cannot be folded: {why}",
                      "the others go on; close it, or restore a backup")  # fmt: skip
    yield good("tables", f"{whole} of {len(heads)} open tables can be folded from the first entry to the last")
    yield check_hall_time(journal.hall_time, latest)


def check_hall_time(now: float, latest: float) -> Finding:
    said = f"the hall has been open for {now / 3600:,.1f} hours in all"
    if latest > now + 1:
        return bad("hall time", f"{said}, and a table was last touched {latest - now:,.0f} s later",
                   "restore a backup: clocks at its tables would stand still")  # fmt: skip
    return good("hall time", said)


def check_ahead(data: Path, *, running: bool) -> Finding:
    size = onlooker.ahead(data)
    if running:
        said = f"{size / MB:,.1f} MB wait in the write-ahead file"
        if size > LONG_AHEAD:
            return doubtful("write-ahead", said, "see whether another program, perhaps a backup, reads for very long")
        return good("write-ahead", said)
    if not size:
        return good("write-ahead", "the hall was closed properly")
    try:
        gone = onlooker.lost(data)
    except OSError as error:
        return doubtful("write-ahead", f"no room to look into it: {error.strerror}", "free some space for TMPDIR")
    if gone > 1:
        return bad(
            "write-ahead", f"it is damaged: {gone} commits in it cannot be read", "restore a backup, or lose them"
        )
    return good("write-ahead", "the hall was not closed properly; the next start takes over what was written")


# People and results


def check_people(data: Path) -> Iterator[Finding]:
    if not (data / PEOPLE).is_file():
        yield bad("people", f"there is no {PEOPLE}", "restore a backup; else the next start makes an empty one")
        return
    try:
        with closing(onlooker.people(data)) as file:
            if (found := onlooker.complaint(file)) is not None:
                yield bad("people", f"{PEOPLE} is damaged: {found}", "restore a backup: dicehall restore FILE")
                return
            yield check_migrations(file)
            yield from check_results(file, data)
    except sqlite3.Error as error:
        yield bad("people", f"{PEOPLE} cannot be read: {error}", "restore a backup: dicehall restore FILE")


def check_migrations(file: sqlite3.Connection) -> Finding:
    known = revisions()
    try:
        found = str(file.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    except (sqlite3.OperationalError, TypeError):
        found = "older than migrations"
    if found == known[-1]:
        return good("people", f"{PEOPLE} is whole and up to date (migration {found})")
    if found in known or not found.isdecimal():
        return doubtful("people", f"{PEOPLE} is of an earlier version ({found}; {known[-1]} is the last)",
                        "make a backup; the next start brings it up to date")  # fmt: skip
    return bad("people", f"{PEOPLE} is of a newer version ({found}; this program knows {known[-1]})", "update Dicehall")


def check_results(file: sqlite3.Connection, data: Path) -> Iterator[Finding]:
    try:
        row = file.execute("SELECT number FROM counted").fetchone()
    except sqlite3.OperationalError:
        row = None
    with closing(Onlooker(data)) as journal:
        noted = journal.noted
    counted = int(row[0]) if row else 0
    if counted > noted:
        yield doubtful("results", f"{counted} games and acts are counted, and the journal knows {noted}",
                       "nothing to do: the next start counts them anew")  # fmt: skip
    elif counted < noted:
        yield good("results", f"{counted} of {noted} games and acts are counted; the hall does the rest when it runs")
    else:
        yield good("results", f"all {noted} games and acts are counted")


# The clock


def check_clock(data: Path) -> Finding:
    """Names of days and hours in logs, sessions and backups need it; games do not."""
    now = time.time()
    newest = max((path.stat().st_mtime for name in PARTS for path in data.glob(f"{name}*")), default=0.0)
    said = f"it is {datetime.fromtimestamp(now).astimezone():%Y-%m-%d %H:%M %Z}"
    if datetime.fromtimestamp(now).year < OLDEST:
        return bad("clock", said, "set the clock of this machine: log-ins and backups go by it")
    if newest > now + A_MINUTE:
        return bad("clock", f"{said}, and the files were written {newest - now:,.0f} s in the future",
                   "set the clock of this machine, best by NTP: log-ins and backups go by it")  # fmt: skip
    return good("clock", f"{said}; no file is from the future")
