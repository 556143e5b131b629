"""The commonest passwords, as a small filter: it never misses one, and takes one in fifteen thousand others for one.

`make passwords` writes the filter from the lists in Django (BSD-3-Clause) and zxcvbn (MIT), which are not installed.
"""

import gzip
import runpy
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final
from unicodedata import normalize

from dicehall.rules.values import Value

FILE: Final = Path(__file__).with_name("common_passwords.bin")
BITS_EACH, PROBES = 20, 14
"""For each password; more bits mean fewer mistakes, and so many probes make the best of them."""


class Filter(Value):
    """A Bloom filter: a password is in it if all the bits are set that its digest names."""

    count: int
    bits: bytes

    def __contains__(self, password: str) -> bool:
        return all(self.bits[at // 8] >> at % 8 & 1 for at in probes(password, 8 * len(self.bits)))


def probes(password: str, size: int) -> Iterator[int]:
    """Two halves of one digest, combined, are as good as many digests."""
    digest = sha256(normalize("NFKC", password).casefold().encode(errors="surrogatepass")).digest()
    first, second = int.from_bytes(digest[:16]), int.from_bytes(digest[16:]) | 1
    return ((first + number * second) % size for number in range(PROBES))


def build(passwords: Iterable[str]) -> Filter:
    words = sorted(set(passwords))
    bits = bytearray((len(words) * BITS_EACH + 7) // 8)
    for word in words:
        for at in probes(word, 8 * len(bits)):
            bits[at // 8] |= 1 << at % 8
    return Filter(len(words), bytes(bits))


@cache
def common() -> Filter:
    content = FILE.read_bytes()
    return Filter(int.from_bytes(content[:4]), content[4:])


if __name__ == "__main__":
    unpacked = Path(sys.argv[1])
    with gzip.open(unpacked / "django/contrib/auth/common-passwords.txt.gz", "rt", encoding="utf-8") as listed:
        words = listed.read().split()
    lists = runpy.run_path(str(unpacked / "zxcvbn/frequency_lists.py"))["FREQUENCY_LISTS"]
    made = build([*words, *lists["passwords"]])
    FILE.write_bytes(made.count.to_bytes(4) + made.bits)
    print(f"{made.count:,} passwords in {FILE.stat().st_size:,} bytes")
