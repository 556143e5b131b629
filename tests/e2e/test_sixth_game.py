"""The game of docs/add-a-game.md, for which nobody has drawn a board, is played to its end in a browser."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.docs.test_add_a_game import FILES, ROOT
from tests.e2e.person import Persons, open_table, play_to_the_end, until
from tests.server.kit import RunningHall

LINES = {
    "src/dicehall/rules/catalog.py": (
        ("import bluff, mindroll, peril,", "import bluff, mindroll, peril, pig,"),
        ("bluff.LISTING)", "bluff.LISTING, pig.LISTING)"),
    ),
}
"""What the guide says in words: put it on the tables."""
GO_ON = re.compile("^(Throw the die|Play again)$")
"""A 1 ends the turn, and the bot may end the game, before there is a choice."""


@pytest.fixture
def hall_with_pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningHall]:
    """A hall that runs on a copy of the code into which someone has typed the guide."""
    no_bytecode = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "dicehall", tmp_path / "src" / "dicehall", ignore=no_bytecode)
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    for path, changes in LINES.items():
        code = (tmp_path / path).read_text(encoding="utf-8")
        for old, new in changes:
            assert code.count(old) == 1, f"{path} has changed: {old}"
            code = code.replace(old, new)
        (tmp_path / path).write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    with RunningHall(tmp_path / "data", "--fast") as running:
        yield running


def test_a_game_without_a_board_of_its_own_is_played_on_the_plain_one(
    hall_with_pig: RunningHall, persons: Persons
) -> None:
    ann = persons(hall_with_pig.url, "Ann")
    ann.go("/")
    expect(ann.page.get_by_role("button", name=re.compile("^Pig Throw as often as you dare"))).to_be_visible()
    code = open_table(ann, "pig", options={"target": 10}, bots=["normal"], seats=2)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")

    again = ann.dock.get_by_role("button", name="Throw again", exact=True)
    go_on = ann.page.get_by_role("button", name=GO_ON).first

    def comes_to_a_choice() -> bool:
        if not again.is_visible():
            ann.press_if_there(go_on)
        return again.is_visible()

    until(ann.page, comes_to_a_choice, "a choice")
    expect(ann.dock.get_by_role("button")).to_have_text(["Hold", "Throw again"])
    expect(ann.page.get_by_role("region", name="Scores").get_by_role("row")).to_have_count(3)
    again.press("Enter")

    play_to_the_end(ann)
    expect(ann.page.locator("section.result li")).to_have_count(2)
    story = ann.page.get_by_role("tabpanel").get_by_role("listitem")
    expect(story.nth(-2)).to_contain_text(re.compile(r"\bwins?!"))  # there may have been games before
    ann.go("/rules/pig")
    expect(ann.page.get_by_text("Any other number counts")).to_be_visible()
