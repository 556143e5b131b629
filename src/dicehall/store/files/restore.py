"""Putting a backup back: everything is checked before anything is moved, and nothing is deleted."""

import os
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from dicehall.ports import JournalError
from dicehall.store.files.backup import (
    PARTS,
    Progress,
    compare,
    editions,
    examine,
    flush,
    is_newer,
    newer,
    opened,
    trouble,
    unseen,
)
from dicehall.store.files.folder import FolderLock


def restore(file: Path, folder: Path, *, replace: bool = False, progress: Progress = unseen) -> Path | None:
    """Into a folder in which no hall runs; where the files that were there have gone, if there were any."""
    with opened(file), ExitStack() as undo:
        lock = FolderLock(folder)
        undo.callback(lock.release)
        _only_where_empty(folder, replace)
        with trouble(f"{folder} cannot be written"):
            fresh = undo.enter_context(TemporaryDirectory(prefix=".restoring-", dir=folder, ignore_cleanup_errors=True))
            new = _unpacked(file, Path(fresh), progress)
            aside = _put_aside(folder)
            _give_to_owner(folder, folder / "hall.lock", *new, *([aside] if aside else []))
            for path in new:
                path.rename(folder / path.name)
            flush(folder)
    return aside


def _only_where_empty(folder: Path, replace: bool) -> None:
    there = sorted(path.name for path in folder.iterdir() if path.name != "hall.lock")
    if there and not replace:
        raise JournalError(
            f"{folder} is not empty ({', '.join(there[:4])}): give --data a new folder, "
            "or take --replace, which keeps the old files there in a folder of their own"
        )


def _unpacked(file: Path, fresh: Path, progress: Progress) -> list[Path]:
    """Checked, and on the disk."""
    with opened(file) as (packed, manifest):
        paths = []
        for part in manifest.parts:
            path = fresh / part.name
            with (
                packed.open(part.name) as source,
                os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as to,
            ):
                compare(file, part, source, to, progress)
                to.flush()
                os.fsync(to.fileno())
            examine(path, file)
            _forget_seeds(path)
            if is_newer(part.name, *editions(path)):
                raise newer(file, manifest)
            paths.append(path)
    return paths


def _forget_seeds(path: Path) -> None:
    """What they bind may have been revealed since the backup was made: nobody must play by them any more (H-05)."""
    with closing(sqlite3.connect(path)) as file, file:
        if file.execute("SELECT name FROM sqlite_master WHERE name = 'seeds'").fetchone():
            file.execute("DELETE FROM seeds")


def _put_aside(folder: Path) -> Path | None:
    """In the folder itself, which may be all of its disk that a hall can write to."""
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
