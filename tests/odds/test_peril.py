"""Exact odds of Peril, against the laboratory's solver, by hand, and by playing on."""

from fractions import Fraction
from random import Random

import pytest

from dicehall.bots.uniform import uniform
from dicehall.lab.peril import outlook
from dicehall.odds import odds
from dicehall.odds.peril import MOST_IN_ORDER, from_here, reckon
from dicehall.odds.playouts import played_on
from dicehall.rules.peril import Options, Peril, Picking, Rolling, State, Won
from tests.odds.positions import moments


@pytest.mark.parametrize("after", ["random", "next_seat", "first_seat"])
@pytest.mark.parametrize("scaling", ["alive", "start"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_laboratory_finds_the_same_fractions(seats: int, scaling: str, after: str) -> None:
    game, played = moments("peril", seats, die_scaling=scaling, peril_after_elimination=after)
    assert isinstance(game, Peril)
    for moment in played[::7]:
        if not isinstance(moment.state.phase, Won):
            wins = dict(zip(moment.state.alive, from_here(game, moment.state), strict=True))
            expected = outlook(game, moment.state).wins
            assert tuple(wins.get(seat, Fraction(0)) for seat in range(seats)) == expected


def test_ten_players_at_the_start_have_equal_chances() -> None:
    game = Peril(10)
    found = odds(game, game.view(game.start(), None), None, Random(1))
    assert [each.fraction for each in found.wins] == ["1/10"] * 10
    assert found.playouts == 0


def test_the_last_life_of_two_by_hand() -> None:
    """A one-life Peril Player of two picks three of six, as does the other: half of the time it is a plot twist."""
    game, state = Peril(2), State((1, 1), (), Rolling(0, (0, 0, 0, 1, 1, 1)))
    found = reckon(game, state)
    assert found is not None
    assert [each.fraction for each in found.wins] == ["1/3", "2/3"]  # v = 1/2 * (1 - v)
    assert {name: risk.fraction for name, risk in found.risks.items()} == {
        "plot_twist": "1/2",
        "direct_hit": "1/2",
        "no_shield": "0",
    }


def test_the_risk_assessment_counts_the_picks_so_far() -> None:
    game, state = Peril(2), State((3, 2), (), Picking(0, (0, None, None, None, None, None), (1,)))
    found = reckon(game, state)
    assert found is not None
    assert [risk.fraction for risk in found.risks.values()] == ["0", "1/6", "5/6"]
    assert len({worth.fraction for worth in found.options.values()}) == 1, "which number is picked never matters"


def test_a_large_table_in_the_order_of_seats_is_played_on() -> None:
    game = Peril(MOST_IN_ORDER + 1, Options(peril_after_elimination="first_seat"))
    assert reckon(game, game.start()) is None
    found = odds(game, game.view(game.start(), 0), 0, Random(1))
    assert found.playouts
    assert not found.wins[0].exact
    assert found.model == "any"


def test_playing_on_agrees() -> None:
    game, state = Peril(3), State((1, 2, 3), (), Rolling(1, (0, 0, 1, 1, 2, 2, None, None, None, None, None, None)))
    exact = from_here(game, state)
    games = 1500
    wins = [played_on(game, state, uniform, Random(number)) for number in range(games)]
    for seat, chance in enumerate(exact):
        share = sum(won[seat] for won in wins) / games
        assert abs(share - chance) < 5 * (float(chance) * (1 - float(chance)) / games) ** 0.5
