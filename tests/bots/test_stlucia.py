"""The house at King of StLucia: it has sense, and it beats the bots of the original."""

from random import Random

import pytest

from dicehall.bots import Bot
from dicehall.bots.stlucia import eait, habs, hass, house, mabs, science
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import LISTING, Choosing, Deciding, King, Leave, State, Stay
from dicehall.rules.values import Move, Seat
from tests.kit.bots import it_wins_more_than
from tests.kit.play import A, B

HEART, ATTACK, TOKEN = 4, 5, 6


def asked(phase: Choosing | Deciding, health: tuple[int, ...], seat: Seat, resident: Seat | None = None) -> Move:
    """What the house does in this position."""
    zeros = (0,) * len(health)
    state = State(health, zeros, zeros, zeros, resident, (), phase)
    return house(King(len(health)), King(len(health)).view(state, seat), Random(0))


# Sense


def test_it_keeps_what_cannot_get_better() -> None:
    assert asked(Choosing(A, (3, 3, 3, 3, 3, 3), rerolls_left=2), (10, 10), A) == Keep()


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
    assert isinstance(move, Reroll)
    assert not {0, 1} & set(move.dice)


@pytest.mark.parametrize(("health", "answer"), [(9, Stay()), (1, Leave())])
def test_it_holds_the_town_while_it_is_strong(health: int, answer: Move) -> None:
    assert asked(Deciding(B, A, (ATTACK,) * 6), (health, 10, 10), A, resident=A) == answer


# Strength


@pytest.mark.parametrize("reference", [eait, science, habs, hass, mabs], ids=lambda bot: bot.__name__)
@pytest.mark.parametrize("seats", [2, 4])
def test_it_beats_the_bots_of_the_original(reference: Bot, seats: int) -> None:
    it_wins_more_than(1 / seats + 0.05, LISTING, house, reference, seats=seats, games=200)
