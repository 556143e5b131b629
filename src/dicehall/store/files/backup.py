"""A hall's files in one, copied while it runs; and how such a file is read and mistrusted.

The journal is copied before the people. People who are mentioned in it are then known for certain, and results that
are ahead of it are counted anew when the hall opens.
"""

import lzma
import os
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final, TypeAlias

import msgspec

from dicehall import __version__
from dicehall.ports import JournalError
from dicehall.rules.values import Value
from dicehall.store.files.folder import older, read_only, still
from dicehall.store.files.upgrade import FORMAT, revisions
from dicehall.store.journal.journal_file import EDITIONS

JOURNAL, PEOPLE = "journal.db", "people.db"
PARTS: Final = (JOURNAL, PEOPLE)
MANIFEST = "manifest.json"
LAYOUT = 1
"""Of the backup file itself; it grows when an older program could not read it."""
PAGES = 1000
"""Pages that are copied between two signs of progress."""
CHUNK = 1 << 20
DAMAGE: Final = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError)
"""What reading a damaged archive ends in; a RuntimeError where it seems to be encrypted, or of another make."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is."""


class Part(Value):
    name: str
    bytes: int
    sha256: str
    edition: int
    revision: str | None = None
    """Of the people: how far their file has been migrated."""


class Manifest(Value):
    layout: int
    version: str
    made: str
    parts: tuple[Part, ...]


def unseen(_what: str, _done: int, _of: int) -> None:
    """Progress that nobody looks at."""


# Making one


def back_up(folder: Path, target: Path, progress: Progress = unseen) -> tuple[Path, Manifest]:
    """The files of a hall, which may be running, in one file; into a folder, under a name that tells the time."""
    made = datetime.now(UTC)
    if target.is_dir():
        target = target / f"dicehall-{made:%Y%m%dT%H%M%SZ}.zip"
    if not (folder / JOURNAL).is_file():
        raise JournalError(f"there is no hall in {folder}: --data is the folder that `dicehall serve` was given")
    if target.exists():
        raise JournalError(f"{target} is there already: take another name, or move it away")
    with trouble(f"{target} cannot be written"), TemporaryDirectory(prefix=".backup-", dir=target.parent) as aside:
        whole = Path(aside) / "backup.zip"
        names = [name for name in PARTS if (folder / name).is_file()]
        copies = [_copied(folder / name, Path(aside) / name, progress) for name in names]
        with os.fdopen(os.open(whole, os.O_RDWR | os.O_CREAT, 0o600), "w+b") as file:
            manifest = _pack(file, copies, made, progress)
            file.flush()
            os.fsync(file.fileno())
        if read_manifest(whole, progress) != manifest:
            raise JournalError(f"{target} is not what was written to it: the disk is not to be trusted")
        whole.rename(target)
        flush(target.parent)
    return target, manifest


def _copied(source: Path, copy: Path, progress: Progress) -> Path:
    """One moment of a file. It is read within one transaction: else each commit of the hall would begin it anew."""
    try:
        with closing(read_only(source)) as original, closing(sqlite3.connect(copy, isolation_level=None)) as target:
            original.execute("BEGIN")
            (size,) = original.execute("PRAGMA page_size").fetchone()
            original.execute("SELECT * FROM sqlite_master").fetchall()
            original.backup(
                target, pages=PAGES, sleep=0.01,
                progress=lambda _, left, pages: progress(f"Copying {source.name}", (pages - left) * size, pages * size),
            )  # fmt: skip
            target.execute("PRAGMA journal_mode = DELETE")  # one whole file, without a write-ahead file beside it
    except sqlite3.Error as error:
        raise JournalError(f"{source} cannot be copied ({error}): `dicehall doctor` looks closer") from error
    examine(copy, source)
    if is_newer(source.name, *editions(copy)):
        raise JournalError(f"{source} was written by a newer Dicehall than this one ({__version__}): take that one")
    return copy


def _pack(file: IO[bytes], copies: list[Path], made: datetime, progress: Progress) -> Manifest:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed:
        parts = []
        for copy in copies:
            with copy.open("rb") as source, packed.open(copy.name, "w", force_zip64=True) as target:
                parts.append(_poured(copy, source, target, progress))
        manifest = Manifest(LAYOUT, __version__, made.isoformat(timespec="seconds"), tuple(parts))
        packed.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _poured(copy: Path, source: IO[bytes], target: IO[bytes], progress: Progress) -> Part:
    size, digest = copy.stat().st_size, sha256()
    for chunk in _chunks(source, f"Packing {copy.name}", size, progress):
        digest.update(chunk)
        target.write(chunk)
    return Part(copy.name, size, digest.hexdigest(), *editions(copy))


# Reading one


def read_manifest(file: Path, progress: Progress = unseen) -> Manifest:
    """What is in a backup, all of it read and compared with what was written."""
    with opened(file) as (packed, manifest):
        for part in manifest.parts:
            with packed.open(part.name) as source:
                compare(file, part, source, None, progress)
    return manifest


@contextmanager
def opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """A backup that this program can read, as far as its manifest tells."""
    try:
        with _unzipped(file) as packed:
            manifest = msgspec.json.decode(packed.read(MANIFEST), type=Manifest)
            _admit(file, manifest)
            yield packed, manifest
    except (*DAMAGE, KeyError) as error:
        raise broken(file, str(error)) from None
    except OSError as error:
        if error.errno not in (
            None,
            EINVAL,
        ):  # the disk's; an unpacker's has no number, a place before the start is invalid
            raise
        raise broken(file, str(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise broken(file, f"its manifest cannot be read: {error}") from None


def _unzipped(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (*DAMAGE, UnicodeDecodeError) as error:
        raise broken(file, str(error)) from None
    except OSError as error:
        raise JournalError(f"{file} cannot be read ({error.strerror or error})") from None


def broken(file: Path, why: str) -> JournalError:
    return JournalError(f"{file} is no backup of a hall, or is damaged ({why}): take another one")


def _admit(file: Path, manifest: Manifest) -> None:
    """Only what this program can read."""
    names = [part.name for part in manifest.parts]
    if manifest.layout > LAYOUT:
        raise newer(file, manifest)
    if names not in ([JOURNAL], list(PARTS)):
        raise broken(file, f"it holds {', '.join(names) or 'nothing'}")
    for part in manifest.parts:
        if is_newer(part.name, part.edition, part.revision):
            raise newer(file, manifest)
        if is_older(part.name, part.edition, part.revision):
            raise older(file)


def newer(file: Path, manifest: Manifest) -> JournalError:
    return JournalError(
        f"{file} was made by a newer Dicehall ({manifest.version[:20]}; this is {__version__}): "
        "update Dicehall first, then restore it"
    )


def is_newer(name: str, edition: int, revision: str | None) -> bool:
    if name == JOURNAL:
        return edition > max(EDITIONS)
    return edition > FORMAT or (revision or "") > revisions()[-1]


def is_older(name: str, edition: int, revision: str | None) -> bool:
    """From before the first release."""
    if name == JOURNAL:
        return edition < min(EDITIONS)
    return edition < FORMAT or (revision or "") < revisions()[0]


def compare(file: Path, part: Part, source: IO[bytes], target: IO[bytes] | None, progress: Progress) -> None:
    """Every byte, and no more of them than there were."""
    digest, size = sha256(), 0
    for chunk in _chunks(source, f"Checking {part.name}", part.bytes, progress):
        digest.update(chunk)
        size += len(chunk)
        if size > part.bytes:
            break
        if target is not None:
            target.write(chunk)
    if size != part.bytes or digest.hexdigest() != part.sha256:
        raise broken(file, f"{part.name} is not what was written")


# Small things


def examine(path: Path, origin: Path) -> None:
    """A copy that nobody else has open."""
    try:
        with closing(still(path)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        found = " ".join(found.split())
        raise JournalError(f"{origin}: {path.name} is damaged ({found}): `dicehall doctor` says which tables are whole")


def editions(path: Path) -> tuple[int, str | None]:
    with closing(still(path)) as connection:
        edition: int = connection.execute("PRAGMA user_version").fetchone()[0]
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            row = None
    return edition, None if row is None else str(row[0])


def _chunks(source: IO[bytes], what: str, size: int, progress: Progress) -> Iterator[bytes]:
    done = 0
    while chunk := source.read(CHUNK):
        yield chunk
        done += len(chunk)
        progress(what, done, size)


def flush(folder: Path) -> None:
    """A rename is on the disk when its folder is."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextmanager
def trouble(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise JournalError(
            f"{what} ({error.strerror or error}): see that there is space, and that it is yours"
        ) from None
