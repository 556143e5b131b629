"""Teams on the page: a badge is thought of on a phone, joined by keyboard, and counts its wins.

What hosts, the muted, accounts and tournaments see of teams is mounted without a screen, in `web/tests/mounted`:
`teams.test.ts` and `cups.test.ts`."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.person import PHONE, Persons, open_table, play_to_the_end, start_together, tab_to
from tests.e2e.places import SHORT
from tests.server.kit import RunningHall


def badges(page: Page, label: str) -> Locator:
    return page.get_by_role("region", name="Players").get_by_role("img", name=f"Team {label}", exact=True)


def think_of(page: Page, label: str, colour: str, pattern: str) -> None:
    sheet = page.get_by_role("dialog").or_(page.get_by_role("region", name="Your team"))
    sheet.get_by_label("Name of the team").fill(label)
    sheet.get_by_role("radio", name=colour, exact=True).check(force=True)
    sheet.get_by_role("radio", name=pattern, exact=True).check(force=True)
    expect(sheet.get_by_text(f"{colour}, {pattern}", exact=True)).to_be_visible()


def test_a_team_is_worn_and_joined_at_a_table_and_counts_its_wins(hall: RunningHall, persons: Persons) -> None:
    ann, ben = persons(hall.url, "Ann", **PHONE), persons(hall.url, "Ben")
    code = open_table(ann, "three_dice", options=SHORT["three_dice"], bots=["normal"], seats=3).upper()
    for person in (ann, ben):
        person.go(f"/t/{code}")
    ann.press("Your team")
    think_of(ann.page, "Red Foxes", "teal", "check")
    ann.press("Wear this badge")
    expect(badges(ann.page, "Red Foxes")).to_have_count(1)
    ann.press("Host this table")
    ann.page.locator("summary", has_text="Team of").click()
    think_of(ann.page, "Owls", "gold", "dots")
    ann.press("Give this badge")
    ann.press("Close")
    expect(badges(ben.page, "Owls")).to_have_count(1)
    start_together(ann, ben)

    ben.page.locator("button.menu").focus()
    ben.page.keyboard.press("Enter")
    tab_to(ben.page, ben.page.locator("summary", has_text="Your team"))
    ben.page.keyboard.press("Enter")
    tab_to(ben.page, ben.page.get_by_role("dialog").get_by_role("button", name="Team Red Foxes"))
    ben.page.keyboard.press("Enter")
    expect(badges(ann.page, "Red Foxes")).to_have_count(2)
    expect(ben.page.get_by_role("dialog").get_by_role("button", name="Team Owls")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.page.get_by_role("dialog")).to_have_count(0)

    play_to_the_end(ann, ben)
    evening = ann.page.get_by_role("region", name="Teams tonight")
    won = evening.get_by_role("listitem")
    expect(won).to_have_count(2)
    expect(won.first).to_contain_text("win")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_muted_see_at_once_why_they_have_no_badge(hall: RunningHall, persons: Persons) -> None:
    """On a phone, in a sheet that is longer than the screen."""
    ann, ben = persons(hall.url, "Ann"), persons(hall.url, "Ben", **PHONE)
    code = open_table(ann, "peril", seats=3).upper()
    for person in (ann, ben):
        person.go(f"/t/{code}")
    ben.press("Sit down")
    ann.press("Host this table")
    ann.page.locator("summary", has_text=ben.name or "").click()
    ann.press("Mute")
    expect(ann.page.get_by_role("button", name="Unmute")).to_be_visible()
    ben.page.locator("button.menu").click()
    ben.page.locator("summary", has_text="Your team").click()
    think_of(ben.page, "Rascals", "violet", "chevron")
    ben.press("Wear this badge")
    expect(ben.page.get_by_role("alert")).to_have_text("The host has muted you: you cannot choose a team now.")
    expect(ben.page.get_by_role("alert")).to_be_in_viewport()
