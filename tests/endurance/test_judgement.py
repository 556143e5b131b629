"""The long evening is worth nothing if its judge is asleep: growth and leaks are noticed, and noise is not."""

import math
from random import Random

import pytest

from tests.endurance.curve import chart, gathered, slope
from tests.endurance.samples import Sample, growth, judge

EMPTY = Sample(
    at=0.0, memory=100.0, files=20, tasks=5, sockets=0, people=0, tables=0, moves=0, appends=0, append_seconds=0.0,
    requests_failed=0,
)  # fmt: skip


def evening(minutes: float, *, grows: float = 0.0, warm_up: float = 60.0) -> list[Sample]:
    """A sample every ten seconds: memory that rises at first, then by so many MB in ten minutes, with some noise."""
    noise = Random(1)
    return [
        EMPTY._replace(
            at=10.0 * number,
            memory=100 + warm_up * (1 - math.exp(-number / 10)) + grows * number / 60 + noise.uniform(-2, 2),
        )
        for number in range(int(minutes * 6))
    ]


def test_a_straight_line_has_its_slope_and_a_point_has_none() -> None:
    assert slope([(x, 3 + 2.5 * x) for x in range(10)]) == pytest.approx(2.5)
    assert slope([(1.0, 7.0)]) == slope([(1.0, 7.0), (1.0, 9.0)]) == 0


@pytest.mark.parametrize("grows", [0.0, 10.0, 40.0])
def test_growth_is_told_in_ten_minutes_and_the_warm_up_does_not_count(grows: float) -> None:
    assert growth(evening(20, grows=grows)) == pytest.approx(grows, abs=2.5)


def test_memory_that_grows_is_noticed_and_flat_memory_is_not() -> None:
    assert judge(EMPTY, evening(20), EMPTY, most=5.0).wrong == []
    (wrong,) = judge(EMPTY, evening(20, grows=12.0), EMPTY, most=5.0).wrong
    assert wrong.startswith("memory grows by 1")


def test_a_short_evening_proves_nothing_about_memory() -> None:
    assert judge(EMPTY, evening(3, grows=100.0), EMPTY, most=5.0).wrong == []


@pytest.mark.parametrize("what", ["sockets", "people", "tasks", "tables"])
def test_one_that_is_left_is_a_leak(what: str) -> None:
    after = EMPTY._replace(**{what: getattr(EMPTY, what) + 1})
    (wrong,) = judge(EMPTY, evening(20), after, most=5.0).wrong
    assert f"1 {what} are left" in wrong


def test_many_files_are_a_leak_and_a_few_are_not() -> None:
    assert judge(EMPTY, evening(20), EMPTY._replace(files=23), most=5.0).wrong == []
    assert len(judge(EMPTY, evening(20), EMPTY._replace(files=24), most=5.0).wrong) == 1


def test_a_failure_of_the_hall_is_told() -> None:
    (wrong,) = judge(EMPTY, evening(20), EMPTY._replace(requests_failed=2), most=5.0).wrong
    assert wrong.startswith("2 requests")


def test_a_chart_rises_where_the_values_do_and_fits_its_width() -> None:
    lines = chart([float(value) for value in range(200)], width=40, height=6).splitlines()
    assert len(lines) == 7
    assert {len(line) for line in lines} == {50}
    heights = [sum(line[column] != " " for line in lines[:-1]) for column in range(10, 50)]
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


def test_a_flat_line_can_be_drawn_too() -> None:
    assert "│" in chart([5.0, 5.0, 5.0])
    assert gathered([1.0, 2.0, 3.0, 4.0], 2) == [1.5, 3.5]
