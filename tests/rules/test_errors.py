"""Refusals: named by their cause, and all of them say what is allowed."""

from collections.abc import Sequence

import pytest

from dicehall.rules.chance import Drawn, Rolled, Shuffled
from dicehall.rules.errors import (
    BadOptions,
    DamagedRecord,
    GameOver,
    NotAnOption,
    NotYourTurn,
    RulesError,
    UnknownEdition,
    UnknownGame,
    UnknownSeat,
    describe,
    summary,
)
from dicehall.rules.peril import Pick
from dicehall.rules.rerolls import Keep, Reroll, rerolls
from dicehall.rules.values import NATURE, Move, Stop, Withdraw


class Wager(Move):
    coins: int
    on: int


class Doubt(Move):
    aloud: bool


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (UnknownSeat(7, 3), "there is no seat 7: seats are 0 to 2"),
        (UnknownSeat("x", 3), "there is no seat 'x': seats are 0 to 2"),
        (NotYourTurn(1, {0}), "it is not the turn of seat 1: the game waits for seat 0"),
        (NotYourTurn(1, {10, 2, 0}), "it is not the turn of seat 1: the game waits for seat 0 or seat 2 or seat 10"),
        (NotYourTurn(1, {NATURE}), "it is not the turn of seat 1: the game waits for nature"),
        (NotYourTurn(NATURE, {2}), "it is not the turn of nature: the game waits for seat 2"),
        (NotAnOption(Pick(9), (Pick(1), Pick(2))), "pick 9 is not an option; allowed: pick 1..2"),
        (NotAnOption(Stop(), "patience"), "stop is not an option; allowed: patience"),
        (GameOver(), "the game is over: nothing more can be played"),
        (UnknownGame("perl", ["peril", "bluff"]), "there is no game 'perl'; the games are peril, bluff"),
        (UnknownEdition("peril", 9, [1, 2]), "edition 9 of peril is unknown here, its games are void; known: 1, 2"),
        (BadOptions("lives cannot be 4; allowed: 1..3"), "lives cannot be 4; allowed: 1..3"),
        (DamagedRecord(3, "the line is blank"), "line 3: the line is blank"),
    ],
)
def test_a_refusal_says_what_was_wrong_and_what_is_allowed(error: RulesError, text: str) -> None:
    assert str(error) == text


def test_a_damaged_record_knows_its_line_and_reason() -> None:
    error = DamagedRecord(3, "the line is blank")
    assert (error.line, error.reason) == (3, "the line is blank")


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
