"""The write-ahead check: SQLite silently drops what follows damage in the middle of a write-ahead file.

The format is documented at https://www.sqlite.org/fileformat2.html#walformat.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

HEADER, FRAME = 32, 24
"""Bytes at the beginning of the file, and before each page in it."""


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
    """Frames from an earlier use of the file have other salts; the last frame of a commit holds a size."""
    salts = wal[16:24] if _header_is_valid(wal) else wal[HEADER + 8 : HEADER + 16]
    frames = range(HEADER + readable * step, len(wal) - step + 1, step)
    return sum(wal[at + 8 : at + 16] == salts and wal[at + 4 : at + 8] != b"\0\0\0\0" for at in frames)


def _header_is_valid(wal: bytes) -> bool:
    order: Literal["big", "little"] = "big" if wal[:4] == b"\x37\x7f\x06\x83" else "little"
    words = [int.from_bytes(wal[at : at + 4], order) for at in range(0, 24, 4)]
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return wal[24:HEADER] == first.to_bytes(4, "big") + second.to_bytes(4, "big")
