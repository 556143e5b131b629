"""The result of one check of a record or of a log, for people and for programs."""

from typing import Literal, TypeAlias

from dicehall.rules.values import Value
from dicehall.rules.wording import visible

Outcome: TypeAlias = Literal["ok", "failed", "not_possible"]
"""How a check ends."""


class Check(Value):
    """The result of one check."""

    what: str
    """What was checked: a word for programs, which never changes."""
    outcome: Outcome
    """How it ended."""
    sentence: str
    """The result in words, for people."""
    line: int | None = None
    """The line that fails, counted from 1."""


def ok(what: str, sentence: str) -> Check:
    """A check that held."""
    return Check(what, "ok", sentence)


def failed(what: str, sentence: str, line: int | None = 1) -> Check:
    """A check that did not hold."""
    return Check(what, "failed", visible(sentence), line)


def not_possible(what: str, sentence: str) -> Check:
    """A check that was not possible."""
    return Check(what, "not_possible", sentence)
