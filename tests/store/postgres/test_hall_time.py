"""Hall time of several nodes: it goes on by heartbeats, stands still without them, and never goes back."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from dicehall.store.postgres.connection import connect
from dicehall.store.postgres.hall_time import MOST, SharedTime
from tests.engines.postgresql import PostgreSQL
from tests.store.halls import run
from tests.store.postgres.nodes import node


class Machine:
    """A clock that a test sets."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_it_counts_from_the_last_heartbeat_and_stands_still_without_another() -> None:
    machine = Machine()
    time = SharedTime(machine)
    time.heartbeat(50.0)
    machine.seconds += 0.5
    assert time.now == 50.5
    machine.seconds += 100
    assert time.now == 50 + MOST


def test_frozen_it_stands_still_and_tells_what_did_not_count() -> None:
    machine = Machine()
    time = SharedTime(machine)
    time.heartbeat(50.0)
    time.tick()
    machine.seconds += 1
    time.freeze()
    machine.seconds += 9
    assert time.now == 51
    assert time.tick() == 9


@given(st.lists(st.tuples(st.floats(0, 10), st.sampled_from(["heartbeat", "freeze", "read"]), st.floats(-5, 5))))
def test_it_never_goes_back(steps: list[tuple[float, str, float]]) -> None:
    machine = Machine()
    time = SharedTime(machine)
    last = time.now
    for passed, what, off in steps:
        machine.seconds += passed
        if what == "heartbeat":
            time.heartbeat(max(last + off, 0.0))
        elif what == "freeze":
            time.freeze()
        assert time.now >= last
        last = time.now


def test_a_database_that_was_away_for_a_day_lets_no_clock_run_out(postgresql: PostgreSQL) -> None:
    async def away() -> None:
        url = postgresql.new_hall()
        async with node(url) as one:
            operator = await connect(url)
            await operator.execute("UPDATE hall_time SET heartbeat = heartbeat - interval '1 day'")
            before = one.journal.now
            while one.journal.now == before:
                await asyncio.sleep(0.02)
            assert await operator.fetchval("SELECT heartbeat($1)", MOST) < 3600
            await operator.close()

    run(away())


def test_it_is_never_behind_what_a_node_has_written(postgresql: PostgreSQL) -> None:
    async def ahead() -> None:
        url = postgresql.new_hall()
        async with node(url):
            operator = await connect(url)
            await operator.execute("UPDATE nodes SET noted = 500")
            assert await operator.fetchval("SELECT heartbeat($1)", MOST) >= 500
            await operator.close()

    run(ahead())
