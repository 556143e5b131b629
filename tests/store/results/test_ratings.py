"""Ratings follow the places, also where places are shared."""

from contextlib import closing
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehall.ports import Finished
from dicehall.ports.hall_log import read
from dicehall.ports.hall_log import write as written
from dicehall.store.results.pairs import encounters, meetings_of, weight_after
from dicehall.store.results.ratings import Skill, rated
from tests.kit.scale import scaled
from tests.store.evenings import ANN, BEN, CLEO, DAN, Hall, game
from tests.store.halls import run


def test_a_newcomer_is_worth_1000_and_who_wins_is_worth_more(hall: Hall) -> None:
    assert Skill().shown == 1000
    hall.counts(game([1, 2, 3]))
    ratings = [hall.tally(who, "peril").rating for who in (ANN, BEN, CLEO)]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > 1000 > ratings[2]


@pytest.mark.parametrize("places", [[1, 1, 3, 4], [1, 1, 1, 4], [1, 2, 2, 2], [1, 1, 3, 3], [1, 1, 1, 1, 1, 6, 7, 8]])
def test_who_shares_a_place_is_rated_alike_and_above_those_behind(places: list[int]) -> None:
    """Openskill by itself puts the shared winners of the last of these below the one who came sixth."""
    after = rated([Skill()] * len(places), places)
    for (place, skill), (next_place, following) in pairwise(zip(places, after, strict=True)):
        if place == next_place:
            assert skill == pytest.approx(following)
        else:
            assert skill.mu > following.mu


def test_the_seat_makes_no_difference_to_a_rating() -> None:
    skills = [Skill(25, 8), Skill(30, 2), Skill(20, 5)]
    after = rated(skills, [2, 1, 3])
    turned = rated([skills[2], skills[0], skills[1]], [3, 2, 1])
    assert [turned[1], turned[2], turned[0]] == [pytest.approx(skill) for skill in after]


def test_bots_of_one_level_among_themselves_teach_nothing_about_it(hall: Hall) -> None:
    hall.counts(game([1, 2], seats=("bot:Fox", "bot:Wren"), levels=("normal", "normal")))
    assert hall.tally("bot:normal").rating == 1000
    assert (hall.tally("bot:normal").won, hall.tally("bot:normal").lost) == (1, 1)


def test_beating_bots_counts_for_the_rating_too(hall: Hall) -> None:
    hall.counts(game([1, 2, 3], seats=(ANN, "bot:Fox", "bot:Wren"), levels=(None, "normal", "normal")))
    assert hall.tally(ANN).rating > 1000 > hall.tally("bot:normal").rating


# Rated and unrated games


def test_an_unrated_game_counts_as_won_and_lost_and_leaves_every_rating_as_it_was_h_06(hall: Hall) -> None:
    hall.counts(game([1, 2, 3]))
    before = {who: hall.tally(who, "peril") for who in (ANN, BEN, CLEO)}
    hall.counts(
        game([3, 2, 1], rated=False), game([2, 1], rated=False, seats=(ANN, "bot:Fox"), levels=(None, "normal"))
    )
    after = {who: hall.tally(who, "peril") for who in (ANN, BEN, CLEO)}
    assert {who: tally.rating for who, tally in after.items()} == {who: tally.rating for who, tally in before.items()}
    assert [(tally.won, tally.lost) for tally in after.values()] == [(1, 2), (0, 2), (1, 1)]
    assert hall.tally("bot:normal").rating == 1000
    assert hall.tally("bot:normal").won == 1


def test_games_from_before_any_was_unrated_are_counted_again_to_the_same_ratings_h_06(hall: Hall) -> None:
    """Their rows in the hall log have no `rated`."""
    now = game([1, 2, 3])
    old = msgspec.json.decode(written(now))
    del old["rated"]
    assert read(msgspec.json.encode(old)) == now
    hall.counts(now, game([2, 1, 3], rated=False), game([1, 3, 2]))
    counted = hall.dump()
    hall.executes("DELETE FROM counted")
    hall.opens_again()
    run(hall.results.catch_up())
    assert hall.dump() == counted


# Only between accounts, and less with each game of two of them on one day


def duel(places: list[int], **more: Any) -> Finished:
    return game(places, accounts=tuple(range(len(places))), **more)


def ratings(hall: Hall, *people: str) -> list[float]:
    return [hall.tally(who, "peril").rating for who in people]


def test_a_first_game_of_two_accounts_moves_them_as_any_game_of_two_did_h_10(hall: Hall) -> None:
    hall.counts(duel([1, 2]))
    hall.counts(game([1, 2], seats=(CLEO, DAN)))
    assert ratings(hall, ANN, BEN) == ratings(hall, CLEO, DAN)


def test_guests_and_bots_neither_move_nor_are_moved_by_h_10(hall: Hall) -> None:
    seats, levels = (ANN, "p-guest", "bot:Fox", BEN), (None, None, "normal", None)
    hall.counts(game([1, 2, 3, 4], seats=seats, levels=levels, accounts=(0, 3)))
    assert hall.tally("p-guest").rating == 1000 == hall.tally("bot:normal").rating
    hall.counts(duel([1, 2], seats=(CLEO, DAN)))
    assert ratings(hall, ANN, BEN) == ratings(hall, CLEO, DAN)
    before = ratings(hall, ANN, BEN)
    for others, level in ((("p-guest",), None), (("bot:Fox",), "normal")):
        hall.counts(game([1, 2], seats=(ANN, *others), levels=(None, level), accounts=(0,)))
    assert ratings(hall, ANN, BEN) == before
    assert (hall.tally(ANN).won, hall.tally("p-guest").lost, hall.tally("bot:normal").lost) == (3, 2, 2)


def test_each_game_of_the_same_two_on_one_day_moves_half_as_much_as_the_one_before_h_10() -> None:
    assert [weight_after(games) for games in range(4)] == [1, 0.5, 0.25, 0.125]
    assert sum(map(weight_after, range(1000))) <= 2


def test_accounts_that_farm_each_other_gain_less_in_a_day_than_two_games_give_h_10(hall: Hall) -> None:
    hall.counts(*[duel([1, 2])] * 50)
    hall.counts(duel([1, 2], seats=(CLEO, DAN)), duel([1, 2], seats=(CLEO, DAN), ended=1_700_000_000.0 + 86_400))
    [farmed, fair] = ratings(hall, ANN, CLEO)
    assert 1000 < farmed < fair
    assert hall.tally(ANN).won == 50
    assert hall.tally(BEN).lost == 50


def test_the_next_day_and_another_opponent_count_in_full_again_h_10(hall: Hall) -> None:
    first = duel([1, 2])
    again = duel([1, 2], ended=first.ended + 86_400)
    assert encounters(again, dict.fromkeys(meetings_of(first), 3))[0].weight == 1
    assert encounters(duel([1, 2], seats=(ANN, CLEO)), dict.fromkeys(meetings_of(first), 3))[0].weight == 1
    assert encounters(first, dict.fromkeys(meetings_of(first), 3))[0].weight == 1 / 8
    assert meetings_of(duel([2, 1], seats=(BEN, ANN))) == meetings_of(first)
    hall.counts(first, first)


def test_the_order_of_three_accounts_is_the_order_of_their_ratings_h_10(hall: Hall) -> None:
    hall.counts(duel([2, 1, 3]))
    [second, best, last] = ratings(hall, ANN, BEN, CLEO)
    assert best > second > last
    hall.counts(duel([1, 1, 3], seats=("p-x", "p-y", "p-z")))
    assert hall.tally("p-x", "peril").rating == hall.tally("p-y", "peril").rating > hall.tally("p-z", "peril").rating


def test_who_breaks_off_or_leaves_loses_rating_and_nobody_gains_any_h_08(hall: Hall) -> None:
    hall.counts(replace(duel([1, 2, 3]), places=(), scores=(), left=(0,)))
    assert hall.tally(ANN, "peril").rating < 1000
    assert hall.tally(ANN, "peril").lost == 1
    assert not run(hall.results.tallies(BEN))
    assert not run(hall.results.tallies(CLEO))


def test_a_host_who_removed_a_player_wins_nothing_and_can_lose_h_07(hall: Hall) -> None:
    removed: dict[str, Any] = {"accounts": (0, 1, 2), "replaced": (1,), "no_win": (0,)}
    hall.counts(game([1, 2, 3], **removed))
    assert not run(hall.results.tallies(ANN)), "neither a win nor a rating"
    assert hall.tally(CLEO, "peril").rating == 1000
    assert (hall.tally(BEN).lost, hall.tally(CLEO).lost) == (1, 1)
    assert hall.tally(BEN, "peril").rating == 1000
    hall.counts(game([2, 3, 1], **removed))
    assert hall.tally(ANN, "peril").rating < 1000 < hall.tally(CLEO, "peril").rating
    assert (hall.tally(ANN).won, hall.tally(ANN).lost) == (0, 1)


def test_a_host_who_comes_behind_the_bot_or_breaks_off_loses_rating_and_the_removed_player_gains_none_h_07(
    hall: Hall,
) -> None:
    lost = duel([2, 1], replaced=(1,), no_win=(0,))
    hall.counts(lost)
    once = hall.tally(ANN, "peril").rating
    assert once < 1000 == hall.tally(BEN, "peril").rating
    broken_off = replace(lost, seats=(CLEO, DAN), places=(), scores=(), left=(0,))
    hall.counts(broken_off)
    assert hall.tally(CLEO, "peril").rating == once


@given(seed=st.integers(0, 10_000), batch=st.integers(1, 7))
@settings(max_examples=scaled(5), deadline=None)
def test_ratings_are_the_same_however_often_and_in_whatever_batches_they_are_counted_h_10(
    seed: int, batch: int
) -> None:
    luck = Random(seed)
    games = []
    for _ in range(20):
        seats = luck.sample((ANN, BEN, CLEO, DAN), luck.randint(2, 4))
        places = [luck.randint(1, 3) for _ in seats]
        finished = duel(places, seats=tuple(seats), ended=1_700_000_000.0 + 40_000 * luck.randrange(4))
        left = tuple(seat for seat in range(len(seats)) if luck.random() < 0.1)
        no_win = tuple(seat for seat in range(len(seats)) if luck.random() < 0.1)
        replaced = tuple(seat for seat in range(len(seats)) if luck.random() < 0.1)
        finished = replace(
            finished,
            left=left,
            no_win=no_win,
            replaced=replaced,
            accounts=None if luck.random() < 0.1 else finished.accounts,
        )
        games.append(replace(finished, places=(), scores=()) if luck.random() < 0.1 else finished)
    with closing(Hall()) as hall:
        for start in range(0, len(games), batch):
            hall.counts(*games[start : start + batch])
        counted = hall.dump()
        hall.executes("DELETE FROM counted")
        hall.opens_again()
        run(hall.results.catch_up())
        assert hall.dump() == counted
