"""A round of a Swiss tournament: who plays, who sits out, and that nothing better can be found."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.evenings.pairing.bounds import least_repeats, least_spread
from dicehall.evenings.pairing.draw import Candidate, draw, numbered
from dicehall.evenings.pairing.objective import Player, cost
from dicehall.evenings.pairing.sizes import table_sizes
from dicehall.evenings.pairing.swiss import Search, pair
from tests.evenings.pairing.fields import Field, least_cost, pasts, tables_of
from tests.kit.scale import scaled

Past = tuple[list[Candidate], int, int]


@given(pasts())
@settings(max_examples=scaled(40))
def test_everyone_is_at_one_table_or_sits_out(past: Past) -> None:
    candidates, preferred, least = past
    drawn = draw(candidates, preferred, least)
    listed = [who for table in drawn.tables for who in table] + list(drawn.byes)
    assert sorted(listed) == sorted(each.who for each in candidates)


@given(st.integers(0, 60), tables_of())
@settings(max_examples=scaled(60))
def test_e_03_sizes_differ_by_one_at_most_and_nobody_sits_out_who_could_play(
    entrants: int, wanted: tuple[int, int]
) -> None:
    preferred, least = wanted
    sizes = table_sizes(entrants, preferred, least)
    assert all(least <= size <= preferred for size in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1
    possible = {seats for tables in range(entrants) for seats in range(tables * least, tables * preferred + 1)}
    assert sum(sizes) == max((seats for seats in possible if seats <= entrants), default=0)
    assert len(sizes) == -(-sum(sizes) // preferred), "no more tables than needed"


@given(st.integers(0, 40), tables_of())
@settings(max_examples=scaled(30))
def test_equal_sizes_are_equal_and_seat_as_many_as_any_equal_sizes_can(entrants: int, wanted: tuple[int, int]) -> None:
    preferred, least = wanted
    sizes = table_sizes(entrants, preferred, least, equal=True)
    assert len(set(sizes)) <= 1
    assert sum(sizes) == max((entrants // size * size for size in range(least, preferred + 1)), default=0)


@given(st.integers(2, 24), tables_of(), st.integers(0, 10**6), st.integers(0, 3))
@settings(max_examples=scaled(30))
def test_e_04_a_bye_comes_once_until_every_person_had_one_and_to_bots_first(
    entrants: int, wanted: tuple[int, int], seed: int, bots: int
) -> None:
    field = Field(entrants, seed, bots=bots)
    for _ in range(5):
        candidates = field.candidates()
        before = dict(field.byes)
        drawn = draw(candidates, *wanted)
        field.play(drawn)
        out = set(drawn.byes)
        playing = [each for each in candidates if each.who not in out]
        for who in out - field.bots:
            assert not any(each.is_bot for each in playing)
            assert all(field.byes[each.who] >= before.get(who, 0) for each in playing)


def test_e_04_among_those_who_had_no_bye_the_last_in_the_standings_sits_out() -> None:
    candidates = [Candidate(who, place, byes=who == "e") for place, who in enumerate("abcde")]
    assert draw(candidates, 2, 2).byes == ("d",)


@given(pasts(), st.randoms(use_true_random=False))
@settings(max_examples=scaled(30))
def test_the_order_in_which_entrants_are_listed_changes_nothing(past: Past, rng: Random) -> None:
    candidates, preferred, least = past
    shuffled = rng.sample(candidates, len(candidates))
    reordered = [each._replace(met=dict(reversed(list(each.met.items())))) for each in shuffled]
    assert draw(reordered, preferred, least) == draw(candidates, preferred, least)


@given(pasts(most=12))
@settings(max_examples=scaled(25))
def test_e_05_up_to_twelve_players_no_pairing_is_better(past: Past) -> None:
    is_the_best(*past)


@pytest.mark.parametrize("size", [2, 3, 4, 6, 7])
def test_e_05_twelve_players_in_their_fifth_round_have_the_best_tables(size: int) -> None:
    field = Field(12, seed=size)
    for _ in range(4):
        field.play(draw(field.candidates(), size, 2))
    is_the_best(field.candidates(), size, 2)


def is_the_best(candidates: list[Candidate], preferred: int, least: int) -> None:
    drawn = draw(candidates, preferred, least)
    playing = [each for each in sorted(candidates, key=lambda each: each.place) if each.who not in drawn.byes]
    if not playing:
        return
    players = numbered(playing)
    number = {each.who: at for at, each in enumerate(playing)}
    found = cost(players, [tuple(number[who] for who in table) for table in drawn.tables])
    assert found == least_cost(players, [len(table) for table in drawn.tables])


@given(st.integers(13, 60), tables_of(), st.integers(0, 10**6))
@settings(max_examples=scaled(25))
def test_larger_pairings_never_lose_to_the_plain_order_of_scores_nor_beat_the_bounds(
    entrants: int, wanted: tuple[int, int], seed: int
) -> None:
    field = Field(entrants, seed)
    earlier: list[tuple[str, ...]] = []
    for _ in range(4):
        candidates = field.candidates()
        drawn = draw(candidates, *wanted)
        playing = [each for each in candidates if each.who not in drawn.byes]
        players, sizes = numbered(playing), [len(table) for table in drawn.tables]
        number = {each.who: at for at, each in enumerate(playing)}
        found = cost(players, [tuple(number[who] for who in table) for table in drawn.tables])
        there = [tuple(number[who] for who in table if who in number) for table in earlier]
        assert found.repeats >= least_repeats(players, sizes, there)
        assert found.spread >= least_spread(players, sizes)
        assert found.repeats <= cost(players, neighbours(players, sizes)).repeats
        earlier += drawn.tables
        field.play(drawn)


def neighbours(players: list[Player], sizes: list[int]) -> list[tuple[int, ...]]:
    order = sorted(range(len(players)), key=lambda each: players[each].score)
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


@pytest.mark.parametrize(("entrants", "size", "rounds"), [(300, 6, 4), (64, 4, 6)])
def test_a_field_with_room_enough_has_no_repeats(entrants: int, size: int, rounds: int) -> None:
    field = Field(entrants, seed=5)
    for _ in range(rounds):
        field.play(draw(field.candidates(), size, size - 1))
    assert all(times == 1 for met in field.met.values() for times in met.values())


def test_swapping_changes_nobody_else() -> None:
    players = numbered(Field(30, seed=2).candidates())
    search = Search(players, [5] * 6)
    search.improve()
    assert sorted(each for group in search.groups for each in group) == list(range(30))


def test_nobody_is_paired_with_nobody() -> None:
    assert pair([], ()) == ()
    assert draw([], 4, 2) == ((), ())
    assert draw([Candidate("a", 0)], 4, 2) == ((), ("a",))
