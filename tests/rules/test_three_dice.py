"""Three Dice against its sheet, its rulings and its vectors."""

from collections import Counter
from itertools import pairwise, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest

from dicehall.rules.chance import Dice, OneOf, Shuffle
from dicehall.rules.errors import BadOptions, NotAnOption, NotYourTurn
from dicehall.rules.kernel import Over, play
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import (
    CHOICES,
    LISTING,
    AllSafe,
    Award,
    Awarded,
    Awarding,
    Choosing,
    Drank,
    FalseStart,
    Finished,
    LimitSet,
    LoserRollOff,
    Lost,
    LowestRoll,
    MatchOver,
    Options,
    Ordering,
    Rerolling,
    RolledOff,
    RoundBegan,
    ShitStairs,
    StarterRollOff,
    Starting,
    State,
    Stayed,
    Stopped,
    ThreeDice,
    Threw,
    ThrewAgain,
    Throwing,
    Ungentlemanly,
    Voided,
    kept_by,
    least,
    read,
    worth,
)
from dicehall.rules.values import TABLE, Stop, Withdraw
from tests.kit.play import A, B, C, D, Played, begin, drawn, leaves, rolled, shuffled, stop
from tests.kit.walk import table, walk

Step = tuple[Any, Any]


def keeps(seat: int) -> Step:
    return seat, Keep()


def rerolls(seat: int, *dice: int) -> Step:
    return seat, Reroll(dice)


def awards(seat: int, to: int, sips: int | None = None) -> Step:
    return seat, Award(to, sips)


def new(seats: int = 4, **options: Any) -> Played:
    """A has been drawn to start."""
    return begin(LISTING.new(seats, options)).then(drawn(A))


def one_roll(seats: int = 4, points: tuple[int, int, int] = (1, 1, 5), **options: Any) -> Played:
    """A has used one roll, so everybody has one."""
    return new(seats, **options).then(rolled(*points), keeps(A))


def two_rolls(seats: int = 4, points: tuple[int, int, int] = (1, 1, 3), **options: Any) -> Played:
    """A has used two rolls, so everybody has two."""
    first, *others = points
    return new(seats, **options).then(rolled(first, 2, 5), rerolls(A, 1, 2), rolled(*others), keeps(A))


def stairs_by_starter(seats: int = 4, **options: Any) -> Played:
    """A has made stairs with the second roll and has a sip to award."""
    return two_rolls(seats, (1, 2, 3), **options)


def starter(after: Played) -> int:
    """Who starts the round that is about to be rolled."""
    assert isinstance(after.state.phase, Throwing)
    assert after.state.phase.round.hands == ()
    return after.state.phase.round.roller


def round_of(after: Played) -> Any:
    return after.state.phase.round


def cannot_lose(after: Played, seat: int) -> bool:
    return bool(round_of(after).cannot_lose(seat, after.state.left))


# The printed tables


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1, 2, 4), 106), ((2, 3, 5), 10), ((2, 4, 6), 66), ((1, 1, 3), 203), ((2, 3, 3), 8), ((6, 5, 3), 68),
        ((6, 5, 2), 67), ((1, 1, 5), 205), ((2, 3, 4), 9), ((3, 2, 5), 10), ((3, 3, 6), 66), ((1, 2, 6), 162),
        ((2, 2, 5), 9), ((2, 2, 4), 8), ((3, 5, 5), 13), ((2, 4, 5), 11), ((1, 1, 6), 260), ((4, 5, 6), 69),
        ((2, 2, 3), 7),
    ],
)  # fmt: skip
def test_the_points_of_a_roll_t_v1(dice: tuple[int, ...], points: int) -> None:
    assert read(dice).points == points


def test_two_slips_of_the_sheet_are_counted_right_t_v1x_t_27_t_28() -> None:
    assert read((1, 2, 5)).points == 107
    assert read((1, 4, 4)).points == 108


def test_the_sips_of_three_of_a_kind_t_v2_t_31() -> None:
    sips = {face: worth(read((face,) * 3), position=4) for face in range(1, 7)}
    assert sips == {1: 7, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}


def test_stairs_award_the_position_and_super_stairs_double_t_v3_t_20() -> None:
    assert [worth(read((1, 2, 3)), position) for position in (1, 2, 3)] == [1, 2, 3]
    assert worth(read((4, 5, 6), after_stairs=True), 2) == 4


# The printed examples


def test_example_1_t_v6() -> None:
    a_rolled = new().then(rolled(1, 2, 4))
    assert isinstance(a_rolled.state.phase, Choosing)
    assert not a_rolled.told(FalseStart)

    a_stays = a_rolled.then(rerolls(A, 1, 2), rolled(1, 3), keeps(A))
    assert a_stays.told(Stayed)[-1].points == 203
    assert (round_of(a_stays).limit, round_of(a_stays).pot) == (2, 1)

    b_is_safe = a_stays.then(rolled(2, 3, 3), rerolls(B, 0), rolled(3))
    assert (round_of(b_is_safe).roller, round_of(b_is_safe).pot) == (C, 4)
    assert round_of(b_is_safe).hands[B].safe

    c_gives = b_is_safe.then(rolled(1, 2, 3), keeps(C), awards(C, B))
    assert (c_gives.state.sips, round_of(c_gives).pot) == ((0, 3, 0, 0), 4)

    end = c_gives.then(rolled(6, 5, 3), rerolls(D, 2), rolled(2))
    assert end.told(Lost) == [Lost(D, points=67)]
    assert end.state.sips == (0, 3, 0, 4)
    assert (starter(end), round_of(end).pot) == (D, 1)


def test_example_2_t_v7_t_17() -> None:
    a_stays = new().then(rolled(1, 1, 5), keeps(A))
    assert (round_of(a_stays).limit, round_of(a_stays).pot) == (1, 1)
    assert not cannot_lose(a_stays, A)

    b_is_low = a_stays.then(rolled(2, 3, 4))
    assert b_is_low.state.sips == (0, 1, 0, 0)
    assert b_is_low.told(ShitStairs) == [ShitStairs(B)]
    assert [cannot_lose(b_is_low, seat) for seat in (A, B, C)] == [True, False, False]

    c_is_safe = b_is_low.then(rolled(1, 1, 1))
    assert round_of(c_is_safe).pot == 8
    assert cannot_lose(c_is_safe, C)

    end = c_is_safe.then(rolled(3, 2, 5))
    assert end.told(Lost) == [Lost(B, points=9)]
    assert end.state.sips == (0, 9, 0, 0)
    assert starter(end) == B


@pytest.mark.parametrize(("shit_stairs_sip", "sips"), [("every_roll", 1), ("final_only", 0)])
def test_example_3_t_v8_t_03(shit_stairs_sip: str, sips: int) -> None:
    a_is_safe = new(shit_stairs_sip=shit_stairs_sip).then(
        rolled(2, 3, 4), rerolls(A, 0, 1, 2), rolled(3, 3, 6), rerolls(A, 2), rolled(3)
    )
    assert not a_is_safe.told(FalseStart)
    assert a_is_safe.state.sips == (sips, 0, 0, 0)
    assert (round_of(a_is_safe).pot, round_of(a_is_safe).limit) == (4, 3)

    b_is_done = a_is_safe.then(rolled(1, 2, 5), rerolls(B, 2), rolled(4), rerolls(B, 2), rolled(6))
    assert (round_of(b_is_done).hands[B].points, round_of(b_is_done).roller) == (162, C)

    c_is_safe = b_is_done.then(rolled(6, 6, 6), keeps(C))
    assert round_of(c_is_safe).pot == 10

    end = c_is_safe.then(rolled(2, 2, 5), rerolls(D, 2), rolled(4), rerolls(D, 0, 1, 2), rolled(3, 5, 5))
    assert end.told(Lost) == [Lost(D, points=13)]
    assert end.state.sips == (sips, 0, 0, 10)
    assert starter(end) == D


@pytest.mark.parametrize(
    ("dice", "sips"), [((1, 1, 1), 7), ((1, 2, 3), 1), ((6, 6, 6), 6), ((3, 1, 2), 1), ((2, 2, 2), 2)]
)
def test_a_nice_first_roll_is_a_false_start_t_v9_t_09_t_10(dice: tuple[int, ...], sips: int) -> None:
    after = new().then(rolled(*dice))
    assert after.told(FalseStart) == [FalseStart(A)]
    assert [threw.safe for threw in after.told(Threw)] == [False]
    assert after.state.sips == (sips, 0, 0, 0)
    assert (after.state.played, after.state.lost) == (0, (0, 0, 0, 0))
    assert after.state.phase == new().state.phase
    assert after.then(rolled(*dice)).state.sips == (2 * sips, 0, 0, 0)


@pytest.mark.parametrize("dice", [(2, 3, 4), (4, 5, 6)])
def test_other_first_rolls_are_no_false_start_t_v9(dice: tuple[int, ...]) -> None:
    after = new().then(rolled(*dice))
    assert isinstance(after.state.phase, Choosing)
    assert not after.told(FalseStart)


def test_only_the_first_roll_of_the_round_can_be_a_false_start_t_v9() -> None:
    second_player = one_roll().then(rolled(1, 1, 1))
    assert (second_player.told(FalseStart), round_of(second_player).pot) == ([], 8)
    second_roll = new().then(rolled(2, 2, 5), rerolls(A, 2), rolled(2), keeps(A))
    assert (second_roll.told(FalseStart), round_of(second_roll).pot) == ([], 3)


def test_a_tie_t_v11_t_15() -> None:
    tie = one_roll(3, (1, 4, 5)).then(rolled(2, 3, 5), rolled(5, 3, 2))
    assert tie.told(Lost) == [Lost(B, 10), Lost(C, 10)]
    assert (tie.state.sips, tie.state.lost) == ((0, 1, 1), (0, 1, 1))
    assert tie.state.phase == StarterRollOff((B, C))
    assert starter(tie.then(rolled(2, 6))) == C


# The rulings


def test_a_special_roll_may_be_thrown_again_and_only_the_last_counts_t_01() -> None:
    after = two_rolls().then(rolled(5, 5, 5))
    assert after.options(B) == CHOICES
    gone = after.then(rerolls(B, 0), rolled(2))
    assert (round_of(gone).hands[B].safe, round_of(gone).pot) == (False, 1)


@pytest.mark.parametrize("dice", [(5, 5, 5), (1, 2, 3)])
def test_a_special_roll_can_end_the_turn_at_once_t_01(dice: tuple[int, ...]) -> None:
    after = two_rolls(special_locks=True).then(rolled(*dice))
    assert round_of(after).hands[B].safe
    assert not isinstance(after.state.phase, Choosing)


def test_locking_super_stairs_and_a_locking_starter_t_01() -> None:
    stairs = new(special_locks=True).then(rolled(1, 2, 5), rerolls(A, 2), rolled(3), awards(A, B))
    assert stairs.then(rolled(4, 5, 6)).state.phase.sips == 4
    locked = new(special_locks=True).then(rolled(5, 5, 1), rerolls(A, 2), rolled(5))
    assert locked.told(LimitSet) == [LimitSet(rolls=2)]


def test_what_is_not_special_does_not_lock_t_01() -> None:
    for dice in ((2, 3, 4), (4, 5, 6), (1, 1, 6)):
        assert isinstance(two_rolls(special_locks=True).then(rolled(*dice)).state.phase, Choosing)


@pytest.mark.parametrize(("dice", "points"), [((2, 3, 4), 9), ((5, 4, 3), 12)])
def test_shit_stairs_are_not_safe_t_02(dice: tuple[int, ...], points: int) -> None:
    assert (read(dice).safe, read(dice).points) == (False, points)


def test_every_roll_of_shit_stairs_costs_a_sip_t_03() -> None:
    after = new().then(rolled(2, 3, 4), rerolls(A, 0), rolled(5), rerolls(A, 0), rolled(2))
    assert after.state.sips == (3, 0, 0, 0)


def test_shit_stairs_can_cost_a_sip_only_at_the_end_of_a_turn_t_03() -> None:
    rolled_twice = new(shit_stairs_sip="final_only").then(rolled(2, 3, 4), rerolls(A, 0), rolled(5))
    assert rolled_twice.state.sips == (0, 0, 0, 0)
    assert rolled_twice.then(keeps(A)).state.sips == (1, 0, 0, 0)
    assert rolled_twice.then(rerolls(A, 0), rolled(2)).state.sips == (1, 0, 0, 0)
    assert rolled_twice.then(rerolls(A, 0), rolled(3)).state.sips == (0, 0, 0, 0)


def test_4_5_6_without_stairs_before_it_is_69_points_t_04() -> None:
    after = one_roll().then(rolled(4, 5, 6))
    hand = round_of(after).hands[B]
    assert (hand.roll, hand.points, hand.safe) == ("plain", 69, False)
    assert after.state.sips == (0, 0, 0, 0)


def test_super_stairs_may_come_on_any_roll_right_after_final_stairs_t_05() -> None:
    after = stairs_by_starter().then(awards(A, C), rolled(6, 5, 3), rerolls(B, 2), rolled(4))
    assert after.state.phase.sips == 4
    assert len(after.options(B)) == 3


def test_stairs_that_were_thrown_again_make_no_super_stairs_t_05() -> None:
    after = new(3).then(rolled(1, 2, 5), rerolls(A, 2), rolled(3), rerolls(A, 2), rolled(5), rolled(4, 5, 6), keeps(B))
    assert not round_of(after).hands[B].safe


def test_one_player_in_between_is_too_many_t_05() -> None:
    after = stairs_by_starter().then(awards(A, B), rolled(1, 1, 5), keeps(B), rolled(4, 5, 6), keeps(C))
    assert not round_of(after).hands[C].safe


def test_super_stairs_are_no_stairs_to_follow_t_06() -> None:
    after = stairs_by_starter().then(awards(A, B), rolled(4, 5, 6), keeps(B), awards(B, C), rolled(4, 5, 6), keeps(C))
    assert not round_of(after).hands[C].safe


def test_stairs_of_the_round_before_make_no_super_stairs_t_07() -> None:
    after = two_rolls(2).then(rolled(1, 2, 3), keeps(B), awards(B, A))
    assert starter(after) == A
    again = after.then(rolled(4, 5, 6), rerolls(A, 0), rolled(4))
    assert again.told(FalseStart) == []
    assert not again.then(keeps(A)).state.phase.round.hands[A].safe


def test_4_5_6_can_be_a_false_start_t_08() -> None:
    after = new(first_roll_456="false_start").then(rolled(6, 4, 5))
    assert after.told(FalseStart) == [FalseStart(A)]
    assert after.state.sips == (2, 0, 0, 0)
    assert after.then(rolled(2, 4, 5)).told(FalseStart) == [FalseStart(A)]
    assert not new(first_roll_456="plain").then(rolled(6, 4, 5)).told(FalseStart)


def test_4_5_6_is_a_false_start_on_the_first_roll_of_a_round_only_t_08() -> None:
    later = one_roll(first_roll_456="false_start").then(rolled(4, 5, 6))
    assert (later.told(FalseStart), round_of(later).hands[B].points) == ([], 69)


def test_a_starter_makes_stairs_on_a_later_roll_and_awards_one_sip_t_11() -> None:
    after = stairs_by_starter()
    assert after.state.phase.sips == 1
    assert after.then(awards(A, D)).state.sips == (0, 0, 0, 1)


@pytest.mark.parametrize("used", [1, 2, 3])
def test_the_starter_sets_the_limit_by_using_rolls_t_12(used: int) -> None:
    after = new().then(rolled(1, 1, 5), *[step for _ in range(used - 1) for step in (rerolls(A, 2), rolled(5))])
    after = after if used == 3 else after.then(keeps(A))
    assert after.told(LimitSet) == [LimitSet(rolls=used)]
    turn = after.then(rolled(1, 1, 5), *[step for _ in range(used - 1) for step in (rerolls(B, 2), rolled(5))])
    assert round_of(turn).roller == C


def test_others_may_use_fewer_rolls_t_12() -> None:
    after = two_rolls().then(rolled(1, 1, 6), keeps(B))
    assert (round_of(after).roller, round_of(after).limit) == (C, 2)


def test_any_dice_may_be_thrown_again_also_those_kept_before_t_13() -> None:
    after = new().then(rolled(1, 2, 6), rerolls(A, 1), rolled(3))
    assert {move.dice for move in after.options(A) if isinstance(move, Reroll)} == {
        (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2),
    }  # fmt: skip
    assert after.then(rerolls(A, 0, 2), rolled(4, 5)).told(Stayed)[-1].points == 12


def test_the_only_one_who_is_not_safe_loses_whatever_the_points_t_14() -> None:
    after = one_roll(3, (1, 1, 6)).then(rolled(2, 2, 2), rolled(3, 3, 3))
    assert after.told(Lost) == [Lost(A, 260)]
    assert after.state.sips == (6, 0, 0)


def test_a_roll_off_for_the_start_goes_on_among_those_still_highest_t_15() -> None:
    tie = one_roll(3, (2, 3, 5)).then(rolled(2, 3, 5), rolled(5, 3, 2))
    assert tie.state.sips == (1, 1, 1)
    assert (tie.chance.source, tie.chance.thrower) == (Dice((6, 6, 6)), None)
    again = tie.then(rolled(5, 1, 5))
    assert again.told(RolledOff) == [RolledOff(A, 5), RolledOff(B, 1), RolledOff(C, 5)]
    assert again.state.phase == StarterRollOff((A, C))
    end = again.then(rolled(3, 4))
    assert (starter(end), end.state.sips, end.state.played) == (C, (1, 1, 1), 1)


def test_no_roll_off_for_a_round_that_will_not_come_t_15() -> None:
    end = one_roll(2, (2, 3, 5), rounds=1).then(rolled(2, 3, 5))
    assert end.over.scores == (-1, -1)


def test_a_roll_off_is_thrown_in_rolling_order_t_15() -> None:
    tie = begin(LISTING.new(3)).then(drawn(C), rolled(2, 3, 5), keeps(C), rolled(2, 3, 5), rolled(1, 1, 2))
    assert tie.state.phase == StarterRollOff((C, A))
    assert starter(tie.then(rolled(6, 1))) == C


def test_a_roll_off_can_decide_who_drinks_t_15() -> None:
    tie = one_roll(3, (2, 3, 5), tie="roll_off").then(rolled(2, 3, 5), rolled(5, 3, 2))
    assert tie.state.phase == LoserRollOff((A, B, C), points=10, pot=1)
    assert (tie.state.sips, tie.state.played) == ((0, 0, 0), 0)
    again = tie.then(rolled(2, 6, 2))
    assert again.state.phase == LoserRollOff((A, C), points=10, pot=1)
    end = again.then(rolled(5, 3))
    assert (end.state.sips, end.state.lost, end.state.played) == ((0, 0, 1), (0, 0, 1), 1)
    assert starter(end) == C


def test_the_last_round_too_needs_a_roll_off_where_it_decides_who_drinks_t_15() -> None:
    tie = one_roll(2, (2, 3, 5), tie="roll_off", rounds=1).then(rolled(2, 3, 5))
    assert tie.then(rolled(1, 2)).over == Over(scores=(-1, 0), places=(2, 1))


@pytest.mark.parametrize(("tie", "loser"), [("first_roller", B), ("last_roller", C)])
def test_the_first_or_the_last_of_the_tied_can_lose_t_15(tie: str, loser: int) -> None:
    after = one_roll(3, tie=tie).then(rolled(2, 3, 5), rolled(5, 3, 2))
    assert after.told(Lost) == [Lost(loser, 10)]
    assert sum(after.state.sips) == after.state.sips[loser] == 1
    assert starter(after) == loser


def everyone_safe(**options: Any) -> Played:
    """A has 5-5-5, B has 3-3-3: the pot is 9."""
    return two_rolls(2, (5, 5, 5), **options).then(rolled(3, 3, 3), keeps(B))


def test_when_all_are_safe_nobody_drinks_and_the_same_player_starts_t_16() -> None:
    after = everyone_safe()
    assert after.told(AllSafe) == [AllSafe(pot=9, carry=0)]
    assert (after.state.sips, after.state.lost, after.state.played) == ((0, 0), (0, 0), 1)
    assert (starter(after), round_of(after).pot, round_of(after).limit) == (A, 1, None)


def test_the_pot_can_be_carried_over_t_16_t_38() -> None:
    after = everyone_safe(all_safe="carry_over")
    assert (starter(after), round_of(after).pot, round_of(after).limit) == (A, 10, None)
    false_start = after.then(rolled(1, 1, 1))
    assert (false_start.state.sips, round_of(false_start).pot) == ((7, 0), 10)
    end = false_start.then(rolled(1, 1, 2), keeps(A), rolled(4, 4, 2))
    assert end.state.sips == (7, 10)
    assert (round_of(end).pot, end.state.carry) == (1, 0)


def test_a_pot_carried_over_twice_keeps_growing_t_16() -> None:
    twice = everyone_safe(all_safe="carry_over").then(
        rolled(5, 5, 2), rerolls(A, 2), rolled(5), keeps(A), rolled(2, 2, 2), keeps(B)
    )
    assert round_of(twice).pot == 10 + 5 + 2 + 1


def test_a_last_round_in_which_all_are_safe_ends_the_match_t_16_t_24() -> None:
    assert everyone_safe(rounds=1).over == Over(scores=(0, 0), places=(1, 1))


def test_everybody_sees_who_is_safe_and_who_is_lowest_t_14() -> None:
    def standing(after: Played) -> tuple[Any, Any]:
        board = after.game.view(after.state, None).table.board
        return board.safe, board.lowest

    first = one_roll()  # 205
    assert [standing(new()), standing(first)] == [((), ()), ((), (A,))]
    tied = first.then(rolled(2, 2, 2), rolled(1, 1, 5))
    assert standing(tied) == ((B,), (A, C))
    assert standing(tied.then(leaves(B), leaves(C))) == ((), (A,))
    assert standing(tied.then(rolled(2, 2, 3))) == ((), ())  # the next round


def test_every_roll_is_told_with_whether_it_is_safe_t_02() -> None:
    after = one_roll().then(rolled(2, 2, 2), rolled(2, 3, 4))
    assert [(event.seat, event.safe) for event in after.told(Threw)] == [(A, False), (B, True), (C, False)]
    assert [(event.seat, event.safe) for event in after.told(Stayed)] == [(A, False), (B, True), (C, False)]
    again = new().then(rolled(2, 2, 5), rerolls(A, 2), rolled(2))
    assert [event.safe for event in again.told(ThrewAgain)] == [True]


def test_who_cannot_lose_may_still_be_given_sips_t_17() -> None:
    after = two_rolls().then(rolled(2, 3, 4), keeps(B), rolled(1, 2, 3), keeps(C))
    assert cannot_lose(after, A)
    assert Award(A) in after.options(C)


def test_an_equal_score_can_still_lose_t_17() -> None:
    after = one_roll(3, (2, 3, 5)).then(rolled(5, 3, 2))
    assert not cannot_lose(after, A)


def test_sips_go_to_one_other_player_safe_ones_included_t_18() -> None:
    after = two_rolls().then(rolled(5, 5, 5), keeps(B), rolled(1, 2, 3), keeps(C))
    assert after.options(C) == (Award(D), Award(A), Award(B))
    with pytest.raises(NotAnOption):
        after.then(awards(C, C))
    with pytest.raises(NotAnOption):
        after.then(awards(C, B, 1))


def test_sips_can_be_split_until_all_are_given_away_t_18() -> None:
    after = two_rolls(award_split=True).then(rolled(1, 1, 5), keeps(B), rolled(1, 2, 3), keeps(C))
    assert after.options(C) == tuple(Award(seat, sips) for seat in (D, A, B) for sips in (3, 2, 1))
    first = after.then(awards(C, B, 2))
    assert first.options(C) == (Award(D, 1), Award(A, 1), Award(B, 1))
    second = first.then(awards(C, A, 1))
    assert (second.state.sips, round_of(second).roller) == ((1, 2, 0, 0), D)
    assert second.told(Awarded) == [Awarded(C, B, 2), Awarded(C, A, 1)]
    for sips in (None, 0, 4):
        with pytest.raises(NotAnOption):
            after.then(awards(C, B, sips))


def test_an_undivided_award_is_written_without_its_sips_t_18() -> None:
    assert msgspec.json.encode(Award(1)) == b'{"type":"award","to":1}'
    assert msgspec.json.encode(Award(1, 2)) == b'{"type":"award","to":1,"sips":2}'


def test_awarded_and_shit_stairs_sips_are_drunk_at_once_and_not_in_the_pot_t_19() -> None:
    gave = stairs_by_starter().then(awards(A, B))
    assert (gave.state.sips, round_of(gave).pot) == ((0, 1, 0, 0), 1)
    smacked = gave.then(rolled(2, 3, 4))
    assert (smacked.state.sips, round_of(smacked).pot) == ((0, 2, 0, 0), 1)


def test_the_position_is_the_place_in_this_rounds_order_t_20() -> None:
    after = begin(ThreeDice(3)).then(drawn(C), rolled(1, 1, 2), keeps(C), rolled(1, 2, 3))
    assert after.state.phase == Awarding(round_of(after), giver=A, sips=2)


def test_the_loser_also_pays_what_was_added_after_the_turn_t_21() -> None:
    after = one_roll(3, (2, 2, 4)).then(rolled(2, 2, 2), rolled(6, 6, 6))
    assert after.state.sips == (1 + 2 + 6, 0, 0)


def test_a_triple_counts_at_the_end_of_the_turn_t_21() -> None:
    after = two_rolls().then(rolled(4, 4, 4))
    assert round_of(after).pot == 1
    assert round_of(after.then(keeps(B))).pot == 5


def test_all_roll_in_the_order_of_their_seats_from_the_starter_on_t_22() -> None:
    assert round_of(begin(ThreeDice(4)).then(drawn(C))).order == (C, D, A, B)


def test_those_behind_the_starter_can_be_shuffled_in_every_round_t_22() -> None:
    start = new(turn_order="shuffle")
    assert start.state.phase == Ordering(A)
    assert (start.chance.source, start.chance.thrower) == (Shuffle((B, C, D)), None)
    after = start.then(shuffled(C, B, D))
    assert round_of(after).order == (A, C, B, D)
    next_round = after.then(rolled(1, 1, 5), keeps(A), rolled(1, 1, 2), rolled(2, 2, 5), rolled(1, 1, 2))
    assert next_round.chance.source == Shuffle((C, D, A))


def test_one_behind_the_starter_is_not_shuffled_t_22() -> None:
    assert starter(new(2, turn_order="shuffle")) == A


def test_a_shuffled_position_is_the_place_in_the_shuffle_t_20_t_22() -> None:
    after = new(turn_order="shuffle").then(shuffled(D, C, B), rolled(1, 1, 5), keeps(A), rolled(1, 2, 3))
    assert (after.state.phase.giver, after.state.phase.sips) == (D, 2)
    assert after.options(D) == (Award(C), Award(B), Award(A))


def test_the_first_starter_is_drawn_t_23() -> None:
    start = begin(ThreeDice(3))
    assert (start.chance.source, start.chance.thrower) == (OneOf((A, B, C)), None)
    assert starter(start.then(drawn(B))) == B


def test_a_match_ends_after_its_rounds_t_24() -> None:
    for rounds in (1, 3, 10):
        for seed in range(10):
            *_, last = walk(LISTING.new(3, {"rounds": rounds}), Random(seed))
            assert last.state.played == rounds
    assert Options().rounds == 10


def test_fewest_sips_win_then_fewest_rounds_lost_then_it_is_shared_t_24() -> None:
    state = State((4, 2, 4, 4), (1, 5, 2, 1), (), 10, 0, Finished())
    assert ThreeDice(4).pending(state) == Over(scores=(-4, -2, -4, -4), places=(2, 1, 4, 2))


def test_the_winners_are_named_t_24() -> None:
    end = one_roll(3, (2, 3, 5), rounds=1).then(rolled(1, 1, 2), rolled(1, 1, 2))
    assert end.told(MatchOver) == [MatchOver(rounds=1, winners=(B, C))]


def test_an_open_match_goes_on_until_it_is_stopped_t_24_t_42() -> None:
    after = new(2, match="open", rounds=1)
    for _ in range(5):
        after = after.then(rolled(2, 2, 5), keeps(A), rolled(1, 1, 5))
    assert after.state.played == 5
    running = after.then(rolled(2, 3, 4))
    end = running.then(stop())
    assert end.over == Over(scores=(-6, 0), places=(2, 1))
    assert end.events[-3:] == (Stopped(), Voided(round=6), MatchOver(rounds=5, winners=(B,)))


def test_an_open_match_may_be_stopped_in_any_phase_t_42() -> None:
    seen = set()
    for seed in range(60):
        options = {"match": "open", "tie": ("all_drink", "roll_off")[seed % 2], "turn_order": "shuffle"}
        game = LISTING.new(3, options)
        for stand in walk(game, Random(seed)):
            if not isinstance(stand.pending, Over):
                seen.add(type(stand.state.phase))
                end = play(game, stand.state, TABLE, Stop()).state
                assert (end.phase, end.sips, end.played) == (Finished(), stand.state.sips, stand.state.played)
    assert seen == {
        Starting, Ordering, Throwing, Choosing, Rerolling, Awarding, StarterRollOff, LoserRollOff,
    }  # fmt: skip


def test_between_two_rounds_there_is_none_to_void_t_42() -> None:
    tie = one_roll(2, (2, 3, 5), match="open").then(rolled(2, 3, 5))
    for before in (begin(LISTING.new(2, {"match": "open"})), tie):
        end = before.then(stop())
        assert end.told(Stopped) == [Stopped()]
        assert not end.told(Voided)
    undecided = one_roll(2, (2, 3, 5), match="open", tie="roll_off").then(rolled(2, 3, 5), stop())
    assert undecided.told(Voided) == [Voided(round=1)]


def test_a_match_of_set_length_cannot_be_stopped_t_42() -> None:
    with pytest.raises(NotAnOption):
        new().then(stop())


def test_a_table_seats_twelve_and_the_engine_twenty_six_t_25() -> None:
    assert LISTING.seats == (2, 12)
    for seats in (1, 27):
        with pytest.raises(BadOptions, match="2 to 26 seats"):
            LISTING.new(seats)
    assert round_of(begin(LISTING.new(26)).then(drawn(25))).order == (25, *range(25))


# Gentlemen's rules


def last_player(dice: tuple[int, int, int] = (1, 1, 6), gentlemen: str = "enforce", seats: int = 2) -> Played:
    """T-26: A has 11 points, everybody has two rolls, and the last player has thrown once."""
    start = new(seats, gentlemen=gentlemen).then(rolled(2, 2, 5), rerolls(A, 1), rolled(4), keeps(A))
    between = [step for seat in range(B, seats - 1) for step in (rolled(1, 1, 5), keeps(seat))]
    return start.then(*between, rolled(*dice))


def test_the_printed_gentleman_has_to_throw_all_dice_again_t_26() -> None:
    assert last_player().options(B) == (Reroll((0, 1, 2)),)
    assert last_player(seats=4).options(D) == (Reroll((0, 1, 2)),)


def test_a_player_who_could_still_lose_is_free_t_26() -> None:
    low = last_player((2, 4, 6))
    assert low.options(B) == (Reroll((2,)), Reroll((0, 2)), Reroll((1, 2)), Reroll((0, 1, 2)))
    equal = last_player((5, 4, 2))
    assert Keep() in equal.options(B)
    above = last_player((5, 5, 2))
    assert Keep() not in above.options(B)


def test_the_least_that_kept_dice_can_end_with_t_26() -> None:
    assert least(()) == 7
    assert (least((2, 2)), least((3, 3)), least((2,)), least((1, 2)), least((1, 3))) == (7, 8, 7, 104, 106)
    assert (least((4, 5)), least((6,)), least((4, 5, 6))) == (11, 64, 69)


def test_a_breach_is_frowned_upon_and_stands_t_26() -> None:
    kept = last_player(gentlemen="warn").then(keeps(B))
    assert kept.told(Ungentlemanly) == [Ungentlemanly(B, lowest=11)]
    assert kept.told(Lost) == [Lost(A, 11)]
    risky = last_player(gentlemen="warn").then(rerolls(B, 0, 1))
    assert risky.told(Ungentlemanly) == [Ungentlemanly(B, lowest=11)]
    brave = last_player(gentlemen="warn").then(rerolls(B, 0, 1, 2))
    assert not brave.told(Ungentlemanly)


def test_gentlemen_can_be_off_t_26() -> None:
    after = last_player(gentlemen="off")
    assert after.options(B) == CHOICES
    assert not after.then(keeps(B)).told(Ungentlemanly)


def test_warning_leaves_every_option_t_26() -> None:
    assert last_player(gentlemen="warn").options(B) == CHOICES


def test_only_the_last_player_is_bound_t_26() -> None:
    after = new(3, gentlemen="enforce").then(rolled(2, 2, 5), rerolls(A, 1), rolled(4), keeps(A), rolled(1, 1, 6))
    assert after.options(B) == CHOICES
    assert after.then(leaves(C)).options(B) == (Reroll((0, 1, 2)),)


def test_only_the_last_available_roll_is_bound_t_26() -> None:
    three = new(2, gentlemen="enforce").then(
        rolled(2, 2, 5), rerolls(A, 1), rolled(6), rerolls(A, 1), rolled(4), rolled(1, 1, 6)
    )
    assert three.options(B) == CHOICES
    assert three.then(rerolls(B, 0), rolled(1)).options(B) == (Reroll((0, 1, 2)),)


@pytest.mark.parametrize("dice", [(5, 5, 5), (1, 2, 3)])
def test_a_special_roll_is_free_t_26(dice: tuple[int, int, int]) -> None:
    assert last_player(dice).options(B) == CHOICES


def test_the_rule_is_moot_when_nobody_else_is_unsafe_t_26() -> None:
    after = two_rolls(2, (5, 5, 5), gentlemen="enforce").then(rolled(1, 1, 6))
    assert after.options(B) == CHOICES


def test_4_5_6_binds_unless_it_is_super_stairs_t_26() -> None:
    assert Keep() not in last_player((4, 5, 6)).options(B)
    followed = two_rolls(3, (1, 1, 3), gentlemen="enforce").then(rolled(1, 2, 3), keeps(B), awards(B, A))
    assert followed.then(rolled(4, 5, 6)).options(C) == CHOICES


def test_the_gentlemen_preset_enforces_the_rule_t_26() -> None:
    assert LISTING.preset("Gentlemen").options == Options(gentlemen="enforce")


def test_risking_it_all_is_advice_and_nothing_forbids_or_demands_it_t_27() -> None:
    after = two_rolls().then(rolled(1, 4, 4))
    assert after.options(B) == CHOICES


def test_the_first_option_of_a_bound_gentleman_throws_the_fewest_dice_t_39() -> None:
    assert last_player((2, 4, 6)).options(B)[0] == Reroll((2,))


# The rest of the rulings


def test_specials_do_not_depend_on_the_order_of_the_dice_t_29() -> None:
    for dice in permutations((1, 2, 3)):
        assert read(dice).roll == "stairs"
    for dice in permutations((4, 5, 6)):
        assert read(dice, after_stairs=True).roll == "super_stairs"
    for dice in (*permutations((2, 3, 4)), *permutations((3, 4, 5))):
        assert read(dice).roll == "shit_stairs"


def test_there_are_as_many_special_rolls_as_there_should_be_t_29() -> None:
    rolls = Counter(read(dice, after_stairs=True).roll for dice in product(range(1, 7), repeat=3))
    assert rolls == {"triple": 6, "stairs": 6, "super_stairs": 6, "shit_stairs": 12, "plain": 186}


def test_safe_players_are_not_compared_t_30() -> None:
    after = one_roll(2, (2, 2, 3)).then(rolled(2, 2, 2))
    assert read((2, 2, 2)).points < read((2, 2, 3)).points
    assert after.told(Lost) == [Lost(A, 7)]


def test_three_of_a_kind_adds_to_the_pot_t_31() -> None:
    assert round_of(one_roll().then(rolled(1, 1, 1), rolled(2, 2, 2))).pot == 1 + 7 + 2


def test_2_2_3_costs_nothing_by_default_t_32() -> None:
    assert new().then(rolled(2, 3, 2)).state.sips == (0, 0, 0, 0)


def test_2_2_3_can_make_everybody_drink_on_any_roll_t_32() -> None:
    after = new(lowest_roll="everyone_drinks").then(leaves(D), rolled(2, 3, 2))
    assert after.told(LowestRoll) == [LowestRoll(A)]
    assert after.state.sips == (1, 1, 1, 0)
    again = after.then(rerolls(A, 0), rolled(2))
    assert again.state.sips == (2, 2, 2, 0)
    assert not again.then(keeps(A)).state.phase.round.hands[A].safe
    assert again.then(keeps(A), rolled(2, 2, 2), keeps(B)).state.sips == (2, 2, 2, 0)


def test_time_outs_stay_and_award_the_next_player_t_33() -> None:
    assert new().then(rolled(1, 1, 5)).options(A)[0] == Keep()
    assert stairs_by_starter().options(A)[0] == Award(B)
    assert stairs_by_starter(award_split=True).options(A)[0] == Award(B, 1)
    last = two_rolls(2).then(rolled(1, 2, 3), keeps(B))
    assert last.options(B) == (Award(A),)
    assert stairs_by_starter().then(leaves(B)).options(A)[0] == Award(C)


def test_the_table_waits_for_the_first_dice_of_a_turn_only_t_33() -> None:
    start = new()
    assert (start.chance.source, start.chance.thrower) == (Dice((6, 6, 6)), A)
    again = start.then(rolled(1, 1, 5), rerolls(A, 0, 2))
    assert (again.chance.source, again.chance.thrower) == (Dice((6, 6)), None)


def test_the_smack_on_the_forehead_is_told_and_changes_nothing_else_t_35() -> None:
    assert one_roll().then(rolled(3, 4, 5)).told(ShitStairs) == [ShitStairs(B)]


# Leaving


def test_leaving_before_the_first_starter_is_drawn_t_34() -> None:
    after = begin(ThreeDice(3)).then(leaves(B))
    assert after.chance.source == OneOf((A, C))
    assert round_of(after.then(drawn(C))).order == (C, A)


def test_leaving_before_the_shuffle_t_34_t_40() -> None:
    start = new(turn_order="shuffle")
    assert start.then(leaves(C)).chance.source == Shuffle((B, D))
    new_starter = start.then(leaves(A))
    assert new_starter.state.phase == Ordering(B)
    assert new_starter.told(RoundBegan)[-1] == RoundBegan(1, B, pot=1)
    assert round_of(start.then(leaves(C), leaves(D))).order == (A, B)
    assert round_of(start.then(leaves(A), leaves(B))).order == (C, D)
    assert begin(start.game).then(drawn(C), leaves(C)).state.phase == Ordering(D)
    assert begin(start.game).then(drawn(D), leaves(D)).state.phase == Ordering(A)


@pytest.mark.parametrize(
    "line", [[], [rolled(1, 1, 5)], [rolled(1, 1, 5), rerolls(A, 2)]], ids=["throwing", "choosing", "rerolling"]
)
def test_a_starter_who_leaves_while_rolling_is_followed_by_the_next_t_34(line: list[Step]) -> None:
    after = new().then(*line, leaves(A))
    assert (after.chance.source, after.chance.thrower) == (Dice((6, 6, 6)), B)
    assert after.told(RoundBegan)[-1] == RoundBegan(1, B, pot=1)
    limit = after.then(rolled(1, 1, 5), rerolls(B, 2), rolled(4), keeps(B))
    assert (round_of(limit).limit, round_of(limit).roller) == (2, C)


@pytest.mark.parametrize(
    "line", [[], [rolled(1, 1, 5)], [rolled(1, 1, 5), rerolls(B, 2)]], ids=["throwing", "choosing", "rerolling"]
)
def test_a_later_roller_who_leaves_is_skipped_t_34(line: list[Step]) -> None:
    after = two_rolls().then(*line, leaves(B))
    assert (round_of(after).roller, round_of(after).limit) == (C, 2)
    assert [event.starter for event in after.told(RoundBegan)] == [A]


def test_positions_do_not_change_when_someone_leaves_t_34() -> None:
    for gone in (A, B):
        after = one_roll().then(leaves(gone), *([rolled(1, 1, 2)] if gone == A else []), rolled(1, 2, 3))
        assert (after.state.phase.giver, after.state.phase.sips) == (C, 3)


def test_one_who_has_not_rolled_yet_is_skipped_when_the_turn_comes_t_34() -> None:
    after = one_roll().then(leaves(C), rolled(1, 1, 2))
    assert round_of(after).roller == D


def test_the_last_roller_leaving_ends_the_round_t_34() -> None:
    for before in (one_roll(3).then(rolled(2, 2, 5)), one_roll(4).then(rolled(2, 2, 5), leaves(D))):
        after = before.then(leaves(C))
        assert after.told(Lost) == [Lost(B, 9)]
        assert starter(after) == B


def test_a_leaver_cannot_lose_the_round_and_a_triple_stays_in_the_pot_t_34() -> None:
    low = one_roll().then(rolled(2, 2, 5), leaves(B), rolled(1, 1, 2), rolled(1, 1, 3))
    assert low.told(Lost) == [Lost(C, 202)]
    triple = one_roll(3).then(rolled(6, 6, 6), leaves(B), rolled(1, 1, 2))
    assert triple.state.sips == (0, 0, 7)


@pytest.mark.parametrize(
    "line", [[], [rolled(1, 1, 5)], [rolled(1, 1, 5), rerolls(C, 2)]], ids=["throwing", "choosing", "rerolling"]
)
def test_the_roller_goes_on_when_others_leave_t_34(line: list[Step]) -> None:
    before = two_rolls().then(rolled(1, 1, 2), keeps(B), *line)
    for gone in (A, B, D):
        after = before.then(leaves(gone))
        assert type(after.state.phase) is type(before.state.phase)
        assert round_of(after) == round_of(before)


def test_an_award_owed_lapses_t_34() -> None:
    after = stairs_by_starter().then(leaves(A))
    assert (round_of(after).roller, round_of(after).limit) == (B, 2)
    assert after.state.sips == (0, 0, 0, 0)
    assert [event.starter for event in after.told(RoundBegan)] == [A]
    last = one_roll(3).then(rolled(1, 1, 2), rolled(1, 2, 3), leaves(C))
    assert last.told(Lost) == [Lost(B, 202)]


def test_nobody_awards_sips_to_a_leaver_t_34() -> None:
    assert stairs_by_starter().then(leaves(B)).options(A) == (Award(C), Award(D))


def test_a_turn_that_was_ended_counts_for_super_stairs_though_its_player_left_t_36() -> None:
    stairs = stairs_by_starter().then(awards(A, B))
    for gone in (stairs.then(leaves(A)), stairs_by_starter().then(leaves(A))):
        after = gone.then(rolled(4, 5, 6), keeps(B))
        assert after.state.phase == Awarding(round_of(after), giver=B, sips=4)
    between = stairs.then(rolled(1, 1, 2), keeps(B), leaves(B), rolled(4, 5, 6), keeps(C))
    assert not round_of(between).hands[C].safe
    meanwhile = stairs.then(rolled(4, 5, 6), leaves(A), keeps(B))
    assert meanwhile.state.phase == Awarding(round_of(meanwhile), giver=B, sips=4)


def test_who_left_without_ending_a_turn_is_looked_past_t_36() -> None:
    stairs = stairs_by_starter().then(awards(A, B))
    skipped = stairs.then(leaves(B), rolled(4, 5, 6), keeps(C))
    assert skipped.state.phase == Awarding(round_of(skipped), giver=C, sips=6)


def test_4_5_6_as_a_false_start_costs_twice_the_position_t_37() -> None:
    after = new(first_roll_456="false_start").then(leaves(A), rolled(4, 5, 6))
    assert after.told(Threw) == [Threw(B, (4, 5, 6), "super_stairs", 69, safe=False)]
    assert after.state.sips == (0, 4, 0, 0)


def test_the_last_player_is_free_while_more_than_one_roll_is_left_t_43() -> None:
    three_rolls = new(gentlemen="enforce", seats=2).then(
        rolled(1, 2, 4), rerolls(A, 0), rolled(4), rerolls(A, 1), rolled(5), rolled(1, 1, 6)
    )
    assert three_rolls.options(B)[0] == Keep()
    assert len(three_rolls.options(B)) == 8
    assert three_rolls.then(rerolls(B, 2), rolled(6)).options(B) == (Reroll((0, 1, 2)),)


def test_a_starter_who_takes_over_keeps_the_position_t_37() -> None:
    after = new().then(leaves(A), rolled(1, 2, 3))
    assert after.told(FalseStart) == [FalseStart(B)]
    assert after.state.sips == (0, 2, 0, 0)
    assert after.state.phase == new().then(leaves(A)).state.phase


def test_a_false_start_is_not_shuffled_again_t_37() -> None:
    after = new(turn_order="shuffle").then(shuffled(C, B, D))
    assert after.then(rolled(1, 1, 1)).state.phase == after.state.phase


def test_a_starter_who_left_is_followed_by_the_next_in_order_when_all_are_safe_t_40() -> None:
    after = new(turn_order="shuffle").then(
        shuffled(D, C, B), rolled(5, 5, 2), rerolls(A, 2), rolled(5), keeps(A), leaves(A)
    )
    safe = after.then(*[step for seat in (D, C, B) for step in (rolled(3, 3, 3), keeps(seat))])
    assert safe.told(AllSafe)
    assert safe.state.phase == Ordering(D)


def test_a_roll_off_goes_on_without_a_leaver_t_41() -> None:
    tie = one_roll(4, (2, 3, 5)).then(rolled(2, 3, 5), rolled(5, 3, 2), rolled(1, 1, 5))
    assert tie.state.phase == StarterRollOff((A, B, C))
    assert tie.then(leaves(D)).state.phase == StarterRollOff((A, B, C))
    assert tie.then(leaves(B)).state.phase == StarterRollOff((A, C))
    assert starter(tie.then(leaves(B), leaves(A))) == C


def test_the_last_of_the_tied_drinks_the_pot_of_a_roll_off_t_41() -> None:
    tie = one_roll(3, (2, 3, 5), tie="roll_off").then(rolled(2, 3, 5), rolled(1, 1, 5))
    assert tie.then(leaves(C)).state.phase == LoserRollOff((A, B), points=10, pot=1)
    after = tie.then(leaves(A))
    assert (after.state.sips, starter(after)) == ((0, 1, 0), B)


def test_one_left_ends_the_game_and_leavers_are_last_by_when_they_left_t_34() -> None:
    end = two_rolls(3).then(rolled(5, 5, 5), keeps(B), leaves(B), leaves(A))
    assert end.over == Over(scores=(0, 0, 0), places=(2, 3, 1))
    assert (end.state.played, end.state.sips) == (0, (0, 0, 0))


def test_leavers_rank_below_everybody_however_few_sips_they_had_t_34() -> None:
    end = one_roll(3, (2, 2, 5), rounds=1).then(rolled(1, 1, 5), leaves(B), rolled(1, 1, 2))
    assert end.over == Over(scores=(-1, 0, 0), places=(2, 3, 1))


def test_one_left_ends_the_game_in_every_phase_t_34() -> None:
    seen = set()
    for seed in range(60):
        options = {"tie": ("all_drink", "roll_off")[seed % 2], "turn_order": "shuffle", "match": "open"}
        game = LISTING.new(3, options)
        for stand in walk(game, Random(seed)):
            if not isinstance(stand.pending, Over):
                seen.add(type(stand.state.phase))
                state = stand.state
                for seat in (seed % 3, (seed + 1) % 3):
                    state = play(game, state, TABLE, Withdraw(seat)).state
                assert isinstance(state.phase, Finished)
                assert game.pending(state).places[(seed + 2) % 3] == 1  # type: ignore[union-attr]
    assert len(seen) == 8


def test_leaving_twice_changes_nothing_t_34() -> None:
    after = new().then(leaves(B))
    assert after.game.withdraw(after.state, B) == (after.state, ())


# Properties


@pytest.mark.parametrize("seed", range(60))
def test_every_sip_is_told_and_nobody_gets_rid_of_one(seed: int) -> None:
    stands = list(walk(table(LISTING, seed * 7), Random(seed), leaving=0.005))
    drunk = Counter[int]()
    for stand in stands:
        for event in stand.events:
            if isinstance(event, Drank):
                drunk[event.seat] += event.sips
                assert event.total == drunk[event.seat]
    assert stands[-1].state.sips == tuple(drunk[seat] for seat in range(len(stands[-1].state.sips)))


@pytest.mark.parametrize("seed", range(60))
def test_a_round_adds_up(seed: int) -> None:
    """The pot never shrinks in a round, nobody uses more rolls than the limit, and every round has its end."""
    stands = list(walk(table(LISTING, seed * 5), Random(seed), leaving=0.005))
    assert any(isinstance(stand.state.phase, Choosing) for stand in stands)
    for before, after in pairwise(stands):
        assert after.state.played - before.state.played in (0, 1)
        assert all(now >= then for then, now in zip(before.state.sips, after.state.sips, strict=True))
        phase = after.state.phase
        if isinstance(phase, Choosing):
            assert phase.used < (phase.round.limit or 3)
        if isinstance(phase, Throwing | Choosing | Rerolling):
            assert phase.round.roller not in after.state.left
            assert len(phase.round.hands) < len(phase.round.order)
            triples = [hand for hand in phase.round.hands if hand is not None and hand.roll == "triple"]
            assert phase.round.pot >= after.state.carry + 1 + sum(worth(hand, 0) for hand in triples)


def test_what_is_frowned_upon_is_what_is_forbidden_where_the_rule_is_enforced_t_26() -> None:
    warning, enforcing = LISTING.new(3), begin(LISTING.new(3, {"gentlemen": "enforce"}))
    breaches = 0
    for seed in range(40):
        for stand in walk(warning, Random(seed)):
            if isinstance(stand.state.phase, Choosing):
                seat = stand.state.phase.round.roller
                allowed = enforcing._replace(state=stand.state).options(seat)
                for move in CHOICES:
                    told = warning.apply(stand.state, seat, move).events
                    assert (move in allowed) != any(isinstance(event, Ungentlemanly) for event in told)
                breaches += len(CHOICES) - len(allowed)
    assert breaches > 500


def test_a_false_start_has_a_chance_of_one_in_eighteen() -> None:
    start = new()
    chance = sum(
        probability
        for move, probability in start.chance.source.outcomes()
        if any(isinstance(event, FalseStart) for event in start.game.apply(start.state, "nature", move).events)
    )
    assert chance * 18 == 1


# Faults


def test_moves_out_of_turn_or_out_of_range_are_refused() -> None:
    choosing = new().then(rolled(1, 1, 5))
    with pytest.raises(NotYourTurn):
        choosing.then(keeps(B))
    for dice in ((), (3,), (1, 0), (0, 0), (0, 1, 2, 2)):
        with pytest.raises(NotAnOption):
            choosing.then(rerolls(A, *dice))
    with pytest.raises(NotAnOption):
        choosing.then(awards(A, B))
    with pytest.raises(NotYourTurn):
        new().then(keeps(A))


def test_nature_throws_exactly_the_dice_that_were_asked_for() -> None:
    again = new().then(rolled(1, 1, 5), rerolls(A, 0, 2))
    for faces in ((1,), (1, 2, 3), (0, 1), (1, 7)):
        with pytest.raises(NotAnOption):
            again.then(rolled(*faces))
    assert again.then(rolled(6, 2)).state.phase.dice == (6, 1, 2)


def test_a_shuffle_is_of_those_behind_the_starter() -> None:
    for order in ((B, C), (A, B, C), (B, C, C)):
        with pytest.raises(NotAnOption):
            new(turn_order="shuffle").then(shuffled(*order))


@pytest.mark.parametrize(
    ("name", "value"), [("rounds", 0), ("rounds", 51), ("tie", "none"), ("special_locks", 1), ("gentlemen", True)]
)
def test_options_out_of_bounds_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOptions, match=f"{name} cannot be"):
        LISTING.new(4, {name: value})


def test_kept_dice_are_those_not_thrown_again() -> None:
    assert [kept_by((6, 5, 3), which) for which in ((0,), (0, 2), (0, 1, 2))] == [(5, 3), (5,), ()]
    assert new().then(rolled(6, 5, 3)).told(Threw) == [Threw(A, (6, 5, 3), "plain", 68, safe=False)]
