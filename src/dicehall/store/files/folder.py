"""The folder of a hall: what its files are called, and the lock that lets only one hall use them."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicehall.ports import JournalError

JOURNAL, PEOPLE, LOCK = "journal.db", "people.db", "hall.lock"
PARTS: Final = (JOURNAL, PEOPLE)
"""What a backup holds, in the order in which it is copied."""
JOURNAL_EDITIONS: Final = (2, 3)
"""The formats of the journal that this program can read; the journal knows the step to each."""


class FolderLock:
    """Held until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalError(
                f"the hall cannot use the folder {folder} ({error.strerror}): "
                "choose a folder that you can write to, or change the permissions of this one"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise JournalError(
                f"the folder {folder} is in use by another hall{f' (process {holder})' if holder else ''}: "
                "stop that one first, or give this one a folder of its own"
            ) from error
        self._note_holder()

    def _note_holder(self) -> None:
        """The process id only makes an error message more helpful, so a full disk may prevent it."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        os.close(self._file)


def running_hall(folder: Path) -> int | None:
    """The process of the hall that runs in a folder, 0 if that is unknown; None if no hall runs there."""
    try:
        file = os.open(folder / LOCK, os.O_RDONLY)
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
