"""The folder of a hall: what its files are called, and the lock that lets only one hall use them."""

import errno
import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicehall.ports import JournalError

JOURNAL, PEOPLE, LOCK, KEY = "journal.db", "people.db", "hall.lock", "hall.key"
PARTS: Final = (JOURNAL, PEOPLE)
"""What a backup holds, in the order in which it is copied."""
RESTORED: Final = "restored"
"""In the journal's meta data from a restore until the public log says so."""
JOURNAL_EDITIONS: Final = (2, 3, 4, 5)
"""The formats of the journal that this program can read; the journal knows the step to each."""


UNSUPPORTED: Final = (errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP)
"""What a file system answers that cannot lock a folder; there the lock file has to be enough."""


class FolderLock:
    """Held until it is released or the process ends, however it ends.

    The folder itself is locked, since a lock file can be deleted or replaced under a running hall. The file is locked
    too: it names the process, and halls of earlier versions know only the file.
    """

    def __init__(self, folder: Path) -> None:
        self._files: list[int] = []
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._files.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY))
            self._files.append(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            self.release()
            raise JournalError(
                f"the hall cannot use the folder {folder} ({error.strerror}): "
                "choose a folder that you can write to, or change the permissions of this one"
            ) from error
        if not all(_is_locked(file, fcntl.LOCK_EX) for file in self._files):
            holder = os.pread(self._files[-1], 20, 0).decode("ascii", "replace").strip()
            self.release()
            raise JournalError(
                f"the folder {folder} is in use by another hall{f' (process {holder})' if holder else ''}: "
                "stop that one first, or give this one a folder of its own"
            )
        self._note_holder()

    def _note_holder(self) -> None:
        """The process id only makes an error message more helpful, so a full disk may prevent it."""
        with suppress(OSError):
            os.ftruncate(self._files[-1], 0)
            os.pwrite(self._files[-1], f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        while self._files:
            os.close(self._files.pop())


def _is_locked(file: int, kind: int) -> bool:
    """Whether it is ours now; False if another process holds it."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in UNSUPPORTED and stat.S_ISDIR(os.fstat(file).st_mode)
    return True


def running_hall(folder: Path) -> int | None:
    """The process of the hall that runs in a folder, 0 if that is unknown; None if no hall runs there."""
    if not (_is_held(folder) or _is_held(folder / LOCK)):
        return None
    with suppress(OSError, ValueError):
        return int((folder / LOCK).read_bytes()[:20])
    return 0


def _is_held(path: Path) -> bool:
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _is_locked(file, fcntl.LOCK_SH)
    finally:
        os.close(file)
