"""The counter of MindRoll's zoo: it counts right, and calls and doubts with sense."""

from itertools import product
from random import Random

import pytest

from dicehall.lab.mindroll.counter import chance_below, chance_of_reveal, counter
from dicehall.rules.mindroll import Call, MindRoll, Reveal
from tests.kit.play import A, B, begin, drawn, rolled


@pytest.mark.parametrize(
    ("number", "call", "chance"),
    [
        (3, 7, 0.27),
        (3, 8, 0.40),
        (3, 9, 0.53),
        (3, 10, 0.67),
        (3, 12, 0.67),
        (6, 7, 0.00),
        (6, 10, 0.40),
        (6, 12, 0.67),
    ],
)
def test_its_odds_for_two_are_those_of_the_rulings(number: int, call: int, chance: float) -> None:
    assert chance_of_reveal(call, number, players=2) == pytest.approx(chance, abs=0.005)


def test_its_odds_for_more_are_those_of_counting_all_dice() -> None:
    for number, call in product(range(1, 7), range(10, 19)):
        wins = sum(other != number and number + other + third < call for other, third in product(range(1, 7), repeat=2))
        assert chance_of_reveal(call, number, players=3) == pytest.approx(0.8 * wins / 36)
    assert chance_below(9, 55) == pytest.approx(1)


def test_it_opens_low_stands_by_a_strong_die_and_doubts_a_call_that_is_out_of_reach() -> None:
    start = begin(MindRoll(2)).then(rolled(6, 1, 1, 2), drawn(A))
    assert counter(start.game, start.game.view(start.state, A), Random(0)) == Call(7)
    assert counter(start.game, start.game.view(start.then((A, Call(11))).state, B), Random(0)) == Reveal()
    strong = begin(MindRoll(2)).then(rolled(1, 1, 6, 2), drawn(A), (A, Call(7)))
    assert counter(strong.game, strong.game.view(strong.state, B), Random(0)) == Call(8)
