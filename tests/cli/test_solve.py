"""`dicehall solve`: values, method and bound, on the screen and as JSON, and refusals in plain words."""

import json
from fractions import Fraction

import pytest

from tests.cli.test_odds import out, refusal


def test_it_prints_values_the_method_and_how_exact_they_are() -> None:
    told = out("solve", "peril", "--seats", "3", "--set", "peril_after_elimination=first_seat")
    for words in ("Peril, 3 players", "seat 1 wins", "rounds in a game", "exact", "reckoned in", "fractions."):
        assert words in told


def test_json_has_fractions_as_text_and_a_bound_for_every_value() -> None:
    found = json.loads(out("solve", "peril", "--seats", "2", "--json"))
    assert found["method"]
    assert found["findings"][0] == {"what": "seat 1 wins", "value": "1/2", "bound": 0.0}
    king = json.loads(out("solve", "stlucia", "--set", "threshold=1", "--json"))
    assert 0 < king["findings"][0]["bound"] < 1e-6
    assert king["findings"][0]["value"] == pytest.approx(0.992, abs=5e-4)


def test_it_says_what_a_bot_of_your_own_gives_away() -> None:
    """At MindRoll; the counter is played by thresholds, and read by them."""
    found = json.loads(out("solve", "mindroll", "--bot", "dicehall.lab.mindroll.counter:counter", "--json"))
    (taken,) = [each for each in found["findings"] if "counter" in each["what"]]
    assert 0.1 < Fraction(taken["value"]) < 0.5
    assert taken["bound"] == 0


def test_a_guest_learns_as_long_as_you_say() -> None:
    found = json.loads(out("solve", "bluff", "--seats", "3", "--lessons", "2000", "--json"))
    fair, learned = found["findings"]
    assert fair["value"] == "1/3"
    assert "learned from 2,000 games" in learned["what"]
    assert 0.2 < learned["value"] < 0.5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "no game 'chess'"),
        (("peril", "--seats", "11"), "10"),
        (("peril", "--write", "."), "Peril is solved without --write"),
        (("three_dice", "--work", "."), "Three Dice is solved without --work"),
        (("bluff", "--lessons", "2000"), "needs no lessons"),
        (("bluff", "--set", "laps=2"), "Bluff is solved for 3 laps"),
        (("mindroll", "--seats", "3", "--bot", "hard"), "two players only"),
        (("mindroll", "--bot", "grandmaster"), "there is no bot 'grandmaster'"),
        (("stlucia", "--seats", "3"), "two players only"),
        (("three_dice", "--set", "tie=roll_off"), "solved for the usual tie"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    told = refusal("solve", *arguments)
    assert words in told
    assert told.count("\n") == 1
