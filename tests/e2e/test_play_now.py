"""Getting a seat: what Play now plays, with how many, with or without bots; a clock of one's own; the next game."""

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, play_to_the_end
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


def test_two_people_who_want_no_bots_find_each_other_and_the_hall_offers_their_game_again(
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


def test_the_card_of_a_game_plays_that_game(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, fresh_name())
    ann.go("/")
    ann.page.get_by_role("region", name="Games").get_by_role("button").filter(has_text="Bluff").click()
    sheet = ann.page.get_by_role("dialog", name="Bluff")
    sheet.get_by_text("two players", exact=True).click()
    sheet.get_by_role("button", name="Play now: Bluff").click()
    expect(ann.page.get_by_text("A bot takes the free seat in")).to_be_visible()


def test_the_form_of_a_new_table_says_its_clock_and_peril_is_a_minute_in_one_tap(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, fresh_name())
    ann.go("/")
    ann.press("Host a table")
    form = ann.page.get_by_role("dialog", name="Host a table")
    form.get_by_text("Bluff", exact=True).click()
    expect(form.get_by_text("1 minute a turn.")).to_be_visible()
    form.get_by_text("Peril", exact=True).click()
    expect(form.get_by_text("10 minutes a turn.")).to_be_visible()
    form.get_by_text("1 minute", exact=True).click()
    expect(form.get_by_text("1 minute a turn.")).to_be_visible()
    form.get_by_role("button", name="Open the table").click()
    expect(ann.page.get_by_text("1 minute, then the safe move is played")).to_be_visible()


def test_a_spectator_asks_for_a_seat_and_has_it_when_the_game_is_over(hall: RunningHall, persons: Persons) -> None:
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(ann, "peril", options={"starting_lives": 1}, bots=["normal"], seats=3)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    ben.go(f"/t/{code.upper()}")
    sits = ben.page.get_by_role("button", name="Sit next game")
    sits.focus()
    ben.page.keyboard.press("Enter")  # a click might be too hasty
    expect(sits).to_have_attribute("aria-pressed", "true")
    play_to_the_end(ann)
    result = ben.page.get_by_role("region", name="Result")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    expect(result.get_by_role("button", name="Sit down")).to_have_count(0)
