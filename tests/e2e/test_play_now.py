"""Getting a seat: what Play now plays, with how many, with or without bots."""

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall


def changed(person: Person, game: str, *choices: str) -> Locator:
    """The sheet beside Play now, with these choices made."""
    person.go("/")
    person.page.get_by_role("main").get_by_role("button", name="Change", exact=True).click()
    sheet = person.page.get_by_role("dialog", name="Play now")
    for choice in (game, *choices):
        sheet.get_by_text(choice, exact=True).click()
    return sheet


def test_two_people_who_want_no_bots_find_each_other_and_the_hall_offers_their_game_and_others_again(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    sheet = changed(ann, "MindRoll", "two players", "people only")
    expect(sheet.get_by_text("Two players, people only: waits until someone comes. 1 minute a turn.")).to_be_visible()
    sheet.get_by_role("button", name="Play now: MindRoll").click()
    expect(ann.page.get_by_text("Waiting for one more person. No bots play here.")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Start")).to_have_count(0)
    changed(ben, "MindRoll", "two players", "people only").get_by_role("button", name="Play now: MindRoll").click()
    expect(ben.page.locator("section.dock")).to_be_visible()
    started = [event for each in ben.heard for event in each.get("events", ()) if event["type"] == "game_started"]
    assert not any(who.startswith("bot:") for event in started for who in event["seats"])
    expect(ann.page.get_by_text("Waiting for one more person.")).to_have_count(0)
    ben.go("/")
    main = ben.page.get_by_role("main")
    expect(main.get_by_role("button", name="Play now: MindRoll")).to_be_visible()
    expect(main.get_by_text("Two players, people only")).to_be_visible()

    ben.page.get_by_role("region", name="Games").get_by_role("button").filter(has_text="Bluff").click()
    sheet = ben.page.get_by_role("dialog", name="Bluff")
    for choice in ("two players", "with bots"):
        sheet.get_by_text(choice, exact=True).click()
    sheet.get_by_role("button", name="Play now: Bluff").click()
    expect(ben.page.get_by_text("A bot takes the free seat in")).to_be_visible()
