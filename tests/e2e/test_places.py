"""Going from place to place loses nothing: not the tab, not the focus, not what had to be asked for twice."""

from playwright.sync_api import Page, Route, expect

from tests.e2e.person import Persons, open_table
from tests.e2e.places import begin
from tests.server.kit import RunningHall

FOCUSED = "() => document.activeElement?.tagName === 'MAIN'"


def test_another_game_on_the_leaderboard_is_still_about_bots(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url)
    ann.go("/leaderboard")
    ann.page.get_by_role("tab", name="Bots").click()
    ann.page.get_by_role("link", name="Bluff").click()
    expect(ann.page.get_by_role("heading", name="Bluff", exact=True)).to_be_visible()
    expect(ann.page.get_by_role("tab", name="Bots")).to_have_attribute("aria-selected", "true")


def test_the_way_back_begins_at_the_top_for_keyboard_and_screen_reader(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url)
    ann.go("/")
    ann.page.get_by_role("link", name="Rules", exact=True).click()
    expect(ann.page.get_by_role("heading", name="How to play")).to_be_visible()
    ann.page.wait_for_function(FOCUSED)
    ann.page.keyboard.press("Tab")
    ann.page.go_back()
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
    ann.page.wait_for_function(FOCUSED)


def test_words_that_did_not_come_through_are_asked_for_again(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    code = begin(ann, "bluff").upper()
    asked = lose_the_first(ann.page, "**/api/games/bluff/words")
    ann.go(f"/t/{code}")
    expect(ann.page.locator("section.dock.mine")).to_be_visible()
    assert len(asked) > 1
    ann.forgive("ERR_FAILED")


def test_who_gives_a_name_in_the_chat_stays_in_the_chat(hall: RunningHall, persons: Persons) -> None:
    code = open_table(persons(hall.url, "Olga"), "bluff", seats=2)
    eve = persons(hall.url)
    eve.go(f"/t/{code.upper()}")
    eve.page.get_by_role("tab", name="Chat").click()
    talk = eve.page.get_by_role("complementary")
    talk.get_by_role("textbox").fill("Eve")
    talk.get_by_role("textbox").press("Enter")
    expect(talk.get_by_role("button", name="Send")).to_be_visible()
    expect(eve.page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")


def lose_the_first(page: Page, address: str) -> list[str]:
    """A network that loses the first request to this address; returns all that are made, as they are made."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(address, answer)
    return asked
