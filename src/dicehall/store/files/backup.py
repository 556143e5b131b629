"""Making a backup: the files of a hall in one archive, copied while it runs.

The journal is copied before people.db, so everyone whom it mentions is in the backup. Results that are ahead of the
journal are counted again when the hall opens.
"""

import os
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import msgspec

from dicehall import __version__
from dicehall.ports import JournalError
from dicehall.store.files.backup_reading import (
    LAYOUT,
    MANIFEST,
    Manifest,
    Part,
    Progress,
    check_copy,
    chunks,
    editions,
    is_newer,
    no_progress,
    read_manifest,
)
from dicehall.store.files.backup_signing import SIGNATURE, key_of, sign
from dicehall.store.files.folder import JOURNAL, KEY, PARTS
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.read_only import open_running

PAGES = 1000
"""Pages that are copied between two reports of progress."""


def back_up(
    folder: Path,
    target: Path,
    progress: Progress = no_progress,
    key: Path | None = None,
    *,
    with_key: bool = False,
) -> tuple[Path, Manifest]:
    """Back up a hall, which may be running. If the target is a folder, the file is named after the time.

    It is signed with the hall's key, if there is one.
    """
    if not (folder / JOURNAL).is_file():
        raise JournalError(f"there is no hall in {folder}: --data is the folder that you gave to `dicehall serve`")

    def copied(aside: Path) -> list[Path]:
        names = [name for name in PARTS if (folder / name).is_file()]
        return [_copy(folder / name, aside / name, progress) for name in names]

    signs = key_of(folder, key)
    packed = (signs or HallKey.read(folder / KEY)) if with_key else None
    return pack_up(target, copied, signs, packed, progress)


def pack_up(
    target: Path,
    copied: Callable[[Path], list[Path]],
    signs: HallKey | None,
    packed: HallKey | None,
    progress: Progress = no_progress,
) -> tuple[Path, Manifest]:
    """Whatever is copied into a folder aside, in one signed file that is read again before it counts.

    `packed` is the key that goes into it.
    """
    made = datetime.now(UTC)
    if target.is_dir():
        target = target / f"dicehall-{made:%Y%m%dT%H%M%SZ}.zip"
    if target.exists():
        raise JournalError(f"{target} exists already: choose another name, or move it away")
    with clear_errors(f"{target} cannot be written"), TemporaryDirectory(prefix=".backup-", dir=target.parent) as aside:
        whole = Path(aside) / "backup.zip"
        copies = copied(Path(aside))
        if packed is not None:
            packed.write(Path(aside) / KEY)
            copies.append(Path(aside) / KEY)
        with os.fdopen(os.open(whole, os.O_RDWR | os.O_CREAT, 0o600), "w+b") as file:
            manifest = _pack(file, copies, made, progress, signs)
            file.flush()
            os.fsync(file.fileno())
        if read_manifest(whole, progress) != manifest:
            raise JournalError(f"{target} is not what was written to it: do not trust this disk")
        whole.rename(target)
        flush(target.parent)
    return target, manifest


def _copy(source: Path, copy: Path, progress: Progress) -> Path:
    """Read within one transaction: otherwise each commit of the hall would start the copy again."""
    try:
        with closing(open_running(source)) as original, closing(sqlite3.connect(copy, isolation_level=None)) as target:
            original.execute("BEGIN")
            (size,) = original.execute("PRAGMA page_size").fetchone()
            original.execute("SELECT * FROM sqlite_master").fetchall()
            original.backup(
                target, pages=PAGES, sleep=0.01,
                progress=lambda _, left, pages: progress(f"Copying {source.name}", (pages - left) * size, pages * size),
            )  # fmt: skip
            target.execute("PRAGMA journal_mode = DELETE")  # a single file, without a write-ahead file
    except sqlite3.Error as error:
        raise JournalError(f"{source} cannot be copied ({error}): `dicehall doctor` can tell you more") from error
    check_copy(copy, source)
    if is_newer(source.name, *editions(copy)):
        raise JournalError(f"{source} was written by a newer Dicehall than this one ({__version__}): use that one")
    return copy


def _pack(file: IO[bytes], copies: list[Path], made: datetime, progress: Progress, signs: HallKey | None) -> Manifest:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed:
        parts = []
        for copy in copies:
            with copy.open("rb") as source, packed.open(copy.name, "w", force_zip64=True) as target:
                parts.append(_pack_part(copy, source, target, progress))
        manifest = Manifest(LAYOUT, __version__, made.isoformat(timespec="seconds"), tuple(parts))
        written = msgspec.json.format(msgspec.json.encode(manifest))
        packed.writestr(MANIFEST, written)
        if signs is not None:
            packed.writestr(SIGNATURE, sign(written, signs))
    return manifest


def _pack_part(copy: Path, source: IO[bytes], target: IO[bytes], progress: Progress) -> Part:
    size, digest = copy.stat().st_size, sha256()
    for chunk in chunks(source, f"Packing {copy.name}", size, progress):
        digest.update(chunk)
        target.write(chunk)
    return Part(copy.name, size, digest.hexdigest(), *editions(copy))


def flush(path: Path) -> None:
    """A file or a folder; a rename is on the disk once its folder is."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextmanager
def clear_errors(what: str) -> Iterator[None]:
    """An operating system's error becomes one sentence with a cure."""
    try:
        yield
    except OSError as error:
        raise JournalError(
            f"{what} ({error.strerror or error}): check that there is space, and that you may write there"
        ) from None
