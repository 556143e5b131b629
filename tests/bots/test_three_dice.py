"""The house at Three Dice: it weighs its dice and its awards with sense."""

import gc
from random import Random

import pytest

from dicehall.bots.three_dice import falls_below, house
from dicehall.rules.kernel import Chance, Over
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import LISTING, Award, ThreeDice, Ungentlemanly
from dicehall.rules.values import NATURE, Event, Move
from tests.kit.play import A, B, C, Played, begin, drawn, rolled


def choice(after: Played, seat: int) -> Move:
    return house(after.game, after.game.view(after.state, seat), Random(0))


def test_it_knows_how_often_one_throw_is_lower() -> None:
    assert falls_below(7) == 0
    assert falls_below(8) == 3 / 216
    assert falls_below(300) == 204 / 216


def test_it_stays_when_it_is_safe_and_throws_bad_dice_again() -> None:
    start = begin(ThreeDice(2)).then(drawn(A))
    assert choice(start.then(rolled(2, 3, 5)), A) != Keep()
    behind_it = start.then(rolled(1, 1, 5), (A, Reroll((2,))), rolled(5), (A, Keep()))
    assert choice(behind_it.then(rolled(1, 1, 1)), B) == Keep()
    assert choice(behind_it.then(rolled(1, 1, 3)), B) == Reroll((2,))


def test_what_it_has_weighed_is_forgotten_without_the_collector() -> None:
    thrown = begin(ThreeDice(2)).then(drawn(A), rolled(2, 3, 5))
    gc.collect()
    gc.disable()
    try:
        choice(thrown, A)
        assert gc.collect() < 50, "hundreds of throws are weighed"
    finally:
        gc.enable()


def test_it_goes_for_stairs_when_it_has_nothing_to_lose() -> None:
    start = begin(LISTING.new(2, {"gentlemen": "off"})).then(drawn(A))
    ahead = start.then(rolled(2, 3, 5), (A, Reroll((0,))), rolled(2), (A, Keep()), rolled(1, 2, 5))
    assert choice(ahead, B) == Reroll((2,))


def test_it_awards_all_it_can_to_the_player_who_has_drunk_least() -> None:
    drunk = begin(LISTING.new(3, {"award_split": True})).then(
        drawn(A), rolled(2, 3, 4), (A, Reroll((0,))), rolled(6), (A, Keep()), rolled(1, 2, 3), (B, Keep())
    )
    assert choice(drunk, B) == Award(C, 2)
    undivided = begin(ThreeDice(3)).then(drawn(A), rolled(6, 2, 2), (A, Keep()), rolled(1, 2, 3))
    assert choice(undivided, B) == Award(C)


@pytest.mark.parametrize("gentlemen", ["warn", "enforce"])
@pytest.mark.parametrize("seed", range(8))
def test_it_keeps_the_gentlemens_rule_t_26(gentlemen: str, seed: int) -> None:
    """Also where breaking it only earns a frown."""
    rng = Random(seed)
    game = LISTING.new(3, {"gentlemen": gentlemen, "rounds": 12})
    state = game.start()
    told: list[Event] = []
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state, events = game.apply(state, NATURE, pending.source.draw(rng))
        else:
            (seat,) = pending.due
            state, events = game.apply(state, seat, house(game, game.view(state, seat), rng))
        told += events
    assert not [event for event in told if isinstance(event, Ungentlemanly)]


def test_where_the_rule_is_off_it_plays_for_itself() -> None:
    safe = begin(LISTING.new(2, {"gentlemen": "off"})).then(
        drawn(A), rolled(2, 2, 3), (A, Reroll((0,))), rolled(2), (A, Keep()), rolled(1, 1, 2)
    )
    assert choice(safe, B) in (Keep(), Reroll((2,)))
    bound = begin(LISTING.new(2, {"gentlemen": "warn"})).then(
        drawn(A), rolled(2, 2, 3), (A, Reroll((0,))), rolled(2), (A, Keep()), rolled(1, 1, 2)
    )
    assert choice(bound, B) in (Reroll((0, 1)), Reroll((0, 1, 2))), "with a 1 it can no longer be as low as 2-2-3"
