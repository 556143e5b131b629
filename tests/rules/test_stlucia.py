"""King of StLucia against its sheet, its rulings and its vectors."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from dicehall.rules.chance import Dice, OneOf
from dicehall.rules.errors import BadOptions, GameOver, NotAnOption, NotYourTurn
from dicehall.rules.kernel import Over, Step
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import (
    LISTING,
    Choosing,
    Claimed,
    Crowned,
    Deciding,
    Eliminated,
    Emptied,
    Healed,
    Hit,
    Kept,
    King,
    KingPhase,
    LastStanding,
    Leave,
    MovedOut,
    Opening,
    Options,
    Rerolling,
    Saved,
    Scored,
    State,
    Stay,
    Stayed,
    Threw,
    ThrewAgain,
    Throwing,
    Traded,
    TurnBegan,
    TurnsUsedUp,
    Won,
    WornOut,
    points_for,
)
from dicehall.rules.values import Left, Move, Seat
from tests.kit import laws
from tests.kit.play import A, B, C, D, E, Played, begin, drawn, leaves, rolled, stop
from tests.kit.walk import walk


def faces(text: str) -> tuple[int, ...]:
    """`12HHAP` as the dice of a record: 1, 2, 4, 4, 5, 6."""
    return tuple("123HAP".index(letter) + 1 for letter in text)


def throws(text: str) -> tuple[str, Move]:
    return rolled(*faces(text))


def final(seat: Seat, text: str) -> list[tuple[Any, Move]]:
    """The seat throws these dice and keeps them."""
    return [throws(text), (seat, Keep())]


def position(
    health: tuple[int, ...],
    *,
    points: tuple[int, ...] | None = None,
    tokens: tuple[int, ...] | None = None,
    turns: tuple[int, ...] | None = None,
    resident: Seat | None = None,
    up: Seat = A,
    options: Options | None = None,
) -> Played:
    """A game in the middle, with this seat about to throw."""
    zeros = (0,) * len(health)
    state = State(health, points or zeros, tokens or zeros, turns or zeros, resident, (), Throwing(up))
    return Played(King(len(health), options or Options()), state)


def sample(answer: Move) -> Played:
    """K-V5, the sample game: B claims StLucia, C attacks with two As, and B answers."""
    return begin(King(4)).then(
        drawn(A), *final(A, "123HHH"), *final(B, "122AAA"), *final(C, "23HAAP"), (B, answer), throws("112HPP")
    )


# The printed points


@pytest.mark.parametrize(
    ("face", "printed"), [("1", {3: 1, 5: 3}), ("2", {3: 2, 4: 3}), ("3", {3: 3, 5: 5})], ids=["ones", "twos", "threes"]
)
def test_sets_score_as_printed_k_v1(face: str, printed: dict[int, int]) -> None:
    assert {count: points_for(faces(face * count)) for count in printed} == printed


def test_sets_score_by_the_formulas_k_v1d() -> None:
    derived = {"1": (0, 0, 0, 1, 2, 3, 4), "2": (0, 0, 0, 2, 3, 4, 5), "3": (0, 0, 0, 3, 4, 5, 6)}
    for face, points in derived.items():
        assert tuple(points_for(faces(face * count)) for count in range(7)) == points
    assert points_for(faces("111333")) == 4


# The vectors


def test_outside_a_player_heals_up_to_ten_k_v2() -> None:
    after = position((8, 10)).then(*final(A, "12HHHP"))
    assert after.told(Healed) == [Healed(A, amount=2, health=10)]
    assert (after.state.health, after.state.tokens) == ((10, 10), (1, 0))


def test_inside_a_player_does_not_heal_k_v2() -> None:
    after = position((8, 10), resident=A).then(*final(A, "12HHHP"))
    assert after.told(Healed) == []
    assert after.state.health == (8, 10)


def test_an_empty_town_is_claimed_and_nobody_is_hurt_k_v3() -> None:
    after = position((9, 10, 10)).then(*final(A, "12HHAA"))
    assert after.told(Healed) == [Healed(A, amount=1, health=10)]
    assert after.told(Hit) == []
    assert (after.state.health, after.state.points, after.state.resident) == ((10, 10, 10), (1, 0, 0), A)


def test_the_sample_game_with_a_resident_who_leaves_k_v5() -> None:
    end = sample(Leave())
    assert end.told(Healed) == [Healed(A, amount=0, health=10), Healed(C, amount=0, health=10)]
    assert end.told(Claimed) == [Claimed(B), Claimed(C)]
    assert end.state.health == (10, 8, 10, 10)
    assert end.state.points == (0, 1, 1, 0)
    assert end.state.tokens == (0, 0, 1, 0)
    assert end.state.resident == C
    assert end.state.phase == Choosing(D, faces("112HPP"), rerolls_left=2)


def test_the_sample_game_with_a_resident_who_stays_k_v5b() -> None:
    end = sample(Stay())
    assert end.state.health == (10, 8, 10, 10)
    assert end.state.points == (0, 1, 0, 0)
    assert end.state.tokens == (0, 0, 1, 0)
    assert end.state.resident == B


def test_beginning_a_turn_inside_brings_two_points_k_v6() -> None:
    after = position((8, 10), resident=A).then(*final(A, "12HPPP"))
    assert (after.state.points, after.state.tokens, after.state.health) == ((2, 0), (3, 0), (8, 10))


@pytest.mark.parametrize(("saved", "dice", "left"), [(8, "1122PP", 0), (9, "PPPPPP", 5)])
def test_ten_tokens_become_a_point_k_v7(saved: int, dice: str, left: int) -> None:
    after = position((10, 10), tokens=(saved, 0)).then(*final(A, dice))
    assert (after.state.tokens, after.state.points) == ((left, 0), (1, 0))
    assert after.told(Traded) == [Traded(A, tokens=left)]


def test_a_third_re_roll_is_refused_k_v11() -> None:
    twice = position((10, 10)).then(throws("112233"), (A, Reroll((0, 1))), throws("HH"), (A, Reroll((2,))), throws("H"))
    assert twice.state.phase == Throwing(B)
    with pytest.raises(NotYourTurn):
        twice.then((A, Reroll((0,))))


def test_a_die_kept_before_and_all_six_may_be_thrown_again_k_v11() -> None:
    after = position((10, 10)).then(throws("112233"), (A, Reroll((0, 1, 2))), throws("HHH"))
    assert Reroll((3, 4, 5)) in after.options(A)
    assert Reroll((0, 1, 2, 3, 4, 5)) in after.options(A)
    assert after.then((A, Reroll((0, 1, 2, 3, 4, 5)))).chance.source == Dice((6,) * 6)


# The rulings


def test_the_threshold_is_fifteen_or_what_the_table_sets_k_01() -> None:
    assert Options().threshold == 15
    assert LISTING.preset("Long").options == Options(threshold=20)
    for threshold in (0, 101):
        with pytest.raises(BadOptions, match=rf"threshold cannot be {threshold}; allowed: 1\.\.100"):
            LISTING.new(2, {"threshold": threshold})
    assert position((10, 10), options=Options(threshold=1)).then(*final(A, "12HHHA")).state.phase == Won(A)


def test_a_table_seats_twelve_eight_as_a_rule_and_the_engine_twenty_six_k_02() -> None:
    assert LISTING.seats == (2, 12)
    assert LISTING.usual_seats == 8
    for seats in (1, 27):
        with pytest.raises(BadOptions, match="2 to 26 seats"):
            LISTING.new(seats)


def test_the_first_player_is_drawn_and_the_others_follow_by_seat_k_02() -> None:
    start = begin(King(3))
    assert start.chance.source == OneOf((A, B, C))
    assert start.chance.thrower is None
    end = start.then(drawn(B), *final(B, "1122HH"), *final(C, "1122HH"), *final(A, "1122HH"))
    assert [event.seat for event in end.told(TurnBegan)] == [B, C, A, B]


def test_the_first_seat_may_begin_by_option_k_02() -> None:
    start = begin(LISTING.new(3, {"first_player": "first_seat"}))
    assert start.chance.thrower == A
    assert start.chance.source == Dice((6,) * 6)


def test_eliminated_players_are_skipped_k_02() -> None:
    after = position((10, 1, 10), resident=A).then(*final(A, "1122HA"))
    assert after.state.phase == Throwing(C)


def test_any_dice_may_be_thrown_again_together_k_03() -> None:
    start = position((10, 10)).then(throws("112HAP"))
    assert len(start.options(A)) == 1 + 63
    again = start.then((A, Reroll((1, 3))))
    assert (again.chance.source, again.chance.thrower) == (Dice((6, 6)), None)
    after = again.then(throws("33"))
    assert after.state.phase == Choosing(A, faces("1323AP"), rerolls_left=1)
    assert after.events[-1] == ThrewAgain(A, again=faces("1H"), dice=faces("1323AP"))
    for none_or_unsorted in (Reroll(()), Reroll((3, 1)), Reroll((6,)), Reroll((0, 0))):
        with pytest.raises(NotAnOption):
            start.then((A, none_or_unsorted))


def test_after_the_second_re_roll_the_dice_count_unasked_k_03() -> None:
    after = position((10, 10)).then(throws("111HHH"), (A, Reroll((3, 4, 5))), throws("22H"), (A, Reroll((5,))))
    assert after.then(throws("1")).state.points == (2, 0)


def test_the_dice_are_acted_upon_in_the_order_of_the_original_k_04() -> None:
    start = position((8, 2, 10), points=(12, 0, 0), tokens=(9, 0, 0), resident=B)
    assert start.then(*final(A, "HAA22P")).events == (
        Threw(A, faces("HAA22P")),
        Kept(A),
        Healed(A, amount=1, health=9),
        Hit(A, target=B, damage=2, health=0),
        Claimed(A),
        Saved(A, gained=1, tokens=10),
        Traded(A, tokens=0),
        Scored(A, points=2, town=1, total=14),
        Eliminated((B,), remaining=2),
        TurnBegan(C, health=10, points=0, tokens=0, inside=False),
    )


def test_damage_is_dealt_on_the_winning_turn_too_k_04() -> None:
    end = position((10, 10), points=(14, 0), resident=A).then(*final(A, "1122HA"))
    assert end.events[-3:] == (Hit(A, B, 1, 9), Scored(A, points=2, town=2, total=16), Crowned(A, points=16))


def test_the_two_points_are_booked_at_the_end_of_the_turn_with_all_others_k_05() -> None:
    begun = position((10, 10), points=(13, 0), resident=A)
    assert begun.chance.thrower == A
    end = begun.then(*final(A, "111HHH"))
    assert end.told(Scored) == [Scored(A, points=3, town=2, total=16)]
    assert end.told(Crowned) == [Crowned(A, points=16)]


def test_no_points_are_no_news_k_05() -> None:
    assert position((10, 10)).then(*final(A, "1122HH")).told(Scored) == []


def test_healing_comes_before_the_claim_and_a_resident_never_heals_k_06() -> None:
    inside = position((5, 10)).then(*final(A, "12HHHA"))
    assert (inside.state.health, inside.state.resident) == ((8, 10), A)
    again = inside.then(*final(B, "1122HH"), *final(A, "12HHHA"))
    assert again.state.health == (8, 9)


def test_health_stays_between_none_and_ten_k_07() -> None:
    assert position((9, 10)).then(*final(A, "HHHHHH")).state.health == (10, 10)
    hit = position((10, 3, 10), resident=A).then(*final(A, "1AAAAA"))
    assert hit.told(Hit) == [Hit(A, target=B, damage=3, health=0), Hit(A, target=C, damage=5, health=5)]


def test_a_healing_of_nothing_is_told_and_no_h_is_not_k_07() -> None:
    assert position((10, 10)).then(*final(A, "1122HP")).told(Healed) == [Healed(A, amount=0, health=10)]
    assert position((10, 10)).then(*final(A, "1122PP")).told(Healed) == []


@pytest.mark.parametrize("dice", ["1122HA", "AAAAAA"])
def test_an_empty_town_must_be_claimed_and_more_as_do_nothing_k_08(dice: str) -> None:
    after = position((10, 10)).then(*final(A, dice))
    assert (after.state.resident, after.state.points, after.state.health) == (A, (1, 0), (10, 10))


def test_without_an_a_nobody_claims_k_08() -> None:
    assert position((10, 10)).then(*final(A, "1122HP")).state.resident is None


def test_the_attacked_resident_decides_after_the_damage_k_09() -> None:
    asked = position((10, 10), resident=B).then(*final(A, "111AAP"))
    assert asked.events[-1] == Hit(A, target=B, damage=2, health=8)
    assert asked.due == {B}
    assert asked.state.points == (0, 0)
    with pytest.raises(NotYourTurn):
        asked.then((A, Stay()))


def test_the_attacker_takes_the_place_of_a_resident_who_leaves_k_09() -> None:
    asked = position((10, 10), resident=B).then(*final(A, "111AAP"))
    left = asked.then((B, Leave()))
    assert left.events[len(asked.events) :][:2] == (MovedOut(B), Claimed(A))
    assert (left.state.resident, left.state.points, left.state.tokens) == (A, (2, 0), (1, 0))
    stayed = asked.then((B, Stay()))
    assert stayed.events[len(asked.events)] == Stayed(B)
    assert (stayed.state.resident, stayed.state.points, stayed.state.tokens) == (B, (1, 0), (1, 0))


def test_an_attacker_who_kills_the_resident_claims_at_once_k_10() -> None:
    after = position((10, 2, 10), resident=B).then(*final(A, "1122AA"))
    assert after.told(Claimed) == [Claimed(A)]
    assert (after.state.resident, after.state.points, after.state.phase) == (A, (1, 0, 0), Throwing(C))


def test_a_killed_resident_may_leave_the_town_empty_by_option_k_10() -> None:
    options = Options(resident_killed="becomes_empty")
    after = position((10, 2, 10), resident=B, options=options).then(*final(A, "1122AA"))
    assert (after.told(Claimed), after.told(Emptied)) == ([], [Emptied()])
    assert (after.state.resident, after.state.points, after.state.phase) == (None, (0, 0, 0), Throwing(C))
    assert after.state.fallen == ((B,),)


def test_those_who_fall_together_share_a_place_k_11() -> None:
    end = position((10, 2, 9, 1), points=(0, 9, 0, 3), resident=A).then(*final(A, "1122AA"))
    assert end.told(Eliminated) == [Eliminated((B, D), remaining=2)]
    assert end.state.fallen == ((B, D),)
    assert end.then(leaves(C)).over == Over(scores=(2, 9, 0, 3), places=(1, 3, 2, 3))


def test_the_last_survivor_wins_whatever_the_points_k_12() -> None:
    end = position((10, 1), points=(0, 14), resident=B).then(*final(A, "1122HA"))
    assert end.told(LastStanding) == [LastStanding(A)]
    assert end.over == Over(scores=(1, 14), places=(1, 2))


def test_points_are_booked_before_eliminations_and_the_threshold_is_tested_after_k_13() -> None:
    end = position((10, 1, 10), points=(14, 0, 0), resident=B).then(*final(A, "1122HA"))
    assert end.events[-3:] == (Scored(A, 1, 1, total=15), Eliminated((B,), remaining=2), Crowned(A, points=15))
    assert end.over == Over(scores=(15, 0, 0), places=(1, 3, 2))


def test_tokens_are_traded_once_a_turn_by_themselves_and_the_rest_is_kept_k_14() -> None:
    after = position((10, 10), tokens=(7, 0)).then(*final(A, "PPPPPP"))
    assert (after.told(Saved), after.told(Traded)) == ([Saved(A, gained=6, tokens=13)], [Traded(A, tokens=3)])
    assert (after.state.tokens, after.state.points) == ((3, 0), (1, 0))
    short = position((10, 10), tokens=(7, 0)).then(*final(A, "1122PP"))
    assert (short.told(Traded), short.state.tokens) == ([], (9, 0))


def test_two_sets_both_score_k_15() -> None:
    assert position((10, 10)).then(*final(A, "131313")).told(Scored) == [Scored(A, points=4, town=0, total=4)]


def test_six_of_a_kind_k_16() -> None:
    assert [points_for(faces(face * 6)) for face in "123HAP"] == [4, 5, 6, 0, 0, 0]


def test_a_resident_hurts_all_living_others_and_nobody_is_asked_k_17() -> None:
    after = position((10, 0, 10, 4), resident=A).then(*final(A, "1122AA"))
    assert after.told(Hit) == [Hit(A, C, 2, 8), Hit(A, D, 2, 2)]
    assert after.state.phase == Throwing(C)


def test_a_resident_who_left_comes_back_only_by_a_claim_k_18() -> None:
    out = position((10, 10), points=(0, 5), resident=B).then(*final(A, "1122HA"), (B, Leave()))
    assert (out.state.points, out.state.resident) == ((1, 5), A)
    still_out = out.then(*final(B, "1122HP"))
    assert (still_out.state.points, still_out.state.resident) == ((1, 5), A)
    back = out.then(*final(B, "1122HA"), (A, Leave()))
    assert (back.state.points, back.state.resident) == ((1, 6), B)


@pytest.mark.parametrize(("before", "phase"), [(11, Throwing(B)), (12, Won(A)), (13, Won(A))])
def test_the_threshold_is_reached_exactly_or_passed_k_19(before: int, phase: KingPhase) -> None:
    assert position((10, 10), points=(before, 0)).then(*final(A, "333HHP")).state.phase == phase


def test_when_the_game_is_over_nothing_more_is_played_k_19() -> None:
    end = position((10, 10), points=(14, 0)).then(*final(A, "333HHP"))
    with pytest.raises(GameOver):
        end.then(throws("123HAP"))


# Leaving


def own_turn() -> dict[str, Played]:
    """A is up, in every phase that a turn has before the dice count."""
    throwing = position((8, 10, 10), tokens=(9, 0, 0))
    choosing = throwing.then(throws("111HAP"))
    return {"throwing": throwing, "choosing": choosing, "rerolling": choosing.then((A, Reroll((0, 1))))}


@pytest.mark.parametrize("phase", own_turn())
def test_a_leavers_own_turn_ends_without_effect_k_20(phase: str) -> None:
    after = own_turn()[phase].then(leaves(A))
    assert after.events[-2:] == (Left(A), TurnBegan(B, health=10, points=0, tokens=0, inside=False))
    assert (after.state.health, after.state.points, after.state.tokens) == ((0, 10, 10), (0, 0, 0), (9, 0, 0))
    assert (after.state.resident, after.state.fallen, after.state.phase) == (None, ((A,),), Throwing(B))


@pytest.mark.parametrize("phase", own_turn())
def test_the_turn_goes_on_when_another_player_leaves_k_20(phase: str) -> None:
    before = own_turn()[phase]
    after = before.then(leaves(C))
    assert after.state.phase == before.state.phase
    assert after.state.fallen == ((C,),)


@pytest.mark.parametrize("phase", own_turn())
def test_the_last_one_left_wins_in_any_phase_k_20(phase: str) -> None:
    end = own_turn()[phase].then(leaves(C), leaves(B))
    assert end.told(LastStanding) == [LastStanding(A)]
    assert end.over == Over(scores=(0, 0, 0), places=(1, 2, 3))


def test_a_leaving_resident_empties_the_town_k_20() -> None:
    after = position((10, 10, 10), resident=A).then(leaves(A))
    assert (after.told(Emptied), after.state.resident) == ([Emptied()], None)


def test_leaving_twice_changes_nothing_k_20() -> None:
    after = position((10, 10, 10)).then(leaves(C))
    assert King(3).withdraw(after.state, C) == Step(after.state, ())


def test_before_the_draw_a_leaver_is_out_of_it_k_20() -> None:
    after = begin(King(3)).then(leaves(B))
    assert (after.state.phase, after.chance.source) == (Opening(), OneOf((A, C)))
    assert after.then(leaves(C)).over == Over(scores=(0, 0, 0), places=(1, 3, 2))


def asked() -> Played:
    """B, the resident, has been hit by A, who also holds three 1s, and is asked."""
    return position((8, 10, 10), tokens=(9, 0, 0), resident=B).then(*final(A, "111HAP"))


def test_the_first_option_is_what_a_time_out_plays_k_21() -> None:
    assert own_turn()["choosing"].options(A)[0] == Keep()
    assert asked().options(B) == (Stay(), Leave())


def test_after_two_hundred_turns_each_points_then_health_decide_k_22() -> None:
    last = position((10, 9, 10, 9, 3), points=(3, 4, 2, 4, 4), turns=(200, 200, 200, 200, 199), resident=E, up=D).then(
        leaves(C)
    )
    assert last.then(*final(D, "1122HP")).state.phase == Throwing(E)
    end = last.then(*final(D, "1122HP"), *final(E, "1122PP"))
    assert end.state.phase == WornOut()
    assert end.told(TurnsUsedUp) == [TurnsUsedUp(turns=200, winners=(E,))]
    assert end.over == Over(scores=(3, 4, 2, 4, 6), places=(4, 3, 5, 2, 1))


def test_who_is_equal_in_points_and_health_after_two_hundred_turns_shares_a_place_k_22() -> None:
    end = position((7, 7), points=(5, 5), turns=(200, 200)).then(*final(A, "1122PP"))
    assert end.told(TurnsUsedUp) == [TurnsUsedUp(turns=200, winners=(A, B))]
    assert end.over.places == (1, 1)


def test_a_turn_is_counted_when_it_begins_k_22() -> None:
    after = begin(King(2)).then(drawn(B), *final(B, "1122PP"))
    assert after.state.turns == (1, 1)


def test_everything_is_public_k_23() -> None:
    state = sample(Stay()).state
    for seat in (None, A, B):
        assert King(4).view(state, seat).table.board == state


def test_survivors_rank_by_points_and_the_fallen_by_when_they_fell_k_24() -> None:
    state = State((0, 4, 0, 9, 0, 4), (9, 15, 9, 2, 0, 2), (0,) * 6, (5,) * 6, None, ((C,), (A, E)), Won(B))
    assert King(6).pending(state) == Over(scores=(9, 15, 9, 2, 0, 2), places=(4, 1, 6, 2, 4, 2))


def test_six_fair_dice_with_six_faces_k_25() -> None:
    assert position((10, 10)).chance.source == Dice((6,) * 6)
    assert faces("123HAP") == (1, 2, 3, 4, 5, 6)


def test_a_resident_who_leaves_the_game_instead_of_answering_leaves_the_town_empty_k_26() -> None:
    after = asked().then(leaves(B))
    assert (after.told(Claimed), after.told(Emptied), after.state.resident) == ([], [Emptied()], None)
    assert (after.state.points, after.state.tokens) == ((2, 0, 0), (0, 0, 0))
    assert after.state.phase == Throwing(C)


def test_the_last_resident_to_leave_hands_over_the_game_after_the_points_are_booked_k_26() -> None:
    end = asked().then(leaves(C), leaves(B))
    assert end.events[-2:] == (Scored(A, points=2, town=0, total=2), LastStanding(A))
    assert end.over == Over(scores=(2, 0, 0), places=(1, 2, 3))


def test_an_attacker_who_leaves_while_the_resident_thinks_books_nothing_but_the_damage_stands_k_27() -> None:
    after = asked().then(leaves(A))
    assert (after.state.health, after.state.points, after.state.resident) == ((0, 9, 10), (0, 0, 0), B)
    assert after.told(Saved) == []
    assert after.state.phase == Throwing(B)


def test_a_bystander_who_leaves_does_not_answer_the_question_k_27() -> None:
    assert asked().then(leaves(C)).state.phase == Deciding(A, B, faces("111HAP"))


def test_a_town_left_empty_in_the_middle_of_a_turn_is_claimed_by_that_turns_as_k_28() -> None:
    after = position((10, 10, 10), resident=B).then(throws("1122HA"), leaves(B), (A, Keep()))
    assert (after.state.resident, after.state.points) == (A, (1, 0, 0))


def test_a_leaver_keeps_points_on_the_sheet_but_falls_like_any_other_k_29() -> None:
    end = position((10, 10, 10), points=(1, 12, 0)).then(leaves(B), leaves(C))
    assert end.over == Over(scores=(1, 12, 0), places=(1, 3, 2))


def test_health_breaks_ties_only_when_the_turns_are_used_up_k_30() -> None:
    end = position((10, 3, 8), points=(14, 4, 4)).then(*final(A, "1122HA"))
    assert end.over.places == (1, 2, 2)


# Properties


def active(phase: KingPhase) -> Seat | None:
    match phase:
        case Throwing(seat) | Choosing(seat) | Rerolling(seat) | Deciding(seat):
            return seat
        case _:
            return None


@pytest.mark.parametrize("seats", range(2, 9))
def test_what_is_always_true(seats: int) -> None:
    for seed in range(20):
        for stand in walk(LISTING.new(seats, {"threshold": 5 + 5 * (seed % 5)}), Random(seed), leaving=seed % 2 / 50):
            state: State = stand.state
            assert all(0 <= health <= 10 for health in state.health)
            assert all(0 <= tokens <= 9 for tokens in state.tokens)
            assert state.resident is None or state.health[state.resident] > 0
            out = [seat for group in state.fallen for seat in group]
            assert sorted(out) == [seat for seat in range(seats) if not state.health[seat]]


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_winner_is_the_active_player_k_12(seats: int) -> None:
    for seed in range(30):
        *_, last, end = walk(LISTING.new(seats), Random(seed))
        assert isinstance(end.state.phase, Won)
        assert end.state.phase.seat == active(last.state.phase)
        assert isinstance(end.pending, Over)
        assert [seat for seat, place in enumerate(end.pending.places) if place == 1] == [end.state.phase.seat]


@pytest.mark.parametrize("seats", [2, 5])
def test_only_the_active_player_gains_points_and_never_loses_health_k_12_k_13(seats: int) -> None:
    for seed in range(20):
        for before, after in pairwise(walk(LISTING.new(seats), Random(seed))):
            seat = active(before.state.phase)
            for other in range(seats):
                assert after.state.points[other] - before.state.points[other] >= 0
                if other != seat:
                    assert after.state.points[other] == before.state.points[other]
                else:
                    assert after.state.health[other] >= before.state.health[other]


def test_nobody_scores_for_two_hundred_turns_and_the_game_still_ends_k_22() -> None:
    game = King(2)
    after = begin(game).then(drawn(A))
    for _ in range(200):
        after = Played(game, after.state).then(*final(A, "1122HH"), *final(B, "1122HH"))
    assert after.over.places == (1, 1)


def test_twenty_six_can_play_k_02() -> None:
    game = LISTING.new(26)
    for seed in range(4):
        rng = Random(seed)
        stands = list(walk(game, rng, leaving=seed % 2 / 100))
        assert isinstance(stands[-1].pending, Over)
        for stand in rng.sample(stands, 5):
            laws.questions_are_well_formed(game, stand)
            laws.all_survives_encoding(LISTING, game, stand)
        laws.leaving_is_always_legal(LISTING, game, rng.choice(stands), rng)
        laws.the_record_replays(LISTING, game, stands)


# Faults


def test_dice_that_cannot_fall_are_refused() -> None:
    start = position((10, 10))
    for dice in ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7), (0, 1, 2, 3, 4, 5)):
        with pytest.raises(NotAnOption):
            start.then(rolled(*dice))
    again = start.then(throws("123HAP"), (A, Reroll((0, 1))))
    with pytest.raises(NotAnOption):
        again.then(throws("123"))


def test_a_move_of_another_phase_is_refused() -> None:
    with pytest.raises(NotAnOption):
        own_turn()["choosing"].then((A, Stay()))
    with pytest.raises(NotAnOption):
        asked().then((B, Keep()))


def test_king_has_a_length_of_its_own_and_cannot_be_stopped() -> None:
    with pytest.raises(NotAnOption):
        position((10, 10)).then(stop())
