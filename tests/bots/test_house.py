"""The house in every game of the catalog: it keeps to its options, and it earns its keep."""

from typing import Any

import pytest

from dicehall.bots import find_bot
from dicehall.bots.uniform import uniform
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Move, Stop
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.scale import scaled

each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

MATCH = 300
"""Games enough for every share below to be six standard errors above the fair one."""
WINS_MORE_THAN = {
    ("mindroll", 2): 0.7,
    ("mindroll", 4): 0.4,
    ("three_dice", 2): 0.8,
    ("three_dice", 4): 0.5,
    ("stlucia", 2): 0.9,
    ("stlucia", 4): 0.85,
    ("bluff", 2): 0.9,
    ("bluff", 4): 0.45,
}
"""What one house bot wins among uniform ones, by game and seats."""


@each_game
def test_it_always_chooses_an_option(listing: Listing) -> None:
    it_always_chooses_an_option(listing, find_bot(listing.name, "house"), seeds=range(scaled(30)))


@pytest.mark.parametrize(("game", "seats"), WINS_MORE_THAN)
def test_one_house_bot_beats_uniform_ones(game: str, seats: int) -> None:
    house = find_bot(game, "house")
    it_wins_more_than(WINS_MORE_THAN[game, seats], find(game), house, uniform, seats=seats, games=MATCH)


@each_game
def test_where_the_house_is_not_uniform_it_has_to_win(listing: Listing) -> None:
    plays_better = {seats for game, seats in WINS_MORE_THAN if game == listing.name}
    assert plays_better == (set() if find_bot(listing.name, "house") is uniform else {2, 4})


def test_in_peril_where_no_choice_matters_the_house_is_uniform() -> None:
    assert find_bot("peril", "house") is uniform


# These checks can fail


def stray(_game: Game[Any], _view: View[Any, Any, Any], _rng: Rng) -> Move:
    return Stop()


@each_game
def test_a_bot_that_makes_up_moves_is_caught(listing: Listing) -> None:
    with pytest.raises(AssertionError):
        it_always_chooses_an_option(listing, stray, seeds=range(1))


def test_a_bot_that_plays_no_better_than_the_others_is_caught() -> None:
    with pytest.raises(AssertionError, match="of 300 games of Bluff for 4"):
        it_wins_more_than(WINS_MORE_THAN["bluff", 4], find("bluff"), uniform, uniform, seats=4, games=MATCH)
