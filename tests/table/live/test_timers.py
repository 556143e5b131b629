"""The timer of a table, in the loop that a hall runs in and in Python's own."""

import asyncio
from collections.abc import Callable

import pytest
import uvloop

from dicehall.table.core.state import Table
from dicehall.table.live.clock import Clock
from tests.table.kit import ANN, BOB, running

LOOPS: list[Callable[[], asyncio.AbstractEventLoop]] = [asyncio.new_event_loop, uvloop.new_event_loop]


async def strikes(table: Table, winds: int) -> int:
    """How often a clock strikes that is wound several times while something is due already."""
    struck: list[float] = []
    over = asyncio.Event()

    def strike() -> None:
        struck.append(table.due_at)
        over.set()

    clock = Clock(lambda: table.due_at, lambda _seat, _seconds: None, strike, lambda _heard: True)
    for _ in range(winds):
        clock.wind(table)
    await over.wait()
    clock.stop()
    return len(struck)


@pytest.mark.parametrize("new_loop", LOOPS, ids=["asyncio", "uvloop"])
def test_a_clock_can_be_wound_again_while_it_is_about_to_strike(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """As when people come back to a table whose time is up, all at once."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(strikes(running(ANN, BOB).table, winds=3)) == 1
