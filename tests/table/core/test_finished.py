"""What the hall counts: who has won how often before a game, and who has left one."""

import pytest

from dicehall.rules import bluff
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from dicehall.table.core import events
from dicehall.table.core.commands import Leave, Ready, Reset, Start
from dicehall.table.core.stored import finished
from tests.table.core.test_log import stormy
from tests.table.kit import ANN, BOB, CID, games_of, lobby, running

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


# Games won


def test_bluff_is_told_who_has_won_how_often_in_this_hall_g_27() -> None:
    asked: list[tuple[str, str]] = []

    def won(who: str, game: str) -> int:
        asked.append((who, game))
        return {ANN: 2, BOB: 7}.get(who, 0)

    evening = lobby(ANN, BOB, CID, fair=True, game="bluff")
    evening.inputs = evening.inputs._replace(won=won)
    evening.do(BOB, Ready()).do(CID, Ready()).do(ANN, Start())
    options: bluff.Options = evening.play.game.options  # type: ignore[assignment]
    assert options.games_won == (2, 7, 0)
    assert asked == [(ANN, "bluff"), (BOB, "bluff"), (CID, "bluff")]
    assert evening.heard(events.GameStarted)[0].options["games_won"] == (2, 7, 0)


def test_bots_have_won_nothing_whatever_the_hall_has_counted_h_02() -> None:
    evening = lobby(ANN, bots=("normal", "uniform"), game="bluff")
    evening.inputs = evening.inputs._replace(won=lambda _who, _game: 9)
    evening.do(ANN, Start())
    assert evening.heard(events.GameStarted)[0].options["games_won"] == (9, 0, 0)


def test_games_won_that_are_set_by_hand_count_and_no_other_game_asks() -> None:
    def never(_who: str, _game: str) -> int:
        raise AssertionError("nobody needs to know")

    evening = lobby(ANN, BOB, game="bluff", options={"games_won": [0, 2]})
    evening.inputs = evening.inputs._replace(won=never)
    evening.do(BOB, Ready()).do(ANN, Start())
    assert evening.heard(events.GameStarted)[0].options["games_won"] == (0, 2)
    for listing in GAMES[:-1]:
        other = lobby(ANN, BOB, game=listing.name)
        other.inputs = other.inputs._replace(won=never)
        other.do(BOB, Ready()).do(ANN, Start())


# Leavers


@each_game
def test_a_leaver_never_wins_h_01(listing: Listing) -> None:
    for seed in range(8):
        for game in games_of(stormy(listing, seed, 200)):
            assert [seat for seat in game.left if game.places and game.places[seat] == 1] == []


def test_a_leaver_of_a_game_that_was_broken_off_is_kept_and_the_others_have_no_place_h_01() -> None:
    evening = running(ANN, BOB, CID, fair=True).step().do(CID, Leave()).do(ANN, Reset())
    assert (evening.game.left, evening.game.places, evening.game.scores) == ((2,), (), ())
    evening = running(ANN, BOB, CID).step().do(ANN, Reset())
    assert (evening.game.left, evening.game.places) == ((), ())


def test_the_last_person_to_leave_bots_alone_has_left_a_game_that_was_broken_off_h_01() -> None:
    evening = running(ANN, bots=("normal",) * 2).step().do(ANN, Leave())
    assert evening.table.closed
    assert (evening.game.left, evening.game.places) == ((0,), ())


def test_a_game_that_was_broken_off_before_anything_was_played_is_no_game() -> None:
    evening = running(ANN, BOB, game="stlucia", options={"first_player": "first_seat"}, fair=True).do(ANN, Reset())
    assert finished(evening.bodies, ended=0.0, public=True) is None
