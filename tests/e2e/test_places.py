"""Going from place to place loses nothing: not the focus of the keyboard."""

from playwright.sync_api import expect

from tests.e2e.person import Persons
from tests.server.kit import RunningHall

FOCUSED = "() => document.activeElement?.tagName === 'MAIN'"


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
