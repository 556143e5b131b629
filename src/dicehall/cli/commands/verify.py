"""`dicehall verify`: a record checked against its own proof, with what failed and what could not be checked."""

import sys
from typing import Annotated

import msgspec
import typer

from dicehall.cli.commands.app import File, Json, app, examples
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.files import read_file
from dicehall.cli.shared.words import can_show, say
from dicehall.narrate.story import LETTERS
from dicehall.rules.checks import Check, Outcome
from dicehall.rules.values import Seat
from dicehall.rules.verify import Noted, holds
from dicehall.rules.verify import verify as check_record

MARKS: dict[Outcome, str] = {"ok": "✓", "failed": "✗", "not_possible": "–"}
PLAIN_MARKS: dict[Outcome, str] = {"ok": "ok", "failed": "NO", "not_possible": "--"}
"""For a terminal without the signs above: a question mark for all of them would be the worst of answers."""
HOW = {
    "known_key": "--key HEX",
    "public_log": "dicehall log verify URL --record FILE",
    "told_commitment": "--commit HEX",
    "told_digest": "--digest HEX",
    "own_seed": "--my-seed SEED --seat N",
}
"""What lets the rest be checked as well."""


@app.command(
    epilog=examples(
        "dicehall verify game.jsonl",
        "dicehall verify game.jsonl --digest 3f9a… --commit 81bc…",
        "curl -s http://192.0.2.7:8000/api/tables/KIRO/games/1 | dicehall verify -",
    )
)
def verify(
    file: File,
    commit: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you noted before the game.")
    ] = None,
    digest: Annotated[str | None, typer.Option(metavar="HEX", help="The digest that you noted after the game.")] = None,
    my_seed: Annotated[str | None, typer.Option(metavar="SEED", help="The seed that your client mixed in.")] = None,
    seat: Annotated[str | None, typer.Option(metavar="N", help="Your seat: its number from 0, or its letter.")] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The hall's public key, if you know it.")] = None,
    json: Json = False,
) -> None:
    """Check a record without any hall: its dice, its moves, its signatures, and that nothing was changed."""
    noted = noted_from(commit, digest, my_seed, seat)._replace(key=hash_from("--key", key))
    if code := verify_file(file, noted, json=json):
        raise typer.Exit(code)


def verify_file(file: str, noted: Noted, *, json: bool) -> int:
    """Print the result of every check; the exit code is 1 where one has failed."""
    from dicehall.store.files.hall_key import is_signed

    text = read_file(file).decode(errors="surrogateescape")  # even line ends are checked
    return report(check_record(text, noted, is_signed), json=json)


def report(checks: list[Check], *, json: bool) -> int:
    if json:
        print(msgspec.json.encode({"holds": holds(checks), "checks": checks}).decode())
    else:
        print("\n".join(told(checks)))
    return 0 if holds(checks) else 1


def noted_from(commit: str | None, digest: str | None, my_seed: str | None, seat: str | None) -> Noted:
    """From the command line; hashes may have been copied with spaces or in capital letters."""
    if (my_seed is None) != (seat is None):
        raise refused("note-seed-and-seat")
    return Noted(hash_from("--commit", commit), hash_from("--digest", digest), my_seed, seat_from(seat))


def hash_from(option: str, given: str | None) -> str:
    if given is None:
        return ""
    text = "".join(given.split()).lower()
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise refused("note-bad-hash", option=option, given=repr(given))
    return text


def seat_from(given: str | None) -> Seat | None:
    """A seat by its number or its letter."""
    if given is None:
        return None
    if given.isascii() and given.isdigit() and len(given) <= 3:
        return int(given)
    if len(given) == 1 and given.upper() in LETTERS:
        return LETTERS.index(given.upper())
    raise refused("note-bad-seat", given=repr(given))


def told(checks: list[Check]) -> list[str]:
    marks = MARKS if can_show(MARKS.values(), sys.stdout.encoding) else PLAIN_MARKS
    done = [check for check in checks if check.outcome != "not_possible"]
    left = [check for check in checks if check.outcome == "not_possible"]
    lines = [f"{marks[check.outcome]} {line_of(check)}{sentence(check)}" for check in done]
    if left:
        lines += ["", say("not-checked"), *(f"{marks[check.outcome]} {sentence(check)}{cure(check)}" for check in left)]
    return [*lines, "", verdict(checks)]


def line_of(check: Check) -> str:
    return say("verify-line", line=str(check.line)) + " " if check.line is not None else ""


def sentence(check: Check) -> str:
    """As the record library says it, but for the one sentence that `--json` must go on saying in older words."""
    return say("verify-beyond") if check.what == "beyond" else check.sentence


def cure(check: Check) -> str:
    return f" ({HOW[check.what]})" if check.what in HOW else ""


def verdict(checks: list[Check]) -> str:
    failed = [check.what for check in checks if check.outcome == "failed"]
    if not failed:
        return say("verify-holds")
    if failed == ["commitment"]:
        return say("verify-proves-nothing")
    return say("verify-false")
