"""MindRoll for players who remember all calls: the tree of a round against other ways, and the plan for three."""

from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from msgspec.structs import replace

from dicehall.bots.match import play_out
from dicehall.bots.mindroll import BITS, NUMBERS, easy, hard, normal
from dicehall.bots.tables import open_table
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.crowd import anything
from dicehall.lab.mindroll.duel import Duel
from dicehall.lab.mindroll.equilibrium import equilibrium
from dicehall.lab.mindroll.exploit import chances
from dicehall.lab.mindroll.recall import Tree, as_plan, trained_to_remember
from dicehall.lab.mindroll.strength import gains_of
from dicehall.lab.mindroll.three import best_reply
from dicehall.lab.mindroll.written import shipped, shipped_plan
from dicehall.rules.catalog import find
from dicehall.rules.mindroll import Call, MindRoll, Options
from tests.kit.play import A, B, C, begin, drawn, rolled


def silent(_what: str, _done: int, _of: int) -> None:
    pass


def test_two_who_learn_come_to_the_value_of_the_linear_program() -> None:
    starter, answerer = Tree(2).best(trained_to_remember(2, silent, turns=600)).by_seat
    value = float(equilibrium(Duel()).value)
    assert -answerer <= value <= starter
    assert starter + answerer < 0.01


@pytest.mark.parametrize("table", [anything(3), shipped(3)], ids=["any move", "one that forgets"])
def test_the_best_reply_is_the_one_that_is_found_without_the_tree(table: object) -> None:
    assert Tree(3).best(as_plan(table)).mean == pytest.approx(best_reply(table))  # type: ignore[arg-type]


def test_among_three_nobody_gains_a_thousandth_of_a_point_from_hard_bots() -> None:
    assert 0 < Tree(3).best(shipped_plan()).mean < 0.001
    assert Tree(3).gains(shipped_plan(), shipped_plan()) == pytest.approx(0, abs=1e-12)


def test_training_makes_a_plan_that_gives_away_less() -> None:
    tree = Tree(3)
    assert tree.best(trained_to_remember(3, silent, turns=25)).mean < tree.best(tree.anything()).mean / 3


def test_levels_are_in_order_among_three() -> None:
    assert gains_of(hard, normal, 3).points > 0.01
    assert gains_of(normal, easy, 3).points > 0.01
    assert gains_of(easy, uniform, 3).points > 0.05


def test_every_row_of_the_plan_adds_up() -> None:
    plan = shipped_plan()
    assert len(open_table("mindroll_three")) == sum(each.size for each in plan[:-1])
    for each in plan:
        assert np.allclose(each.sum(axis=-1), 1, atol=2**-BITS / 2)


def test_rounds_that_are_played_agree() -> None:
    """One hard bot among random ones, within five standard errors."""
    gains = []
    for number in range(2000):
        mine = number % 3
        bots = [hard if seat == mine else uniform for seat in range(3)]
        gains.append(play_out(find("mindroll"), bots, Options(rounds=1), Random(number))[1].scores[mine])
    expected = gains_of(hard, uniform, 3).points
    assert abs(fmean(gains) - expected) < 5 * stdev(gains) / len(gains) ** 0.5


@pytest.mark.parametrize("number", NUMBERS)
def test_the_bot_finds_the_row_of_what_was_called(number: int) -> None:
    """A calls 10, C 12, A 13, B 15, and A is asked."""
    tree, dice = Tree(3), rolled(*(number, 1) * 3)
    heard = ((A, Call(10)), drawn(C), (C, Call(12)), drawn(A), (A, Call(13)), drawn(B), (B, Call(15)), drawn(A))
    table = begin(MindRoll(3)).then(dice, drawn(A), *heard)
    node = 0
    for lower, call, seats_after in ((1, 3, 2), (3, 4, 1), (4, 6, 1)):
        node = int(tree.below(lower, np.arange(3 ** (call - 1)))[node, seats_after - 1])
    row = shipped_plan()[6][node, 2 - 1, number - 1]
    found = chances(hard, MindRoll(3), table.game.view(table.state, A))
    assert [float(found.get(move, 0)) for move in table.options(A)] == pytest.approx(list(row))


def test_a_round_of_which_the_board_shows_no_list_goes_on_as_if_the_call_were_the_first() -> None:
    table = begin(MindRoll(3)).then(rolled(4, 1, 4, 1, 4, 1), drawn(A), (A, Call(12)), drawn(B))
    bare = replace(table.state, board=replace(table.state.board, phase=replace(table.state.board.phase, calls=())))
    game, seen = table.game, table.game.view(table.state, B)
    assert chances(hard, MindRoll(3), game.view(bare, B)) == chances(hard, MindRoll(3), seen)
