"""The public log of a hall: the exact bytes that are hashed and signed, so that any program can build them again.

A statement is a few lines of ASCII, joined by line feeds. The log holds only its hash, and a salt that is in the
record keeps anyone from guessing what was hashed.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, TypeAlias

from dicehall.rules.values import Value

GameKind: TypeAlias = Literal["commitment", "start", "end"]
KeyKind: TypeAlias = Literal["begin", "rotate", "break"]
LineKind: TypeAlias = GameKind | KeyKind

NOTHING = "0" * 64
"""What the first line of a log has in place of the hash of the line before."""
SALT_BYTES = 16


class Statement(Value):
    """What a hall says about a game: only its hash becomes public."""

    kind: GameKind
    hash: str


class Logged(Value):
    """Where a statement is in the public log, with the signature for that very place."""

    number: int
    """Counted from 1."""
    previous: str
    """The hash of the line before."""
    key: str
    """The public key of the hall, 32 bytes in hexadecimal."""
    signature: str
    """Ed25519, 64 bytes in hexadecimal."""


class LogLine(Value, omit_defaults=True):
    """One line of the public log."""

    number: int
    """Counted from 1, without gaps."""
    previous: str
    """The hash of the line before; 64 zeros in the first one."""
    kind: LineKind
    """What it is about."""
    hash: str
    """Of the statement."""
    key: str
    """The public key that signed it."""
    signature: str
    """Over the line's bytes."""
    before: str = ""
    """Where the key changes: the public key that was in use before."""
    before_signature: str = ""
    """Where the key was rotated: the signature of the key before, over the same bytes."""


class GameInLog(Value):
    """The three lines of one game."""

    commitment: Logged
    """Its commitment, logged before anyone sent a seed."""
    start: Logged
    """Its seats and seeds, logged when the game started."""
    end: Logged
    """Its digest, logged when the game ended."""


def salt_of(seed: bytes) -> str:
    """The salt of a game: it follows from the secret seed, and tells nothing about it."""
    return hmac.digest(seed, b"dicehall salt", "sha256")[:SALT_BYTES].hex()


# Statements


def commitment_statement(salt: str, commit: str) -> Statement:
    return Statement("commitment", _hash("dicehall commitment 1", salt, commit))


def start_statement(salt: str, commit: str, header: bytes, levels: Sequence[str | None]) -> Statement:
    """`header` is the hash of the record's first line as it is known at the start: with all seeds but the secret."""
    seats = ("person" if level is None else f"bot {level}" for level in levels)
    return Statement("start", _hash("dicehall start 1", salt, commit, header.hex(), *seats))


def end_statement(salt: str, commit: str, digest: str) -> Statement:
    return Statement("end", _hash("dicehall end 1", salt, commit, digest))


def key_hash(kind: KeyKind, before: str, key: str) -> str:
    """Nothing here is secret, so there is no salt."""
    return _hash(f"dicehall {kind} 1", before, key)


# Lines


def signed_bytes(number: int, previous: str, kind: LineKind, statement: str, key: str) -> bytes:
    """What the hall signs; the hash of these bytes is what the next line calls `previous`."""
    return "\n".join(("dicehall log 1", str(number), previous, kind, statement, key)).encode()


def bytes_of(line: LogLine) -> bytes:
    return signed_bytes(line.number, line.previous, line.kind, line.hash, line.key)


def hash_of(line: LogLine) -> str:
    """The head of a log that ends with this line."""
    return sha256(bytes_of(line)).hexdigest()


def _hash(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
