"""What the terminal asks a person for: passwords, which nobody sees, and whether they mean it."""

import sys
from getpass import getpass

from dicehall.cli.commands.main import Refused

NO_TERMINAL = "there is no terminal to ask for a password; give it on standard input with --password-stdin"


def password(question: str, *, from_input: bool) -> str:
    """One line: typed without being shown, or out of a pipe."""
    if from_input:
        line = read_line()
        if not line:
            raise Refused("no password came on standard input; it is one line of it")
        return line
    if not sys.stdin.isatty():
        raise Refused(NO_TERMINAL)
    return getpass(f"{question}: ")


def new_password(*, from_input: bool) -> str:
    """Twice, where nobody sees what is typed."""
    chosen = password("New password (8 characters or more)", from_input=from_input)
    if not from_input and password("The same again", from_input=False) != chosen:
        raise Refused("these were two different passwords; nothing was done")
    return chosen


def confirm(what: str, word: str, *, yes: bool) -> None:
    """Refused unless the word is typed, or was given beforehand that it is meant."""
    if yes:
        return
    print(f"{what} This cannot be taken back. Type {word} to do it:", flush=True)
    typed = read_line()
    if typed is None or typed.strip() != word:
        raise Refused(f"{word!r} was not typed; nothing was done")


def read_line() -> str | None:
    """The next line of standard input, without its end; None where there is none."""
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None
