"""Who is seated where by a quick match: soonest where few people come, by rating where many do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.store.results.ratings import Skill
from dicehall.table.live.matching import AVERAGE, MOST_TABLES, NEAR, WIDER, Waiting, choice

ratings = st.floats(0, 4000)
waiting = st.builds(Waiting, st.lists(ratings, max_size=5).map(tuple), st.floats(0, 600))
tables = st.lists(waiting, max_size=MOST_TABLES + 2)


@given(ratings, tables)
def test_where_few_people_come_nobody_gets_a_new_table_while_one_waits_h_13(
    rating: float, waits: list[Waiting]
) -> None:
    number = choice(rating, waits, busy=False)
    assert (number is None) == (not waits)
    if number is not None:
        assert len(waits[number].ratings) == max(len(table.ratings) for table in waits), "where it begins soonest"


@given(ratings, tables)
def test_where_many_come_it_is_the_nearest_table_or_a_new_one_that_there_is_room_for_h_13(
    rating: float, waits: list[Waiting]
) -> None:
    number = choice(rating, waits, busy=True)
    if number is None:
        assert len(waits) < MOST_TABLES
        near = [table for table in waits if table.distance(rating) == nearest(rating, waits)]
        assert not waits or any(table.distance(rating) > table.window for table in near)
    else:
        assert waits[number].distance(rating) == nearest(rating, waits)


def nearest(rating: float, waits: list[Waiting]) -> float:
    return min(table.distance(rating) for table in waits)


@given(ratings, waiting)
def test_the_longer_a_table_has_waited_the_less_near_its_people_have_to_be_h_13(rating: float, table: Waiting) -> None:
    patient = table._replace(waited=(table.distance(rating) - NEAR) / WIDER + 1)
    assert choice(rating, [patient], busy=True) == 0


@pytest.mark.parametrize(("rating", "number"), [(1500.0, 0), (1700.0, 0), (1800.0, None), (2100.0, 1), (2250.0, 1)])
def test_someone_is_sent_to_people_of_like_rating_h_13(rating: float, number: int | None) -> None:
    waits = [Waiting((AVERAGE,), waited=0.0), Waiting((2300.0, 2100.0), waited=0.0)]
    assert choice(rating, waits, busy=True) == number


def test_whoever_has_no_rating_counts_as_a_newcomer_does_h_13() -> None:
    assert Skill().estimate == AVERAGE
