"""Bots at Three Dice: they weigh their dice and their awards with sense, and the levels are in order."""

import gc
from random import Random

import pytest
from msgspec.structs import replace

from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.bots.three_dice import by_the_round, easy, falls_below, hard, normal
from dicehall.bots.uniform import uniform
from dicehall.rules.kernel import Chance, Over
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.three_dice import LISTING, MOST_SEATS, Award, ThreeDice, Ungentlemanly
from dicehall.rules.values import NATURE, Event, Move
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.play import A, B, C, Played, begin, drawn, rolled


def choice(after: Played, seat: int) -> Move:
    return normal(after.game, after.game.view(after.state, seat), Random(0))


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
            state, events = game.apply(state, seat, normal(game, game.view(state, seat), rng))
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


# The other levels


@pytest.mark.parametrize("bot", [easy, normal, hard])
@pytest.mark.parametrize("gentlemen", ["warn", "enforce"])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_level_keeps_the_gentlemens_rule_t_26(seats: int, gentlemen: str, bot: Bot) -> None:
    record, _ = play_out(LISTING, [bot] * seats, LISTING.read_options({"gentlemen": gentlemen}), Random(seats))
    told = [event for moment in record.replay() for event in moment.events]
    assert not [event for event in told if isinstance(event, Ungentlemanly)]


@pytest.mark.parametrize("bot", [easy, normal, hard])
def test_every_level_chooses_an_option_in_the_oddest_positions(bot: Bot) -> None:
    it_always_chooses_an_option(LISTING, bot, seeds=range(20))


@pytest.mark.parametrize("rounds", [{"rounds": 1}, {"match": "open"}], ids=["match", "open"])
def test_every_level_copes_with_the_most_seats(rounds: dict[str, object]) -> None:
    """The first of 26 decides with more behind them than any table knows (T-25)."""
    table = begin(LISTING.new(MOST_SEATS, rounds)).then(drawn(A), rolled(6, 2, 2))
    for level in (easy, normal, hard):
        assert level(table.game, table.game.view(table.state, A), Random(0)) in table.options(A)


@pytest.mark.parametrize(
    ("bot", "others", "due"),
    [(hard, uniform, 0.85), (easy, uniform, 0.6), (normal, easy, 0.5)],
    ids=["hard", "easy", "normal"],
)
def test_levels_are_in_order(bot: Bot, others: Bot, due: float) -> None:
    """Hard against normal takes more games than a test has: `dicehall simulate` shows it."""
    it_wins_more_than(due, LISTING, bot, others, seats=2, games=200)


def test_hard_plays_the_last_round_for_the_match() -> None:
    """Five sips behind, three fives would win it; nine ahead, nothing is worth a throw."""
    table = begin(LISTING.new(2, {"gentlemen": "off", "rounds": 1})).then(
        drawn(A), rolled(6, 2, 2), (A, Reroll((1,))), rolled(1), (A, Keep()), rolled(5, 5, 2)
    )
    losing = replace(table.state, sips=(0, 5))
    assert hard(table.game, table.game.view(losing, B), Random(0)) == Reroll((2,))
    winning = replace(table.state, sips=(9, 0))
    assert hard(table.game, table.game.view(winning, B), Random(0)) == Keep()


def test_hard_plays_the_last_round_of_many_for_the_match() -> None:
    """Four sips behind the lowest score, three fives would make a pot that wins it; far ahead, no throw is worth it."""
    table = begin(LISTING.new(3, {"gentlemen": "off", "rounds": 1})).then(
        drawn(A),
        rolled(6, 2, 2),
        (A, Reroll((1,))),
        rolled(1),
        (A, Keep()),
        rolled(1, 1, 5),
        (B, Keep()),
        rolled(5, 5, 6),
    )
    behind = replace(table.state, sips=(0, 20, 4))
    assert hard(table.game, table.game.view(behind, C), Random(0)) == Reroll((2,))
    ahead = replace(table.state, sips=(30, 30, 0))
    assert hard(table.game, table.game.view(ahead, C), Random(0)) == Keep()


def test_other_rules_than_the_tables_are_made_for_are_played_round_by_round() -> None:
    game = LISTING.new(2, {"tie": "roll_off"})
    board = begin(game).then(drawn(A), rolled(6, 2, 2))
    assert by_the_round(game, game.view(board.state, A), Random(0)) == hard(game, game.view(board.state, A), Random(0))


def test_hard_gives_its_sips_to_the_best_placed_of_the_others() -> None:
    """Fewest sips, then fewest rounds lost (T-24)."""
    table = begin(ThreeDice(3)).then(drawn(A), rolled(6, 2, 2), (A, Keep()), rolled(1, 2, 3))
    state = replace(table.state, sips=(2, 0, 2), lost=(0, 0, 1))
    assert hard(table.game, table.game.view(state, B), Random(0)) == Award(A)
    state = replace(table.state, sips=(2, 0, 1), lost=(0, 0, 1))
    assert hard(table.game, table.game.view(state, B), Random(0)) == Award(C)


def test_easy_gives_its_sips_to_the_one_who_rolled_last() -> None:
    table = begin(ThreeDice(3)).then(drawn(A), rolled(6, 2, 2), (A, Keep()), rolled(1, 2, 3))
    assert easy(table.game, table.game.view(table.state, B), Random(0)) == Award(A)
