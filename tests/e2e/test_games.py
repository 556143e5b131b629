"""Each game from the first seat to the leaderboard, by two browsers and a bot."""

import pytest
from playwright.sync_api import expect

from tests.e2e.person import Persons, open_table, play_to_the_end, start_together
from tests.e2e.places import SHORT, register
from tests.server.kit import RunningHall

IN_SOAK = [pytest.param(game, marks=pytest.mark.soak) for game in SHORT if game != "bluff"]
"""How each board is played, and its results, `test_stage` and `test_accessible` look at in every run."""


@pytest.mark.parametrize("game", ["bluff", *IN_SOAK])
def test_a_whole_game_is_played_to_the_result_and_the_leaderboard(
    hall: RunningHall, persons: Persons, game: str
) -> None:
    ann, ben = persons(hall.url, f"Ann {game[:5]}"), persons(hall.url, f"Ben {game[:5]}")
    register(ann)
    code = open_table(ann, game, options=SHORT[game], bots=["normal"], seats=3)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    play_to_the_end(ann, ben)
    shown = ann.page.evaluate("code => dicehall.state.tables[code].shown", code)
    place = shown["waiting"]["places"][shown["players"].index(ann.me)]
    for person in (ann, ben):
        expect(person.page.locator("section.result li")).to_have_count(3)
        expect(person.page.get_by_role("button", name="Dice checked")).to_be_visible()
    mine = ann.page.locator("section.result li").filter(has=ann.page.get_by_text("You", exact=True))
    expect(mine.locator(".place")).to_have_text(str(place))
    ann.page.locator("section.result").get_by_role("link", name="Leaderboard").click()
    line = ann.page.get_by_role("row").filter(has=ann.page.get_by_role("link", name=ann.name, exact=True))
    won, lost = ("1", "0") if place == 1 else ("0", "1")
    expect(line.get_by_role("cell").nth(1)).to_have_text(won)
    expect(line.get_by_role("cell").nth(2)).to_have_text(lost)
