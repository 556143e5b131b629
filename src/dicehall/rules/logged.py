"""A game and the public log: what is stated about it, and the record that carries its place there."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from dicehall.rules.public_log import (
    GameInLog,
    Logged,
    LogLine,
    Statement,
    commitment_statement,
    end_statement,
    salt_of,
    start_statement,
)
from dicehall.rules.record import Header
from dicehall.rules.tower import Proof, digest_of_header


def at_start(header: Header, proof: Proof) -> bytes:
    """The hash of a record's first line as it was known when the game started."""
    return digest_of_header(msgspec.json.encode(replace(header, dice=proof.at_start)))


def statements(header: Header, proof: Proof) -> tuple[Statement, Statement, Statement]:
    """What the hall has stated about a game, from its record."""
    return (
        commitment_statement(proof.salt, proof.commit),
        start_statement(proof.salt, proof.commit, at_start(header, proof), proof.levels),
        end_statement(proof.salt, proof.commit, proof.digest),
    )


def hashes(record: str, levels: Sequence[str | None]) -> list[str]:
    """What the public log has to hold about a record, as `with_log` looks it up."""
    wanted: list[str] = []

    def note(hash: str) -> None:
        wanted.append(hash)

    with_log(record, levels, note)
    return wanted


def with_log(record: str, levels: Sequence[str | None], find: Callable[[str], LogLine | None]) -> str:
    """A record with its place in the public log; as it is, if not all of the game was logged."""
    first, line_end, rest = record.partition("\n")
    header = msgspec.json.decode(first, type=Header)
    proof = header.dice
    if not proof or not proof.seed:
        return record
    proof = replace(proof, salt=salt_of(bytes.fromhex(proof.seed)), levels=tuple(levels))
    lines = [find(statement.hash) for statement in statements(header, proof)]
    if None in lines:
        return record
    places = [Logged(line.number, line.previous, line.key, line.signature) for line in lines if line is not None]
    header = replace(header, dice=replace(proof, log=GameInLog(*places)))
    return msgspec.json.encode(header).decode() + line_end + rest
