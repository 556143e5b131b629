"""The house at Bluff: it counts right, claims and doubts with sense, and beats chance also where claims rise."""

from random import Random
from typing import Any

import pytest

from dicehall.bots.bluff import WAYS, chance_of_truth, house
from dicehall.bots.uniform import uniform
from dicehall.rules.bluff import LISTING, Accept, CallBluff, Claim, DeclineImmunity, Options, PlayImmunity
from dicehall.rules.values import Move
from tests.kit.bots import it_wins_more_than
from tests.kit.play import A, B, Played, begin, drawn, rolled, shuffled


def dealt(*faces: int, **options: Any) -> Played:
    """Two players, A leads."""
    return begin(LISTING.new(2, options)).then(shuffled(A, B), drawn(A), rolled(*faces))


def answers(after: Played, seat: int) -> set[Move]:
    """Everything the house does here, over many throws of its own luck."""
    view = after.game.view(after.state, seat)
    return {house(after.game, view, Random(seed)) for seed in range(200)}


def test_it_counts_the_ways_three_dice_fall() -> None:
    assert WAYS.total() == 6**3
    assert [WAYS[total] for total in range(3, 19)] == [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]


def test_it_doubts_rare_totals_and_those_who_change_their_story() -> None:
    chances = [chance_of_truth(frozenset((total,)), total) for total in range(11, 19)]
    assert chances == sorted(chances, reverse=True)
    assert chance_of_truth(frozenset((10, 12)), 12) < chance_of_truth(frozenset((12,)), 12)
    assert chance_of_truth(frozenset((1,)), 1) == 0


def test_it_opens_with_the_truth_or_above_and_sticks_to_it() -> None:
    opened = dealt(4, 3, 3, 2, 1, 5)
    claimed = answers(opened, A)
    assert Claim(10) in claimed
    assert len(claimed) > 3
    assert all(isinstance(move, Claim) and move.total >= 10 for move in claimed)
    assert answers(opened.then((A, Claim(9)), (B, Claim(9))), A) == {Claim(9)}


def test_it_calls_a_claim_that_is_hardly_ever_true_and_believes_a_likely_one() -> None:
    poor = dealt(4, 3, 3, 2, 1, 5, immunity=False)
    assert answers(poor.then((A, Claim(18))), B) == {CallBluff()}
    rich = poor.then((A, Claim(10)), (B, Claim(16)), (A, Claim(10)))
    assert CallBluff() not in answers(rich, B)


def test_it_accepts_a_likely_claim_at_the_end_of_the_last_lap() -> None:
    last = dealt(4, 3, 3, 2, 1, 5, laps=1).then((A, Claim(14)), (B, Claim(10)))
    assert answers(last, A) == {Accept()}


def test_it_must_call_an_18_when_claims_rise() -> None:
    assert answers(dealt(4, 3, 3, 2, 1, 5, claims="rising").then((A, Claim(18))), B) == {CallBluff()}


@pytest.mark.parametrize(("total", "answer"), [(6, DeclineImmunity()), (7, PlayImmunity()), (18, PlayImmunity())])
def test_it_spends_the_card_where_it_is_worth_it(total: int, answer: Move) -> None:
    assert answers(dealt(4, 3, 3, 2, 1, 5).then((A, Claim(total)), (B, CallBluff())), A) == {answer}


@pytest.mark.parametrize(("seats", "due"), [(2, 0.85), (4, 0.38)])
def test_one_house_bot_beats_uniform_ones_where_claims_rise(seats: int, due: float) -> None:
    """Six standard errors above the fair share."""
    rising = Options(claims="rising")
    it_wins_more_than(due, LISTING, house, uniform, seats=seats, games=400, options=rising)
