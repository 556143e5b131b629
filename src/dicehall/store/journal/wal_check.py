"""A write-ahead file that is damaged in the middle: SQLite drops what follows without a word, so we look ourselves.

The format is documented at https://www.sqlite.org/fileformat2.html#walformat.
"""

import sqlite3
from pathlib import Path
from typing import Literal

HEADER, FRAME = 32, 24
"""Bytes at the beginning of the file, and before each page in it."""


def commits_lost(connection: sqlite3.Connection, path: Path) -> int:
    """How many commits lie in the write-ahead file of this database behind the place where SQLite stopped to read.

    A power cut may leave one: the commit it fell into, of which nobody was told. More than one is damage.
    """
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    _, readable, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    ahead = path.with_name(f"{path.name}-wal")
    return _commits_after(ahead.read_bytes(), max(readable, 0), FRAME + page) if ahead.exists() else 0


def _commits_after(ahead: bytes, readable: int, step: int) -> int:
    """Frames of an earlier round of the file have other salts; the last frame of a commit tells a size."""
    salts = ahead[16:24] if _header_holds(ahead) else ahead[HEADER + 8 : HEADER + 16]
    frames = range(HEADER + readable * step, len(ahead) - step + 1, step)
    return sum(ahead[at + 8 : at + 16] == salts and ahead[at + 4 : at + 8] != b"\0\0\0\0" for at in frames)


def _header_holds(ahead: bytes) -> bool:
    order: Literal["big", "little"] = "big" if ahead[:4] == b"\x37\x7f\x06\x83" else "little"
    words = [int.from_bytes(ahead[at : at + 4], order) for at in range(0, 24, 4)]
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return ahead[24:HEADER] == first.to_bytes(4, "big") + second.to_bytes(4, "big")
