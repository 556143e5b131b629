"""What holds for all tests: where their luck comes from, how much they try, and how long they may take."""

import os
import signal
from collections.abc import Generator, Iterator
from types import FrameType

import httpx
import pytest
from hypothesis import HealthCheck, settings

from tests.kit import luck, shares
from tests.kit.scale import TRIALS, scaled

# No deadline, and none for making examples: a clock proves nothing about a property, and a busy machine is slow.
# The usual seed always brings the same examples; with another one, what fails is printed with the way back to it.
settings.register_profile(
    "dicehall",
    deadline=None,
    max_examples=scaled(100),
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=luck.FIXED,
    database=None,
    print_blob=True,
)
settings.load_profile("dicehall")

# A shell that starts make in the background has it ignore SIGINT, and every process below would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Five seconds by default, which a busy machine needs now and then for an answer that must come.
for _part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _part, 60.0)

HUNG = 1200 * max(1.0, TRIALS)
"""Seconds. No test takes a tenth of that on a busy machine: one that does waits for something that never comes."""


def give_up(_number: int, _frame: FrameType | None) -> None:
    pytest.fail(f"this has been running for {HUNG:.0f} seconds")


@pytest.hookimpl(wrapper=True)
def within_bounds() -> Iterator[None]:
    """So that no loop in a test is without an end."""
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, HUNG)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = within_bounds
watch = shares.Watch()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    luck.draw_from(f"{luck.SEED} {item.nodeid}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if TRIALS <= 1 and item.get_closest_marker("soak") is None:
        watch.saw(report)
    return report


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests wait for halls and browsers more than they compute."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first, so that the short ones fill what is left."""
    items.sort(key=lambda item: not item.nodeid.startswith(shares.FIRST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    shares.tell(terminalreporter)
    terminalreporter.line(f"Luck: {luck.VARIABLE}={luck.SEED}")
