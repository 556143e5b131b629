"""Odds of two at King of StLucia, read from the solved game."""

from random import Random

from dicehall.bots.stlucia import hard
from dicehall.odds import odds
from dicehall.odds.playouts import played_on
from dicehall.odds.stlucia import OFF, reckon
from dicehall.odds.stlucia.simple import simple
from dicehall.rules.kernel import Over
from dicehall.rules.rerolls import Keep
from dicehall.rules.stlucia import King, Options, Stay, Throwing
from tests.odds.positions import moments, questions


def test_the_best_move_is_what_the_hard_bot_plays() -> None:
    game, asked = questions("stlucia", 2)
    for moment in asked[:40]:
        seat = min(moment.pending.due)  # type: ignore[union-attr]
        found = odds(game, game.view(moment.state, seat), seat, Random(1))
        assert found.model == "best"
        best = max(found.options, key=lambda option: option.wins.value)
        played = hard(game, game.view(moment.state, seat), Random(1))
        reckoned = reckon(game, moment.state)  # type: ignore[arg-type]
        assert reckoned is not None
        assert reckoned.options[played].value >= best.wins.value - 1e-9
        assert found.wins[seat].value == best.wins.value


def test_the_first_turn_is_worth_what_was_solved() -> None:
    game = King(2, Options(first_player="first_seat"))
    found = odds(game, game.view(game.start(), None), None, Random(1))
    assert abs(found.wins[0].value - 0.656) < OFF + 0.0005
    assert found.wins[0].exact
    assert found.wins[0].low < found.wins[0].value < found.wins[0].high


def test_a_chance_is_the_mean_of_what_the_dice_lead_to() -> None:
    """The value before the first throw, by another road: the mean over all throws of the best choice after each."""
    game, played = moments("stlucia", 2)
    thrown = next(moment for moment in played if isinstance(moment.state.phase, Throwing))
    source = game.pending(thrown.state).source  # type: ignore[union-attr]
    rng, seat = Random(3), thrown.state.phase.seat
    values = []
    for _ in range(300):
        state = game.apply(thrown.state, "nature", source.draw(rng)).state
        values.append(odds(game, game.view(state, None), None, rng).wins[seat].value)
    before = odds(game, game.view(thrown.state, None), None, rng).wins[seat].value
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / len(values) ** 2) ** 0.5
    assert abs(mean - before) < 5 * spread + 2 * OFF


def test_three_players_are_played_on_and_only_the_most_promising_moves_are_weighed() -> None:
    game, asked = questions("stlucia", 3)
    moment = next(each for each in asked if Keep() in next(iter(each.pending.options.values())))  # type: ignore[union-attr]
    found = odds(game, game.view(moment.state, 0), 0, Random(1))
    assert found.model == "simple"
    assert 1 <= len(found.options) <= 8
    assert not found.wins[0].exact


def test_a_resident_who_is_attacked_weighs_both_answers() -> None:
    game, asked = questions("stlucia", 2)
    moment = next(each for each in asked if Stay() in next(iter(each.pending.options.values())))  # type: ignore[union-attr]
    found = odds(game, game.view(moment.state, None), None, Random(1))
    assert len(found.options) == 2


def test_the_quick_twin_plays_whole_games() -> None:
    game = King(4)
    wins = played_on(game, game.start(), simple, Random(1))
    assert sum(wins) == 1
    assert not isinstance(game.pending(game.start()), Over)
