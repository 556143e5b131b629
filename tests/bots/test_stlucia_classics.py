"""The five players of the original assignment keep to the habits that are told of them."""

from random import Random

import pytest

from dicehall.bots import Bot, find_bot
from dicehall.bots.stlucia import eait, habs, hass, mabs, science
from dicehall.bots.stlucia.classic import CLASSICS
from dicehall.rules.rerolls import Keep, Reroll
from dicehall.rules.stlucia import Choosing, Deciding, King, Leave, State, Stay
from dicehall.rules.values import Move, Seat
from tests.kit.play import A, B, C

HEART, ATTACK, TOKEN = 4, 5, 6


def throws_again(bot: Bot, dice: tuple[int, ...], health: tuple[int, ...] = (10, 10, 10), town: Seat | None = B) -> str:
    """The faces that A throws again."""
    move = asked(bot, Choosing(A, dice, rerolls_left=2), health, town)
    if move == Keep():
        return ""
    assert isinstance(move, Reroll)
    return "".join(sorted("123HAP"[dice[index] - 1] for index in move.dice))


def answers(bot: Bot, health: tuple[int, ...]) -> Move:
    """What A does in StLucia, attacked by B with one die."""
    return asked(bot, Deciding(B, A, (ATTACK, 1, 1, 2, 2, HEART)), health, A)


def asked(bot: Bot, phase: Choosing | Deciding, health: tuple[int, ...], town: Seat | None) -> Move:
    zeros = (0,) * len(health)
    game = King(len(health))
    return bot(game, game.view(State(health, zeros, zeros, zeros, town, (), phase), A), Random(0))


def test_eait_keeps_sets_and_hearts_below_6_and_leaves_below_5() -> None:
    dice = (2, 2, 2, 3, HEART, ATTACK)
    assert throws_again(eait, dice) == "3AH"
    assert throws_again(eait, dice, (5, 10, 10)) == "3A"
    assert throws_again(eait, (ATTACK, ATTACK, ATTACK, 1, 1, 3)) == "113AAA", "attacks are no set"
    assert (answers(eait, (4, 9, 9)), answers(eait, (5, 9, 9))) == (Leave(), Stay())


def test_science_keeps_attacks_or_below_5_hearts_and_always_leaves() -> None:
    dice = (3, 3, 3, HEART, ATTACK, TOKEN)
    assert throws_again(science, dice) == "333HP"
    assert throws_again(science, dice, (4, 10, 10)) == "333AP"
    assert answers(science, (10, 1, 1)) == Leave()


def test_habs_throws_only_attacks_again_below_5_and_leaves_below_4_but_never_the_last_opponent() -> None:
    dice = (1, 2, 3, HEART, ATTACK, ATTACK)
    assert throws_again(habs, dice) == ""
    assert throws_again(habs, dice, (4, 10, 10)) == "AA"
    assert (answers(habs, (3, 9, 9)), answers(habs, (4, 9, 9))) == (Leave(), Stay())
    assert answers(habs, (3, 9, 0)) == Stay()
    assert answers(habs, (3, 9)) == Stay()


def test_hass_keeps_tokens_inside_and_attacks_that_kill_outside_and_never_leaves() -> None:
    dice = (3, 3, TOKEN, HEART, ATTACK, ATTACK)
    assert throws_again(hass, dice, town=A) == "33AAH"
    assert throws_again(hass, dice, (10, 3, 10)) == "33AAHP"
    assert throws_again(hass, dice, (10, 2, 10)) == "33HP"
    assert throws_again(hass, dice, (10, 10, 2), town=C) == "33HP"
    assert throws_again(hass, dice, town=None) == "33AAHP"
    assert answers(hass, (1, 9, 9)) == Stay()


def test_mabs_keeps_threes_and_attacks_inside_or_hearts_outside_and_always_leaves() -> None:
    dice = (3, 3, TOKEN, HEART, ATTACK, 1)
    assert throws_again(mabs, dice, town=A) == "1HP"
    assert throws_again(mabs, dice) == "1AP"
    assert answers(mabs, (10, 1, 1)) == Leave()


@pytest.mark.parametrize("name", CLASSICS)
def test_they_sit_at_tables_under_their_names(name: str) -> None:
    assert find_bot("stlucia", name.lower()) is CLASSICS[name]
