"""Refusals: named by their cause, and all of them say what is allowed."""

import pytest

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
)
from dicehall.rules.peril import Pick
from dicehall.rules.values import NATURE, Stop


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
