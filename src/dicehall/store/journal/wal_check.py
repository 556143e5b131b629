"""The write-ahead check: SQLite silently drops what follows damage in the middle of a write-ahead file.

The format is documented at https://www.sqlite.org/fileformat2.html#walformat.
"""

import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias

HEADER, FRAME = 32, 24
"""Bytes at the beginning of the file, and before each page in it."""
Order: TypeAlias = Literal["<", ">"]
"""Of the bytes in a word."""


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def wal_size(path: Path) -> int:
    """Bytes in the write-ahead file of a database."""
    return wal_of(path).stat().st_size if wal_of(path).exists() else 0


def commits_lost(connection: sqlite3.Connection, path: Path) -> int:
    """How many commits follow the place in the write-ahead file where SQLite stopped reading.

    A power cut may leave one: the commit that it interrupted, which nobody was told of. More than one is damage.
    """
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    _, readable, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    wal = wal_of(path)
    return _commits_after(wal.read_bytes(), max(readable, 0), FRAME + page) if wal.exists() else 0


def commits_lost_in_copy(path: Path) -> int:
    """The same for a database that no hall has open, tried on a copy."""
    with TemporaryDirectory() as aside:
        copy = Path(aside) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(wal_of(path), wal_of(copy))
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            return commits_lost(connection, copy)


def _commits_after(wal: bytes, readable: int, step: int) -> int:
    """Frames from an earlier use of the file have other salts; the last frame of a commit holds a size.

    Commits that follow damage continue one another's checksums. What failing flushes have left behind does not: each
    failed commit was written over the one before, and only its own end is left. So only the longest run counts.
    """
    order: Order = ">" if wal[:4] == b"\x37\x7f\x06\x83" else "<"
    header_is_valid = _checksum(wal[:24], (0, 0), order) == wal[24:HEADER]
    salts = wal[16:24] if header_is_valid else wal[HEADER + 8 : HEADER + 16]
    longest = commits = 0
    before = b""
    for at in range(HEADER + readable * step, len(wal) - step + 1, step):
        head = wal[at : at + FRAME]
        if head[8:16] != salts:
            before = b""
            continue
        summed = head[:8] + wal[at + FRAME : at + step]
        if not before or _checksum(summed, struct.unpack(">II", before), order) != head[16:]:
            commits = 0
        commits += head[4:8] != b"\0\0\0\0"
        longest, before = max(longest, commits), head[16:]
    return longest


def _checksum(data: bytes, start: tuple[int, int], order: Order) -> bytes:
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)
