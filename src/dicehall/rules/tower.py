"""The dice tower: every draw of a game follows from a secret that the hall committed to, and from the players' seeds.

Nothing here is random: the same secret and the same seeds give the same dice, in this program or any other.
"""

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Literal, TypeAlias

import msgspec

from dicehall.rules.chance import NatureMove, Source
from dicehall.rules.public_log import GameInLog
from dicehall.rules.values import Value

Scheme: TypeAlias = Literal["counted", "duplicate"]
"""How draws are told apart: by a running number, or by what they are for (`keyed`)."""

SEED_BYTES = 32
BLOCK_BITS = 256


class Proof(Value, omit_defaults=True):
    """What a record says about its dice, so that anyone can roll them again; `verify` says what is missing."""

    commit: str = ""
    """SHA-256 of the secret seed, told to everyone before any player sent a seed."""
    client_seeds: tuple[str, ...] = ()
    """What each seat's client mixed in; empty for bots and for clients that sent nothing. With duplicate dice, what the
    clients of all entrants of the tournament did, in the order of entry."""
    seed: str = ""
    """The secret seed in hexadecimal, revealed when the game has ended."""
    digest: str = ""
    """A hash over every line of the record, told to everyone when the game has ended."""
    salt: str = ""
    """What was hashed together with the statements in the public log; empty where the game is not in it."""
    levels: tuple[str | None, ...] = ()
    """The level of the bot in each seat, and None for a person; only with a salt."""
    log: GameInLog | None = None
    """Where the game is in the public log, with the hall's signatures."""
    scheme: Scheme = "counted"
    """How its draws are told apart; those of old records are counted."""

    @property
    def at_start(self) -> "Proof":
        """What was known when the game started; the digest begins with this."""
        return Proof(self.commit, self.client_seeds, scheme=self.scheme)


@lru_cache(4096)
def commitment(seed: bytes) -> str:
    """The commitment to a secret seed: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()


class Tower:
    """The dice of one game."""

    __slots__ = ("_key",)

    def __init__(self, seed: bytes, client_seeds: Sequence[str]) -> None:
        self._key = _mixed(seed, tuple(client_seeds))

    def draw(self, source: Source, number: int) -> NatureMove:
        """The result of draw `number` of the game, counted from 0."""
        return source.draw(self.stream(number))

    def stream(self, number: int) -> "Stream":
        """The random bits of draw `number`."""
        return Stream(self._key, number.to_bytes(8))

    def named(self, key: str) -> "Stream":
        """The random bits of the die with this name."""
        return Stream(self._key, key.encode())


@lru_cache(4096)
def _mixed(seed: bytes, client_seeds: tuple[str, ...]) -> bytes:
    return hmac.digest(seed, msgspec.json.encode(client_seeds), "sha256")


class Stream:
    """The random bits of one draw, block after block, the highest bit first. It is an `Rng`."""

    __slots__ = ("_bits", "_block", "_key", "_name", "_pool")

    def __init__(self, key: bytes, name: bytes) -> None:
        self._key = key
        self._name = name
        self._block = 0
        self._pool = 0
        self._bits = 0

    def getrandbits(self, k: int, /) -> int:
        """The next k bits."""
        while self._bits < k:
            block = hmac.digest(self._key, self._name + self._block.to_bytes(8), "sha256")
            self._pool = (self._pool << BLOCK_BITS) | int.from_bytes(block)
            self._bits += BLOCK_BITS
            self._block += 1
        self._bits -= k
        taken = self._pool >> self._bits
        self._pool &= (1 << self._bits) - 1
        return taken


# The digest goes along with the game, so that it is there at its end without reading the game again.


def digest_of_header(line: bytes) -> bytes:
    """The digest of a record's first line as it is known at the start: with all seeds but the secret one."""
    return sha256(line).digest()


def digest_with(digest: bytes, line: bytes) -> bytes:
    """The digest after one more line."""
    return sha256(digest + line).digest()


def digest_at_end(digest: bytes, seed: bytes) -> str:
    """The final digest in hexadecimal, which includes the secret seed."""
    return sha256(digest + seed).hexdigest()
