"""Who is ahead, and by which of the tie-breaks."""

from fractions import Fraction

from dicehall.evenings.core.lots import drawn
from dicehall.evenings.core.setting import KnockOut, Series, Swiss
from dicehall.evenings.core.standings import podium, standings
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.core.ties import tie_breaks
from tests.evenings.core.logs import ANN, BEN, BOT, CAT, DAN, EVE, FAY, begun, played


def order(tournament: Tournament) -> list[str]:
    return [standing.who for standing in standings(tournament)]


def test_e_02_points_come_first_and_then_the_points_of_those_whom_one_has_met() -> None:
    tournament = played(begun(ANN, BEN, CAT, DAN, seats=2), ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)))
    tournament = played(tournament, ((ANN, CAT), (1, 2)), ((BEN, DAN), (1, 2)), number=2)
    tournament = played(tournament, ((ANN, DAN), (2, 1)), ((BEN, CAT), (2, 1)), number=3)
    # Ann and Cat have 2, Ben and Dan 1; Ann met Ben, Cat and Dan (4), Cat met Dan, Ann and Ben (4); a lot decides.
    assert {standing.who: standing.points for standing in standings(tournament)} == {ANN: 2, CAT: 2, BEN: 1, DAN: 1}
    assert {standing.who: standing.opponents for standing in standings(tournament)} == {ANN: 4, CAT: 4, BEN: 5, DAN: 5}
    assert order(tournament) == [*drawn(tournament.lot, (ANN, CAT)), *drawn(tournament.lot, (BEN, DAN))]


def test_whoever_met_the_stronger_ones_is_ahead_of_others_with_as_many_points() -> None:
    tournament = begun(ANN, BEN, CAT, DAN, EVE, FAY, seats=2)
    tournament = played(tournament, ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)), ((EVE, FAY), (1, 2)))
    tournament = played(tournament, ((ANN, CAT), (1, 2)), ((EVE, BEN), (1, 2)), ((DAN, FAY), (1, 2)), number=2)
    by_name = {standing.who: standing for standing in standings(tournament)}
    assert [by_name[who].points for who in (CAT, DAN)] == [1, 1]
    assert [by_name[who].opponents for who in (CAT, DAN)] == [3, 1]
    assert by_name[CAT].rank < by_name[DAN].rank


def test_e_24_in_a_series_wins_and_then_the_latest_game_decide() -> None:
    tournament = played(begun(ANN, BEN, form=Series(2)), ((ANN, BEN), (1, 2)), stage="series")
    tournament = played(tournament, ((BEN, ANN), (1, 2)), number=2, stage="series")
    assert order(tournament) == [BEN, ANN]


def test_in_a_knock_out_it_counts_how_far_one_came() -> None:
    tournament = begun(ANN, BEN, CAT, DAN, form=KnockOut(1), seats=2)
    tournament = played(tournament, ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)), stage="knock_out")
    tournament = played(tournament, ((ANN, CAT), (2, 1)), number=2, stage="knock_out")
    assert order(tournament)[:2] == [CAT, ANN]
    assert set(order(tournament)[2:]) == {BEN, DAN}


def test_after_a_swiss_whoever_played_in_the_knock_out_is_ahead_of_all_others() -> None:
    tournament = played(begun(ANN, BEN, CAT), ((ANN, BEN, CAT), (1, 2, 3)))
    tournament = played(tournament, ((CAT, BEN), (1, 2)), number=2, stage="knock_out")
    assert order(tournament) == [CAT, BEN, ANN]
    assert standings(tournament)[2].points == Fraction(1)


def test_e_09_bots_are_in_the_standings_and_never_on_the_podium() -> None:
    tournament = played(begun(ANN, BOT, CAT), ((ANN, BOT, CAT), (2, 1, 3)))
    assert order(tournament) == [BOT, ANN, CAT]
    assert podium(tournament, standings(tournament)) == (ANN, CAT)


def test_e_02_at_a_cut_the_standing_before_the_round_decides_before_the_lot() -> None:
    tournament = begun(ANN, BEN, CAT, DAN, seats=2, form=Swiss(3, last=2))
    tournament = played(tournament, ((ANN, BEN), (1, 2)), ((CAT, DAN), (1, 2)))
    tournament = played(tournament, ((ANN, CAT), (1, 2)), ((BEN, DAN), (1, 2)), number=2)
    tournament = played(tournament, ((ANN, DAN), (2, 1)), ((BEN, CAT), (2, 1)), number=3)
    # Level in points and in those of the others met; before the last round Ann was ahead of Cat, and Ben of Dan.
    assert all(
        [standing.who for standing in standings(tournament, lot=str(lot))] == [ANN, CAT, BEN, DAN] for lot in range(9)
    )
    assert tie_breaks(tournament) == ("points", "opponents", "before", "lot")


def test_a_series_in_which_someone_missed_a_game_has_its_order() -> None:
    tournament = played(begun(ANN, BEN, CAT, form=Series(2)), ((ANN, BEN, CAT), (1, 2, 3)), stage="series")
    tournament = played(tournament, ((CAT, ANN), (1, 2)), number=2, stage="series")
    assert order(tournament) == [CAT, ANN, BEN], "one win each, and Cat has won the latest game"
