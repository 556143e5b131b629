"""Peril against its sheet, its rulings and its vectors."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from dicehall.rules.chance import Dice, OneOf
from dicehall.rules.errors import BadOptions, NotAnOption, NotYourTurn
from dicehall.rules.kernel import Over, play
from dicehall.rules.peril import (
    LISTING,
    Began,
    DirectHit,
    Eliminated,
    InPeril,
    NoShield,
    Options,
    Peril,
    Pick,
    Picking,
    PlotTwist,
    Rolling,
    State,
    Victory,
    die_for,
    picks_each,
)
from dicehall.rules.values import NATURE, TABLE, Stop
from tests.kit.play import A, B, C, D, Played, begin, drawn, leaves, rolled
from tests.kit.walk import walk


def picks(seat: int, *numbers: int) -> list[tuple[int, Pick]]:
    return [(seat, Pick(number)) for number in numbers]


def three_players() -> Played:
    """P-V3: A is in peril, the die is a d12, everyone owes one number."""
    return begin(Peril(3)).then(drawn(A))


def all_picked() -> Played:
    return three_players().then(*picks(A, 1), *picks(B, 5), *picks(C, 9))


# The printed tables


def test_dice_scaling_follows_the_printed_table_p_v1() -> None:
    assert {players: die_for(players) for players in range(1, 11)} == {
        1: 6, 2: 6, 3: 12, 4: 12, 5: 20, 6: 20, 7: 30, 8: 30, 9: 30, 10: 30,
    }  # fmt: skip


def test_the_number_of_picks_follows_the_printed_table_p_v2() -> None:
    assert {lives: picks_each(lives) for lives in (3, 2, 1)} == {3: 1, 2: 2, 1: 3}


# The outcomes


def test_plot_twist_p_v3() -> None:
    after = all_picked().then(rolled(5))
    assert after.state.lives == (3, 3, 3)
    assert after.told(PlotTwist) == [PlotTwist(B, saved=A)]
    assert isinstance(after.state.phase, Picking)
    assert after.state.phase.peril == B
    assert set(after.state.phase.board) == {None}


@pytest.mark.parametrize(("number", "wound"), [(1, DirectHit(A, lives=2)), (7, NoShield(A, lives=2))])
def test_direct_hit_and_no_shield_p_v4(number: int, wound: DirectHit | NoShield) -> None:
    after = all_picked().then(rolled(number))
    assert wound in after.events
    assert after.state.lives == (2, 3, 3)
    assert (after.state.phase.peril, after.state.phase.queue) == (A, (A, A, B, B, C, C))


def test_illegal_moves_are_refused_p_v5() -> None:
    start = three_players()
    with pytest.raises(NotYourTurn):
        start.then(*picks(B, 5))
    with pytest.raises(NotYourTurn):
        start.then(*picks(A, 1), *picks(A, 2))
    with pytest.raises(NotAnOption, match=r"allowed: pick 2\.\.12"):
        start.then(*picks(A, 1), *picks(B, 1))
    for number in (0, 13):
        with pytest.raises(NotAnOption, match=r"allowed: pick 1\.\.12"):
            start.then(*picks(A, number))


def test_only_the_peril_player_holds_the_die_p_v5() -> None:
    assert all_picked().chance.thrower == A
    assert all_picked().chance.source == Dice((12,))


def test_victory_p_v8() -> None:
    end = (
        begin(Peril(2, Options(starting_lives=2)))
        .then(drawn(A), *picks(A, 1, 2), *picks(B, 3, 4), rolled(1))
        .then(*picks(A, 1, 2, 3), *picks(B, 4, 5, 6), rolled(2))
    )
    assert end.told(DirectHit)[-1] == DirectHit(A, lives=0)
    assert end.told(Eliminated) == [Eliminated(A, remaining=1)]
    assert end.told(Victory) == [Victory(B)]
    assert end.over == Over(scores=(0, 1), places=(2, 1))


# The rulings


def test_a_game_takes_two_to_ten_p_01() -> None:
    for seats in (1, 11):
        with pytest.raises(BadOptions, match="2 to 10 seats"):
            LISTING.new(seats)


@pytest.mark.parametrize(("scaling", "die"), [("alive", 6), ("start", 12)])
def test_the_die_follows_the_players_alive_or_those_at_the_start_p_02(scaling: str, die: int) -> None:
    game = LISTING.new(3, {"starting_lives": 1, "die_scaling": scaling})
    after = begin(game).then(drawn(A), *picks(A, 1, 2, 3), *picks(B, 4, 5, 6), *picks(C, 7, 8, 9), rolled(1), drawn(B))
    assert len(after.state.phase.board) == die


def test_the_die_of_a_round_stays_when_a_player_leaves_in_the_middle_p_02() -> None:
    after = three_players().then(leaves(C))
    assert len(after.state.phase.board) == 12
    assert len(after.then(*picks(A, 1), *picks(B, 2), rolled(12)).state.phase.board) == 6


def test_everyone_picks_four_minus_the_lives_of_the_peril_player_p_03() -> None:
    hurt = all_picked().then(rolled(1))
    after = hurt.then(*picks(A, 1, 2), *picks(B, 3, 4), *picks(C, 5, 6))
    assert isinstance(after.state.phase, Rolling)


def test_high_stakes_begins_with_two_numbers_each_p_04() -> None:
    game = LISTING.new(3, LISTING.preset("High Stakes").options)
    assert begin(game).then(drawn(B)).told(InPeril) == [InPeril(B, lives=2, die=12, picks=2)]
    with pytest.raises(BadOptions, match=r"starting_lives cannot be 4; allowed: 1\.\.3"):
        LISTING.new(3, {"starting_lives": 4})


def test_the_others_pick_in_the_order_of_their_seats_p_05() -> None:
    after = begin(Peril(4)).then(drawn(C))
    assert after.state.phase.queue == (C, A, B, D)


def test_picks_are_public_at_once_p_06() -> None:
    after = three_players().then(*picks(A, 4))
    view = after.game.view(after.state, None)
    assert view.table.board.phase.board[3] == A


def test_each_pick_is_final_when_made_p_07() -> None:
    hurt = all_picked().then(rolled(1), *picks(A, 6))
    assert Pick(6) not in hurt.options(A)
    assert hurt.due == {A}


def test_numbers_never_run_out_p_08() -> None:
    for seats in range(2, 11):
        for scaling in ("alive", "start"):
            stands = walk(LISTING.new(seats, {"die_scaling": scaling}), Random(seats))
            picking = [stand.state.phase for stand in stands if isinstance(stand.state.phase, Picking)]
            assert picking
            for phase in picking:
                assert phase.board.count(None) >= len(phase.queue)


def test_a_number_has_one_owner_p_09() -> None:
    with pytest.raises(NotAnOption):
        three_players().then(*picks(A, 1), *picks(B, 5), *picks(C, 5))


def test_the_peril_player_stays_in_peril_after_no_shield_p_10() -> None:
    assert all_picked().then(rolled(7)).state.phase.peril == A


SUCCESSORS = [("next_seat", B, C), ("next_seat", C, D), ("next_seat", D, A), ("first_seat", C, A), ("first_seat", A, B)]


@pytest.mark.parametrize(("rule", "gone", "peril"), SUCCESSORS)
def test_who_is_in_peril_after_an_elimination_p_11(rule: str, gone: int, peril: int) -> None:
    after = begin(LISTING.new(4, {"starting_lives": 1, "peril_after_elimination": rule})).then(drawn(gone))
    for number in range(1, 13):
        (seat,) = after.due
        after = after.then(*picks(seat, number))
    assert after.then(rolled(1)).state.phase.peril == peril


def test_the_next_peril_player_is_drawn_by_default_and_the_board_is_fresh_p_11_p_12() -> None:
    game = Peril(3, Options(starting_lives=1))
    after = begin(game).then(drawn(B), *picks(B, 1, 2, 3), *picks(A, 4, 5, 6), *picks(C, 7, 8, 9), rolled(1))
    assert after.chance.source == OneOf((A, C))
    assert set(after.then(drawn(C)).state.phase.board) == {None}


def test_one_life_is_lost_a_round_so_someone_always_survives_p_13() -> None:
    for seed in range(50):
        lives = [sum(stand.state.lives) for stand in walk(Peril(4), Random(seed))]
        assert all(before - after in (0, 1) for before, after in pairwise(lives))
        assert lives[-1] > 0


def test_the_first_option_is_the_lowest_free_number_p_15() -> None:
    assert three_players().then(*picks(A, 1)).options(B)[0] == Pick(2)


def test_a_leavers_picks_are_removed_p_16() -> None:
    after = all_picked().then(leaves(C))
    assert after.then(rolled(9)).told(NoShield) == [NoShield(A, lives=2)]


def test_a_leaving_picker_is_skipped_p_16() -> None:
    after = three_players().then(*picks(A, 1), leaves(B))
    assert after.due == {C}
    assert isinstance(three_players().then(*picks(A, 1), *picks(B, 2), leaves(C)).state.phase, Rolling)


def test_a_picker_after_a_leaver_owes_all_numbers_p_16() -> None:
    after = all_picked().then(rolled(1), *picks(A, 1, 2), *picks(B, 3), leaves(B))
    assert (after.due, after.state.phase.queue) == ({C}, (C, C))


def test_a_leaving_peril_player_voids_the_round_p_16() -> None:
    for moment in (three_players(), all_picked()):
        after = moment.then(leaves(A))
        assert after.chance.source == OneOf((B, C))


@pytest.mark.parametrize(("rule", "gone", "peril"), SUCCESSORS)
def test_a_leaving_peril_player_is_followed_as_an_eliminated_one_p_16(rule: str, gone: int, peril: int) -> None:
    start = begin(LISTING.new(4, {"peril_after_elimination": rule})).then(drawn(gone), *picks(gone, 1))
    after = start.then(leaves(gone))
    assert after.state.phase.peril == peril
    assert set(after.state.phase.board) == {None}


def test_who_leaves_before_a_draw_is_not_in_it_p_16() -> None:
    assert begin(Peril(3)).then(leaves(B)).chance.source == OneOf((A, C))
    four = begin(Peril(4)).then(drawn(D), leaves(D))
    assert four.then(leaves(A)).chance.source == OneOf((B, C))


def test_the_last_one_left_before_a_draw_wins_p_16() -> None:
    for end in (begin(Peril(2)).then(leaves(A)), begin(Peril(3)).then(drawn(C), leaves(C), leaves(A))):
        assert end.told(Victory) == [Victory(B)]
        assert end.over.places[B] == 1


def test_who_is_out_cannot_leave_again_p_16() -> None:
    gone = three_players().then(leaves(B))
    assert gone.then(leaves(B)) == gone


def test_a_leaver_has_not_won_p_17() -> None:
    end = begin(Peril(2)).then(drawn(A), leaves(A))
    assert end.over == Over(scores=(0, 1), places=(2, 1))


def test_the_last_one_left_wins_p_16() -> None:
    end = three_players().then(leaves(C), leaves(A))
    assert end.over == Over(scores=(0, 1, 0), places=(2, 1, 3))


def test_the_odds_do_not_depend_on_the_number_p_21() -> None:
    outcomes = dict(all_picked().chance.source.outcomes())
    assert len(outcomes) == 12
    assert len(set(outcomes.values())) == 1


def chance_of_losing_a_life(players: int, lives: int, rng: Random) -> Fraction:
    """Counted over all faces of the die, after everybody has picked at random."""
    game = Peril(players, Options(starting_lives=lives))
    played = begin(game).then(drawn(rng.randrange(players)))
    while isinstance(played.state.phase, Picking):
        (seat,) = played.due
        played = played.then((seat, rng.choice(played.options(seat))))
    falls = played.chance.source.outcomes()
    return sum((chance for fall, chance in falls if not played.then((NATURE, fall)).told(PlotTwist)), Fraction())


@pytest.mark.parametrize("players", range(2, 11))
def test_the_odds_follow_the_formula_whatever_is_picked_p_21(players: int) -> None:
    for lives in (1, 2, 3):
        shield = Fraction((players - 1) * picks_each(lives), die_for(players))
        assert {chance_of_losing_a_life(players, lives, Random(seed)) for seed in range(3)} == {1 - shield}


def test_the_page_states_the_true_odds_p_21() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "peril.md").read_text(encoding="utf-8")
    stated = re.findall(r"^\| (\d+) \| d(\d+) \| (\d+) % \| (\d+) % \| (\d+) % \|$", page, re.MULTILINE)
    assert [tuple(map(int, row)) for row in stated] == [
        (players, die_for(players), *(percent_hurt(players, lives) for lives in (3, 2, 1))) for players in range(2, 11)
    ]


def percent_hurt(players: int, lives: int) -> int:
    return round(100 * (1 - Fraction((players - 1) * picks_each(lives), die_for(players))))


# What is told


def test_the_beginning_and_the_victory_are_told_once_p_24() -> None:
    for seats in range(2, 11):
        events = [event for stand in walk(Peril(seats), Random(seats)) for event in stand.events]
        assert [event for event in events if isinstance(event, Began)] == events[:1]
        assert [event for event in events if isinstance(event, Victory)] == events[-1:]


def test_speed_is_a_clock_of_the_table_not_a_rule_p_14() -> None:
    speed = LISTING.preset("Speed")
    assert (speed.options, speed.clock) == (Options(), 120)


def test_peril_has_a_length_of_its_own_and_cannot_be_stopped() -> None:
    with pytest.raises(NotAnOption):
        play(Peril(2), Peril(2).start(), TABLE, Stop())


def test_later_falls_stand_better_p_25() -> None:
    state = State((0, 0, 3, 0), (B, D, A), Rolling(C, (None,) * 6))
    end = Peril(4).succeed(state, ())
    assert Peril(4).pending(end.state) == Over(scores=(0, 0, 1, 0), places=(2, 4, 1, 3))
