"""Bluff against its sheet, its rulings and its vectors."""

from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest

from dicehall.rules.bluff import (
    LISTING,
    Accept,
    Answering,
    Believed,
    Bluff,
    BluffCalled,
    Board,
    CallBluff,
    Claim,
    Claiming,
    ClaimVoid,
    Dealing,
    DeclineImmunity,
    EliminationBegan,
    Finished,
    Gained,
    Immunity,
    ImmunityPlayed,
    Leading,
    Lost,
    NoBluff,
    Options,
    PlayImmunity,
    RoundBegan,
    Secret,
    SharedWin,
    Shown,
    Shuffling,
    State,
    StillTied,
    Tiebreak,
    Tied,
    WasBluff,
    Won,
)
from dicehall.rules.chance import Dice, OneOf, Rolled, Shuffle
from dicehall.rules.errors import BadOptions, NotAnOption, NotYourTurn
from dicehall.rules.kernel import Chance, Over, play
from dicehall.rules.values import TABLE, Left, Move, Stop
from tests.kit import laws
from tests.kit.play import A, B, C, D, Played, begin, drawn, leaves, rolled, shuffled, stop
from tests.kit.walk import Stand, table, walk

CALL, ACCEPT, CARD, NO_CARD = CallBluff(), Accept(), PlayImmunity(), DeclineImmunity()
TEN, EIGHT, FOURTEEN = (4, 3, 3), (2, 1, 5), (6, 4, 4)


def claims(seat: int, total: int) -> tuple[int, Move]:
    return seat, Claim(total)


def dealt(seats: int = 3, **options: Any) -> Played:
    """The start of the vectors: the order is that of the seats, A leads, A has 10, B 8, C 14 (and D 3)."""
    faces = (*TEN, *EIGHT, *FOURTEEN, 1, 1, 1)[: 3 * seats]
    return begin(LISTING.new(seats, options)).then(shuffled(*range(seats)), drawn(A), rolled(*faces))


def second_claim(**options: Any) -> Played:
    """G-V1: A claims 10, which is true, and B claims 11, which is not."""
    return dealt(**options).then(claims(A, 10), claims(B, 11))


def caught(**options: Any) -> Played:
    """C has called the bluff of B, who may play the card."""
    return second_claim(**options).then((C, CALL))


def level_round(*order: int, total: int = 10, lots: int | None = None) -> list[tuple[Any, Move]]:
    """A round of one lap in which everyone claims the same and is believed; `lots` is who is drawn to lead."""
    draw = [] if lots is None else [drawn(lots)]
    return [
        shuffled(*order),
        *draw,
        rolled(*(1, 1, 1) * len(order)),
        *(claims(seat, total) for seat in order),
        (order[0], ACCEPT),
    ]


def board(after: Played) -> Any:
    return after.state.board


def secret(after: Played, seat: int) -> Any:
    mine = after.game.view(after.state, seat).mine
    assert mine is not None
    return mine.secret


# The vectors


def test_a_claim_is_accepted_by_the_next_one_g_v1() -> None:
    after = second_claim()
    assert board(after).scores == (10, 0, 0)
    assert isinstance(board(after).phase, Answering)
    assert (board(after).phase.claimant, board(after).phase.total) == (B, 11)
    assert after.due == {C}


def test_a_right_accusation_g_v2() -> None:
    after = caught().then((B, NO_CARD))
    assert board(after).scores == (10, 0, 11)
    assert board(after).cards == (True, True, True)
    assert after.then(shuffled(A, B, C)).told(RoundBegan)[-1] == RoundBegan(2, leader=C, score=11, order=(C, A, B))


def test_a_right_accusation_answered_with_the_card_g_v3() -> None:
    after = caught().then((B, CARD))
    assert board(after).scores == (10, 0, 0)
    assert board(after).cards == (True, False, True)
    assert after.told(ImmunityPlayed) == [ImmunityPlayed(B)]
    assert after.then(shuffled(C, B, A)).told(RoundBegan)[-1].leader == A


def test_a_wrong_accusation_g_v4() -> None:
    after = dealt().then(claims(A, 10), (B, CALL))
    assert board(after).scores == (15, 0, 0)
    assert (board(after).round, board(after).phase) == (2, Shuffling())
    assert after.told(NoBluff) == [NoBluff(A, 10)]


def test_an_odd_claim_g_v5() -> None:
    after = begin(Bluff(3)).then(shuffled(A, B, C), drawn(A), rolled(4, 4, 3, *EIGHT, *FOURTEEN))
    assert board(after.then(claims(A, 11), (B, CALL))).scores == (16, 0, 0)


def test_the_claimant_cannot_fall_below_zero_and_the_accuser_gains_all_g_v7() -> None:
    after = dealt().then(claims(A, 5), claims(B, 8), claims(C, 14), claims(A, 12), (B, CALL), (A, NO_CARD))
    assert after.told(Lost) == [Lost(A, points=5, score=0)]
    assert after.told(Gained) == [Gained(B, points=12, score=20)]


def test_the_accuser_cannot_fall_below_zero_and_the_claimant_gains_all_g_v7() -> None:
    twelve = begin(Bluff(3)).then(shuffled(A, B, C), drawn(A), rolled(4, 4, 4, *EIGHT, *FOURTEEN))
    after = twelve.then(claims(A, 9), claims(B, 4), claims(C, 14), claims(A, 12), (B, CALL))
    assert after.told(Lost) == [Lost(B, points=4, score=0)]
    assert after.told(Gained) == [Gained(A, points=18, score=27)]


@pytest.mark.parametrize("total", [2, 19])
def test_claims_below_3_and_above_18_are_refused_g_v8(total: int) -> None:
    with pytest.raises(NotAnOption, match=r"allowed: claim 3\.\.18"):
        dealt().then(claims(A, total))
    with pytest.raises(NotAnOption, match=r"allowed: call_bluff; claim 3\.\.18"):
        dealt().then(claims(A, 10), claims(B, total))


def test_rising_claims_must_rise_g_v8() -> None:
    after = dealt(claims="rising").then(claims(A, 11))
    with pytest.raises(NotAnOption, match=r"claim 12\.\.18"):
        after.then(claims(B, 11))
    assert after.then(claims(B, 12)).due == {C}
    assert after.then(claims(B, 18)).options(C) == (CALL,)


def test_the_leader_cannot_open_with_a_call_and_only_the_next_one_answers_g_v8() -> None:
    with pytest.raises(NotAnOption):
        dealt().then((A, CALL))
    claimed = dealt().then(claims(A, 10))
    for move in (CALL, Claim(9)):
        with pytest.raises(NotYourTurn):
            claimed.then((C, move))
        claimed.then((B, move))


@pytest.mark.parametrize(
    ("faces", "gain"),
    [((1, 1, 1), 4), ((1, 1, 2), 6), ((1, 2, 2), 7), ((2, 2, 3), 10), (TEN, 15), ((5, 6, 6), 25), ((6, 6, 6), 27)],
)
def test_half_as_much_again_by_integer_division_g_v12(faces: tuple[int, ...], gain: int) -> None:
    after = begin(Bluff(2)).then(shuffled(A, B), drawn(A), rolled(*faces, 1, 1, 1), claims(A, sum(faces)), (B, CALL))
    assert board(after).scores == (gain, 0)


# The rulings


def test_free_claims_may_be_anything_at_any_time_g_01() -> None:
    after = dealt().then(claims(A, 18))
    assert after.options(B) == (CALL, *(Claim(total) for total in range(3, 19)))
    assert after.then(claims(B, 3)).due == {C}


@pytest.mark.parametrize("laps", range(1, 11))
def test_after_the_last_lap_the_last_claim_is_accepted_or_called_g_01(laps: int) -> None:
    after = dealt(laps=laps)
    for lap in range(laps):
        for seat in (A, B, C):
            assert Claim(3) in after.options(seat), lap
            after = after.then(claims(seat, 10))
    assert after.options(A) == (CALL, ACCEPT)
    for answer in ((A, ACCEPT), (A, CALL)):
        ended = after.then(answer)
        if isinstance(board(ended).phase, Immunity):
            ended = ended.then((C, CARD))
        assert (board(ended).round, board(ended).phase) == (2, Shuffling())
    assert board(after.then((A, ACCEPT))).scores == (10 * laps,) * 3


@pytest.mark.parametrize("least", [1, 2, 3])
def test_the_least_claim_g_02(least: int) -> None:
    after = dealt(min_claim=least)
    every = tuple(Claim(total) for total in range(least, 19))
    assert after.options(A) == every
    assert after.then(claims(A, 9)).options(B) == (CALL, *every)
    rising = dealt(min_claim=least, claims="rising")
    assert rising.options(A) == every
    assert rising.then(claims(A, least)).options(B) == (CALL, *every[1:])


@pytest.mark.parametrize(
    ("rule", "total", "is_bluff"),
    [
        ("not_equal", 9, True),
        ("not_equal", 10, False),
        ("not_equal", 11, True),
        ("over_only", 9, False),
        ("over_only", 10, False),
        ("over_only", 11, True),
    ],
)
def test_what_is_a_bluff_g_03(rule: str, total: int, is_bluff: bool) -> None:
    after = dealt(bluff=rule).then(claims(A, total), (B, CALL))
    assert bool(after.told(WasBluff)) == is_bluff
    assert bool(after.told(NoBluff)) != is_bluff
    if not is_bluff:
        assert board(after).scores == (total * 3 // 2, 0, 0)


def test_only_the_next_player_in_the_order_may_call_g_04() -> None:
    after = begin(Bluff(3)).then(shuffled(C, A, B), drawn(A), rolled(*TEN, *EIGHT, *FOURTEEN), claims(A, 10))
    assert after.due == {B}
    assert after.options(C) == ()
    assert after.then(claims(B, 8)).due == {C}


def test_to_claim_is_to_decline_g_05() -> None:
    after = dealt().then(claims(A, 10), claims(B, 8))
    assert after.told(Believed) == [Believed(B, claimant=A, points=10, score=10)]
    assert not after.told(BluffCalled)


def test_a_claim_scores_only_when_it_is_believed_g_06() -> None:
    claimed = dealt().then(claims(A, 10))
    assert board(claimed).scores == (0, 0, 0)
    assert board(claimed.then(claims(B, 8))).scores == (10, 0, 0)
    assert board(claimed.then((B, CALL))).scores == (15, 0, 0)


def test_three_halves_of_eleven_is_sixteen_g_07() -> None:
    eleven = begin(Bluff(2)).then(shuffled(A, B), drawn(B), rolled(*TEN, 5, 5, 1), claims(B, 11))
    assert board(eleven.then((A, CALL))).scores == (0, 16)


def test_the_winner_of_an_accusation_gains_in_full_whatever_the_loser_had_g_08() -> None:
    after = caught(immunity=False)
    assert after.told(Lost) == [Lost(B, points=0, score=0)]
    assert after.told(Gained) == [Gained(C, points=11, score=11)]


def test_a_loss_is_paid_from_the_score_as_far_as_it_goes_g_08() -> None:
    after = dealt().then(claims(A, 14), claims(B, 8), claims(C, 14), claims(A, 4), (B, CALL), (A, NO_CARD))
    assert board(after).scores == (10, 12, 14)


def test_a_wrong_accusation_costs_the_claim_and_no_more_g_08() -> None:
    after = dealt().then(claims(A, 9), claims(B, 18), claims(C, 14), claims(A, 10), (B, CALL))
    assert board(after).scores == (24, 8, 14)


def test_the_leader_has_the_highest_score_g_09() -> None:
    after = dealt(games_won=[0, 0, 0]).then(claims(A, 3), claims(B, 15), claims(C, 14), (A, CALL))
    assert board(after).scores == (0, 15, 21)
    assert board(after.then(shuffled(A, B, C))).leader == C


def test_career_wins_settle_a_tie_for_the_lead_g_09() -> None:
    wins = begin(LISTING.new(3, {"games_won": [2, 5, 1]})).then(shuffled(A, C, B))
    assert board(wins).phase == Dealing((B, A, C))
    assert board(wins).leader == B


def test_the_lot_settles_what_career_wins_leave_tied_g_09() -> None:
    tied = begin(LISTING.new(3, {"games_won": [5, 1, 5]})).then(shuffled(B, C, A))
    assert tied.chance == Chance(OneOf((A, C)))
    assert board(tied.then(drawn(C))).phase == Dealing((C, A, B))
    assert begin(Bluff(3)).then(shuffled(C, B, A)).chance == Chance(OneOf((A, B, C)))


def test_career_wins_do_not_beat_a_higher_score_g_09() -> None:
    opened = begin(LISTING.new(2, {"games_won": [0, 9]})).then(shuffled(A, B), rolled(*TEN, *EIGHT))
    assert board(opened).leader == B
    after = opened.then(claims(B, 3), claims(A, 10), (B, CALL), shuffled(B, A))
    assert board(after).scores == (15, 0)
    assert board(after).leader == A


def test_an_old_leader_who_is_tied_stays_leader_g_10() -> None:
    after = begin(Bluff(3, Options(laps=1))).then(*level_round(B, C, A, lots=B), shuffled(C, A, B))
    assert board(after).scores == (10, 10, 10)
    assert board(after).phase == Dealing((B, C, A))


def test_an_old_leader_with_fewer_wins_does_not_stay_leader_g_10() -> None:
    game = LISTING.new(2, {"laps": 1, "games_won": [1, 0]})
    first = begin(game).then(shuffled(A, B), rolled(*TEN, *EIGHT), claims(A, 3), claims(B, 10), (A, ACCEPT))
    second = first.then(shuffled(A, B), rolled(*TEN, *EIGHT), claims(B, 3), claims(A, 10), (B, ACCEPT))
    assert board(second).scores == (13, 13)
    assert board(second).leader == B
    assert board(second.then(shuffled(A, B))).leader == A


def test_a_new_tie_without_the_old_leader_is_drawn_g_10() -> None:
    after = dealt(laps=1).then(claims(A, 3), claims(B, 14), claims(C, 14), (A, ACCEPT), shuffled(A, B, C))
    assert board(after).scores == (3, 14, 14)
    assert after.chance == Chance(OneOf((B, C)))


def test_the_order_is_turned_until_the_leader_is_first_g_11() -> None:
    after = begin(Bluff(4)).then(shuffled(D, B, A, C), drawn(A))
    assert after.told(RoundBegan) == [RoundBegan(1, leader=A, score=0, order=(A, C, D, B))]
    assert board(after).phase == Dealing((A, C, D, B))


def test_two_players_alternate_g_11() -> None:
    after = begin(Bluff(2)).then(shuffled(A, B), drawn(B), rolled(*TEN, *EIGHT))
    for seat in (B, A, B, A, B, A):
        assert after.due == {seat}
        after = after.then(claims(seat, 9))


def test_the_dice_are_kept_for_the_round_and_new_in_the_next_g_12() -> None:
    after = second_claim().then(claims(C, 14), claims(A, 10))
    assert after.state.dice == (TEN, EIGHT, FOURTEEN)
    ended = after.then((B, CALL))
    assert ended.state.dice == (None, None, None)
    again = ended.then(shuffled(A, B, C), rolled(1, 1, 1, 2, 2, 2, 3, 3, 3))
    assert again.state.dice == ((1, 1, 1), (2, 2, 2), (3, 3, 3))


def test_dice_are_dealt_in_the_order_of_the_seats_whatever_the_order_of_play_g_12() -> None:
    after = begin(Bluff(3)).then(shuffled(C, B, A), drawn(B))
    assert after.chance == Chance(Dice((6,) * 9), thrower=None)
    assert after.then(rolled(*TEN, *EIGHT, *FOURTEEN)).state.dice == (TEN, EIGHT, FOURTEEN)


def test_the_leader_cannot_call_a_bluff_first_g_13() -> None:
    assert CALL not in dealt().options(A)
    assert CALL not in dealt(claims="rising").options(A)


def test_immunity_is_asked_for_once_and_in_public_after_a_right_accusation_g_14() -> None:
    after = caught()
    assert after.due == {B}
    assert after.options(B) == (NO_CARD, CARD)
    assert board(after).phase == Immunity(B, accuser=C, total=11, dice=EIGHT)
    for answer in (CARD, NO_CARD):
        assert board(after.then((B, answer))).phase == Shuffling()


def test_there_is_no_card_against_a_wrong_accusation_g_14() -> None:
    after = dealt().then(claims(A, 10), (B, CALL))
    assert board(after).phase == Shuffling()
    assert board(after).cards == (True, True, True)


def test_immunity_can_be_off_g_14() -> None:
    after = caught(immunity=False)
    assert board(after).cards == (False, False, False)
    assert board(after).scores == (10, 0, 11)
    assert board(after).phase == Shuffling()


def test_a_card_is_played_once_in_a_game_g_15() -> None:
    after = caught().then((B, CARD), shuffled(A, B, C), rolled(*TEN, *EIGHT, *FOURTEEN))
    again = after.then(claims(A, 10), claims(B, 11), (C, CALL))
    assert board(again).phase == Shuffling()
    assert board(again).scores == (20, 0, 11)


def test_cards_are_not_renewed_for_elimination_rounds_g_15() -> None:
    first = begin(LISTING.new(2, {"rounds": 1})).then(shuffled(A, B), drawn(A), rolled(*TEN, *EIGHT))
    extra = first.then(claims(A, 11), (B, CALL), (A, CARD), shuffled(A, B), rolled(*TEN, *EIGHT))
    assert board(extra).depth == (1, 1)
    assert board(extra).cards == (False, True)
    assert extra.then(claims(A, 11), (B, CALL)).over == Over(scores=(0, 11), places=(2, 1))


def test_the_card_saves_the_score_but_earns_nothing_g_16() -> None:
    after = dealt().then(claims(A, 10), claims(B, 8), claims(C, 14), claims(A, 12), (B, CALL), (A, CARD))
    assert board(after).scores == (10, 8, 14)


def three_of_four_tied() -> Played:
    """One round is over: A, B and C have 10, D has 3."""
    first = begin(LISTING.new(4, {"rounds": 1, "laps": 1})).then(shuffled(A, B, C, D), drawn(A), rolled(*(1,) * 12))
    return first.then(claims(A, 10), claims(B, 10), claims(C, 10), claims(D, 3), (A, ACCEPT))


def test_only_the_tied_play_an_elimination_round_g_17() -> None:
    after = three_of_four_tied()
    assert after.told(Tied) == [Tied((A, B, C), score=10)]
    assert after.chance == Chance(Shuffle((A, B, C)))
    begun = after.then(shuffled(C, B, A))
    assert begun.told(EliminationBegan) == [EliminationBegan(1, leader=A, score=10, order=(A, C, B))]
    assert begun.chance == Chance(Dice((6,) * 9))
    assert begun.then(rolled(*(1,) * 9)).state.dice[D] is None


def test_the_best_contender_may_fall_but_not_below_the_tied_score_g_17() -> None:
    extra = three_of_four_tied().then(shuffled(A, B, C), rolled(*TEN, *EIGHT, 1, 1, 1))
    ahead = extra.then(claims(A, 18), claims(B, 8), claims(C, 3))
    assert board(ahead).scores == (28, 18, 10, 3)
    assert ahead.then((A, CALL)).over == Over(scores=(25, 18, 14, 3), places=(1, 2, 3, 4))


def test_scores_are_carried_into_elimination_rounds_g_18() -> None:
    extra = three_of_four_tied().then(shuffled(A, B, C), rolled(*TEN, *EIGHT, *FOURTEEN))
    assert board(extra).scores == (10, 10, 10, 3)
    end = extra.then(claims(A, 10), (B, CALL))
    assert end.over == Over(scores=(25, 0, 10, 3), places=(1, 3, 2, 4))


def test_only_those_still_tied_go_on_g_19() -> None:
    extra = three_of_four_tied().then(shuffled(A, B, C), rolled(*TEN, *EIGHT, *FOURTEEN))
    second = extra.then(claims(A, 10), claims(B, 10), claims(C, 3), (A, ACCEPT))
    assert board(second).scores == (20, 20, 13, 3)
    assert second.chance == Chance(Shuffle((A, B)))
    assert board(second).depth == (2, 2, 1, 0)
    assert second.told(Tied)[-1] == Tied((A, B), score=20)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_after_the_last_elimination_round_the_winner_is_drawn_g_19(most: int) -> None:
    after = begin(LISTING.new(2, {"rounds": 1, "laps": 1, "elimination_rounds": most})).then(*level_round(A, B, lots=A))
    for elimination in range(1, most + 1):
        assert after.chance == Chance(Shuffle((A, B)))
        after = after.then(*level_round(A, B))
        assert after.told(EliminationBegan)[-1].elimination == elimination
    assert after.chance == Chance(OneOf((A, B)))
    assert after.told(StillTied) == [StillTied((A, B), score=10 * (most + 1))]
    end = after.then(drawn(B))
    assert end.told(Won) == [Won(B, score=10 * (most + 1))]
    assert end.over.places == (2, 1)


def test_only_those_tied_after_the_last_elimination_round_are_drawn_from_g_19() -> None:
    game = LISTING.new(3, {"rounds": 1, "laps": 1, "elimination_rounds": 1})
    after = begin(game).then(*level_round(A, B, C, lots=A), shuffled(A, B, C), rolled(*TEN, *EIGHT, *FOURTEEN))
    drawing = after.then(claims(A, 3), claims(B, 8), claims(C, 8), (A, ACCEPT))
    assert drawing.chance == Chance(OneOf((B, C)))
    assert drawing.then(drawn(C)).over == Over(scores=(13, 18, 18), places=(3, 2, 1))


def test_without_elimination_rounds_the_tied_share_the_win_g_19() -> None:
    game = LISTING.new(3, {"rounds": 1, "laps": 1, "elimination_rounds": 0})
    first = begin(game).then(shuffled(A, B, C), drawn(A), rolled(*(1,) * 9))
    end = first.then(claims(A, 10), claims(B, 3), claims(C, 10), (A, ACCEPT))
    assert end.told(SharedWin) == [SharedWin((A, C), score=10)]
    assert end.over == Over(scores=(10, 3, 10), places=(1, 3, 1))


@pytest.mark.parametrize("rounds", range(1, 6))
def test_the_game_ends_with_the_last_round_g_20(rounds: int) -> None:
    after = begin(LISTING.new(2, {"rounds": rounds}))
    for number in range(1, rounds + 1):
        assert board(after).round == number
        lots = [drawn(A)] if number == 1 else []
        after = after.then(shuffled(A, B), *lots, rolled(*TEN, *EIGHT), claims(A, 10), (B, CALL))
    assert after.over == Over(scores=(15 * rounds, 0), places=(1, 2))


def test_a_game_takes_two_to_seven_g_21() -> None:
    for seats in (1, 8):
        with pytest.raises(BadOptions, match="2 to 7 seats"):
            LISTING.new(seats)


def test_a_bluff_is_a_claim_like_any_other_g_23() -> None:
    honest, lying = (dealt().then(claims(A, total)) for total in (10, 11))
    assert set(dealt().options(A)) == {Claim(total) for total in range(3, 19)}
    assert honest.options(B) == lying.options(B)


def test_the_leader_is_found_after_the_bluff_is_settled_g_24() -> None:
    after = dealt().then(claims(A, 10), claims(B, 11), (C, CALL), (B, NO_CARD), shuffled(A, B, C))
    assert board(after).leader == C


def test_eighteen_must_be_called_when_claims_rise_and_may_be_declined_when_free_g_25() -> None:
    assert dealt(claims="rising").then(claims(A, 18)).options(B) == (CALL,)
    assert Claim(3) in dealt().then(claims(A, 18)).options(B)


def test_only_the_claimants_dice_are_shown_and_to_all_g_26() -> None:
    after = caught()
    assert after.told(Shown) == [Shown(B, EIGHT, total=8)]
    spectator = after.game.view(after.state, None)
    assert spectator.table.board.phase.dice == EIGHT
    assert spectator.mine is None
    assert {getattr(event, "seat", None) for event in after.events if event.reveals} == {B}


def test_everybody_sees_only_their_own_dice_g_26() -> None:
    after = dealt()
    for seat, dice in ((A, TEN), (B, EIGHT), (C, FOURTEEN)):
        assert secret(after, seat) == Secret(dice, sum(dice))
    between = after.then(claims(A, 10), (B, CALL))
    assert secret(between, A) is None


def test_the_first_options_depend_on_no_secret_g_28() -> None:
    assert dealt().options(A)[0] == Claim(3)
    assert dealt().then(claims(A, 10)).options(B)[0] == CALL
    assert dealt(claims="rising").then(claims(A, 10)).options(B)[0] == CALL
    assert caught().options(B)[0] == NO_CARD
    last = dealt(laps=1).then(claims(A, 10), claims(B, 8), claims(C, 14))
    assert last.options(A)[0] == CALL


def test_one_who_leaves_between_two_turns_is_removed_from_the_order_g_29() -> None:
    after = dealt().then(claims(A, 10), leaves(C), claims(B, 8))
    assert after.due == {A}
    assert after.state.dice == (TEN, EIGHT, None)


def test_the_claim_of_a_leaver_is_void_and_the_next_player_claims_g_29() -> None:
    after = second_claim().then(leaves(B))
    assert after.told(ClaimVoid) == [ClaimVoid(B, total=11)]
    assert board(after).scores == (10, 0, 0)
    assert after.due == {C}
    assert after.options(C) == tuple(Claim(total) for total in range(3, 19))
    assert board(after.then(claims(C, 14), (A, CALL))).scores == (0, 0, 21)


def test_when_the_one_who_answers_leaves_the_next_one_answers_g_29() -> None:
    after = second_claim().then(leaves(C))
    assert after.due == {A}
    assert board(after.then((A, CALL), (B, NO_CARD))).scores == (21, 0, 0)


def test_when_the_leader_leaves_before_a_claim_the_next_one_claims_g_29() -> None:
    after = dealt().then(leaves(A))
    assert after.due == {B}
    assert CALL not in after.options(B)


@pytest.mark.parametrize(
    "line",
    [
        [],
        [shuffled(A, B)],
        [shuffled(A, B), drawn(A)],
        [shuffled(A, B), drawn(A), rolled(*TEN, *EIGHT)],
        [shuffled(A, B), drawn(A), rolled(*TEN, *EIGHT), claims(A, 11)],
        [shuffled(A, B), drawn(A), rolled(*TEN, *EIGHT), claims(A, 11), (B, CALL)],
    ],
    ids=["shuffling", "leading", "dealing", "claiming", "answering", "immunity"],
)
@pytest.mark.parametrize("leaver", [A, B])
def test_the_last_one_left_wins_in_every_phase_g_29(line: list[tuple[Any, Move]], leaver: int) -> None:
    end = begin(Bluff(2)).then(*line, leaves(leaver))
    assert end.over == Over(scores=(0, 0), places=(2, 1) if leaver == A else (1, 2))
    assert end.told(Won) == [Won(1 - leaver, score=0)]


def test_a_claim_that_nobody_answered_is_never_in_the_scores_g_30() -> None:
    open_claims = 0
    for seed in range(100):
        for stand in walk(table(LISTING, seed), Random(seed)):
            phase = stand.state.board.phase
            if isinstance(phase, Answering) and stand.state.board.round == 1:
                booked = [sum(claimed) for claimed in phase.claims]
                booked[phase.claimant] -= phase.total
                assert stand.state.board.scores == tuple(booked)
                open_claims += 1
    assert open_claims >= 100


def test_bluff_has_a_length_of_its_own_and_cannot_be_stopped_g_30() -> None:
    with pytest.raises(NotAnOption):
        second_claim().then(stop())
    with pytest.raises(NotAnOption):
        play(Bluff(2), Bluff(2).start(), TABLE, Stop())


def test_places_go_by_depth_then_score_and_leavers_are_last_g_31() -> None:
    ended = Board(
        scores=(30, 40, 40, 10, 25, 90, 50),
        cards=(True,) * 7,
        left=(6, 5),
        round=3,
        depth=(1, 2, 2, 0, 0, 2, 0),
        players=(1, 2),
        leader=1,
        phase=Finished((2,)),
    )
    over = Bluff(7).pending(State(ended, (None,) * 7))
    assert over == Over(scores=ended.scores, places=(3, 2, 1, 5, 4, 6, 7))


def test_equal_scores_share_a_place_behind_the_winner_g_31() -> None:
    first = begin(LISTING.new(3, {"rounds": 1})).then(shuffled(A, B, C), drawn(A), rolled(*TEN, *EIGHT, *FOURTEEN))
    assert first.then(claims(A, 10), (B, CALL)).over == Over(scores=(15, 0, 0), places=(1, 2, 2))


# Rulings of our own


def test_laps_do_not_cap_rising_claims_which_end_by_themselves_g_32() -> None:
    after = begin(LISTING.new(2, {"claims": "rising", "laps": 1})).then(shuffled(A, B), drawn(A), rolled(*TEN, *EIGHT))
    for seat, total in [(A, 3), (B, 4), (A, 5), (B, 6), (A, 7), (B, 8)]:
        assert Accept() not in after.options(seat)
        after = after.then(claims(seat, total))
    assert Claim(9) in after.options(A)


def test_after_a_void_claim_rising_claims_go_on_above_those_that_were_believed_g_33() -> None:
    after = dealt(claims="rising").then(claims(A, 10), claims(B, 16), leaves(B))
    assert after.options(C) == tuple(Claim(total) for total in range(11, 19))
    assert after.then(claims(C, 12)).options(A) == (CALL, *(Claim(total) for total in range(13, 19)))
    opening = dealt(claims="rising").then(claims(A, 18), leaves(A))
    assert opening.options(B) == tuple(Claim(total) for total in range(3, 19))


def test_after_a_void_claim_any_free_claim_may_be_made_g_33() -> None:
    after = dealt().then(claims(A, 10), claims(B, 16), leaves(B))
    assert after.options(C) == tuple(Claim(total) for total in range(3, 19))


def test_laps_count_those_who_are_still_in_the_round_g_34() -> None:
    after = dealt(laps=1).then(claims(A, 10), claims(B, 8))
    assert after.options(C) != (CALL, ACCEPT)
    assert after.then(leaves(C)).options(A) == (CALL, ACCEPT)


def test_when_the_last_claim_of_all_is_void_the_next_player_claims_once_more_g_34() -> None:
    after = dealt(laps=1).then(claims(A, 10), claims(B, 8), claims(C, 14), leaves(C))
    assert after.options(A) == tuple(Claim(total) for total in range(3, 19))
    again = after.then(claims(A, 10))
    assert again.options(B) == (CALL, ACCEPT)
    assert board(again.then((B, ACCEPT))).scores == (20, 8, 0)


def test_who_leaves_before_the_shuffle_is_not_shuffled_g_35() -> None:
    after = begin(Bluff(3)).then(leaves(B))
    assert after.chance == Chance(Shuffle((A, C)))


def test_who_leaves_before_the_leader_is_drawn_is_not_drawn_g_35() -> None:
    after = begin(Bluff(4)).then(shuffled(D, C, B, A), leaves(C))
    assert board(after).phase == Leading((D, B, A), tied=(A, B, D))
    assert board(after.then(drawn(B))).phase == Dealing((B, A, D))


def test_a_draw_that_leaves_one_possibility_is_not_asked_for_g_35() -> None:
    tied = begin(LISTING.new(3, {"games_won": [5, 1, 5]})).then(shuffled(B, C, A), leaves(A))
    assert board(tied).phase == Dealing((C, B))
    assert tied.events == (Left(A), RoundBegan(1, leader=C, score=0, order=(C, B)))
    assert tied.chance == Chance(Dice((6,) * 6))


def test_when_the_leader_leaves_before_the_deal_the_next_in_the_order_begins_g_35() -> None:
    after = begin(Bluff(3)).then(shuffled(A, C, B), drawn(A), leaves(A))
    assert board(after).phase == Dealing((C, B))
    assert after.chance == Chance(Dice((6,) * 6))
    opened = after.then(rolled(*EIGHT, *FOURTEEN))
    assert opened.due == {C}
    assert opened.state.dice == (None, EIGHT, FOURTEEN)


def test_a_leader_who_has_left_does_not_stay_leader_g_35() -> None:
    after = dealt(laps=1).then(leaves(A), claims(B, 10), claims(C, 10), (B, ACCEPT), shuffled(C, B))
    assert after.chance == Chance(OneOf((B, C)))


def test_a_claimant_who_leaves_instead_of_answering_for_the_card_ends_the_round_g_36() -> None:
    after = caught().then(leaves(B))
    assert board(after).scores == (10, 0, 0)
    assert (board(after).round, board(after).phase) == (2, Shuffling())
    assert after.told(ClaimVoid) == [ClaimVoid(B, total=11)]
    assert after.state.dice == (None, None, None)


def test_an_accuser_who_leaves_before_the_card_is_settled_gains_nothing_g_37() -> None:
    lie = dealt().then(claims(A, 10), claims(B, 8), claims(C, 14), claims(A, 4), (B, CALL))
    after = lie.then(leaves(B))
    assert after.due == {A}
    assert after.options(A) == (NO_CARD, CARD)
    assert board(after.then((A, NO_CARD))).scores == (6, 8, 14)
    assert board(after.then((A, CARD))).scores == (10, 8, 14)


def test_who_only_watches_the_card_being_settled_may_leave_g_37() -> None:
    after = caught().then(leaves(A), (B, NO_CARD))
    assert board(after).scores == (10, 0, 11)
    assert after.chance == Chance(Shuffle((B, C)))


@pytest.mark.parametrize(
    ("steps", "phase"), [*enumerate([Shuffling, Leading, Dealing, Claiming, Answering, Immunity])], ids=str
)
def test_a_leaver_who_is_not_in_the_elimination_round_changes_nothing_else_g_38(steps: int, phase: type) -> None:
    line = [shuffled(B, A), drawn(B), rolled(*TEN, *EIGHT), claims(B, 9), (A, CALL)]
    start = Board((7, 7, 3, 3), (True,) * 4, (), 3, (1, 1, 0, 0), (A, B), C, Shuffling())
    after = Played(Bluff(4), State(start, (None,) * 4)).then(*line[:steps])
    assert isinstance(board(after).phase, phase)
    gone = after.then(leaves(D))
    assert board(gone).left == (D,)
    assert board(gone).phase == board(after).phase
    assert gone.state.dice == after.state.dice
    assert gone.game.pending(gone.state) == after.game.pending(after.state)
    assert gone.events == (*after.events, Left(D))


def test_the_only_one_left_in_an_elimination_round_wins_at_once_g_38() -> None:
    after = three_of_four_tied().then(shuffled(A, B, C), leaves(B))
    assert board(after).phase == Dealing((A, C))
    end = after.then(leaves(A))
    assert end.told(Won) == [Won(C, score=10)]
    assert end.over == Over(scores=(10, 10, 10, 3), places=(3, 4, 1, 2))


def test_who_leaves_before_the_winner_is_drawn_cannot_win_g_38() -> None:
    drawing = Board((9, 9, 9, 3), (False,) * 4, (), 3, (3, 3, 3, 0), (A, B, C), A, Tiebreak())
    after = Played(Bluff(4), State(drawing, (None,) * 4))
    assert after.then(leaves(B)).chance == Chance(OneOf((A, C)))
    assert after.then(leaves(D)).chance == Chance(OneOf((A, B, C)))
    end = after.then(leaves(B), leaves(C))
    assert end.over == Over(scores=(9, 9, 9, 3), places=(1, 4, 3, 2))


def test_career_wins_are_given_for_every_seat_or_for_none_g_39() -> None:
    for counts in ([1], [1, 2, 3, 4]):
        with pytest.raises(BadOptions, match=r"games_won cannot be \[1.*\]; allowed: a count for each of the 3 seats"):
            LISTING.new(3, {"games_won": counts})
    for wrong in ([1, -1, 0], ["2", 0, 0], 3):
        with pytest.raises(BadOptions, match="games_won cannot be"):
            LISTING.new(3, {"games_won": wrong})
    assert board(begin(LISTING.new(3, {"games_won": []}))) == board(begin(LISTING.new(3, {"games_won": [0, 0, 0]})))


def test_who_left_later_stands_better_g_40() -> None:
    end = begin(Bluff(4)).then(leaves(C), leaves(A), leaves(D))
    assert end.over == Over(scores=(0, 0, 0, 0), places=(3, 1, 4, 2))


# The options as they are offered


def test_the_options_are_those_of_the_rules_page() -> None:
    allowed = {choice.name: (choice.default, choice.allowed) for choice in LISTING.choices()}
    assert allowed == {
        "claims": ("free", "free, rising"),
        "laps": (3, "1..10"),
        "min_claim": (3, "1..3"),
        "bluff": ("not_equal", "not_equal, over_only"),
        "immunity": (True, "true, false"),
        "elimination_rounds": (3, "0..3"),
        "rounds": (3, "1..5"),
        "games_won": ((), "a list of numbers from 0 up"),
    }


def test_the_presets_are_standard_and_rising() -> None:
    assert LISTING.preset("standard").options == Options()
    assert LISTING.preset("rising").options == Options(claims="rising")


# What holds in every game


def games(leaving: float = 0.0) -> list[list[Stand]]:
    return [list(walk(table(LISTING, seed), Random(seed), leaving=leaving)) for seed in range(200)]


def test_no_score_is_ever_below_zero_and_every_change_is_told_g_08() -> None:
    for stands in games(leaving=0.02):
        for before, after in pairwise(stands):
            scores = list(before.state.board.scores)
            for event in before.events:
                match event:
                    case Believed(_, seat, points, score) | Gained(seat, points, score):
                        scores[seat] += points
                    case Lost(seat, points, score):
                        scores[seat] -= points
                    case _:
                        continue
                assert scores[seat] == score >= 0
            assert tuple(scores) == after.state.board.scores


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_a_round_of_free_claims_is_never_longer_than_its_laps_g_01(laps: int) -> None:
    longest = 0
    for seed in range(100):
        for stand in walk(LISTING.new(2 + seed % 6, {"laps": laps}), Random(seed)):
            phase = stand.state.board.phase
            if isinstance(phase, Claiming | Answering):
                made = [len(phase.claims[seat]) for seat in phase.circle]
                assert made == sorted(made)
                assert made[-1] - made[0] <= 1
                longest = max(longest, made[-1])
    assert longest == laps


def test_every_round_is_shuffled_led_and_dealt_in_that_order_as_in_a_record() -> None:
    wanted: dict[type, Any] = {Shuffling: (Leading, Dealing), Leading: (Dealing,), Dealing: (Claiming,)}
    seen = set()
    for stands in games():
        for before, after in pairwise(stands):
            phase, follower = before.state.board.phase, after.state.board.phase
            if type(phase) in wanted:
                seen.add((type(phase), type(follower)))
            dealt_now = isinstance(phase, Claiming | Answering | Immunity)
            assert [dice is not None for dice in before.state.dice] == [
                dealt_now and seat in before.state.board.players for seat in range(len(before.state.dice))
            ]
    assert seen == {(phase, follower) for phase, followers in wanted.items() for follower in followers}


def elimination(seats: int, depth: int) -> State:
    """Everybody but the last seat is tied, and the card of every other seat is gone."""
    tied = tuple(range(seats - 1))
    depths = tuple(depth if seat in tied else 0 for seat in range(seats))
    cards = tuple(seat % 2 == 0 for seat in range(seats))
    scores = tuple(9 if seat in tied else 4 for seat in range(seats))
    start = Board(scores, cards, (), 3, depths, tied, seats - 1, Shuffling())
    return State(start, (None,) * seats)


@pytest.mark.parametrize("seats", range(3, 8))
def test_elimination_rounds_keep_the_laws_of_the_kit_g_17_g_19(seats: int) -> None:
    game = LISTING.new(seats, {"laps": 1})
    for seed in range(60):
        rng = Random(seed)
        stands = list(walk(game, rng, elimination(seats, depth=1 + seed % 3), leaving=0.1 if seed % 2 else 0))
        for stand in stands:
            laws.questions_are_well_formed(game, stand)
            laws.all_survives_encoding(LISTING, game, stand)
            laws.imagination_fits_the_view(game, stand, rng)
            laws.leaving_is_always_legal(LISTING, game, stand, rng)
            assert seats - 1 not in stand.state.board.players
        laws.secrets_do_not_interfere(game, stands, rng)
        assert isinstance(stands[-1].pending, Over)
        assert stands[-1].pending.places.count(1) == 1


@pytest.mark.parametrize("leaving", [0, 0.05])
def test_a_contender_always_keeps_the_tied_score_so_no_outsider_can_overtake_g_17(leaving: float) -> None:
    for seed in range(600):
        seats, tied = 3 + seed % 5, 0
        game = LISTING.new(seats, {"laps": 1 + seed % 3})
        for stand in walk(game, Random(seed), elimination(seats, depth=1), leaving=leaving):
            now = stand.state.board
            best = max(now.scores[seat] for seat in now.players)
            if isinstance(now.phase, Shuffling):
                tied = best
            assert best >= tied
            assert all(now.scores[seat] < best for seat in range(seats) if seat not in (*now.players, *now.left))


def test_the_board_says_what_a_call_wins_and_costs_g_07_g_08() -> None:
    game = LISTING.new(3, {"immunity": False})
    start = begin(game).then(shuffled(A, B, C), drawn(A), rolled(*TEN, *EIGHT, *FOURTEEN))

    def stakes(after: Played) -> Any:
        return after.game.view(after.state, None).table.board.stakes

    assert stakes(start) is None
    claimed = start.then(claims(A, 9), claims(B, 8), claims(C, 11))
    assert board(claimed).scores == (9, 8, 0)
    assert (stakes(claimed).bluff, stakes(claimed).truth) == ((11, 0), (-9, 16))
    assert stakes(claimed.then((A, CALL))) is None


@pytest.mark.parametrize("bluff", ["not_equal", "over_only"])
def test_a_call_does_to_the_scores_what_the_board_has_said_g_06_g_07_g_08(bluff: str) -> None:
    seen = set()
    for seed in range(60):
        game = LISTING.new(2 + seed % 4, {"bluff": bluff, "immunity": seed % 2 == 0})
        for stand in walk(game, Random(seed)):
            phase = stand.state.board.phase
            if not isinstance(phase, Answering):
                continue
            accuser, claimant, before = phase.circle[0], phase.claimant, stand.state.board.scores
            called = game.apply(stand.state, accuser, CALL)
            if isinstance(called.state.board.phase, Immunity):
                called = game.apply(called.state, claimant, NO_CARD)
            after = called.state.board.scores
            was_true = after[claimant] > before[claimant]
            stakes = game.view(stand.state, None).table.board.stakes
            said = stakes.truth if was_true else stakes.bluff
            assert (after[accuser] - before[accuser], after[claimant] - before[claimant]) == said
            seen.add(was_true)
    assert seen == {True, False}


def test_imagined_dice_are_fair_and_those_seen_are_kept_g_26() -> None:
    after, rng = caught(), Random(1)
    view = after.game.view(after.state, C)
    seen = [after.game.imagine(view, C, rng) for _ in range(2000)]  # type: ignore[attr-defined]
    assert {state.dice[B] for state in seen} == {EIGHT}
    assert {state.dice[C] for state in seen} == {FOURTEEN}
    assert len({state.dice[A] for state in seen}) > 200


def test_past_dice_are_nowhere_in_the_state_g_26() -> None:
    between = (Shuffling, Leading, Dealing, Tiebreak, Finished)
    seen = set()
    for seed in range(30):
        late = walk(LISTING.new(5, {"laps": 1}), Random(seed), elimination(5, depth=3))
        for stand in chain(walk(table(LISTING, seed), Random(seed)), late):
            if isinstance(stand.state.board.phase, between):
                seen.add(type(stand.state.board.phase))
                assert set(stand.state.dice) == {None}
    assert seen == set(between)


# Faults


def test_nature_cannot_deal_too_few_or_impossible_dice() -> None:
    ready = begin(Bluff(2)).then(shuffled(A, B), drawn(A))
    for faces in ((1,) * 5, (1,) * 7, (0, 1, 1, 1, 1, 1), (7, 1, 1, 1, 1, 1)):
        with pytest.raises(NotAnOption):
            play(ready.game, ready.state, "nature", Rolled(faces))


def test_an_option_out_of_bounds_is_refused_by_name() -> None:
    for name, value in [("laps", 0), ("laps", 11), ("min_claim", 0), ("min_claim", 4), ("rounds", 6), ("rounds", 0)]:
        with pytest.raises(BadOptions, match=rf"{name} cannot be {value}; allowed: \d\.\.\d+"):
            LISTING.new(3, {name: value})
    for name, wrong in [("claims", "falling"), ("bluff", "under_only"), ("immunity", "on"), ("elimination_rounds", 4)]:
        with pytest.raises(BadOptions, match=f"{name} cannot be"):
            LISTING.new(3, {name: wrong})
