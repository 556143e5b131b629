"""What are the odds? The sheet and its button fit every screen, for keyboards and screen readers, with true odds.

What it says to whom is mounted without a screen: `web/tests/mounted/odds.test.ts`. Who learns what: `test_odds` of the
server."""

import os
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.person import Persons, open_table, start_together
from tests.e2e.test_accessible import OVERFLOW, sheet_passes_the_checker_and_fits
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

QUESTION = "What are the odds?"
PICTURES = os.environ.get("ODDS_PICTURES")
"""A folder for pictures of the sheet, to look at."""


def test_the_sheet_is_for_keyboards_readers_and_small_screens(hall: RunningHall, persons: Persons) -> None:
    host, guest = (
        persons(hall.url, fresh_name(), viewport={"width": 390, "height": 844}),
        persons(hall.url, fresh_name()),
    )
    code = open_table(host, "peril", seats=2, odds=True)
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    page = host.page
    the_bar_keeps_its_row(page)

    page.set_viewport_size({"width": 390, "height": 844})
    button = page.get_by_role("button", name=QUESTION)
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=QUESTION)
    expect(sheet.get_by_role("heading", name="Chance to win")).to_be_visible()
    expect(sheet.get_by_role("heading", name="Risk assessment")).to_be_visible()
    expect(sheet.get_by_text("(exact)")).to_be_visible()
    picture(page, "peril")
    sheet_passes_the_checker_and_fits(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()


def the_bar_keeps_its_row(page: Page) -> None:
    """On the smallest screens, too, no button lies on another."""
    for width, height in ((320, 640), (390, 844), (640, 320), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW, "100%") == []
        bar = page.get_by_role("banner")
        boxes = [box for each in bar.get_by_role("button").all() if (box := each.bounding_box())]
        for one, next_one in pairwise(boxes):
            assert one["x"] + one["width"] <= next_one["x"] + 1
        picture(page, f"bar-{width}")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
