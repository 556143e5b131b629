"""MindRoll for three and more: rounds reckoned for tables, against the rules, and what training makes of them."""

from fractions import Fraction
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from dicehall.bots.match import win_share
from dicehall.bots.mindroll import BITS, easy, first_row, hard, normal, rows, slips_among, toss
from dicehall.bots.tables import open_table
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll import LEVELS, least_share
from dicehall.lab.mindroll.crowd import Numbers, Sweep, anything, deals
from dicehall.lab.mindroll.duel import ANSWERER, STARTER
from dicehall.lab.mindroll.duel import Duel as Calls
from dicehall.lab.mindroll.exploit import FIRST, chances, taken_from, views
from dicehall.lab.mindroll.forgetful import Forgetful
from dicehall.lab.mindroll.strength import gain_among, table_among, whole
from dicehall.lab.mindroll.three import best_reply
from dicehall.lab.mindroll.trained import gap, trained
from dicehall.lab.mindroll.written import shipped
from dicehall.lab.zoo import exploiters
from dicehall.rules.catalog import find
from dicehall.rules.mindroll import DICE, Duel, MindRoll, Options, least_call
from tests.kit.bots import it_always_chooses_an_option

MINDROLL = find("mindroll")


def silent(_what: str, _done: int, _of: int) -> None:
    pass


def some_table(players: int, seed: int) -> Numbers:
    table = anything(players) * np.random.default_rng(seed).random(rows(players))
    shares: Numbers = table / np.maximum(table.sum(axis=-1, keepdims=True), 1e-12)
    return shares


def test_for_two_it_is_the_duel() -> None:
    duel = Calls(exact=False)
    one, other = some_table(2, 1), some_table(2, 2)
    expected = duel.worth(Forgetful(duel, STARTER).plan(one[0]), Forgetful(duel, ANSWERER).plan(other[1]))
    dealt = deals(2, 36, np.random.default_rng(0))
    for sweep in (Sweep(dealt, one, other, 1), Sweep(dealt, other, one, 0)):
        assert sweep.swept().gains.mean(axis=0) == pytest.approx([expected, -expected])


def test_for_three_it_is_what_all_ways_of_a_round_add_up_to() -> None:
    """Brute force: every way the calls can go, by the rules' words (3 players, calls of 10 to 18)."""
    one, other = some_table(3, 3), some_table(3, 4)
    tables = [one, other, one]
    numbers = (5, 2, 4)

    @cache
    def gains(call: int, caller: int) -> Any:
        total = np.zeros(3)
        for k in {0, 1, 2} - {caller}:
            part = 0 if k == 0 else 1 if caller == 0 else 2
            chances = tables[k][part, call, numbers[k]]
            wins = numbers[k] != numbers[caller] and call + least_call(3) - 1 > sum(numbers) + 3
            paid = 0.6 if wins else -1.0
            total[k] += chances[0] * paid / 2
            total[caller] -= chances[0] * paid / 2
            for more in range(call + 1, 10):
                total += chances[more] * gains(more, k) / 2
        return total

    expected = sum(one[0, 0, numbers[0], call] * gains(call, 0) for call in range(1, 10))
    swept = Sweep(np.array([numbers]), one, other, 1).swept()
    assert swept.gains[0] == pytest.approx(expected)
    value = (swept.worth * other).sum(axis=-1)
    assert value[2, 9, 2] <= swept.asked[2, 9, 2]
    assert swept.asked[0].sum() == 0  # seat 1 has not started


@pytest.mark.parametrize("players", [3, 5, 10])
def test_what_a_move_is_worth_is_the_slope_of_what_the_seat_gains(players: int) -> None:
    """Second way: change one chance of one seat a little, and look at what it gains."""
    dealt = np.random.default_rng(players).integers(0, 6, size=(40, players))
    table, mine = some_table(players, 5), some_table(players, 6)
    swept = Sweep(dealt, table, mine, 1).swept()
    rng, little = Random(players), 1e-6
    for _ in range(6):
        place = (rng.choice((1, 2)), rng.randrange(1, 3), rng.randrange(6), rng.choice((0, 4, 5)))
        changed = mine.copy()
        changed[place] += little
        slope = (Sweep(dealt, table, changed, 1).swept().gains - swept.gains)[:, 1].sum() / little
        assert slope == pytest.approx(swept.worth[place], abs=1e-4)


def test_rounds_of_hard_bots_agree() -> None:
    """Third way: matches of one round, played by the rules, within four standard errors."""
    gains = Sweep(deals(4, 1296, np.random.default_rng(0)), shipped(4)).swept().gains.mean(axis=0)
    assert gains.sum() == pytest.approx(0)
    assert max(abs(gains)) < 0.05
    wins, margin = win_share(MINDROLL, hard, hard, seats=4, games=400, options=Options(rounds=1))
    assert abs(wins - 1 / 4) < 2 * margin


def test_training_makes_a_table_that_gives_away_less() -> None:
    before = gap(3, anything(3), silent, turns=10)
    after = gap(3, trained(3, silent, turns=180), silent, turns=10)
    assert 0 < after.gain < before.gain / 4
    assert after.margin == 0


def test_to_remember_all_calls_is_worth_something_where_they_tell_something() -> None:
    """Three players: nothing against any moves, but more than any table found against one that forgets."""
    assert best_reply(anything(3)) == pytest.approx(gap(3, anything(3), silent).gain, abs=1e-6)
    assert gap(3, shipped(3), silent, turns=10).gain < best_reply(shipped(3)) < 0.06


@pytest.mark.parametrize("players", range(3, 11))
def test_every_row_of_the_table_adds_up(players: int) -> None:
    whole = np.array(open_table("mindroll")[first_row(players) : first_row(players + 1)]).reshape(rows(players))
    assert set(whole.sum(axis=-1).flat) == {2**BITS}
    assert (whole[anything(players) == 0] == 0).all()
    assert len(open_table("mindroll")) == first_row(11)


@pytest.mark.parametrize("level", ["hard", "normal", "easy"])
def test_a_level_always_chooses_an_option(level: str) -> None:
    it_always_chooses_an_option(MINDROLL, LEVELS[level], seeds=range(12))


def test_nobody_at_all_wins_more_than_51_matches_of_100_against_hard_or_60_against_normal() -> None:
    """Two players: by the best reply to each, so it holds for every habit and every learner."""
    for bot, least in ((hard, 0.49), (normal, 0.40)):
        table = whole(bot, 2, partial(table_among, players=2))
        assert least_share(taken_from(list(table)), Options()) > least


def test_normal_is_its_two_halves() -> None:
    game, view = MindRoll(2), views(ANSWERER, (9,), DICE[3, 1], FIRST)
    slips = Fraction(slips_among(2), 16)
    halves = chances(hard, game, view), chances(toss, game, view)
    expected = {
        move: (1 - slips) * halves[0].get(move, 0) + slips * halves[1].get(move, 0) for move in halves[0] | halves[1]
    }
    assert chances(normal, game, view) == expected


@pytest.mark.parametrize("players", [2, 4, 5])
def test_hard_gains_from_normal_and_normal_from_easy_in_every_mood(players: int) -> None:
    tables = {bot: whole(bot, players, partial(table_among, players=players)) for bot in (hard, normal, uniform)}
    assert gain_among(tables[hard], tables[normal], players).points > 0.01
    for last in (None, Duel(0, 1, 0), Duel(0, 0, 1)):
        timid = table_among(easy, players, last)
        assert gain_among(tables[normal], timid, players).points > 0.01
        assert gain_among(timid, tables[uniform], players).points > 0.05


@pytest.mark.parametrize(("seats", "habit"), list(product((3, 6), ("maniac", "own die +2.0"))))
def test_one_with_a_habit_wins_little_more_than_its_share_among_hard_bots(seats: int, habit: str) -> None:
    wins, margin = win_share(MINDROLL, exploiters("mindroll")[habit], hard, seats=seats, games=200)
    assert wins - margin < 1 / seats + 0.03
