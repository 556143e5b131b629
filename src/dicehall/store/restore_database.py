"""Restoring a backup into PostgreSQL: unpacked and checked as for a folder, then moved in, all of it or nothing."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dicehall.ports import JournalError
from dicehall.store.files.backup import clear_errors
from dicehall.store.files.backup_reading import Progress, no_progress, open_backup
from dicehall.store.files.backup_signing import check_origin, key_of
from dicehall.store.files.database import Database
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.disk import DiskJournal
from dicehall.store.postgres.move_in import move_in, refuse_unless_empty
from dicehall.store.restore import unpack


class KeyOnDisk(NamedTuple):
    """With which the nodes have to start."""

    path: Path
    key: HallKey
    is_new: bool = False
    """Made now, since there was none."""


def restore_database(
    file: Path,
    url: str,
    folder: Path,
    *,
    trust: bool = False,
    key: Path | None = None,
    progress: Progress = no_progress,
) -> KeyOnDisk:
    """Into an empty database. `folder` is where the key is, or will be.

    The public log says at once that it was interrupted: later nobody knows any more. Raises `JournalError`.
    """
    with open_backup(file):
        check_origin(file, key_of(folder, key), trust=trust)
        refuse_unless_empty(url)
        with clear_errors("the backup cannot be unpacked"), TemporaryDirectory(prefix="dicehall-restoring-") as fresh:
            unpack(file, Path(fresh), progress)
            found = _key(Path(fresh) / KEY, folder, key)
            with closing(Database(Path(fresh))), closing(DiskJournal(Path(fresh))) as journal:
                journal.sign_with(found.key)
            move_in(Path(fresh), url)
    return found


def _key(packed: Path, folder: Path, given: Path | None) -> KeyOnDisk:
    """The one in the backup, the one that the operator has named or that is in the folder, or a new one."""
    path = folder / KEY
    if packed.exists():
        brought = HallKey.read(packed)
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            brought.write(path)
        elif HallKey.read(path).public != brought.public:
            raise JournalError(f"{path} is not the key in the backup: move it away, or give --data another folder")
        return KeyOnDisk(path, brought)
    if given is not None:
        return KeyOnDisk(given, HallKey.read(given))
    is_new = not path.exists()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return KeyOnDisk(path, HallKey.open(path), is_new)
