"""What holds for all tests: how much they try, how long they may hang, and what is told about the time they took."""

import signal
from collections.abc import Iterator
from types import FrameType

import httpx
import pytest
from hypothesis import HealthCheck, settings

from tests.kit import shares
from tests.kit.scale import TRIALS, scaled

# No deadline, and none for making examples: a clock proves nothing about a property, and a busy machine is slow.
settings.register_profile(
    "dicehall", deadline=None, max_examples=scaled(100), suppress_health_check=[HealthCheck.too_slow]
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    shares.tell(terminalreporter)
