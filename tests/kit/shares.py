"""What a run took: each folder's share, and the slowest tests. It is printed, and no test asserts it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import pytest

SLOWEST = 30
WORTH_TELLING = 60.0
"""Seconds; shorter runs print no table."""


def taken(reports: Iterable[pytest.TestReport]) -> Counter[str]:
    """Seconds by test, with its set-up and what came after it."""
    seconds: Counter[str] = Counter()
    for report in reports:
        seconds[report.nodeid] += report.duration  # type: ignore[assignment]  # a Counter of seconds
    return seconds


def folder_of(test: str) -> str:
    """`tests/server/live` belongs to `tests/server`, and a file right under `tests` to `tests`."""
    parts = PurePosixPath(test.partition("::")[0]).parent.parts
    return "/".join(parts[:2])


def lines(seconds: Counter[str]) -> Iterator[str]:
    folders: Counter[str] = Counter()
    for test, each in seconds.items():
        folders[folder_of(test)] += each
    total = folders.total()
    yield f"{total:7.1f} s  on all cores together"
    for folder, each in folders.most_common():
        yield f"{each:7.1f} s  {each / total:4.0%}  {folder}"
    yield f"The {SLOWEST} slowest:"
    for test, each in seconds.most_common(SLOWEST):
        yield f"{each:7.1f} s  {test}"


def tell(reporter: pytest.TerminalReporter) -> None:
    reports = [each for group in reporter.stats.values() for each in group if isinstance(each, pytest.TestReport)]
    seconds = taken(reports)
    if seconds.total() < WORTH_TELLING:
        return
    reporter.section("where the time went")
    for line in lines(seconds):
        reporter.line(line)
