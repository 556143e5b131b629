"""One line of what the doctor finds."""

from enum import Enum
from typing import NamedTuple

from dicehall.cli.shared.words import say


class Mark(Enum):
    GOOD = "✓"
    DOUBTFUL = "⚠"
    BAD = "✗"


class Finding(NamedTuple):
    mark: Mark
    what: str
    said: str
    cure: str = ""


def good(what: str, key: str, /, **values: str | int) -> Finding:
    return _finding(Mark.GOOD, what, key, values)


def doubtful(what: str, key: str, /, **values: str | int) -> Finding:
    return _finding(Mark.DOUBTFUL, what, key, values)


def bad(what: str, key: str, /, **values: str | int) -> Finding:
    return _finding(Mark.BAD, what, key, values)


def _finding(mark: Mark, what: str, key: str, values: dict[str, str | int]) -> Finding:
    """The cure is a part of the message."""
    return Finding(mark, say(f"check-{what}"), say(key, **values), say(key, "cure", **values))
