"""Buckets: so much at once, then so much a second, for very many addresses."""

from hypothesis import given
from hypothesis import strategies as st

from dicehall.server.bounds.pace import MOST_KEPT, Bucket, Buckets, Pace
from tests.server.bounds.clock import Clock


def test_a_bucket_gives_so_much_at_once_and_then_so_much_a_second() -> None:
    bucket = Bucket(Pace(3, 2), now=100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(100.0) == 0.5
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert bucket.left(1000.0) == 3


def test_what_is_owed_is_not_owed_for_ever() -> None:
    bucket = Bucket(Pace(10, 1), now=0.0)
    for _ in range(100):
        bucket.owe(0.0, 50)
    assert bucket.wait(0.0) == 11


@given(st.lists(st.floats(0, 10), max_size=200))
def test_nobody_gets_more_than_their_pace_in_any_stretch_of_time(pauses: list[float]) -> None:
    bucket, now, taken = Bucket(Pace(5, 2), now=0.0), 0.0, list[float]()
    for pause in pauses:
        now += pause
        if bucket.take(now):
            taken.append(now)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= 5 + 2 * (taken[last] - taken[first]) + 1e-6


def test_very_many_are_not_remembered_for_ever_and_those_who_keep_coming_are() -> None:
    buckets = Buckets(Pace(1, 0.001), Clock())
    for number in range(3 * MOST_KEPT):
        assert buckets.take(str(number)) == 0
        assert (buckets.take("the flooder") == 0) == (number == 0)
    assert len(buckets) == MOST_KEPT
