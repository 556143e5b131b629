"""Rated or not: the form that opens a table, the host's drawer, the lobby, the hall and the result say the same."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, play_to_the_end, start_together
from tests.e2e.places import register
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

RATED = "Rated Games count for the rating"
"""The switch, with how its sentence begins: the other one speaks of rated tables too."""


def setting(person: Person) -> dict[str, Any]:
    """As the table was sent."""
    shown: dict[str, Any] = next(each["shown"]["setting"] for each in person.heard if each["type"] == "table")
    return shown


def played(person: Person) -> Locator:
    return person.page.get_by_role("region", name="What we’re playing")


def test_the_form_offers_rated_or_odds_and_never_both(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    host.go("/")
    host.press("Host a table")
    form = host.page.get_by_role("dialog", name="Host a table")
    form.get_by_text("More: seats, clock, bots, rules").click()
    rated, odds = form.get_by_role("switch", name=RATED), form.get_by_role("switch", name="Show the odds")
    expect(rated).to_be_checked()
    form.get_by_text("people with the link").click()
    expect(rated).not_to_be_checked()
    form.get_by_text("anyone", exact=True).click()
    expect(rated).to_be_checked()
    odds.check()
    expect(rated).not_to_be_checked()
    rated.check()
    expect(odds).not_to_be_checked()
    odds.check()
    form.get_by_role("button", name="Open the table").click()
    expect(played(host).get_by_text("unrated, with odds for everyone")).to_be_visible()
    assert (setting(host)["rated"], setting(host)["odds"]) == (None, True)


def test_the_host_changes_it_in_the_lobby_and_the_hall_shows_it(hall: RunningHall, persons: Persons) -> None:
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, "peril", seats=4)
    guest.go("/")
    row = guest.page.get_by_role("listitem").filter(has=guest.page.get_by_role("button", name=f"table {code.upper()}"))
    expect(row).to_contain_text("· rated")
    host.go(f"/t/{code.upper()}")
    expect(played(host).get_by_text("rated when two accounts play")).to_be_visible()
    host.press("Host this table")
    sheet = host.page.get_by_role("dialog", name="Host this table")
    sheet.locator("summary", has_text="Game and options").click()
    sheet.get_by_role("switch", name=RATED).uncheck()
    sheet.get_by_role("button", name="Save changes").click()
    expect(row).to_contain_text("· unrated")
    sheet.get_by_role("switch", name="Show the odds").check()
    sheet.get_by_role("button", name="Save changes").click()
    expect(row).to_contain_text("· unrated, with odds")


def test_the_result_of_two_guests_says_that_it_was_unrated(hall: RunningHall, persons: Persons) -> None:
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, "mindroll", seats=2, options={"rounds": 1, "turn_order": "seat"})
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    play_to_the_end(host, guest)
    expect(host.page.get_by_role("region", name="Result").get_by_text("Unrated game")).to_be_visible()
    for person in (host, guest):
        result = person.page.get_by_role("region", name="Result")
        won = result.get_by_role("heading", name=re.compile("^You (win|share)")).count()
        expect(result.get_by_role("link", name="Make an account to put this win on the leaderboard")).to_have_count(won)


def test_a_rated_table_says_what_the_hosts_tools_cost_and_the_players_can_agree_to_reset(
    hall: RunningHall, persons: Persons
) -> None:
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    register(host)
    register(guest)
    code = open_table(host, "mindroll", seats=2, options={"rounds": 9, "turn_order": "seat"})
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    begun = host.version
    while host.version == begun:  # a dock that has just come takes no taps
        any(person.step() for person in (host, guest))
        host.page.wait_for_timeout(100)
    host.press("Host this table")
    sheet = host.page.get_by_role("dialog", name="Host this table")
    sheet.locator("summary").filter(has_text=guest.name).click()
    for button, sentence in (
        ("Remove from table", "a bot plays on for"),
        ("Reset the game", "resetting it is your loss"),
        ("Close the table", "closing is your loss"),
    ):
        sheet.get_by_role("button", name=button, exact=True).click()
        expect(sheet.get_by_text(sentence)).to_be_visible()
        sheet.get_by_role("group", name=button).get_by_role("button").last.click()
    sheet.get_by_role("button", name="Ask everyone to reset", exact=True).click()
    sheet.get_by_role("button", name="Yes: Ask everyone to reset").click()
    guest.press("I agree")
    expect(guest.page.get_by_role("button", name="I’m ready")).to_be_visible()
