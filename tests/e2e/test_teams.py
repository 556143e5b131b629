"""Teams on the page: badges at the table, kept in the account, and scored in a tournament."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.person import PHONE, Person, Persons, open_table, play_to_the_end, start_together, tab_to
from tests.e2e.places import SHORT
from tests.e2e.test_cup import Phone as Caller
from tests.e2e.test_cup import host_cup, play_to_the_podium
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall


def badges(page: Page, label: str) -> Locator:
    return page.get_by_role("region", name="Players").get_by_role("img", name=f"Team {label}", exact=True)


def think_of(page: Page, label: str, colour: str, pattern: str) -> None:
    sheet = page.get_by_role("dialog").or_(page.get_by_role("region", name="Your team"))
    sheet.get_by_label("Name of the team").fill(label)
    sheet.get_by_role("radio", name=colour, exact=True).check(force=True)
    sheet.get_by_role("radio", name=pattern, exact=True).check(force=True)
    expect(sheet.get_by_text(f"{colour}, {pattern}", exact=True)).to_be_visible()


def my_team(person: Person) -> None:
    """The part of the menu about it."""
    person.page.locator("button.menu").click()
    person.page.locator("summary", has_text="Your team").click()


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
    screen = persons(hall.url)
    screen.page.goto(f"/t/{code}?tv")
    expect(screen.page.get_by_role("region", name="Teams tonight")).to_contain_text("Red Foxes")
    expect(screen.page.get_by_role("img", name="Team Owls")).to_be_visible()
    screen.forgive("AudioContext was not allowed to start")  # a television is not touched


def test_a_host_takes_badges_off_and_the_muted_are_told_why_they_have_none(hall: RunningHall, persons: Persons) -> None:
    ann, ben = persons(hall.url, "Ann"), persons(hall.url, fresh_name(), **PHONE)
    code = open_table(ann, "peril", seats=3).upper()
    for person in (ann, ben):
        person.go(f"/t/{code}")
    ben.press("Sit down")
    ben.press("Your team")
    think_of(ben.page, "Rascals", "violet", "chevron")
    ben.press("Wear this badge")
    expect(badges(ann.page, "Rascals")).to_be_visible()
    ann.press("Host this table")
    ann.page.locator("summary", has_text=ben.name or "").click()
    ann.press(f"Take off the badge of {ben.name}")
    ann.press("Mute")
    expect(ann.page.get_by_role("button", name="Unmute")).to_be_visible()
    expect(badges(ben.page, "Rascals")).to_have_count(0)
    my_team(ben)
    think_of(ben.page, "Rascals", "violet", "chevron")
    ben.press("Wear this badge")
    expect(ben.page.get_by_role("alert")).to_have_text("The host has muted you: you cannot choose a team now.")
    expect(ben.page.get_by_role("alert")).to_be_in_viewport()


def test_a_guest_keeps_a_team_enters_a_tournament_with_it_and_wins_for_it(hall: RunningHall, persons: Persons) -> None:
    ann, ben = persons(hall.url, fresh_name(), **PHONE), persons(hall.url, fresh_name())
    ann.go("/account")
    think_of(ann.page, "  Night   Owls ", "blue", "halves")
    ann.press("Keep this team")
    expect(ann.page.get_by_text("Your team is kept.")).to_be_visible()
    expect(ann.page.get_by_label("Name of the team")).to_have_value("Night Owls")
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Change your team")).to_be_visible()
    expect(ann.page.get_by_role("radio", name="halves", exact=True)).to_be_checked()

    series = {"type": "series", "games": 1}
    cup = host_cup(hall, seats=2, least=2, most=2, format=series, teams={"count": "sum"})
    phones = [Caller(ann), Caller(ben)]
    ann.go(f"/tournament/{cup.upper()}")
    expect(ann.page.get_by_role("button", name="Team Night Owls")).to_be_visible()
    ann.press("Enter", exact=True)
    expect(ann.page.get_by_role("img", name="Team Night Owls")).to_be_visible()
    ben.go(f"/tournament/{cup.upper()}")
    ben.press("Choose a team")
    ben.page.get_by_role("radio", name="a team", exact=True).check(force=True)
    think_of(ben.page, "Foxes", "red", "stripes")
    ben.press("Done")
    ben.press("Enter", exact=True)
    play_to_the_podium(hall, cup, phones)
    ann.go(f"/tournament/{cup.upper()}")
    expect(ann.page.get_by_text("Winning team:")).to_be_visible()
    rows = ann.page.get_by_role("region", name="Teams", exact=True).get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Foxes")).to_contain_text(ben.name or "")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    ann.go("/account")
    ann.press("Remove your team")
    expect(ann.page.get_by_text("You’re in no team any more.")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Keep this team")).to_be_visible()
