"""The levels of every game of the catalog: which there are, and that the usual one earns its keep."""

import math
from typing import Any

import pytest

from dicehall.bots import LEVELS, UnknownBot, accepted, find_bot, level_at, levels_of
from dicehall.bots.uniform import uniform
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Move, Stop
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.scale import scaled

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

WINS_MORE_THAN = {
    ("mindroll", 2): 0.65,
    ("mindroll", 4): 0.38,
    ("three_dice", 2): 0.8,
    ("three_dice", 4): 0.5,
    ("stlucia", 2): 0.9,
    ("stlucia", 4): 0.7,
    ("bluff", 2): 0.9,
    ("bluff", 4): 0.45,
}
"""What one normal bot wins among uniform ones, by game and seats."""


def enough(due: float, seats: int) -> int:
    """Games, for this share to be five standard errors above the fair one."""
    fair = 1 / seats
    return math.ceil(25 * fair * (1 - fair) / (due - fair) ** 2)


@each_game
def test_every_level_always_chooses_an_option(listing: Listing) -> None:
    for level in accepted(listing.name):
        it_always_chooses_an_option(listing, find_bot(listing.name, level), seeds=range(scaled(10)))


@pytest.mark.parametrize(("game", "seats"), WINS_MORE_THAN)
def test_one_normal_bot_beats_uniform_ones(game: str, seats: int) -> None:
    due, normal = WINS_MORE_THAN[game, seats], find_bot(game, "normal")
    it_wins_more_than(due, find(game), normal, uniform, seats=seats, games=enough(due, seats))


@each_game
def test_where_a_game_has_levels_the_normal_one_has_to_win(listing: Listing) -> None:
    plays_better = {seats for game, seats in WINS_MORE_THAN if game == listing.name}
    assert plays_better == ({2, 4} if levels_of(listing.name) else set())


@each_game
def test_every_level_plays_in_its_own_way(listing: Listing) -> None:
    levels = levels_of(listing.name)
    assert len({find_bot(listing.name, level) for level in levels}) == len(levels)
    assert levels[: len(LEVELS)] == (LEVELS if levels else ())


def test_in_peril_where_no_choice_matters_there_are_no_levels() -> None:
    assert levels_of("peril") == ()
    assert {find_bot("peril", level) for level in LEVELS} == {uniform}


def test_a_game_can_have_more_levels_than_others() -> None:
    assert levels_of("stlucia") == (*LEVELS, "eait", "science", "habs", "hass", "mabs")


def test_a_game_that_brings_no_bots_has_no_levels() -> None:
    assert levels_of("pig") == ()
    assert find_bot("pig", "hard") is uniform


def test_an_unknown_level_is_refused_with_those_that_the_game_has() -> None:
    with pytest.raises(UnknownBot, match=r"there is no bot 'eait'; the bots are easy, normal, hard, uniform$"):
        find_bot("bluff", "eait")
    with pytest.raises(UnknownBot, match=r"the bots are easy, normal, hard, uniform, eait, science, habs, hass, mabs$"):
        find_bot("stlucia", "house")
    with pytest.raises(UnknownBot, match=r"the bots are easy, normal, hard, uniform$"):
        find_bot("peril", "mabs")


def test_a_bot_that_sat_down_for_another_game_plays_as_usual_here() -> None:
    assert level_at("stlucia", "eait") == "eait"
    assert level_at("bluff", "eait") == "normal"
    assert level_at("bluff", "hard") == "hard"
    assert level_at("peril", "hard") == "normal"


# These checks can fail


def stray(_game: Game[Any], _view: View[Any, Any, Any], _rng: Rng) -> Move:
    return Stop()


@each_game
def test_a_bot_that_makes_up_moves_is_caught(listing: Listing) -> None:
    with pytest.raises(AssertionError):
        it_always_chooses_an_option(listing, stray, seeds=range(1))


def test_a_bot_that_plays_no_better_than_the_others_is_caught() -> None:
    due = WINS_MORE_THAN["bluff", 4]
    with pytest.raises(AssertionError, match="of 118 games of Bluff for 4"):
        it_wins_more_than(due, find("bluff"), uniform, uniform, seats=4, games=enough(due, 4))
