"""A public log in memory, and records that are in it, for tests that need no hall."""

from collections.abc import Sequence

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from dicehall.rules.logged import statements, with_log
from dicehall.rules.public_log import LogLine, salt_of
from dicehall.rules.record import Header
from dicehall.store.files.hall_key import HallKey
from dicehall.store.journal.public_log import first_line, next_line

KEY = HallKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
"""The one of docs/public-log.md."""


def log_of(record: str, levels: Sequence[str | None], key: HallKey = KEY) -> list[LogLine]:
    """A log that holds this game and nothing else."""
    header = msgspec.json.decode(record.split("\n", maxsplit=1)[0], type=Header)
    assert header.dice
    proof = replace(header.dice, salt=salt_of(bytes.fromhex(header.dice.seed)), levels=tuple(levels))
    lines = [first_line(key)]
    for statement in statements(header, proof):
        lines.append(next_line(lines[-1], key, statement.kind, statement.hash))
    return lines


def signed(record: str, levels: Sequence[str | None], key: HallKey = KEY) -> str:
    """The record as a hall with this key hands it out."""
    lines = log_of(record, levels, key)
    return with_log(record, levels, {line.hash: line for line in lines}.get)
