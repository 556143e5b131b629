"""One hall for each folder, whatever becomes of the lock file; backup and doctor look on."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout
from errno import EBADF
from io import StringIO
from pathlib import Path
from stat import S_ISDIR
from subprocess import Popen

import pytest

from dicehall.cli.operate.doctor import doctor
from dicehall.ports import JournalError
from dicehall.store.files.backup import back_up
from dicehall.store.files.database import Database
from dicehall.store.files.folder import LOCK, FolderLock, running_hall
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.restore import restore
from tests.store.halls import output, program

HALL = """
import sys
from contextlib import closing
from pathlib import Path
from dicehall.store.journal.disk import DiskJournal
with closing(DiskJournal(Path(sys.argv[1]))):
    print("open", flush=True)
    sys.stdin.read()
"""

REFUSED = """
import sys
from pathlib import Path
from dicehall.ports import JournalError
from dicehall.store.journal.disk import DiskJournal
try:
    DiskJournal(Path(sys.argv[1])).close()
except JournalError as error:
    print(error)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with closing(DiskJournal(data)), closing(Database(data)):
        return data


@pytest.fixture
def hall(folder: Path) -> Iterator[Popen[str]]:
    """Another process whose hall has the folder open."""
    process = program(HALL, folder)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    yield process
    process.kill()
    process.communicate()


def deleted(lock: Path) -> None:
    lock.unlink()


def replaced(lock: Path) -> None:
    lock.with_name("other").write_text("1\n")
    lock.with_name("other").rename(lock)


def left_alone(lock: Path) -> None:
    assert lock.is_file()


@pytest.mark.parametrize("harm", [left_alone, deleted, replaced])
def test_a_second_hall_is_refused_whatever_became_of_the_lock_file(
    folder: Path, hall: Popen[str], harm: Callable[[Path], None]
) -> None:
    assert hall.poll() is None
    harm(folder / LOCK)
    assert "is in use by another hall" in output(REFUSED, folder)
    with pytest.raises(JournalError, match="is in use by another hall"):
        restore(back_up(folder, folder.parent / "hall.zip")[0], folder, replace=True, trust=True)


@pytest.mark.parametrize("harm", [left_alone, deleted, replaced])
def test_backup_and_doctor_work_next_to_a_hall_that_lost_its_lock_file(
    folder: Path, hall: Popen[str], harm: Callable[[Path], None], tmp_path: Path
) -> None:
    assert hall.poll() is None
    harm(folder / LOCK)
    back_up(folder, tmp_path / "hall.zip")
    with redirect_stdout(StringIO()) as printed:
        assert doctor(folder) == 0, printed.getvalue()
    assert running_hall(folder) is not None
    assert "is in use by another hall" in output(REFUSED, folder), "looking did not take its lock away"


def test_the_folder_is_free_when_its_hall_was_killed(folder: Path, hall: Popen[str]) -> None:
    (folder / LOCK).unlink()
    hall.kill()
    hall.wait()
    assert running_hall(folder) is None
    DiskJournal(folder).close()


def test_a_hall_of_an_earlier_version_which_locks_only_the_file_is_noticed(folder: Path) -> None:
    source = """
import fcntl, os, sys
file = os.open(sys.argv[1] + "/hall.lock", os.O_RDWR)
fcntl.flock(file, fcntl.LOCK_EX)
print("open", flush=True)
sys.stdin.read()
"""
    process = program(source, folder)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        assert running_hall(folder) is not None
        with pytest.raises(JournalError, match="is in use by another hall"):
            FolderLock(folder)
    finally:
        process.kill()
        process.communicate()


def test_a_folder_that_cannot_be_locked_is_still_guarded_by_its_lock_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network file system."""

    flock = fcntl.flock

    def network(file: int, kind: int) -> None:
        if S_ISDIR(os.fstat(file).st_mode):
            raise OSError(EBADF, "Bad file descriptor")
        flock(file, kind)

    monkeypatch.setattr(fcntl, "flock", network)
    lock = FolderLock(folder)
    with pytest.raises(JournalError, match="is in use by another hall"):
        FolderLock(folder)
    assert running_hall(folder) == os.getpid()
    lock.release()
    FolderLock(folder).release()
