"""A knock-out: its tables, its cuts and its end."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.evenings.pairing.cut import Finisher, going_on, through
from dicehall.evenings.pairing.seeding import by_seed
from dicehall.evenings.pairing.sizes import table_sizes
from tests.evenings.pairing.fields import tables_of
from tests.kit.scale import scaled


def finishers(places: dict[str, int], bots: str = "") -> list[Finisher]:
    return [Finisher(who, place, (at,), who, who in bots) for at, (who, place) in enumerate(places.items())]


def test_seeds_are_dealt_forth_and_back() -> None:
    assert by_seed([4, 4]) == ((0, 3, 4, 7), (1, 2, 5, 6))
    assert by_seed([3, 2]) == ((0, 3), (1, 2, 4))


@given(st.lists(st.integers(3, 4), min_size=1, max_size=12))
@settings(max_examples=scaled(40))
def test_every_seed_has_a_seat_and_the_best_meet_last(sizes: list[int]) -> None:
    tables = by_seed(sizes)
    assert sorted(seed for table in tables for seed in table) == list(range(sum(sizes)))
    assert sorted(map(len, tables)) == sorted(sizes)
    assert sorted(min(table) for table in tables) == list(range(len(sizes))), "each of the best has a table alone"
    averages = [sum(table[:2]) for table in tables]
    assert max(averages) == min(averages), "the first two of every table are equally good together"


def names(on: list[Finisher]) -> str:
    return "".join(each.who for each in on)


def test_e_08_the_best_go_on_and_ties_are_settled_by_the_standing_before_and_then_by_lot() -> None:
    assert names(going_on(finishers({"a": 3, "b": 1, "c": 2, "d": 4}), 2)) == "bc"
    assert names(going_on(finishers({"a": 1, "b": 2, "c": 2}), 2)) == "ab"
    level = [Finisher(who, 1, (0,), lot) for who, lot in (("a", "7"), ("b", "3"), ("c", "5"))]
    assert names(going_on(level, 1)) == "b"


def test_e_08_somebody_goes_out_at_every_table_to_which_two_came() -> None:
    assert names(going_on(finishers({"a": 1, "b": 2}), 2)) == "a"
    assert names(going_on(finishers({"a": 1}), 2)) == "a", "the only one who came goes on"
    assert going_on([], 2) == []


def test_e_09_a_bot_never_takes_a_persons_place_at_the_cut() -> None:
    assert names(going_on(finishers({"x": 1, "a": 4, "b": 2, "c": 3}, bots="x"), 2)) == "bc"
    assert names(going_on(finishers({"x": 1, "y": 2, "a": 3}, bots="xy"), 2)) == "ax", "nobody else is left to go on"


def test_e_10_winners_and_those_who_sat_out_are_seeded_before_seconds() -> None:
    tables = [finishers({"a": 2, "b": 1, "c": 3}), finishers({"d": 2, "e": 1, "f": 3})]
    assert through(tables, finishers({"z": 1}), 2, 2) == ("z", "b", "e", "a", "d")


def test_e_11_if_too_few_go_on_for_a_table_the_best_of_the_others_come_too() -> None:
    tables = [finishers({"a": 1, "b": 2, "x": 2}, bots="x"), finishers({"d": 1, "e": 3, "f": 2})]
    assert through(tables, [], 1, 3) == ("a", "d", "b")
    assert through(tables, [], 1, 2) == ("a", "d")


@given(st.integers(2, 500), tables_of(), st.integers(1, 6))
@settings(max_examples=scaled(40))
def test_every_knock_out_comes_to_a_last_table(entrants: int, wanted: tuple[int, int], advance: int) -> None:
    preferred, least = wanted
    left = list(range(max(entrants, least)))
    while len(left) > preferred:
        sizes = table_sizes(len(left), preferred, least)
        tables = [
            [Finisher(f"{left[seed]}", place, (seed,), "") for place, seed in enumerate(table, start=1)]
            for table in by_seed(sizes)
        ]
        byes = [Finisher(f"{left[seed]}", 1, (seed,), "") for seed in range(sum(sizes), len(left))]
        on = through(tables, byes, advance, least)
        assert len(set(on)) == len(on) < len(left)
        left = [int(who) for who in on]
    assert len(left) >= least
    assert 0 in left, "the best seed wins every table"
