"""The bots of King of StLucia: they have sense, beat the bots of the original, and levels are levels."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from dicehall.bots import Bot
from dicehall.bots.stlucia import eait, easy, habs, hard, hass, mabs, normal, science
from dicehall.bots.stlucia.duel import the_duel
from dicehall.bots.tables import open_table
from dicehall.bots.uniform import uniform
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import LISTING, MOST_SEATS, Choosing, Deciding, King, Leave, Options, State, Stay
from dicehall.rules.values import Move, Seat
from tests.kit.bots import it_always_chooses_an_option, it_wins_more_than
from tests.kit.play import A, B
from tests.kit.scale import sampled, scaled

HEART, ATTACK, TOKEN = 4, 5, 6


def asked(phase: Choosing | Deciding, health: tuple[int, ...], seat: Seat, resident: Seat | None = None) -> Move:
    """What the normal bot does in this position."""
    zeros = (0,) * len(health)
    state = State(health, zeros, zeros, zeros, resident, (), phase)
    return normal(King(len(health)), King(len(health)).view(state, seat), Random(0))


# Sense


def test_it_keeps_what_cannot_get_better() -> None:
    assert asked(Choosing(A, (3, 3, 3, 3, 3, 3), rerolls_left=2), (10, 10), A, resident=A) == Keep()


def test_it_keeps_a_set_and_throws_the_rest_again() -> None:
    assert asked(Choosing(A, (3, 3, 3, 1, 2, HEART), rerolls_left=1), (10, 10), A, resident=A) == Reroll((3, 4, 5))


def test_it_keeps_hearts_when_it_is_weak_and_outside() -> None:
    dice = (HEART, HEART, 1, 2, TOKEN, 2)
    weak = asked(Choosing(A, dice, rerolls_left=1), (1, 10), A, resident=B)
    strong = asked(Choosing(A, dice, rerolls_left=1), (10, 10), A, resident=B)
    assert isinstance(weak, Reroll)
    assert isinstance(strong, Reroll)
    assert not {0, 1} & set(weak.dice)
    assert {0, 1} <= set(strong.dice)


def test_it_keeps_the_attacks_that_kill() -> None:
    move = asked(Choosing(A, (ATTACK, ATTACK, 1, 2, 2, 3), rerolls_left=1), (10, 2), A, resident=B)
    assert move == Keep() or (isinstance(move, Reroll) and not {0, 1} & set(move.dice))


@pytest.mark.parametrize(("health", "answer"), [(10, Stay()), (1, Leave())])
def test_it_holds_the_town_while_it_is_strong(health: int, answer: Move) -> None:
    assert asked(Deciding(B, A, (ATTACK,) * 6), (health, 10, 10), A, resident=A) == answer


# Strength


@pytest.mark.parametrize(("reference", "seats"), sampled((eait, science, habs, hass, mabs), (2, 4)))
def test_it_beats_the_bots_of_the_original(reference: Bot, seats: int) -> None:
    it_wins_more_than(1 / seats + 0.05, LISTING, normal, reference, seats=seats, games=200)


# The levels

LEVELS = (easy, normal, hard)
each_level = pytest.mark.parametrize("level", LEVELS, ids=lambda bot: bot.__name__)


@each_level
def test_a_level_always_chooses_an_option(level: Bot) -> None:
    it_always_chooses_an_option(LISTING, level, seeds=range(scaled(6)))


@pytest.mark.parametrize(("level", "seats"), [(easy, 3), (normal, 2), (hard, 3)])
def test_a_level_plays_the_same_whatever_its_luck(level: Bot, seats: int) -> None:
    """But the normal one, which among three and more now and then plays like the easy one."""
    health, points, tokens, turns = (each[:seats] for each in ((7, 9, 4), (3, 5, 2), (1, 0, 8), (4, 4, 4)))
    state = State(health, points, tokens, turns, B, (), Choosing(A, (3, 3, 1, HEART, ATTACK, TOKEN), 2))
    view = King(seats).view(state, A)
    assert level(King(seats), view, Random(1)) == level(King(seats), view, Random(2))


def test_the_normal_level_loses_track_among_three() -> None:
    state = State((7, 9, 4), (3, 5, 2), (1, 0, 8), (4, 4, 4), B, (), Choosing(A, (3, 3, 1, HEART, ATTACK, TOKEN), 2))
    view = King(3).view(state, A)
    played = {normal(King(3), view, Random(seed)) for seed in range(30)}
    assert easy(King(3), view, Random(0)) in played
    assert len(played) == 2


def wins_now(threshold: int, points: tuple[int, int], resident: Seat | None) -> Move:
    state = State((10, 10), points, (0, 0), (4, 4), resident, (), Choosing(A, (1, 1, 1, 2, 2, 3), rerolls_left=2))
    game = King(2, Options(threshold=threshold))
    return hard(game, game.view(state, A), Random(0))


@pytest.mark.parametrize("threshold", [4, 15, 40])
def test_it_keeps_what_wins_whatever_the_threshold(threshold: int) -> None:
    assert wins_now(threshold, (threshold - 1, 0), B) == Keep()


def test_without_its_table_it_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.bots.stlucia.levels.the_duel", lambda: None)
    assert wins_now(15, (14, 3), B) == Keep()


def test_a_missing_table_is_said_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("dicehall.bots.stlucia.duel.open_table", partial(open_table, folder=Path("nowhere")))
    the_duel.cache_clear()
    try:
        for _ in range(3):
            assert wins_now(15, (14, 3), B) == Keep()
        (said,) = caplog.messages
        assert "stlucia.bin is missing: hard bots of King of StLucia search their own turn" in said
    finally:
        the_duel.cache_clear()


def test_it_never_leaves_to_a_player_who_wins_by_claiming() -> None:
    state = State((1, 10), (3, 14), (0, 0), (9, 9), A, (), Deciding(B, A, (ATTACK, 1, 1, 2, 2, HEART)))
    for level in (normal, hard):
        assert level(King(2), King(2).view(state, A), Random(0)) == Stay()


def test_it_answers_as_the_solution_does() -> None:
    """Both need 10: with 1 health one leaves, with 9 one stays."""
    for health, answer in ((1, Leave()), (9, Stay())):
        state = State((health, 9), (5, 5), (0, 0), (5, 5), A, (), Deciding(B, A, (ATTACK, 1, 1, 2, 2, HEART)))
        assert hard(King(2), King(2).view(state, A), Random(0)) == answer


def test_every_level_copes_with_the_most_seats() -> None:
    seats = MOST_SEATS
    nothing = (0,) * seats
    state = State((10,) * seats, nothing, nothing, nothing, B, (), Choosing(A, (1, 2, 3, 4, 5, 6), rerolls_left=2))
    game = King(seats)
    for level in LEVELS:
        view = game.view(state, A)
        assert view.mine is not None
        assert level(game, view, Random(0)) in view.mine.options


@pytest.mark.parametrize(("better", "worse", "due"), [(hard, easy, 0.6), (normal, easy, 0.55), (easy, uniform, 0.9)])
def test_levels_are_levels(better: Bot, worse: Bot, due: float) -> None:
    it_wins_more_than(due, LISTING, better, worse, seats=2, games=100)
