"""Ratings follow the places, also where places are shared."""

from itertools import pairwise

import pytest

from dicehall.store.results.ratings import Skill, rated
from tests.store.evenings import ANN, BEN, CLEO, Hall, game


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
    hall.counts(game([1, 2], seats=("bot:Fox", "bot:Wren"), levels=("house", "house")))
    assert hall.tally("bot:house").rating == 1000
    assert (hall.tally("bot:house").won, hall.tally("bot:house").lost) == (1, 1)


def test_beating_bots_counts_for_the_rating_too(hall: Hall) -> None:
    hall.counts(game([1, 2, 3], seats=(ANN, "bot:Fox", "bot:Wren"), levels=(None, "house", "house")))
    assert hall.tally(ANN).rating > 1000 > hall.tally("bot:house").rating
