"""Checking a public log line by line: that each continues the one before, and that the right key signed it."""

from collections.abc import Iterable
from typing import NamedTuple

from dicehall.rules.checks import Check, failed, not_possible, ok
from dicehall.rules.logged import statements
from dicehall.rules.public_log import NOTHING, Logged, LogLine, bytes_of, hash_of, key_hash
from dicehall.rules.record import Header
from dicehall.rules.signatures import IsSigned


class BadLine(Exception):
    """The log is not what an honest hall writes; the text says where and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number} {reason}")
        self.number = number


class LogCheck:
    """Takes the lines of a log from the first on."""

    def __init__(self, is_signed: IsSigned) -> None:
        self._is_signed = is_signed
        self.count = 0
        self.head = NOTHING
        """The hash of the last line."""
        self.key = ""
        """The key in use after it."""
        self.trusted: set[str] = set()
        """This key and those that have signed the change to the next one, back to the last break."""
        self.breaks: list[int] = []
        """Lines after which nothing connects the log with what the key before has signed."""

    def take(self, line: LogLine) -> None:
        """Raises `BadLine`."""
        if line.number != self.count + 1:
            raise BadLine(self.count + 1, f"is missing: line {line.number} is in its place")
        if line.previous != self.head:
            raise BadLine(line.number, "does not continue the line before it")
        self._check_key(line)
        if not self._is_signed(line.key, line.signature, bytes_of(line)):
            raise BadLine(line.number, "is not signed by its key")
        self.count, self.head, self.key = line.number, hash_of(line), line.key

    def _check_key(self, line: LogLine) -> None:
        """It changes only where the log says so."""
        number, before = line.number, self.key
        if (line.kind == "begin") != (number == 1):
            raise BadLine(number, "begins a log in the wrong place")
        if line.kind in ("begin", "rotate", "break"):
            if line.before != before or line.hash != key_hash(line.kind, before, line.key):
                raise BadLine(number, "does not name the keys before and after it")
        elif line.key != before or line.before:
            raise BadLine(number, "is signed with another key than the line before it")
        if line.kind == "rotate" and not self._is_signed(before, line.before_signature, bytes_of(line)):
            raise BadLine(number, "changes the key, and the key before has not signed that")
        if line.kind == "break":
            self.breaks.append(number)
            self.trusted.clear()
        self.trusted.add(line.key)


class Wanted(NamedTuple):
    """What the reader wants to find in a log; empty for what they have not."""

    head: str = ""
    """A head that was seen before."""
    key: str = ""
    """The public key of the hall, known from elsewhere."""
    header: Header | None = None
    """The first line of a record."""


def check_log(lines: Iterable[LogLine], is_signed: IsSigned, wanted: Wanted) -> list[Check]:
    """Every line of a log, and what is wanted of it."""
    log = LogCheck(is_signed)
    places = _places(wanted.header)
    found: dict[str, LogLine] = {}
    seen_at = 0
    try:
        for line in lines:
            log.take(line)
            if line.hash in places and line.number == places[line.hash].number:
                found[line.hash] = line
            if log.head == wanted.head:
                seen_at = line.number
    except BadLine as error:
        return [failed("chain", f"This is not the log of an honest hall: {error}.", None)]
    if not log.count:
        return [failed("chain", "The log is empty: this hall has no key, and signs nothing.", None)]
    return [
        ok("chain", f"All {log.count} lines continue each other, and each is signed by the key of its time."),
        *([_breaks(log)] if log.breaks else []),
        _known_key(log, wanted.key),
        _seen_head(log, wanted.head, seen_at),
        *([] if wanted.header is None else [_game(places, found)]),
        ok("head", f"The head, to note or to compare with others: {log.head} (line {log.count})."),
    ]


def _breaks(log: LogCheck) -> Check:
    where = ", ".join(map(str, log.breaks))
    return not_possible("breaks", f"What else was in the log before it was interrupted, which it says in line {where}.")


def _known_key(log: LogCheck, key: str) -> Check:
    if not key:
        return not_possible("known_key", f"Whether the key {log.key} is the hall's: give the one that you know.")
    if key == log.key:
        return ok("known_key", "The key is the one that you know.")
    if key in log.trusted:
        return ok("known_key", f"The key that you know has signed the change to the one in use now, {log.key}.")
    return failed(
        "known_key", f"The key {log.key} is not the one that you know, and that has not signed a change.", None
    )


def _seen_head(log: LogCheck, head: str, seen_at: int) -> Check:
    if not head:
        return not_possible(
            "seen_head", "Whether the hall shows everyone this history: give a head that someone noted."
        )
    if seen_at:
        return ok("seen_head", f"The log continues the one that you know: its head was line {seen_at}.")
    told = " The log says itself that it was interrupted." if log.breaks else ""
    return failed(
        "seen_head", f"The head that you know is not in this log: the hall has shown two histories.{told}", None
    )


def _places(header: Header | None) -> dict[str, Logged]:
    """By the hashes of its statements, where a record says that they are."""
    proof = header.dice if header is not None else None
    if header is None or not proof or proof.log is None:
        return {}
    log = proof.log
    places = (log.commitment, log.start, log.end)
    return {statement.hash: place for statement, place in zip(statements(header, proof), places, strict=True)}


def _game(places: dict[str, Logged], found: dict[str, LogLine]) -> Check:
    if not places:
        return failed("record", "The record does not say where it is in the log: it carries no signature.")
    for place in places.values():
        lines = [line for line in found.values() if line.number == place.number]
        if [Logged(line.number, line.previous, line.key, line.signature) for line in lines] != [place]:
            return failed("record", f"The record is not in this log: line {place.number} is another one.")
    numbers = ", ".join(str(place.number) for place in places.values())
    return ok("record", f"The record's commitment, start and end are in this log: lines {numbers}.")
