"""Reading a backup: what its manifest says, and whether every byte is still what was written."""

import lzma
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Final, TypeAlias

import msgspec

from dicehall import __version__
from dicehall.ports import JournalError
from dicehall.rules.values import Value
from dicehall.rules.wording import visible
from dicehall.store.files.folder import JOURNAL, JOURNAL_EDITIONS, KEY, PARTS
from dicehall.store.files.read_only import damage, open_closed
from dicehall.store.files.sqlite_file import older
from dicehall.store.files.upgrade import FORMAT, revisions

MANIFEST = "manifest.json"
LONGEST_MANIFEST = 1 << 16
"""Bytes; a small archive can hold a file that fills a machine's memory."""
LAYOUT = 1
"""Of the backup file itself; it grows when an older program could not read it."""
KEY_FORMAT = 1
"""Of the file with the hall's key."""
CHUNK = 1 << 20
DAMAGE: Final = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError)
"""What a damaged archive raises; a RuntimeError if it seems to be encrypted, or made by another program."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is."""


class Part(Value):
    name: str
    bytes: Annotated[int, msgspec.Meta(ge=0)]
    sha256: str
    edition: int
    revision: str | None = None
    """The last migration of people.db."""


class Manifest(Value):
    layout: int
    version: str
    made: Annotated[str, msgspec.Meta(pattern=r"^[0-9T:+-]{19,25}$")]
    """Shown in the terminal."""
    parts: tuple[Part, ...]


def no_progress(_what: str, _done: int, _of: int) -> None:
    """For callers that show none."""


def read_manifest(file: Path, progress: Progress = no_progress) -> Manifest:
    """The manifest of a backup whose every byte is checked."""
    with open_backup(file) as (packed, manifest):
        for part in manifest.parts:
            with packed.open(part.name) as source:
                check_part(file, part, source, None, progress)
    return manifest


@contextmanager
def open_backup(file: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """A backup that this program can read, as far as its manifest says."""
    try:
        with _open_archive(file) as packed:
            manifest = msgspec.json.decode(bounded(packed, file, MANIFEST), type=Manifest)
            _check_manifest(file, manifest)
            yield packed, manifest
    except (*DAMAGE, KeyError) as error:
        raise damaged(file, str(error)) from None
    except OSError as error:
        # The disk's own errors have a number; an unpacker's have none, or EINVAL for a position before the start.
        if error.errno not in (None, EINVAL):
            raise
        raise damaged(file, str(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise damaged(file, f"its manifest cannot be read: {error}") from None


def bounded(packed: zipfile.ZipFile, file: Path, name: str) -> bytes:
    with packed.open(name) as source:
        content = source.read(LONGEST_MANIFEST + 1)
    if len(content) > LONGEST_MANIFEST:
        raise damaged(file, f"its {name} is longer than {LONGEST_MANIFEST} bytes")
    return content


def _open_archive(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (*DAMAGE, UnicodeDecodeError) as error:
        raise damaged(file, str(error)) from None
    except OSError as error:
        raise JournalError(f"{file} cannot be read ({error.strerror or error})") from None


def _check_manifest(file: Path, manifest: Manifest) -> None:
    """Only what this program can read."""
    names = [part.name for part in manifest.parts]
    if manifest.layout > LAYOUT:
        raise newer(file, manifest)
    if names[-1:] == [KEY]:
        names.pop()
    if names not in ([JOURNAL], list(PARTS)):
        raise damaged(file, f"it holds {', '.join(names) or 'nothing'}")
    for part in manifest.parts:
        if is_newer(part.name, part.edition, part.revision):
            raise newer(file, manifest)
        if is_older(part.name, part.edition, part.revision):
            raise older(file)


def check_part(file: Path, part: Part, source: IO[bytes], target: IO[bytes] | None, progress: Progress) -> None:
    """Every byte, and no more of them than there were; copied to the target if there is one."""
    digest, size = sha256(), 0
    for chunk in chunks(source, f"Checking {part.name}", part.bytes, progress):
        digest.update(chunk)
        size += len(chunk)
        if size > part.bytes:
            break
        if target is not None:
            target.write(chunk)
    if size != part.bytes or digest.hexdigest() != part.sha256:
        raise damaged(file, f"{part.name} is not what was written")


def check_copy(path: Path, origin: Path) -> None:
    """A copied database that nobody else has open."""
    try:
        with closing(open_closed(path)) as connection:
            found = damage(connection)
    except sqlite3.Error as error:
        found = str(error)
    if found is not None:
        found = " ".join(found.split())
        raise JournalError(f"{origin}: {path.name} is damaged ({found}): `dicehall doctor` says which tables are whole")


def editions(path: Path) -> tuple[int, str | None]:
    """Of a copied database: its format, and its last migration if it has any."""
    if path.name == KEY:
        return KEY_FORMAT, None
    with closing(open_closed(path)) as connection:
        edition: int = connection.execute("PRAGMA user_version").fetchone()[0]
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            row = None
    return edition, None if row is None else str(row[0])


def is_newer(name: str, edition: int, revision: str | None) -> bool:
    if name == KEY:
        return edition > KEY_FORMAT
    if name == JOURNAL:
        return edition > max(JOURNAL_EDITIONS)
    return edition > FORMAT or (revision or "") > revisions()[-1]


def is_older(name: str, edition: int, revision: str | None) -> bool:
    """From before the first release."""
    if name == KEY:
        return False
    if name == JOURNAL:
        return edition < min(JOURNAL_EDITIONS)
    return edition < FORMAT or (revision or "") < revisions()[0]


def chunks(source: IO[bytes], what: str, size: int, progress: Progress) -> Iterator[bytes]:
    done = 0
    while chunk := source.read(CHUNK):
        yield chunk
        done += len(chunk)
        progress(what, done, size)


def damaged(file: Path, why: str) -> JournalError:
    return JournalError(f"{file} is not a backup of a hall, or is damaged ({why}): use another one")


def newer(file: Path, manifest: Manifest) -> JournalError:
    return JournalError(
        f"{file} was made by a newer Dicehall ({visible(manifest.version, 20)}; this is {__version__}): "
        "update Dicehall first, then restore it"
    )
