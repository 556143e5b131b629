"""`dicehall` with arguments, in a process of its own: what it prints, what it complains of, and how it ends."""

import os
import pty
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.kit import forked

PASSWORD = "correct horse battery"
NEW_PASSWORD = "another staple entirely"


class Ended(NamedTuple):
    code: int
    said: str
    complained: str


class Machine:
    """One computer: it has a home, where it keeps who its people are."""

    def __init__(self, home: Path, hall: str) -> None:
        self.home = home
        self.hall = hall

    def __call__(self, *arguments: str, typed: str = "") -> Ended:
        done = forked.run(
            *arguments, typed=typed, env={**os.environ, "XDG_CONFIG_HOME": str(self.home), "COLUMNS": "200"}
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def does(self, *arguments: str, typed: str = "") -> str:
        """At this machine's hall; what is said by a command that must succeed."""
        ended = self(*arguments, "--hall", self.hall, typed=typed)
        assert ended.code == 0, ended
        assert ended.complained == ""
        return ended.said

    def fails(self, *arguments: str, typed: str = "") -> str:
        """At this machine's hall; the one line that a mistake gets."""
        return self.refused(*arguments, "--hall", self.hall, typed=typed)

    def refused(self, *arguments: str, typed: str = "") -> str:
        ended = self(*arguments, typed=typed)
        assert ended.code == 2, ended
        assert ended.complained.count("\n") == 1, ended.complained
        assert ended.complained.startswith("dicehall: ")
        return ended.complained

    def at_a_terminal(self, *arguments: str, answers: Mapping[str, str]) -> tuple[int, str]:
        """At this machine's hall; each question is answered once it is there. How it ends, and all that was shown."""
        ours, theirs = pty.openpty()
        process = forked.Dicehall(
            *arguments, "--hall", self.hall,
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "XDG_CONFIG_HOME": str(self.home), "COLUMNS": "200", "TERM": "dumb"},
        )  # fmt: skip
        os.close(theirs)
        shown = b""
        for question, answer in answers.items():
            while question.encode() not in shown:
                piece = _read(ours)
                assert piece, shown
                shown += piece
            os.write(ours, f"{answer}\n".encode())
        with os.fdopen(ours, "rb", buffering=0) as rest:
            while piece := _read(rest.fileno()):
                shown += piece
        return process.wait(60), shown.decode()

    def register(self, name: str) -> None:
        self.does("account", "register", name, "--password-stdin", typed=f"{PASSWORD}\n")

    def who(self) -> list[list[str]]:
        """Name, kind and standing of everybody whom the machine is known as."""
        return rows(self.does("account", "who"))


def _read(terminal: int) -> bytes:
    """Nothing at the end, which terminals tell as an error."""
    try:
        return os.read(terminal, 1000)
    except OSError:
        return b""


def rows(table: str) -> list[list[str]]:
    """The cells of a printed table, below its rule."""
    _, rule, below = table.partition("─")
    assert rule, table
    lines = below.splitlines()[1:]
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines if line.strip()]
