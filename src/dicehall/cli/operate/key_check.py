"""What `dicehall doctor` checks about the hall's key: that nobody else can read it, and that the log knows it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from dicehall.cli.operate.checks import Finding, bad, doubtful, good
from dicehall.ports import JournalError
from dicehall.store.files.folder import JOURNAL, KEY, RESTORED
from dicehall.store.files.hall_key import HallKey
from dicehall.store.files.read_only import open_either
from dicehall.store.journal.reader import JournalReader


def check_key(data: Path) -> Iterator[Finding]:
    path, signed_by = data / KEY, last_key(data)
    if path.exists():
        yield from check_key_file(path, signed_by)
    elif signed_by:
        yield doubtful("key", "key-missing", key=signed_by)


def check_key_file(path: Path, signed_by: str, other: str = "key-other") -> Iterator[Finding]:
    """`signed_by` is the public key in the log; empty if it is not known. `other` says that it is not this one."""
    try:
        public = HallKey.read(path).public
    except JournalError:
        yield bad("key", "key-unreadable", path=str(path))
        return
    if path.stat().st_mode & 0o077:
        yield doubtful("key", "key-open", path=str(path))
    if signed_by not in ("", public):
        yield doubtful("key", other, key=public, other=signed_by)
    else:
        yield good("key", "key-fine", key=public)


def last_key(data: Path) -> str:
    """The one that signed the last line of the public log; empty if there is none, or other checks say why.

    Also after a restore: then the next start logs a break anyway, whatever the key.
    """
    try:
        with closing(open_either(data / JOURNAL)) as file:
            last = JournalReader(file).last_logged()
            if file.execute("SELECT value FROM meta WHERE key = ?", (RESTORED,)).fetchone():
                return ""
    except (sqlite3.Error, JournalError):
        return ""
    return "" if last is None else last.key
