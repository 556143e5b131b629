"""A look at the files of a hall that may be running: nothing is written, not even a checkpoint."""

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from dicehall.store.files.backup import JOURNAL, PEOPLE
from dicehall.store.files.folder import look_at
from dicehall.store.journal.journal_file import Ledger
from dicehall.store.journal.wal_check import commits_lost


class Onlooker(Ledger):
    """The journal, as far as it can be read."""

    def __init__(self, folder: Path) -> None:
        self._writer = self._reader = look_at(folder / JOURNAL)

    @property
    def edition(self) -> int:
        return int(self._reader.execute("PRAGMA user_version").fetchone()[0])

    @property
    def hall_time(self) -> float:
        return self._saved_time()

    @property
    def noted(self) -> int:
        """The last row of the chronicle."""
        return int(self._reader.execute("SELECT coalesce(max(number), 0) FROM records").fetchone()[0])

    def complaint(self) -> str | None:
        return complaint(self._reader)


def complaint(connection: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong with a file; None where it is whole."""
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return None if found == "ok" else str(found)


def people(folder: Path) -> sqlite3.Connection:
    return look_at(folder / PEOPLE)


def holder(folder: Path) -> int | None:
    """The process of the hall that runs in a folder, 0 where it has not said; None where there is none."""
    try:
        file = os.open(folder / "hall.lock", os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        with suppress(ValueError):
            return int(os.pread(file, 20, 0))
        return 0
    finally:
        os.close(file)
    return None


def ahead(folder: Path) -> int:
    """Bytes in the write-ahead file of the journal."""
    path = folder / f"{JOURNAL}-wal"
    return path.stat().st_size if path.exists() else 0


def lost(folder: Path) -> int:
    """Commits that cannot be read in the write-ahead file of a hall that does not run; tried on a copy."""
    with TemporaryDirectory() as aside:
        copy = Path(aside) / JOURNAL
        for ending in ("", "-wal"):
            shutil.copyfile(folder / f"{JOURNAL}{ending}", f"{copy}{ending}")
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            return commits_lost(connection, copy)
