"""Tables are spread over 256 partitions by their code; a node owns partitions, not tables."""

import zlib
from typing import Final

from dicehall.ports.codes import is_table

PARTITIONS: Final = 256
FIRST: Final = 0
"""Whoever owns it does what is done once for the whole hall."""


def partition_of(log: str) -> int:
    """Of a table, by its code. All other logs belong to the whole hall, and are written by whoever works for it."""
    return zlib.crc32(log.encode()) % PARTITIONS if is_table(log) else FIRST
