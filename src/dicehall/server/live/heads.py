"""Heads: what clients are told of how far their table's log reaches, so that they can prove it to the hall later.

A head is short, because it goes out with every change: two bytes that name a run of the hall, from its start to its
end, and seven of a code that only the hall can make. The log's digest is no part of it: moves that are still secret are
in the log, and a digest would let people try their guesses. The run says as much: what an earlier run told is in the
journal since this one began, or it is lost, however far the table has gone on meanwhile.

A head is bound to the table's origin, or one from before the journal went back, or of an earlier table with the same
code, could void games for ever.
"""

import secrets
from base64 import b64decode
from binascii import b2a_base64
from collections.abc import Sequence
from enum import Enum
from hashlib import blake2b
from hmac import compare_digest

from dicehall.table.live.table import LiveTable

URL_SAFE = bytes.maketrans(b"+/", b"-_")
RUN_BYTES, CODE_BYTES = 2, 7
"""One guess at a code in 7 × 10^16 fits, and every wrong one costs the guesser."""


class Verdict(Enum):
    KNOWN = "the hall is as far, or further"
    LOST = "the table was further than the hall knows, or than it was when the hall started"
    FORMER = "from before the journal went back or a backup was restored: the client has missed that"
    MADE_UP = "the hall has never said this"


class Heads:
    def __init__(self, keys: Sequence[bytes] = (), run: bytes | None = None) -> None:
        self._keys = keys
        """The first makes heads; the others are from before a backup was restored."""
        self._run = secrets.token_bytes(RUN_BYTES) if run is None else run

    def of(self, live: LiveTable) -> str:
        """Empty at a table without a digest, or in a hall without a key."""
        table = live.table
        if not self._keys or not table.digest:
            return ""
        code = _code(self._keys[0], self._run, live.code, table.origins[-1], table.version)
        return b2a_base64(self._run + code, newline=False).translate(URL_SAFE).decode()

    def judge(self, live: LiveTable, version: int, head: str) -> Verdict:
        """What a client proves with a head that it says it was told at this version."""
        try:
            shown = b64decode(head, b"-_", validate=True)
        except ValueError:
            return Verdict.MADE_UP
        run, code = shown[:RUN_BYTES], shown[RUN_BYTES:]
        for key in self._keys:
            for origin in reversed(live.table.origins):
                if compare_digest(code, _code(key, run, live.code, origin, version)):
                    is_current = key is self._keys[0] and origin == live.table.origins[-1]
                    return self._compared(live, run, version) if is_current else Verdict.FORMER
        return Verdict.MADE_UP

    def _compared(self, live: LiveTable, run: bytes, version: int) -> Verdict:
        known = live.table.version if run == self._run else live.loaded_at
        return Verdict.LOST if version > known else Verdict.KNOWN


def _code(key: bytes, run: bytes, table: str, origin: bytes, version: int) -> bytes:
    """BLAKE2 with a key is a code by itself, and half as long to work out as HMAC."""
    return blake2b(run + f"{table} {version} ".encode() + origin, digest_size=CODE_BYTES, key=key).digest()
