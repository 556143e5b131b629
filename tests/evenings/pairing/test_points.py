"""What a place is worth."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.evenings.pairing.points import duplicate_points, table_points
from tests.kit.scale import scaled


def points(*worth: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, worth))


def test_the_first_has_a_point_the_last_none_and_the_others_are_evenly_between() -> None:
    assert table_points([2, 1, 4, 3]) == points(1 - Fraction(1, 3), 1, 0, Fraction(1, 3))
    assert table_points([1, 2]) == points(1, 0)


def test_equal_places_share_what_they_are_worth_together() -> None:
    assert table_points([1, 1, 3]) == points(Fraction(3, 4), Fraction(3, 4), 0)
    assert table_points([1, 1, 1, 1]) == (Fraction(1, 2),) * 4


def test_those_who_came_are_placed_without_those_who_did_not() -> None:
    assert table_points([3, 1, 2], absent=[1]) == points(0, 0, 1)
    assert table_points([2, 1], absent=[1]) == points(1, 0), "at a table of two the one present wins"


def test_leaving_is_worth_nothing_whatever_place_the_game_gives() -> None:
    assert table_points([1, 2, 3], left=[0]) == points(0, 1, Fraction(1, 2))


def test_with_duplicate_dice_a_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    own = duplicate_points([[1, 2, 3], [1, 2, 3], [3, 2, 1]], [], [])
    assert [table[0] for table in own] == [Fraction(3, 4), Fraction(3, 4), 0]
    assert [table[1] for table in own] == [Fraction(1, 2)] * 3


@given(st.lists(st.integers(1, 6), min_size=2, max_size=8))
@settings(max_examples=scaled(40))
def test_a_table_gives_half_a_point_a_head_and_better_places_never_less(places: list[int]) -> None:
    worth = table_points(places)
    assert sum(worth) == Fraction(len(places), 2)
    for one, mine in zip(places, worth, strict=True):
        for other, theirs in zip(places, worth, strict=True):
            assert (one < other) == (mine > theirs)
