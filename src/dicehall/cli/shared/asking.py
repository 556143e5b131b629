"""Questions to the person at the terminal: passwords, which are never shown, and confirmations."""

import sys
from getpass import getpass

from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.words import say


def password(question: str, *, from_input: bool) -> str:
    """One line: typed without being shown, or out of a pipe."""
    if from_input:
        line = read_line()
        if not line:
            raise refused("password-missing")
        return line
    if not sys.stdin.isatty():
        raise refused("password-no-terminal")
    return getpass(f"{question}: ")


def new_password(*, from_input: bool) -> str:
    """Asked for twice, because it is not shown."""
    chosen = password(say("password-new"), from_input=from_input)
    if not from_input and password(say("password-again"), from_input=False) != chosen:
        raise refused("password-differs")
    return chosen


def confirm(what: str, word: str, *, yes: bool) -> None:
    """Refused unless the word is typed, or `--yes` was given."""
    if yes:
        return
    print(say("confirm", what=what, word=word), flush=True)
    typed = read_line()
    if typed is None or typed.strip() != word:
        raise refused("confirm-missing", word=word)


def read_line() -> str | None:
    """The next line of standard input, without its end; None where there is none."""
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None
