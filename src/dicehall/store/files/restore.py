"""Restoring a backup: everything is checked before anything is moved, and nothing is deleted."""

import os
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from dicehall.ports import JournalError
from dicehall.store.files.backup import clear_errors, flush
from dicehall.store.files.backup_reading import (
    Progress,
    check_copy,
    check_part,
    editions,
    is_newer,
    newer,
    no_progress,
    open_backup,
)
from dicehall.store.files.folder import LOCK, PARTS, FolderLock


def restore(file: Path, folder: Path, *, replace: bool = False, progress: Progress = no_progress) -> Path | None:
    """Into a folder in which no hall runs; returns where the old files are now, if there were any."""
    with open_backup(file), ExitStack() as undo:
        lock = FolderLock(folder)
        undo.callback(lock.release)
        _refuse_unless_empty(folder, replace)
        with clear_errors(f"{folder} cannot be written"):
            fresh = undo.enter_context(TemporaryDirectory(prefix=".restoring-", dir=folder, ignore_cleanup_errors=True))
            new = _unpack(file, Path(fresh), progress)
            aside = _put_aside(folder)
            _give_to_owner(folder, folder / LOCK, *new, *([aside] if aside else []))
            for path in new:
                path.rename(folder / path.name)
            flush(folder)
    return aside


def _refuse_unless_empty(folder: Path, replace: bool) -> None:
    there = sorted(path.name for path in folder.iterdir() if path.name != LOCK)
    if there and not replace:
        raise JournalError(
            f"{folder} is not empty ({', '.join(there[:4])}): give --data a new folder, "
            "or use --replace, which moves the old files into a folder of their own"
        )


def _unpack(file: Path, fresh: Path, progress: Progress) -> list[Path]:
    """Checked, and on the disk."""
    with open_backup(file) as (packed, manifest):
        paths = []
        for part in manifest.parts:
            path = fresh / part.name
            with (
                packed.open(part.name) as source,
                os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as to,
            ):
                check_part(file, part, source, to, progress)
                to.flush()
                os.fsync(to.fileno())
            check_copy(path, file)
            _delete_seeds(path)
            if is_newer(part.name, *editions(path)):
                raise newer(file, manifest)
            paths.append(path)
    return paths


def _delete_seeds(path: Path) -> None:
    """They may have been revealed since the backup was made, so no game may use them any more (H-05)."""
    with closing(sqlite3.connect(path)) as file, file:
        if file.execute("SELECT name FROM sqlite_master WHERE name = 'seeds'").fetchone():
            file.execute("DELETE FROM seeds")


def _put_aside(folder: Path) -> Path | None:
    """In the folder itself, which may be the only place where a hall can write."""
    old = [path for name in PARTS for path in folder.glob(f"{name}*")]
    if not old:
        return None
    aside = folder / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
    aside.mkdir(0o700)
    for path in old:
        path.rename(aside / path.name)
    return aside


def _give_to_owner(folder: Path, *paths: Path) -> None:
    """What an administrator restores must still belong to the user that runs the hall."""
    owner = folder.stat()
    if os.geteuid() == 0:
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)
