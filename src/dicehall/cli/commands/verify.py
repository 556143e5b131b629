"""A record held against its own proof, in plain words: what was checked, what failed, and what nobody could check."""

import sys
from pathlib import Path

import msgspec

from dicehall.cli.commands.replay import Unreadable
from dicehall.narrate.story import LETTERS
from dicehall.rules.errors import RulesError
from dicehall.rules.values import Seat
from dicehall.rules.verify import Check, Noted, Outcome, holds, verify

MARKS: dict[Outcome, str] = {"ok": "✓", "failed": "✗", "not_possible": "–"}
PLAIN_MARKS: dict[Outcome, str] = {"ok": "ok", "failed": "NO", "not_possible": "--"}
"""Where a terminal has no others: a question mark for both would be the worst of answers."""
HOW = {"told_commitment": "--commit HEX", "told_digest": "--digest HEX", "own_seed": "--my-seed SEED --seat N"}
"""What lets the rest be checked as well."""


class BadNote(RulesError):
    """What was noted cannot be so."""


def verify_file(file: str, noted: Noted, *, json: bool) -> int:
    """Print what became of every check; the exit code is 0 where none has failed, and 1 where one has."""
    checks = verify(read_as_it_is(file), noted)
    print(msgspec.json.encode(whole(checks)).decode() if json else "\n".join(told(checks)))
    return 0 if holds(checks) else 1


def read_as_it_is(file: str) -> str:
    """Byte for byte: neither line ends nor anything else may be made even, for that is what is to be checked."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Unreadable(f"cannot read {file}: {error.strerror}") from None
    return data.decode(errors="surrogateescape")


def noted_from(commit: str | None, digest: str | None, my_seed: str | None, seat: str | None) -> Noted:
    """As it was given on the command line; hashes may have been copied with spaces or in capital letters."""
    if (my_seed is None) != (seat is None):
        raise BadNote("--my-seed and --seat belong together: the seed that your client sent, and where you sat")
    return Noted(hash_from("--commit", commit), hash_from("--digest", digest), my_seed, seat_from(seat))


def hash_from(option: str, given: str | None) -> str:
    if given is None:
        return ""
    text = "".join(given.split()).lower()
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise BadNote(f"{option} takes the 64 digits and letters a to f that the table told, not {given!r}")
    return text


def seat_from(given: str | None) -> Seat | None:
    """A seat by its number or its letter."""
    if given is None:
        return None
    if given.isascii() and given.isdigit() and len(given) <= 3:
        return int(given)
    if len(given) == 1 and given.upper() in LETTERS:
        return LETTERS.index(given.upper())
    raise BadNote(f"--seat takes a number from 0 or a letter from A, not {given!r}")


def whole(checks: list[Check]) -> dict[str, object]:
    return {"holds": holds(checks), "checks": checks}


def told(checks: list[Check]) -> list[str]:
    marks = MARKS if shows(MARKS) else PLAIN_MARKS
    done = [check for check in checks if check.outcome != "not_possible"]
    left = [check for check in checks if check.outcome == "not_possible"]
    lines = [f"{marks[check.outcome]} {place(check)}{check.sentence}" for check in done]
    if left:
        lines += ["", "Not checked:", *(f"{marks[check.outcome]} {check.sentence}{cure(check)}" for check in left)]
    return [*lines, "", verdict(checks)]


def shows(marks: dict[Outcome, str]) -> bool:
    try:
        "".join(marks.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def place(check: Check) -> str:
    return f"line {check.line}: " if check.line is not None else ""


def cure(check: Check) -> str:
    return f" ({HOW[check.what]})" if check.what in HOW else ""


def verdict(checks: list[Check]) -> str:
    failed = [check.what for check in checks if check.outcome == "failed"]
    if not failed:
        return "Everything that was checked holds."
    if failed == ["commitment"]:
        return "This record proves nothing about its dice."
    return "This is not the record of a game as it was played."
