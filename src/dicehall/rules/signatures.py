"""Checking a record's place in the public log: what the hall has signed, and what could not be checked."""

from collections.abc import Callable
from typing import TypeAlias

from dicehall.rules.checks import Check, failed, not_possible, ok
from dicehall.rules.logged import statements
from dicehall.rules.public_log import GameInLog, Logged, Statement, signed_bytes
from dicehall.rules.record import Header
from dicehall.rules.tower import Proof

IsSigned: TypeAlias = Callable[[str, str, bytes], bool]
"""Whether a public key made a signature over these bytes. The rules themselves know no cryptography."""

UNSIGNED = (
    "Whether any hall ever said this: the record carries no signature. Anyone who knows a commitment can make up seeds "
    "of players, and with them other dice and another winner."
)
SUBJECTS = {
    "commitment": "this commitment, before the game",
    "start": "these very seats and seeds, when the game started",
    "end": "these very dice and moves, when the game ended",
}


def check_signatures(header: Header, proof: Proof, is_signed: IsSigned | None, key: str) -> list[Check]:
    """`key` is the one that the reader knows to be the hall's; it may be empty."""
    log = proof.log
    if log is None:
        return [failed("signed", "This key has signed nothing here.") if key else not_possible("signed", UNSIGNED)]
    if is_signed is None:
        return [not_possible("signed", "Whether the hall has signed this: no way to check signatures was given.")]
    stated = zip(statements(header, proof), (log.commitment, log.start, log.end), strict=True)
    return [
        *(_signed(statement, place, is_signed) for statement, place in stated),
        _order(log),
        _known_key(log, key),
        not_possible("public_log", "Whether the hall shows these lines to everyone: ask its public log."),
    ]


def _signed(statement: Statement, place: Logged, is_signed: IsSigned) -> Check:
    what, subject = f"signed_{statement.kind}", SUBJECTS[statement.kind]
    signed = signed_bytes(place.number, place.previous, statement.kind, statement.hash, place.key)
    if is_signed(place.key, place.signature, signed):
        return ok(what, f"The key signed {subject}: line {place.number} of its public log.")
    return failed(what, f"The key did not sign {subject}: something was changed or made up.")


def _order(log: GameInLog) -> Check:
    if log.commitment.number < log.start.number < log.end.number:
        return ok("log_order", "In the log, the commitment comes before the start, and the start before the end.")
    return failed(
        "log_order", "In the log, the commitment does not come before the start, or the start before the end."
    )


def _known_key(log: GameInLog, key: str) -> Check:
    keys = {log.commitment.key, log.start.key, log.end.key}
    if not key:
        which = f"the key {log.end.key} is" if len(keys) == 1 else "these keys are"
        return not_possible("known_key", f"Whether {which} the hall's: give the one that you know from elsewhere.")
    if keys == {key}:
        return ok("known_key", "The key is the one that you know.")
    if key in keys:
        return not_possible(
            "known_key", "Whether the hall itself changed its key during this game: its public log says."
        )
    return failed("known_key", "The key is not the one that you know.")
