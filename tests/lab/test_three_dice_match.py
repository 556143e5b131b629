"""A match of two at Three Dice, against the rules themselves, and what the tables of the bots hold of it."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from dicehall.bots.match import play_out
from dicehall.bots.tables import open_table
from dicehall.bots.three_dice import (
    CLASSES,
    I_START,
    MOST_AHEAD,
    MOST_POT,
    MOST_ROUNDS,
    WHOLE,
    YOU_START,
    class_of,
    hard,
)
from dicehall.lab.three_dice.dice import NOBODY
from dicehall.lab.three_dice.match import LEVEL, Starts, even, exploited, match_of_two, second_turn, turned
from dicehall.lab.three_dice.rounds import pots, solution
from dicehall.lab.three_dice.tables import MANNERS, match_table, pot_table
from dicehall.lab.three_dice.turn import HOLD, LOSE, POT
from dicehall.rules.catalog import find
from dicehall.rules.kernel import Ask, Chance, Over
from dicehall.rules.three_dice import (
    Choosing,
    Hand,
    Options,
    Rerolling,
    Round,
    State,
    ThreeDice,
    Throwing,
    kept_by,
    read,
)
from dicehall.rules.values import NATURE
from tests.lab.test_three_dice import throws


class Winning:
    """How often the second player wins a match with one round left, by all moves of the rules."""

    def __init__(self, gentle: bool) -> None:
        self.game = ThreeDice(2, Options(rounds=1, gentlemen="enforce" if gentle else "off"))

    @cache  # noqa: B019
    def chance(self, state: State) -> Fraction:
        match self.game.pending(state):
            case Over():
                mine, yours = state.sips[1], state.sips[0]
                return Fraction(mine < yours) + Fraction(mine == yours, 2)
            case Chance(source):
                dice = throws(len(source.sides))  # type: ignore[union-attr]
                total = sum((ways * self.after(state, NATURE, move) for move, ways in dice), Fraction())
                return total / sum(ways for _, ways in dice)
            case Ask(options):
                [(seat, moves)] = options.items()
                return max(self.after(state, seat, move) for move in moves)
        raise AssertionError(state)

    def after(self, state: State, actor: Any, move: Any) -> Fraction:
        after = self.game.apply(state, actor, move).state
        phase = after.phase
        if isinstance(phase, Choosing):
            phase = replace(phase, dice=tuple(sorted(phase.dice)))
        elif isinstance(phase, Rerolling):
            kept = sorted(kept_by(phase.dice, phase.which))
            phase = replace(phase, dice=(*kept, *[1] * len(phase.which)), which=tuple(range(len(kept), 3)))
        return self.chance(replace(after, phase=phase))


@pytest.mark.parametrize("gentle", [True, False], ids=["gentle", "free"])
@pytest.mark.parametrize(
    ("first", "pot", "sips"),
    [((1, 1, 2), 1, (2, 1)), ((2, 2, 3), 1, (0, 0)), ((1, 2, 3), 1, (0, 2)), ((4, 4, 4), 5, (1, 0))],
)
def test_all_moves_of_the_rules_win_as_often(first: Any, pot: int, sips: Any, gentle: bool) -> None:
    """With one round left, two rolls each, and the starter's turn over; stairs have been awarded by then."""
    hand = read(first)
    given = int(hand.roll == "stairs")
    state = State((sips[0], sips[1] + given), (0, 0), (), 0, 0, Throwing(Round((0, 1), (hand,), pot, 2)))
    reckoned = second_turn(Starts(LEVEL[None], turned(LEVEL[None])), 2, gentle=gentle)[0, class_of(hand)]
    assert reckoned[sips[1] - sips[0] + MOST_AHEAD] == pytest.approx(float(Winning(gentle).chance(state)), abs=1e-12)


def test_nobody_who_keeps_the_rule_beats_the_bot_and_who_breaks_it_gets_the_price_of_the_rule() -> None:
    """Two rounds: what the best answers win, exactly; and the bot is the best answer to itself."""
    alike = match_of_two(2, i_am_gentle=True, you_are_gentle=True)
    wary = match_of_two(2, i_am_gentle=True, you_are_gentle=False)
    assert even(alike, 2) == pytest.approx(0.5)
    assert exploited(2, it_expects_gentleness=True, gentle=True) == pytest.approx(0.5)
    broken = exploited(2, it_expects_gentleness=False, gentle=False)
    assert broken == pytest.approx(1 - even(wary, 2))
    assert 0.5 < broken < exploited(2, it_expects_gentleness=True, gentle=False) < 0.53


def test_the_table_of_matches_is_what_the_solver_says() -> None:
    table = np.array(open_table("three_dice_match").tolist())
    assert table.shape == (len(MANNERS), MOST_ROUNDS + 1, YOU_START + 1, 2 * MOST_AHEAD + 1)
    for number, (mine, yours) in enumerate(MANNERS):
        again = match_table(2, i_am_gentle=mine, you_are_gentle=yours)
        assert np.abs(table[number, :3] - again).max() <= 1, "a rounding at most"


def test_the_hard_bot_is_promised_47_of_100_matches_of_ten_rounds() -> None:
    """The table for tables that only warn: both as starter and as second player, against anyone."""
    table = open_table("three_dice_match")
    warned = 1
    starts = table[warned, MOST_ROUNDS, I_START, MOST_AHEAD] / WHOLE
    follows = 1 - table[warned, MOST_ROUNDS, YOU_START, MOST_AHEAD] / WHOLE
    assert (starts + follows) / 2 == pytest.approx(0.4732, abs=1e-4)


def test_the_table_of_pots_is_what_the_solver_says() -> None:
    table = np.array(open_table("three_dice_pots").tolist())
    for gentle in (False, True):
        assert table[int(gentle), :4, ..., : pots(2)] == pytest.approx(
            pot_table(4, gentle=gentle)[..., : pots(2)], rel=1e-6
        )
    assert table[1, 0, 0, 0] == pytest.approx(np.arange(1, MOST_POT + 1))


def test_played_matches_agree_with_the_table() -> None:
    """Two hard bots, three rounds, the rule enforced: the first starter wins as often as the table says."""
    table = open_table("three_dice_match")
    options = Options(rounds=3, gentlemen="enforce")
    shares = []
    for seed in range(225):
        record, over = play_out(find("three_dice"), [hard, hard], options, Random(seed))
        starter = record.entries[0].move.seat
        level = over.scores[0] == over.scores[1]
        shares.append(0.5 if level else float(starter in over.winners))
    reckoned = table[2, 3, I_START, MOST_AHEAD] / WHOLE
    assert abs(fmean(shares) - reckoned) < 4 * stdev(shares) / 15


def test_hands_of_one_class_are_the_same_to_those_who_roll_later() -> None:
    """They have the same points and pot, and stairs are by themselves."""
    assert len(CLASSES) == NOBODY + 7
    for one, other in combinations(
        [read(dice) for dice in ((1, 2, 3), (3, 1, 2), (2, 4, 6), (3, 3, 6), (4, 4, 4), (5, 5, 5))], 2
    ):
        assert (class_of(one) == class_of(other)) == (later(one) == later(other))
    held = solution(2, LOSE, gentle=True, exact=True).tables[2, 1][0][POT - HOLD, 0, :NOBODY, 0]
    assert (held[:-1] >= held[1:]).all(), "a higher score never costs more"


def later(hand: Hand) -> Any:
    return (hand.roll, min(hand.dice)) if hand.safe else hand.points
