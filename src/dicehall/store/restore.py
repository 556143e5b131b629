"""Restoring a backup: everything is checked before anything is moved, and nothing is deleted."""

import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from dicehall.ports import JournalError
from dicehall.store.files.backup import clear_errors, flush
from dicehall.store.files.backup_reading import (
    Manifest,
    Progress,
    check_copy,
    check_part,
    damaged,
    editions,
    is_newer,
    newer,
    no_progress,
    open_backup,
)
from dicehall.store.files.backup_signing import check_origin, key_of
from dicehall.store.files.folder import JOURNAL, KEY, LOCK, PARTS, RESTORED, FolderLock
from dicehall.store.files.hall_key import HallKey
from dicehall.store.takeover import take_over

MB = 10**6


def restore(
    file: Path,
    folder: Path,
    *,
    replace: bool = False,
    trust: bool = False,
    key: Path | None = None,
    progress: Progress = no_progress,
) -> Path | None:
    """Into a folder in which no hall runs; returns where the old files are now, if there were any.

    The key in the folder, or in another file, must have signed it, unless it is trusted.
    """
    with open_backup(file), ExitStack() as undo:
        lock = FolderLock(folder)
        undo.callback(lock.release)
        check_origin(file, key_of(folder, key), trust=trust)
        _refuse_unless_empty(folder, replace)
        with clear_errors(f"{folder} cannot be written"):
            fresh = undo.enter_context(TemporaryDirectory(prefix=".restoring-", dir=folder, ignore_cleanup_errors=True))
            new = unpack(file, Path(fresh), progress)
            aside = _put_aside(folder, new)
            _give_to_owner(folder, folder / LOCK, *new, *([aside] if aside else []))
            for path in new:
                path.rename(folder / path.name)
            flush(folder)
    return aside


def _refuse_unless_empty(folder: Path, replace: bool) -> None:
    there = sorted(path.name for path in folder.iterdir() if path.name not in (LOCK, KEY))
    if there and not replace:
        raise JournalError(
            f"{folder} is not empty ({', '.join(there[:4])}): give --data a new folder, "
            "or use --replace, which moves the old files into a folder of their own"
        )


def unpack(file: Path, fresh: Path, progress: Progress) -> list[Path]:
    """Into an empty folder: checked, on the disk, and without secrets that may be known by now."""
    with open_backup(file) as (packed, manifest):
        _refuse_unless_it_fits(file, manifest, fresh)
        paths = []
        for part in manifest.parts:
            path = fresh / part.name
            with (
                packed.open(part.name) as source,
                os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as to,
            ):
                check_part(file, part, source, to, progress)
            paths.append(path)
            if part.name == KEY:
                HallKey.read(path)
                flush(path)
                continue
            check_copy(path, file)
            found = editions(path)
            if is_newer(part.name, *found):
                raise newer(file, manifest)
            if found != (part.edition, part.revision):
                raise damaged(file, f"{part.name} is of another edition than its manifest says")
            take_over(path, *found)
            if part.name == JOURNAL:
                _log_the_break(path)
            else:
                _begin_new_history(path)
            flush(path)
    return paths


def _log_the_break(path: Path) -> None:
    """Lines of the public log after the backup are gone: the hall says so at its next start."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT OR REPLACE INTO meta VALUES (?, 1.0)", (RESTORED,))


def _refuse_unless_it_fits(file: Path, manifest: Manifest, fresh: Path) -> None:
    """A small archive can claim to hold more than any disk. For a moment every part is there twice."""
    needed, free = 2 * sum(part.bytes for part in manifest.parts), shutil.disk_usage(fresh).free
    if needed > free:
        raise JournalError(
            f"{file} needs {needed / MB:,.0f} MB on the disk, and {free / MB:,.0f} MB are free: free some space first"
        )


def _begin_new_history(path: Path) -> None:
    """Tables go back because the operator wants it: marks and heads of clients from before must raise no alarm."""
    with closing(sqlite3.connect(path)) as file, file:
        if file.execute("SELECT name FROM sqlite_master WHERE name = 'head_keys'").fetchone():
            file.execute("DELETE FROM marks")
            file.execute("DELETE FROM setbacks")
            file.execute("INSERT INTO head_keys (key) VALUES (randomblob(32))")


def _put_aside(folder: Path, new: list[Path]) -> Path | None:
    """In the folder itself, which may be the only place where a hall can write. A key that the operator has put into an
    otherwise empty folder stays there, unless the backup brings one."""
    old = [path for name in PARTS for path in folder.glob(f"{name}*")]
    if old or any(path.name == KEY for path in new):
        old += folder.glob(f"{KEY}*")
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
