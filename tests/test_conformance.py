"""Every game in the catalog keeps the laws of the kit, over all seat counts, presets and many seeds.

Seeds go round seats and presets. Every commit is tested with a quarter of them, `make soak` with all, and more.
"""

import pytest

from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing
from tests.kit import laws, trials
from tests.kit.scale import TRIALS, scaled

pytestmark = pytest.mark.parametrize("listing", GAMES, ids=lambda listing: listing.name)

SEEDS = range(0, scaled(60, least=60), 4 if TRIALS <= 1 else 1)
BLOCK = 20
"""Seeds a test, so that each ends in time."""
blocks = pytest.mark.parametrize(
    "seeds", [SEEDS[first : first + BLOCK] for first in range(0, len(SEEDS), BLOCK)], ids=str
)


def test_no_climax_holds_up_the_table(listing: Listing) -> None:
    laws.allowances_are_short(listing)


@blocks
def test_a_random_game_keeps_every_law_of_a_step(listing: Listing, seeds: range) -> None:
    trials.a_random_game_keeps_every_law_of_a_step(listing, seeds)


@blocks
def test_probabilities_sum_to_one(listing: Listing, seeds: range) -> None:
    trials.probabilities_sum_to_one(listing, seeds)


@blocks
def test_a_player_may_leave_in_any_phase(listing: Listing, seeds: range) -> None:
    trials.a_player_may_leave_in_any_phase(listing, seeds)


@blocks
def test_what_a_seat_cannot_know_changes_nothing_it_sees(listing: Listing, seeds: range) -> None:
    trials.what_a_seat_cannot_know_changes_nothing_it_sees(listing, seeds[::2])
