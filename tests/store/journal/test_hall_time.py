"""Hall time goes on while the hall works, stands still while it cannot, and never goes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.store.journal.hall_time import MOST, HallTime


class Machine:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_it_goes_on_from_where_it_was_saved(machine: Machine) -> None:
    time = HallTime(50.0, machine)
    machine.seconds += 7
    assert time.now == 57


def test_a_hall_that_ticks_loses_nothing(machine: Machine) -> None:
    time = HallTime(0.0, machine)
    lost = 0.0
    for _ in range(600):
        lost += time.tick(held_up=False)
        machine.seconds += 0.1
    assert time.now == pytest.approx(60)
    assert lost == pytest.approx(0)


def test_a_hall_that_was_stopped_takes_no_more_than_a_moment(machine: Machine) -> None:
    time = HallTime(0.0, machine)
    time.tick(held_up=False)
    machine.seconds += 30
    assert time.now == MOST
    assert time.tick(held_up=False) == pytest.approx(30 - MOST)
    machine.seconds += 0.1
    assert time.now == pytest.approx(MOST + 0.1)


def test_time_stands_still_while_the_hall_is_held_up(machine: Machine) -> None:
    time = HallTime(0.0, machine)
    time.tick(held_up=True)
    for _ in range(100):
        machine.seconds += 0.1
        assert time.now == 0
        assert time.tick(held_up=True) == pytest.approx(0.1)


@given(st.lists(st.tuples(st.floats(0, 100), st.sampled_from(["read", "tick", "held up"]))))
def test_it_never_goes_back_and_never_faster_than_the_machine(steps: list[tuple[float, str]]) -> None:
    machine = Machine()
    time = HallTime(5.0, machine)
    before, lost, ticked_at = time.now, 0.0, machine.seconds
    for seconds, what in steps:
        machine.seconds += seconds
        if what != "read":
            lost += time.tick(held_up=what == "held up")
            ticked_at = machine.seconds
            assert time.now - 5 + lost == pytest.approx(ticked_at - 1000), "what did not count is reported"
        assert before <= time.now <= before + seconds + 1e-9
        before = time.now
