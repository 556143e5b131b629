"""When a pool closes: a point that each game declares, seen by everyone."""

from random import Random
from typing import Any

import pytest

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.kernel import Over, Secretive, board_of
from dicehall.rules.listing import Listing
from tests.kit.walk import Stand, table, walk

SEEDS = range(12)
each_game = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)


def is_closed(listing: Listing, game: Any, state: Any) -> bool:
    assert listing.predictions_close is not None
    return listing.predictions_close(game, board_of(game, state))


@each_game
def test_w_01_a_pool_is_open_at_the_start_and_closed_for_good_before_the_end(listing: Listing) -> None:
    for seed in SEEDS:
        game = table(listing, seed)
        stands = list(walk(game, Random(seed)))
        closed = [is_closed(listing, game, stand.state) for stand in stands]
        assert not closed[0]
        assert closed == sorted(closed), "a pool that has closed never opens again"
        assert closed[-1]


@pytest.mark.parametrize("name", ["bluff", "mindroll"])
def test_w_01_what_nobody_can_see_changes_nothing_about_the_moment(name: str) -> None:
    listing, rng = find(name), Random(7)
    for seed in SEEDS:
        game = table(listing, seed)
        assert isinstance(game, Secretive)
        for stand in walk(game, Random(seed)):
            if isinstance(stand.pending, Over):
                continue
            other = game.imagine(game.view(stand.state, None), None, rng)
            assert is_closed(listing, game, other) == is_closed(listing, game, stand.state)


def first_closed(name: str, seats: int = 3, **options: Any) -> tuple[Any, Stand]:
    listing = find(name)
    game = listing.new(seats, options)
    return game, next(stand for stand in walk(game, Random(3)) if is_closed(listing, game, stand.state))


def test_w_01_in_mindroll_and_three_dice_after_three_rounds_of_ten() -> None:
    for name in ("mindroll", "three_dice"):
        game, stand = first_closed(name, match="rounds", rounds=10)
        assert board_of(game, stand.state).played == 3


def test_w_01_in_peril_when_the_first_life_is_lost() -> None:
    _, stand = first_closed("peril", starting_lives=3)
    assert sorted(stand.state.lives) == [2, 3, 3]


def test_w_01_in_king_when_anyone_has_a_third_of_the_points_that_win_or_is_out() -> None:
    game, stand = first_closed("stlucia")
    assert 3 * max(stand.state.points) >= game.options.threshold or stand.state.fallen


def test_w_01_in_bluff_when_the_first_round_is_over() -> None:
    game, stand = first_closed("bluff")
    assert board_of(game, stand.state).round > 1
