"""What a run took: each folder's share, the slowest tests, and a word to those that take too long."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import pytest

SLOWEST = 30
WORTH_TELLING = 60.0
"""Seconds; shorter runs print no table."""
FIRST = ("tests/e2e", "tests/test_wheel.py", "tests/crash", "tests/cli", "tests/server/nodes")
"""Folders of few and long tests."""
LONG = 15.0
"""Seconds that a test may take on an idle machine, without its set-up, which it shares. One that takes longer waits."""
MAY_TAKE_LONG = {
    "tests/e2e/test_hosting_a_cup.py": "one person hosts a whole tournament by hand",
    "tests/test_wheel.py": "builds a wheel and installs it, as a host would",
    "tests/web/test_page.py": "runs all tests of the page that need no browser, some three thousand",
}
"""Files whose tests may, each with its reason. A new line here is for review: what is long belongs into `make soak`."""


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
    tests: Counter[str] = Counter()
    for test, each in seconds.items():
        folders[folder_of(test)] += each
        tests[folder_of(test)] += 1
    total = folders.total()
    yield f"{total:7.1f} s        {tests.total():6} tests  on all cores together"
    for folder, each in folders.most_common():
        yield f"{each:7.1f} s  {each / total:4.0%}  {tests[folder]:6} tests  {folder}"
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


class Watch:
    """Adds up what each test takes, and fails it at its end if that is too much."""

    def __init__(self) -> None:
        self._test = ""
        self._seconds = 0.0
        self._crowd = 1.0

    def saw(self, report: pytest.TestReport) -> None:
        if report.nodeid != self._test:
            self._test, self._seconds, self._crowd = report.nodeid, 0.0, 1.0
        if report.when != "setup":
            self._seconds += report.duration
        self._crowd = max(self._crowd, crowd())
        if report.when == "teardown" and report.passed and self._took_too_long():
            report.outcome = "failed"
            report.longrepr = (
                f"This took {self._seconds:.1f} s, on a machine with work for {self._crowd:.1f} of it; "
                f"{LONG:.0f} s are allowed. Set its clock, or move it to make soak: tests/kit/shares.py says who may."
            )

    def _took_too_long(self) -> bool:
        file = self._test.partition("::")[0]
        return file not in MAY_TAKE_LONG and self._seconds > LONG * self._crowd


def crowd() -> float:
    """How many machines like this one what runs here could use; at least this one."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    neighbours = 2.0 if "PYTEST_XDIST_WORKER" in os.environ else 1.0  # the load of a run is known only after a while
    return max(neighbours, load / (os.cpu_count() or 1))
