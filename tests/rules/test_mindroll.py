"""MindRoll against its sheet, its rulings and its vectors."""

from collections import Counter
from fractions import Fraction
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest

from dicehall.rules.chance import Dice, OneOf, Rolled
from dicehall.rules.errors import BadOptions, GameOver, NotAnOption, NotYourTurn
from dicehall.rules.kernel import Chance, Over, Step, play
from dicehall.rules.mindroll import (
    COLOURS,
    LISTING,
    Answering,
    Board,
    Call,
    Called,
    Chosen,
    Dealing,
    Dealt,
    Die,
    Duel,
    Finished,
    Gained,
    Heard,
    Lost,
    MindRoll,
    Opening,
    Options,
    Passing,
    Reveal,
    Revealed,
    Shared,
    Shown,
    Starting,
    Starts,
    State,
    Stopped,
    Verdict,
    Voided,
    Won,
)
from dicehall.rules.values import NATURE, TABLE, Left, Move, Stop
from tests.kit.play import A, B, C, D, Played, begin, drawn, leaves, rolled, stop
from tests.kit.walk import table, walk


def dealt(*dice: tuple[int, str]) -> tuple[str, Move]:
    return rolled(*chain.from_iterable((number, [*COLOURS].index(colour) + 1) for number, colour in dice))  # type: ignore[arg-type]


def calls(seat: int, total: int) -> tuple[int, Move]:
    return seat, Call(total)


def reveals(seat: int) -> tuple[int, Move]:
    return seat, Reveal()


def call_options(first: int, last: int) -> tuple[Move, ...]:
    return tuple(Call(total) for total in range(first, last + 1))


THREE = dealt((4, "red"), (5, "green"), (6, "blue"))
TWO = dealt((3, "yellow"), (6, "blue"))


def two_players(**options: Any) -> Played:
    """M-V2: A starts with a yellow 3, B has a blue 6."""
    return begin(LISTING.new(2, options)).then(TWO, drawn(A))


def three_players(**options: Any) -> Played:
    """M-V1: A starts with a red 4; B has a green 5, C a blue 6."""
    return begin(LISTING.new(3, options)).then(THREE, drawn(A))


def after_a_round(seats: int = 3, **options: Any) -> Played:
    """A started the first round, B revealed against A and won: the second is about to be dealt."""
    dice = [(1, "red"), (2, "green"), *[(3, "blue")] * (seats - 2)]
    start = begin(LISTING.new(seats, options)).then(dealt(*dice), drawn(A), calls(A, 6 * seats))
    answer = start.then(drawn(B)) if isinstance(start.state.board.phase, Passing) else start
    after = answer.then(reveals(B))
    assert after.state.board.last == Duel(starter=A, winner=B, loser=A)
    return after


def duel(mine: tuple[int, str], theirs: tuple[int, str], call: int) -> Verdict:
    """A calls with their die, B reveals with mine."""
    after = begin(MindRoll(2)).then(dealt(theirs, mine), drawn(A), calls(A, call), reveals(B))
    (verdict,) = after.told(Verdict)
    assert isinstance(verdict, Verdict)
    return verdict


# The printed examples


def test_three_players_reveal_and_the_scores_follow_m_v1() -> None:
    start = three_players()
    assert start.options(A) == call_options(10, 18)
    after = start.then(calls(A, 15), drawn(C), calls(C, 16), drawn(B), reveals(B))
    assert after.told(Verdict) == [Verdict(winner=B, loser=C, reason="sum", call=16, total=15, too_high=True)]
    assert after.state.board.scores == (0, 1, -1)


def test_two_players_and_the_revealer_wins_although_the_heading_says_failure_m_v2_m_19() -> None:
    after = two_players().then(calls(A, 10), reveals(B))
    assert after.told(Verdict) == [Verdict(winner=B, loser=A, reason="sum", call=10, total=9, too_high=True)]
    assert after.state.board.scores == (-1, 1)


def test_players_not_involved_score_nothing_m_v3() -> None:
    start = begin(MindRoll(3)).then(dealt((1, "red"), (2, "green"), (3, "blue")), drawn(B))
    after = start.then(calls(B, 10), drawn(A), reveals(A))
    assert after.state.board.scores == (1, -1, 0)


# The derived vectors


def test_a_call_that_equals_the_total_stands_m_v4_m_07() -> None:
    after = two_players().then(calls(A, 9), reveals(B))
    assert after.told(Verdict) == [Verdict(winner=A, loser=B, reason="sum", call=9, total=9, too_high=False)]
    assert after.state.board.scores == (1, -1)


def test_equal_colours_lose_for_the_revealer_m_v5() -> None:
    verdict = duel((2, "red"), (1, "red"), call=12)
    assert verdict == Verdict(winner=A, loser=B, reason="colour", call=12, total=3, too_high=True)


def test_what_is_illegal_is_refused_m_v8() -> None:
    start = three_players()
    for total in (9, 19):
        with pytest.raises(NotAnOption, match=r"allowed: call 10\.\.18"):
            start.then(calls(A, total))
    for total in (10, 18):
        start.then(calls(A, total))
    with pytest.raises(NotAnOption):
        start.then(reveals(A))
    later = start.then(calls(A, 15), drawn(B))
    with pytest.raises(NotAnOption, match=r"allowed: reveal; call 16\.\.18"):
        later.then(calls(B, 15))
    later.then(calls(B, 16))
    assert start.then(calls(A, 18), drawn(C)).options(C) == (Reveal(),)
    with pytest.raises(NotYourTurn):
        later.then(calls(A, 16))
    with pytest.raises(NotYourTurn):
        later.then(reveals(A))


@pytest.mark.parametrize(
    ("players", "least", "most"), [(2, 7, 12), (3, 10, 18), (4, 13, 24), (6, 19, 36), (10, 31, 60)]
)
def test_the_first_call_has_its_least_and_its_most_m_v9_m_06(players: int, least: int, most: int) -> None:
    start = begin(MindRoll(players)).then(rolled(*(1, 1) * players), drawn(B))
    assert start.told(Dealt) == [Dealt(round=1, least=least, most=most)]
    assert start.options(B) == call_options(least, most)


# The rulings


def test_only_the_player_in_turn_may_reveal_by_default_m_01() -> None:
    asked = three_players().then(calls(A, 15), drawn(C))
    assert asked.due == {C}
    assert asked.options(B) == ()
    with pytest.raises(NotYourTurn):
        asked.then(reveals(B))


def test_where_anyone_but_the_caller_may_reveal_the_game_waits_for_one_alone_m_01() -> None:
    asked = three_players(reveal_by="anyone_but_caller").then(calls(A, 15), drawn(C))
    assert asked.due == {C}
    assert asked.options(C) == (Reveal(), *call_options(16, 18))
    assert asked.options(B) == (Reveal(),)
    assert asked.options(A) == ()
    after = asked.then(reveals(B))
    assert after.told(Revealed) == [Revealed(B, caller=A, call=15)]
    assert after.state.board.scores == (1, -1, 0)


def test_nobody_can_reveal_before_a_call_m_02() -> None:
    start = three_players(reveal_by="anyone_but_caller")
    assert start.due == {A}
    assert start.options(A) == call_options(10, 18)
    assert (start.options(B), start.options(C)) == ((), ())


def test_the_next_player_is_drawn_from_all_but_the_caller_m_03() -> None:
    after = three_players().then(calls(A, 10))
    assert after.chance == Chance(OneOf((B, C)))
    again = after.then(drawn(C), calls(C, 11))
    assert again.chance == Chance(OneOf((A, B)))
    assert again.then(drawn(A)).due == {A}
    assert again.then(drawn(A)).told(Chosen) == [Chosen(C), Chosen(A)]


def test_two_players_alternate_without_a_draw_m_03() -> None:
    after = two_players().then(calls(A, 7))
    assert after.due == {B}
    assert after.then(calls(B, 8)).due == {A}


def test_the_board_shows_every_call_of_the_round_and_forgets_them_with_it() -> None:
    table = begin(MindRoll(3)).then(
        rolled(6, 1, 1, 2, 3, 3), drawn(A), (A, Call(10)), drawn(C), (C, Call(13)), drawn(A)
    )
    heard = (Heard(A, 10), Heard(C, 13))
    for seat in (A, B, C, None):
        assert table.game.view(table.state, seat).table.board.phase == Answering(A, 13, C, A, heard)
    again = table.then((A, Reveal()), rolled(6, 1, 1, 2, 3, 3), drawn(B), (B, Call(11)))
    assert again.state.board.phase == Passing(B, 11, B, (Heard(B, 11),))


def test_turns_can_go_round_by_seat_m_03() -> None:
    after = three_players(turn_order="seat").then(calls(A, 10))
    assert after.due == {B}
    assert after.then(calls(B, 11)).due == {C}
    assert after.then(calls(B, 11), calls(C, 12)).due == {A}
    assert after.told(Chosen) == []


def test_turns_by_seat_pass_over_players_who_have_left_m_03() -> None:
    after = begin(LISTING.new(4, {"turn_order": "seat"})).then(leaves(B), THREE, drawn(A), calls(A, 10))
    assert after.due == {C}


def test_at_the_maximum_only_a_reveal_is_left_m_04() -> None:
    assert two_players().then(calls(A, 12)).options(B) == (Reveal(),)
    assert two_players().then(calls(A, 11)).options(B) == (Reveal(), Call(12))


def test_any_greater_call_is_a_raise_m_05() -> None:
    assert two_players().then(calls(A, 8)).options(B) == (Reveal(), *call_options(9, 12))


@pytest.mark.parametrize(("call", "winner"), [(8, A), (9, A), (10, B), (11, B)])
def test_the_call_must_be_greater_than_the_total_for_the_revealer_to_win_m_07(call: int, winner: int) -> None:
    assert duel((6, "blue"), (3, "yellow"), call).winner == winner


def test_equal_numbers_lose_for_the_revealer_m_08() -> None:
    verdict = duel((4, "red"), (4, "blue"), call=12)
    assert verdict == Verdict(winner=A, loser=B, reason="number", call=12, total=8, too_high=True)


@pytest.mark.parametrize(
    ("mine", "reason"),
    [((4, "red"), "colour"), ((3, "red"), "colour"), ((4, "blue"), "number"), ((3, "blue"), "sum")],
)
def test_the_reason_is_colour_before_number_before_sum_m_08(mine: tuple[int, str], reason: str) -> None:
    assert duel(mine, (4, "red"), call=12).reason == reason


def test_one_reveal_in_three_loses_by_colour_or_number_m_08() -> None:
    reasons: Counter[str] = Counter()
    for first in range(30):
        for second in range(30):
            mine, theirs = ((1 + die // 5, COLOURS[die % 5]) for die in (first, second))
            reasons[duel(mine, theirs, call=12).reason] += 1
    assert Fraction(reasons["colour"] + reasons["number"], 900) == Fraction(1, 3)


def test_only_the_last_caller_is_compared_with_the_revealer_m_09() -> None:
    start = begin(MindRoll(3)).then(dealt((1, "red"), (2, "green"), (1, "blue")), drawn(B))
    after = start.then(calls(B, 10), drawn(C), calls(C, 11), drawn(B), reveals(B))
    assert after.told(Verdict) == [Verdict(winner=B, loser=C, reason="sum", call=11, total=4, too_high=True)]
    bystander = start.then(calls(B, 10), drawn(A), reveals(A))  # C has the same number as A
    assert bystander.told(Verdict) == [Verdict(winner=A, loser=B, reason="sum", call=10, total=4, too_high=True)]


def test_a_player_sees_only_their_own_die_until_the_reveal_m_10() -> None:
    start = three_players()
    secrets = [start.game.view(start.state, seat).mine.secret for seat in (A, B, C)]  # type: ignore[union-attr]
    assert secrets == [Die(4, "red"), Die(5, "green"), Die(6, "blue")]
    assert start.game.view(start.state, None).mine is None
    assert start.told(Shown) == []


def test_everybody_sees_what_can_be_called_among_those_present_m_04_m_06() -> None:
    def calls_shown(after: Played) -> tuple[int, int]:
        board = after.game.view(after.state, None).table.board
        return board.least, board.most

    four = running()["opening"]
    assert [calls_shown(four), calls_shown(four.then(leaves(D)))] == [(13, 24), (10, 18)]
    assert calls_shown(two_players()) == (7, 12)


def test_everybody_sees_what_the_last_round_that_counted_did_to_the_scores_m_14() -> None:
    def change(after: Played) -> Any:
        return after.game.view(after.state, None).table.board.change

    round = three_players().then(calls(A, 15), drawn(C))
    assert change(round) == (0, 0, 0)
    after = round.then(reveals(C))
    assert (after.told(Gained), after.told(Lost)) == ([Gained(A, 1)], [Lost(C, -1)])
    assert change(after) == (1, 0, -1)
    assert change(after.then(THREE, drawn(B))) == (1, 0, -1)


def test_at_the_reveal_all_dice_are_shown_m_10() -> None:
    after = three_players().then(calls(A, 15), drawn(C), reveals(C))
    assert after.told(Shown) == [Shown(A, 4, "red"), Shown(B, 5, "green"), Shown(C, 6, "blue")]
    assert after.state.dice == (None, None, None)


def test_everybody_gets_a_new_die_every_round_m_11() -> None:
    after = after_a_round(3)
    assert after.chance == Chance(Dice((6, 5, 6, 5, 6, 5)))
    again = after.then(dealt((6, "black"), (6, "black"), (1, "yellow")))
    assert again.state.dice == (Die(6, "black"), Die(6, "black"), Die(1, "yellow"))
    assert again.told(Dealt)[-1].round == 2


def test_two_players_alternate_as_starters_m_12() -> None:
    second = after_a_round(2).then(TWO)
    assert second.due == {B}
    assert second.told(Starts) == [Starts(A), Starts(B)]
    assert second.then(calls(B, 7), reveals(A), TWO).due == {A}


def test_it_is_the_starter_who_alternates_not_the_last_caller_m_12() -> None:
    assert two_players().then(calls(A, 7), calls(B, 8), reveals(A), TWO).due == {B}
    longer = three_players(next_starter="alternate").then(calls(A, 10), drawn(C), calls(C, 11), drawn(B), reveals(B))
    assert longer.then(THREE).due == {B}


def test_among_more_than_two_the_starter_is_drawn_every_round_m_12() -> None:
    assert after_a_round(3).then(THREE).chance == Chance(OneOf((A, B, C)))


@pytest.mark.parametrize(("rule", "starter"), [("alternate", B), ("loser", A), ("winner", B)])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_later_round_is_started_as_the_table_chose_m_12(rule: str, starter: int, seats: int) -> None:
    second = after_a_round(seats, next_starter=rule).then(rolled(*(1, 1) * seats))
    assert isinstance(second.state.board.phase, Opening)
    assert second.due == {starter}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_later_starter_can_be_drawn_for_any_number_m_12(seats: int) -> None:
    second = after_a_round(seats, next_starter="random").then(rolled(*(1, 1) * seats))
    assert second.chance == Chance(OneOf((A, B, C)[:seats]))


def test_a_match_is_ten_rounds_and_the_highest_score_wins_m_13() -> None:
    game = after_a_round(2, next_starter="loser")
    for played in range(1, 10):
        assert game.state.board.played == played
        assert not game.told(Won)
        game = game.then(dealt((1, "red"), (2, "green")), calls(A, 12), reveals(B))
    assert game.over == Over(scores=(-10, 10), places=(2, 1))
    assert game.events[-1] == Won(B, score=10)


def test_equal_top_scores_share_the_win_m_13() -> None:
    end = after_a_round(2, rounds=2).then(dealt((1, "red"), (2, "green")), calls(B, 12), reveals(A))
    assert end.over == Over(scores=(0, 0), places=(1, 1))
    assert end.events[-1] == Shared((A, B), score=0)


def test_a_match_of_one_round_has_one_winner_m_13() -> None:
    end = after_a_round(3, rounds=1)
    assert end.over == Over(scores=(-1, 1, 0), places=(3, 1, 2))
    assert end.events[-1] == Won(B, score=1)
    with pytest.raises(GameOver):
        end.then(THREE)


def test_a_match_to_a_target_ends_when_someone_has_it_m_13() -> None:
    game = after_a_round(2, match="target", target=3, next_starter="loser")
    again = [dealt((1, "red"), (2, "green")), calls(A, 12), reveals(B)]
    assert not game.then(*again).told(Won)
    end = game.then(*again, *again)
    assert end.over == Over(scores=(-3, 3), places=(2, 1))
    assert end.events[-1] == Won(B, score=3)


def test_a_match_to_a_target_has_no_number_of_rounds_m_13() -> None:
    after = after_a_round(2, match="target", rounds=1)
    assert isinstance(after.chance.source, Dice)


def test_an_open_match_goes_on_until_it_is_stopped_m_13() -> None:
    game = after_a_round(2, match="open", rounds=1, next_starter="loser")
    for _ in range(20):
        game = game.then(dealt((1, "red"), (2, "green")), calls(A, 12), reveals(B))
    assert game.state.board.scores == (-21, 21)
    assert game.then(stop()).over == Over(scores=(-21, 21), places=(2, 1))


def test_options_keep_their_bounds_m_13() -> None:
    for name, value in [("rounds", 0), ("rounds", 51), ("target", 2), ("target", 11), ("match", "best_of")]:
        with pytest.raises(BadOptions, match=f"{name} cannot be"):
            LISTING.new(2, {name: value})
    assert LISTING.preset("Sprint").options == Options(match="target", target=3)


def test_the_loser_goes_down_without_a_floor_m_14() -> None:
    after = after_a_round(2, next_starter="loser").then(dealt((1, "red"), (2, "green")), calls(A, 12), reveals(B))
    assert after.state.board.scores == (-2, 2)
    assert after.told(Lost) == [Lost(A, score=-1), Lost(A, score=-2)]
    assert after.told(Gained) == [Gained(B, score=1), Gained(B, score=2)]


def test_a_match_takes_two_to_ten_m_15() -> None:
    for seats in (1, 11):
        with pytest.raises(BadOptions, match="2 to 10 seats"):
            LISTING.new(seats)


def test_n_is_the_number_of_those_who_were_dealt_dice_m_16() -> None:
    after = begin(MindRoll(4)).then(leaves(D), THREE, drawn(A))
    assert after.options(A) == call_options(10, 18)


def running() -> dict[str, Played]:
    """A moment in every phase of a round among four."""
    four = dealt((4, "red"), (5, "green"), (6, "blue"), (1, "black"))
    starting = begin(MindRoll(4)).then(four)
    opening = starting.then(drawn(A))
    passing = opening.then(calls(A, 14))
    return {"starting": starting, "opening": opening, "passing": passing, "answering": passing.then(drawn(B))}


@pytest.mark.parametrize("phase", ["starting", "opening", "passing", "answering"])
@pytest.mark.parametrize("leaver", [A, B, C, D])
def test_a_player_who_leaves_voids_the_running_round_m_17(phase: str, leaver: int) -> None:
    after = running()[phase].then(leaves(leaver))
    assert after.events[-2:] == (Left(leaver), Voided(round=1))
    board = Board((0, 0, 0, 0), (leaver,), 0, None, Dealing())
    assert after.state == State(board, (None, None, None, None))
    assert after.chance == Chance(Dice((6, 5, 6, 5, 6, 5)))


def test_a_void_round_does_not_count_as_played_m_17() -> None:
    after = after_a_round(4).then(rolled(*(1, 1) * 4), drawn(C), leaves(D))
    assert after.state.board.played == 1
    assert after.then(THREE).told(Dealt)[-1] == Dealt(round=2, least=10, most=18)


def test_the_leaver_is_dealt_no_die_m_17() -> None:
    after = begin(MindRoll(4)).then(leaves(B), THREE)
    assert after.state.dice == (Die(4, "red"), None, Die(5, "green"), Die(6, "blue"))
    assert after.chance == Chance(OneOf((A, C, D)))


@pytest.mark.parametrize("leaver", [A, B])
def test_one_left_ends_the_match_m_17(leaver: int) -> None:
    stayer = B - leaver
    for moment in (begin(MindRoll(2)), two_players(), two_players().then(calls(A, 8))):
        end = moment.then(leaves(leaver))
        assert end.over.places[stayer] == 1
        assert end.events[-1] == Won(stayer, score=0)


def test_a_leaver_keeps_the_score_and_is_listed_last_m_17() -> None:
    end = after_a_round(3, rounds=2).then(leaves(B), TWO, calls(C, 12), reveals(A))
    assert end.over == Over(scores=(0, 1, -1), places=(1, 3, 2))
    assert end.events[-1] == Won(A, score=0)


def test_leaving_twice_changes_nothing_and_after_the_end_it_is_refused_m_17() -> None:
    after = running()["passing"].then(leaves(B))
    assert after.game.withdraw(after.state, B) == Step(after.state, ())
    end = after_a_round(3, rounds=1)
    with pytest.raises(GameOver):
        end.then(leaves(A))


def test_time_runs_out_on_the_least_call_or_on_a_reveal_m_18() -> None:
    assert two_players().options(A)[0] == Call(7)
    assert two_players().then(calls(A, 8)).options(B)[0] == Reveal()


def test_the_only_stake_is_a_point_m_21() -> None:
    stakes = set()
    for before, after in pairwise(walk(MindRoll(5), Random(1))):
        changes = [
            now - earlier
            for earlier, now in zip(before.state.board.scores, after.state.board.scores, strict=True)
            if now != earlier
        ]
        stakes.add(tuple(sorted(changes)))
    assert stakes == {(), (-1, 1)}


def test_the_five_colours_are_independent_of_the_numbers_and_repeat_m_22() -> None:
    assert COLOURS == ("red", "yellow", "green", "blue", "black")
    assert begin(MindRoll(2)).then(rolled(6, 1, 6, 5)).state.dice == (Die(6, "red"), Die(6, "black"))
    dice: Counter[Die] = Counter()
    game = MindRoll(2)
    for move, _ in Dice((6, 5, 6, 5)).outcomes():
        dice.update(die for die in game.apply(game.start(), NATURE, move).state.dice if die)
    assert set(dice.values()) == {60}
    assert len(dice) == 30


# What print and rulings leave open


@pytest.mark.parametrize("rule", ["auto", "random", "alternate", "loser", "winner"])
def test_the_first_starter_is_always_drawn_m_23(rule: str) -> None:
    assert begin(LISTING.new(2, {"next_starter": rule})).then(TWO).chance == Chance(OneOf((A, B)))


@pytest.mark.parametrize(("rule", "starter"), [("alternate", B), ("loser", A), ("winner", B)])
def test_after_a_void_round_the_last_that_counted_decides_who_starts_m_24(rule: str, starter: int) -> None:
    second = after_a_round(4, next_starter=rule).then(rolled(*(1, 1) * 4))
    assert second.due == {starter}
    assert second.then(leaves(D), THREE).due == {starter}


def test_after_a_void_first_round_the_starter_is_drawn_again_m_24() -> None:
    after = three_players(next_starter="alternate").then(leaves(C), TWO)
    assert after.chance == Chance(OneOf((A, B)))


@pytest.mark.parametrize(("rule", "leaver"), [("loser", A), ("winner", B)])
def test_a_starter_who_has_left_is_replaced_by_lot_m_25(rule: str, leaver: int) -> None:
    stayers = tuple(seat for seat in (A, B, C) if seat != leaver)
    assert after_a_round(3, next_starter=rule).then(leaves(leaver), TWO).chance == Chance(OneOf(stayers))


def test_alternating_goes_on_from_the_seat_of_a_starter_who_has_left_m_25() -> None:
    assert after_a_round(3, next_starter="alternate").then(leaves(A), TWO).due == {B}
    assert after_a_round(3, next_starter="alternate").then(leaves(B), TWO).due == {C}


def test_a_bystander_may_reveal_only_while_an_answer_is_awaited_m_26() -> None:
    passing = three_players(reveal_by="anyone_but_caller").then(calls(A, 15))
    with pytest.raises(NotYourTurn):
        passing.then(reveals(B))
    passing.then(drawn(C), reveals(B))


def test_later_leavers_stand_better_m_27() -> None:
    end = begin(MindRoll(4)).then(leaves(C), leaves(A), leaves(D))
    assert end.over == Over(scores=(0, 0, 0, 0), places=(3, 1, 4, 2))


def test_an_open_match_is_stopped_at_once_and_the_running_round_is_void_m_28() -> None:
    game = after_a_round(2, match="open").then(TWO, calls(B, 8))
    end = game.then(stop())
    assert end.events[-3:] == (Stopped(), Voided(round=2), Won(B, score=1))
    assert end.over == Over(scores=(-1, 1), places=(2, 1))
    assert end.state.dice == (None, None)


def test_between_rounds_there_is_nothing_to_void_m_28_m_31() -> None:
    between = after_a_round(3, match="open")
    assert between.then(stop()).events[-2:] == (Stopped(), Won(B, score=1))
    assert between.then(leaves(C)).events[-1] == Left(C)


@pytest.mark.parametrize("length", ["rounds", "target"])
def test_a_match_with_a_length_cannot_be_stopped_m_28(length: str) -> None:
    game = LISTING.new(2, {"match": length})
    with pytest.raises(NotAnOption):
        play(game, game.start(), TABLE, Stop())


def test_the_last_one_there_wins_whatever_the_score_m_29() -> None:
    end = after_a_round(2).then(leaves(B))
    assert end.over == Over(scores=(-1, 1), places=(1, 2))
    assert end.events[-1] == Won(A, score=-1)


def test_two_who_are_left_of_more_play_as_two_m_30() -> None:
    after = after_a_round(3).then(leaves(C), TWO)
    assert after.due == {B}
    assert after.options(B) == call_options(7, 12)
    assert after.then(calls(B, 7)).due == {A}


# In a record


def test_a_round_in_a_record_is_dealt_then_started_then_drawn_turn_by_turn() -> None:
    kinds = [type(stand.state.board.phase) for stand in walk(MindRoll(3, Options(rounds=1)), Random(5))]
    assert kinds[:4] == [Dealing, Starting, Opening, Passing]
    assert kinds[-1] is Finished
    assert set(zip(kinds[4:-1:2], kinds[5:-1:2], strict=False)) <= {(Answering, Passing)}


def test_no_dice_wait_for_a_hand() -> None:
    throwers = [stand.pending.thrower for stand in walk(MindRoll(4), Random(3)) if isinstance(stand.pending, Chance)]
    assert set(throwers) == {None}


# Properties


def test_scores_always_add_up_to_nothing_m_13() -> None:
    for seed in range(60):
        for stand in walk(table(LISTING, seed), Random(seed), leaving=0.02):
            assert sum(stand.state.board.scores) == 0


def test_calls_climb_within_their_bounds_and_nobody_answers_themselves_m_03_m_05() -> None:
    revealed = 0
    for seed in range(60):
        climbed: list[Called] = []
        for stand in walk(table(LISTING, seed), Random(seed)):
            for event in stand.events:
                if isinstance(event, Dealt):
                    least, most, climbed = event.least, event.most, []
                elif isinstance(event, Called):
                    climbed.append(event)
                    assert least <= event.total <= most
                elif isinstance(event, Revealed):
                    assert (event.caller, event.call) == (climbed[-1].seat, climbed[-1].total)
                    assert event.seat != event.caller
                    revealed += 1
            for before, after in pairwise(climbed):
                assert before.total < after.total
                assert before.seat != after.seat
    assert revealed >= 60


def test_dice_are_out_exactly_while_a_round_runs_m_10() -> None:
    for seed in range(60):
        for stand in walk(table(LISTING, seed), Random(seed), leaving=0.02):
            board, dice = stand.state.board, stand.state.dice
            held = set() if isinstance(board.phase, Dealing | Finished) else set(range(len(dice))) - set(board.left)
            assert {seat for seat, die in enumerate(dice) if die} == held


def test_a_seat_imagines_all_dice_of_the_others_and_keeps_its_own_m_10() -> None:
    asked = three_players().then(calls(A, 10), drawn(B))
    game, rng = MindRoll(3), Random(0)
    worlds = [game.imagine(asked.game.view(asked.state, B), B, rng).dice for _ in range(600)]
    assert {dice[B] for dice in worlds} == {Die(5, "green")}
    assert len({dice[A] for dice in worlds}) == len({dice[C] for dice in worlds}) == 30


# Faults


@pytest.mark.parametrize("faces", [(1, 1, 1), (1, 1, 1, 1, 1), (7, 1, 1, 1), (1, 6, 1, 1), (0, 1, 1, 1)])
def test_a_false_deal_is_refused(faces: tuple[int, ...]) -> None:
    game = MindRoll(2)
    with pytest.raises(NotAnOption):
        play(game, game.start(), NATURE, Rolled(faces))


def test_a_player_cannot_speak_while_dice_are_owed() -> None:
    with pytest.raises(NotYourTurn):
        begin(MindRoll(2)).then(calls(A, 7))


def test_the_caller_cannot_be_drawn_to_answer_m_03() -> None:
    with pytest.raises(NotAnOption):
        three_players().then(calls(A, 10), drawn(A))
