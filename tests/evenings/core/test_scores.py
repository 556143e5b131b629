"""What everyone has made of each table."""

from fractions import Fraction

from dicehall.evenings.core.events import NoShow, RoundEnded, TableEnded
from dicehall.evenings.core.scores import Score, counted, scores, with_streaks
from dicehall.evenings.core.standings import standings
from dicehall.evenings.core.state import Tournament
from tests.evenings.core.logs import ANN, BEN, CAT, DAN, begun, folded, paired

HALF = Fraction(1, 2)


def points(tournament: Tournament) -> dict[str, list[Fraction]]:
    return {who: [score.points for score in mine] for who, mine in scores(tournament, tournament.rounds).items()}


def wins(tournament: Tournament) -> dict[str, int]:
    return {standing.who: standing.wins for standing in standings(tournament)}


def test_e_01_the_first_has_a_point_the_last_none_and_the_others_lie_evenly_between() -> None:
    ended = folded(paired((ANN, BEN, CAT)), TableEnded("t11", (2, 1, 3)), onto=begun(ANN, BEN, CAT))
    assert points(ended) == {ANN: [HALF], BEN: [1], CAT: [0]}


def test_e_01_equal_places_share_what_they_are_worth() -> None:
    ended = folded(paired((ANN, BEN, CAT)), TableEnded("t11", (1, 1, 3)), onto=begun(ANN, BEN, CAT))
    assert points(ended) == {ANN: [Fraction(3, 4)], BEN: [Fraction(3, 4)], CAT: [0]}


def test_whoever_does_not_come_has_nothing_and_the_others_are_placed_without_them() -> None:
    ended = folded(paired((ANN, BEN, CAT)), NoShow("t11", BEN), TableEnded("t11", (2, 1, 3)), onto=begun(ANN, BEN, CAT))
    assert points(ended) == {ANN: [1], BEN: [0], CAT: [0]}
    mine = scores(ended, ended.rounds)
    assert mine[BEN][0].place is None
    assert mine[ANN][0].opponents == (CAT,)
    assert (mine[CAT][0].place, mine[CAT][0].of) == (2, 2)


def test_whoever_leaves_a_game_comes_last_whatever_the_game_says() -> None:
    ended = folded(paired((ANN, BEN, CAT)), TableEnded("t11", (1, 2, 3), left=(0,)), onto=begun(ANN, BEN, CAT))
    assert points(ended) == {ANN: [0], BEN: [1], CAT: [HALF]}
    assert scores(ended, ended.rounds)[ANN][0].place == 3


def test_e_04_a_bye_is_half_a_point_once() -> None:
    ended = folded(
        paired((ANN, BEN), byes=(CAT,)), TableEnded("t11", (1, 2)), RoundEnded(1, "x"),
        paired((ANN, BEN), number=2, byes=(CAT,)), onto=begun(ANN, BEN, CAT),
    )  # fmt: skip
    assert points(ended)[CAT] == [HALF, 0]


def test_e_23_in_a_streak_the_games_count_double_up_to_the_first_that_is_not_won() -> None:
    games = [Score(1, Fraction(1), 1), Score(2, Fraction(1), 1), Score(3, Fraction(1), 1), Score(4, HALF, 2)]
    after = Score(5, Fraction(1), 1)
    assert [score.points for score in with_streaks([*games, after])] == [1, 1, 2, 1, 1]


def test_e_23_a_shared_first_place_ends_a_streak() -> None:
    won, shared = Score(1, Fraction(1), 1), Score(3, HALF, 1, level=2)
    games = [won, won._replace(round=2), shared, won._replace(round=4)]
    assert [score.double for score in with_streaks(games)] == [False, False, True, False]


def test_e_23_whoever_shares_the_first_place_has_not_won() -> None:
    ended = folded(paired((ANN, BEN, CAT)), TableEnded("t11", (1, 1, 3)), onto=begun(ANN, BEN, CAT))
    assert wins(ended) == {ANN: 0, BEN: 0, CAT: 0}
    left = folded(paired((ANN, BEN, CAT)), TableEnded("t11", (1, 1, 3), left=(0,)), onto=begun(ANN, BEN, CAT))
    assert wins(left) == {ANN: 0, BEN: 1, CAT: 0}, "whoever leaves shares nothing"


def test_e_26_nobody_wins_a_table_without_a_result() -> None:
    void = folded(paired((ANN, BEN)), TableEnded("t11", (1, 1), void=True), onto=begun(ANN, BEN))
    assert wins(void) == {ANN: 0, BEN: 0}
    one_came = folded(
        paired((ANN, BEN)), NoShow("t11", BEN), TableEnded("t11", (1, 1), void=True), onto=begun(ANN, BEN)
    )
    assert wins(one_came) == {ANN: 0, BEN: 0}


def test_e_13_whoever_alone_came_has_won() -> None:
    ended = folded(paired((ANN, BEN)), NoShow("t11", BEN), TableEnded("t11", (1, 2)), onto=begun(ANN, BEN))
    assert wins(ended) == {ANN: 1, BEN: 0}


def test_with_the_same_dice_a_round_is_counted_when_all_of_it_is_played() -> None:
    running = folded(
        paired((ANN, BEN), (CAT, DAN)), TableEnded("t11", (1, 2)), onto=begun(ANN, BEN, CAT, DAN, duplicate=True)
    )
    assert counted(running) == ()
    ended = folded(TableEnded("t12", (2, 1)), RoundEnded(1, "x"), onto=running)
    assert points(ended) == {ANN: [1], BEN: [0], CAT: [0], DAN: [1]}
