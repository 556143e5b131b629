"""An arena: whoever is free is seated at once."""

from fractions import Fraction
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.evenings.pairing.pool import AGAIN, GATHER, Waiting, seat_free
from dicehall.evenings.pairing.sizes import table_sizes
from tests.evenings.pairing.fields import tables_of
from tests.kit.scale import scaled


@st.composite
def pools(draws: st.DrawFn, longest: float = 60.0, most: int = 10) -> list[Waiting]:
    rng = draws(st.randoms(use_true_random=False))
    names = [f"p{number}" for number in range(draws(st.integers(0, most)))]
    places = rng.sample(range(len(names)), len(names))
    tables = draws(st.integers(1, 5))
    return [
        Waiting(
            who, rng.choice((0.0, GATHER / 2, min(GATHER, longest), longest)), place,
            rng.choice(("", *(f"t{number}" for number in range(tables)))), Fraction(rng.randint(0, 8), 2),
            {other: rng.randint(1, 3) for other in names if other != who and rng.random() < 0.3},
        )
        for who, place in zip(names, places, strict=True)
    ]  # fmt: skip


def strangers(group: list[Waiting] | tuple[Waiting, ...]) -> bool:
    return all(not one.last or one.last != two.last for one, two in combinations(group, 2))


SOON = st.sampled_from((0.0, GATHER, AGAIN - 1))


@given(pools(), tables_of())
@settings(max_examples=scaled(60))
def test_nobody_is_seated_twice_and_every_table_has_a_fitting_size(
    pool: list[Waiting], wanted: tuple[int, int]
) -> None:
    preferred, least = wanted
    tables = seat_free(pool, preferred, least)
    seated = [who for table in tables for who in table]
    assert len(seated) == len(set(seated))
    assert set(seated) <= {each.who for each in pool}
    assert all(least <= len(table) <= preferred for table in tables)
    assert max(map(len, tables), default=0) - min(map(len, tables), default=0) <= 1


@given(pools(longest=AGAIN - 1, most=9), tables_of())
@settings(max_examples=scaled(80))
def test_e_06_nobody_waits_while_they_and_others_whom_they_have_not_just_played_could_fill_a_table(
    pool: list[Waiting], wanted: tuple[int, int]
) -> None:
    preferred, least = wanted
    tables = seat_free(pool, preferred, least)
    by_name = {each.who: each for each in pool}
    assert all(strangers([by_name[who] for who in table]) for table in tables)
    seated = {who for table in tables for who in table}
    left = [each for each in pool if each.who not in seated]
    if tables or max((each.waited for each in pool), default=0.0) >= GATHER:
        assert not any(strangers(group) for group in combinations(left, least))
    else:
        assert not any(strangers(group) for group in combinations(left, preferred))


@given(pools(most=9), tables_of())
@settings(max_examples=scaled(40))
def test_e_07_after_half_a_minute_everyone_is_seated_for_whom_there_is_a_table(
    pool: list[Waiting], wanted: tuple[int, int]
) -> None:
    tables = seat_free(pool, *wanted)
    if max((each.waited for each in pool), default=0.0) >= AGAIN:
        assert sum(map(len, tables)) == sum(table_sizes(len(pool), *wanted))
        seated = {who for table in tables for who in table}
        waits = [each.waited for each in pool if each.who not in seated]
        assert all(max(waits, default=0.0) <= each.waited for each in pool if each.who in seated)


@given(pools(most=20), tables_of(), st.randoms(use_true_random=False))
@settings(max_examples=scaled(30))
def test_the_order_of_the_pool_changes_nothing(pool: list[Waiting], wanted: tuple[int, int], rng: Random) -> None:
    assert seat_free(rng.sample(pool, len(pool)), *wanted) == seat_free(pool, *wanted)


@given(pools(longest=AGAIN - 1, most=30), tables_of())
@settings(max_examples=scaled(20))
def test_in_a_large_pool_too_nobody_meets_those_again_whom_they_have_just_played(
    pool: list[Waiting], wanted: tuple[int, int]
) -> None:
    by_name = {each.who: each for each in pool}
    assert all(strangers([by_name[who] for who in table]) for table in seat_free(pool, *wanted))


def test_four_who_have_just_played_wait_for_others_and_then_play_again() -> None:
    def four(waited: float) -> list[Waiting]:
        return [Waiting(who, waited, place, last="t") for place, who in enumerate("abcd")]

    assert seat_free(four(AGAIN - 1), 4, 3) == ()
    assert [sorted(table) for table in seat_free(four(AGAIN), 4, 3)] == [list("abcd")]


def test_a_table_below_the_preferred_size_is_gathered_for_a_moment() -> None:
    three = [Waiting(who, 1.0, place) for place, who in enumerate("abc")]
    assert seat_free(three, 4, 2) == ()
    assert [len(table) for table in seat_free([*three[1:], three[0]._replace(waited=GATHER)], 4, 2)] == [3]
