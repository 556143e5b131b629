"""Quick matches in the terminal: with bots or people only, for two or for as many as usual."""

from pathlib import Path

import pytest

from tests.cli.command import Machine
from tests.cli.terminal import Terminal
from tests.server.near import AnyHall


def test_a_quick_match_waits_for_people_and_can_be_hurried(hall: AnyHall, tmp_path: Path) -> None:
    with Terminal(tmp_path, hall.url, "--game", "Three-Dice", "--name", "Ann") as ann:
        ann.until("Bots take the empty seats in")
        ann.until("h  Let bots")
        ann.type("h")
        ann.play()


def test_two_people_who_want_a_game_of_two_without_bots_meet(hall: AnyHall, tmp_path: Path) -> None:
    wish = (hall.url, "--game", "mindroll", "--seats", "2", "--people-only")
    with Terminal(tmp_path / "ann", *wish, "--name", "Ann") as ann:
        ann.until("1 of 2 seats")
        with Terminal(tmp_path / "ben", hall.url, "--name", "Ben") as ben:
            ben.until("two finds you a game of two")
            ben.type("mindroll two people")
            for person in (ann, ben):
                person.until("Game 1 begins")
            ann.until("This machine mixed [0-9a-f]{32} into the dice")  # sent once she had seen the commitment
            assert "bot" not in ben.said.partition("MindRoll at table")[2]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--people-only",), "--people-only is for a quick match: add --game GAME"),
        (("--game", "bluff", "--seats", "3"), "a quick match has its usual seats, or two: --seats 2"),
        (("--seats", "2"), "are for a table that you --open"),
    ],
)
def test_choices_that_do_not_fit_get_one_clear_line(arguments: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    assert complaint in Machine(tmp_path, "http://127.0.0.1:9").refused("join", *arguments)
