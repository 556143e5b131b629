"""Tables are spread over 256 partitions by their code; a node owns partitions, not tables."""

import zlib
from typing import Final

PARTITIONS: Final = 256


def partition_of(table: str) -> int:
    return zlib.crc32(table.encode()) % PARTITIONS
