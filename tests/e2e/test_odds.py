"""What are the odds? A sheet at tables that show them, and nowhere else."""

import os
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, start_together
from tests.e2e.test_accessible import AXE, OVERFLOW, violations
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

QUESTION = "What are the odds?"
PATIENCE = 60_000
"""Milliseconds for an answer that another process has to play many games for."""
PICTURES = os.environ.get("ODDS_PICTURES")
"""A folder for pictures of the sheet, to look at."""


@pytest.fixture
def two(hall: RunningHall, persons: Persons) -> tuple[Person, Person]:
    phone = {"viewport": {"width": 390, "height": 844}}
    return persons(hall.url, fresh_name(), **phone), persons(hall.url, fresh_name())


def begin(host: Person, guest: Person, game: str, **fields: object) -> str:
    code = open_table(host, game, seats=2, **fields)
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    return code


def asked(person: Person) -> Locator:
    person.press(QUESTION)
    sheet = person.page.get_by_role("dialog", name=QUESTION)
    expect(sheet.get_by_role("heading", name="Chance to win")).to_be_visible(timeout=PATIENCE)
    return sheet


def picture(person: Person, name: str) -> None:
    if PICTURES:
        person.page.screenshot(path=Path(PICTURES) / f"{name}.png")


def test_peril_has_exact_odds_and_its_risk_assessment(two: tuple[Person, Person]) -> None:
    host, guest = two
    begin(host, guest, "peril", odds=True)
    for person, shape in ((host, "phone"), (guest, "desktop")):
        sheet = asked(person)
        expect(sheet.get_by_text("of games from here")).to_be_visible()
        expect(sheet.get_by_role("heading", name="Risk assessment")).to_be_visible()
        for risk in ("Plot twist", "Direct hit", "No shield"):
            expect(sheet.get_by_role("listitem").filter(has_text=risk)).to_contain_text("%")
        expect(sheet.get_by_text("(exact)")).to_be_visible()
        expect(sheet.get_by_role("listitem").filter(has_text="±")).to_have_count(0)
        expect(sheet.get_by_text("You", exact=True)).to_be_visible()
        picture(person, f"peril-{shape}")


def test_my_moves_are_weighed_and_nobody_elses(two: tuple[Person, Person]) -> None:
    host, guest = two
    begin(host, guest, "mindroll", odds=True, options={"rounds": 3})
    mover = next(person for person in two if person.dock.get_by_role("button").count())
    other = guest if mover is host else host
    moves = asked(mover).get_by_role("region", name="What each of your moves is worth")
    expect(moves.get_by_role("listitem").first).to_contain_text("±")
    picture(mover, "mindroll")
    expect(asked(other).get_by_role("heading", name="What each")).to_have_count(0)


def test_the_sheet_is_for_keyboards_readers_and_small_screens(two: tuple[Person, Person]) -> None:
    host, guest = two
    begin(host, guest, "peril", odds=True)
    page = host.page
    button = page.get_by_role("button", name=QUESTION)
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=QUESTION)
    expect(sheet.get_by_role("heading", name="Chance to win")).to_be_visible(timeout=PATIENCE)
    page.evaluate(AXE)
    assert violations(page, "dark") == []
    assert violations(page, "light") == []
    for width, height, size in ((320, 640, "100%"), (390, 844, "200%"), (844, 390, "100%")):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW, size) == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()


def test_the_bar_keeps_its_row_on_the_smallest_screens(two: tuple[Person, Person]) -> None:
    host, guest = two
    begin(host, guest, "peril", odds=True)
    for width, height in ((320, 640), (390, 844), (640, 320), (844, 390)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert host.page.evaluate(OVERFLOW, "100%") == []
        bar = host.page.get_by_role("banner")
        boxes = [box for each in bar.get_by_role("button").all() if (box := each.bounding_box())]
        for one, next_one in pairwise(boxes):
            assert one["x"] + one["width"] <= next_one["x"] + 1
        picture(host, f"bar-{width}")


def test_a_table_without_odds_has_no_such_button(two: tuple[Person, Person]) -> None:
    host, guest = two
    begin(host, guest, "peril")
    for person in two:
        expect(person.page.get_by_role("button", name=QUESTION)).to_have_count(0)


def test_a_spectator_is_told_what_a_spectator_can_know(
    hall: RunningHall, persons: Persons, two: tuple[Person, Person]
) -> None:
    host, guest = two
    code = begin(host, guest, "mindroll", odds=True)
    eve = persons(hall.url, fresh_name())
    eve.go(f"/t/{code.upper()}")
    sheet = asked(eve)
    expect(sheet.get_by_text("What a spectator can know")).to_be_visible()
    expect(sheet.get_by_role("heading", name="What each")).to_have_count(0)
