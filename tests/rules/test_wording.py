"""Moves in words."""

from collections.abc import Sequence

import pytest

from dicehall.rules.chance import Drawn, Rolled, Shuffled
from dicehall.rules.peril import Pick
from dicehall.rules.rerolls import Keep, Reroll, rerolls
from dicehall.rules.values import Move, Withdraw
from dicehall.rules.wording import describe, summary


class Wager(Move):
    coins: int
    on: int


class Doubt(Move):
    aloud: bool


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Keep(), "keep"),
        (Pick(7), "pick 7"),
        (Reroll((0, 2)), "reroll 0 and 2"),
        (Rolled((6, 6)), "rolled 6 and 6"),
        (Drawn(1), "drawn 1"),
        (Shuffled((2, 0, 1)), "shuffled 2 and 0 and 1"),
        (Withdraw(4), "withdraw 4"),
        (Wager(5, 2), "wager 5 2"),
        (Reroll(()), "reroll nothing"),
    ],
)
def test_a_move_in_a_few_words(move: Move, words: str) -> None:
    assert describe(move) == words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([Keep()], "keep"),
        ([Pick(3)], "pick 3"),
        ([Pick(number) for number in (1, 2, 3, 5, 7, 8)], "pick 1..3, 5, 7..8"),
        ([Pick(number) for number in (9, 1, 2)], "pick 1..2, 9"),
        ([Keep(), *rerolls(2)], "keep; reroll 0, reroll 1, reroll 0 and 1"),
        ([Keep(), *rerolls(4)], "keep; reroll in 15 ways, from reroll 0 to reroll 0 and 1 and 2 and 3"),
        ([Wager(1, 0), Wager(2, 0)], "wager 1 0, wager 2 0"),
        ([Doubt(True), Doubt(False)], "doubt True, doubt False"),
    ],
)
def test_all_options_on_one_line(options: Sequence[Move], words: str) -> None:
    assert summary(options) == words
