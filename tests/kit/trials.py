"""Trials put a game through the laws: random tables and walks, one per seed."""

from collections.abc import Iterable
from random import Random

from dicehall.rules.kernel import Chance, Over
from dicehall.rules.listing import Listing
from tests.kit import laws
from tests.kit.walk import table, walk


def a_random_game_keeps_every_law_of_a_step(listing: Listing, seeds: Iterable[int]) -> None:
    for seed in seeds:
        rng = Random(seed)
        game = table(listing, seed)
        stands = list(walk(game, rng, leaving=0.01 if seed % 3 == 0 else 0))
        assert isinstance(stands[-1].pending, Over)
        for stand in stands:
            laws.questions_are_well_formed(game, stand)
            laws.steps_are_pure(game, stand)
            laws.the_parts_are_the_view(game, stand)
            laws.progress_is_bounded(listing, game, stand)
        for stand in [stands[-1], *rng.sample(stands, min(20, len(stands)))]:
            laws.trespassers_are_refused(game, stand)
            laws.all_survives_encoding(listing, game, stand)
            laws.the_table_is_the_same_for_all(game, stand)
            laws.imagination_fits_the_view(game, stand, rng)
        laws.the_record_replays(listing, game, stands)


def probabilities_sum_to_one(listing: Listing, seeds: Iterable[int]) -> None:
    seen = set()
    for seed in seeds:
        rng = Random(seed)
        for stand in walk(table(listing, seed), rng):
            if isinstance(stand.pending, Chance) and stand.pending.source not in seen:
                seen.add(stand.pending.source)
                laws.chance_is_exact(stand.pending.source, rng)


def a_player_may_leave_in_any_phase(listing: Listing, seeds: Iterable[int]) -> None:
    for seed in seeds:
        rng = Random(seed)
        game = table(listing, seed)
        stands = list(walk(game, rng))
        for stand in rng.sample(stands, min(5, len(stands))):
            laws.leaving_is_always_legal(listing, game, stand, rng)


def what_a_seat_cannot_know_changes_nothing_it_sees(listing: Listing, seeds: Iterable[int]) -> None:
    for seed in seeds:
        rng = Random(seed)
        game = table(listing, seed)
        laws.secrets_do_not_interfere(game, list(walk(game, rng))[:400], rng)


def all_of_them(listing: Listing, seeds: range) -> None:
    """Everything that the kit asks of a game."""
    laws.allowances_are_short(listing)
    a_random_game_keeps_every_law_of_a_step(listing, seeds)
    probabilities_sum_to_one(listing, seeds)
    a_player_may_leave_in_any_phase(listing, seeds)
    what_a_seat_cannot_know_changes_nothing_it_sees(listing, seeds)
