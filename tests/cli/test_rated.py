"""In a terminal: whether the games of a table are rated, and how its host changes that."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.server.near import AnyHall

RATED = "Rated when two accounts play."


def open_table(hall: AnyHall, home: Path, *arguments: str) -> Terminal:
    return Terminal(home, hall.url, "--open", "bluff", "--name", "Ann", *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), RATED),
        (("--private",), "Unrated."),
        (("--unrated",), "Unrated."),
        (("--private", "--rated"), RATED),
        (("--odds",), "Unrated: everyone can ask for the odds."),
    ],
)
def test_the_lobby_says_whether_games_are_rated(
    arguments: tuple[str, ...], said: str, hall: AnyHall, tmp_path: Path
) -> None:
    with open_table(hall, tmp_path, *arguments) as ann:
        ann.until(said)


def test_a_table_with_odds_that_should_be_rated_is_refused(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path, "--odds", "--rated") as ann:
        code, _ = ann.finish()
        assert code == 2
        assert ann.process.stderr is not None
        assert "A table that shows the odds is unrated: choose one of them." in ann.process.stderr.read()


def test_the_host_changes_the_rating_in_the_terminal(hall: AnyHall, tmp_path: Path) -> None:
    with open_table(hall, tmp_path) as ann:
        ann.until(RATED)
        for key, then in (("o", "f  Rating"), ("f", "c  No, and everyone"), ("c", "Unrated: everyone can ask")):
            ann.type(key)
            ann.until(then)
