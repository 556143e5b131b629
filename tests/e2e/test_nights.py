"""Theme nights on the page: hosts think them out, everyone sees what comes, and tables look as they wish."""

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Page, Route, expect

from tests.e2e.person import Person, Persons, open_table, until
from tests.e2e.places import claim, register
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

MADRID = {"timezone_id": "Europe/Madrid"}
NEW_YORK = {"timezone_id": "America/New_York"}
FRIDAY = {"type": "weekly", "at": "20:30", "zone": "Europe/Madrid", "weekday": 4}
NOTED = """
window.noted = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title, { body }) { window.noted.push(`${title}: ${body}`); }
};
"""


def keep(host: Person, **theme: Any) -> str:
    answer = httpx.post(
        f"{host.url}/api/nights", json={"game": "bluff", "seats": 4, **theme}, headers={"Cookie": host.cookie}
    )
    answer.raise_for_status()
    return str(answer.json()["key"])


def wears(page: Page, look: str) -> None:
    page.wait_for_function("look => (document.documentElement.dataset.look ?? 'hall') === look", arg=look)


def test_an_evening_is_thought_out_and_a_visitor_sees_when_it_comes_and_opens_it(
    hall: RunningHall, persons: Persons
) -> None:
    ann, eve = persons(hall.url, **MADRID), persons(hall.url, color_scheme="dark", **NEW_YORK)
    claim(hall, ann)
    thinks_an_evening_out(ann)
    gives_an_evening_of_the_house_a_time(ann)
    eve.go("/")
    coming = eve.page.get_by_role("region", name="Tonight and soon")
    expect(coming.get_by_role("heading", name="Cold faces")).to_be_visible()
    theirs = coming.get_by_role("article").filter(has_text="Cold faces")
    expect(theirs).to_contain_text("20:30 in Madrid)")
    expect(theirs.locator("time")).to_contain_text(re.compile("1[45]:30"))
    opens_it(eve)
    ann.go("/")
    expect(ann.page.locator("#tables-heading").locator("xpath=ancestor::section")).to_contain_text("Frosty evening")
    eve.page.get_by_role("link", name="Back to the hall").click()
    wears(eve.page, "hall")
    opens_one_of_the_house_by_keyboard(eve)


def thinks_an_evening_out(ann: Person) -> None:
    ann.go("/nights")
    ann.page.get_by_role("link", name="Plan a theme night").click()
    ann.page.get_by_label("Title", exact=True).fill("Frosty evening")
    ann.page.get_by_label("Words of welcome").fill("Bring a scarf.")
    for choice in ("Bluff", "Frost", "only the dice"):
        ann.page.get_by_role("radio", name=choice).check(force=True)
    preview = ann.page.get_by_role("region", name="Preview").get_by_role("article")
    expect(preview).to_contain_text("Frosty evening")
    expect(preview).to_have_attribute("data-look", "frost")
    ann.press("Keep this theme")
    expect(ann.page.get_by_role("link", name="Change Frosty evening")).to_be_visible()


def gives_an_evening_of_the_house_a_time(administrator: Person) -> None:
    administrator.page.get_by_role("link", name="Change Cold faces").click()
    administrator.page.get_by_role("radio", name="every week").check(force=True)
    expect(administrator.page.get_by_label("Place")).to_have_value("Europe/Madrid")
    expect(administrator.page.get_by_label("Day of the week")).to_have_value("4")
    administrator.press("Save changes")
    coming = administrator.page.get_by_role("region", name="Tonight and soon")
    theirs = coming.get_by_role("article").filter(has_text="Cold faces")
    expect(theirs).to_contain_text("20:30")
    expect(theirs).not_to_contain_text("in Madrid)")


def opens_it(eve: Person) -> None:
    eve.go("/nights")
    expect(eve.page.get_by_role("button", name="Open Frosty evening")).to_be_visible()
    expect(eve.page.get_by_role("link", name="Change Frosty evening")).to_have_count(0)
    expect(eve.page.get_by_label("Address of the calendar")).to_have_value(f"{eve.url}/api/nights.ics")
    subscribe = eve.page.get_by_role("link", name="Subscribe")
    expect(subscribe).to_have_attribute("href", f"{eve.url}/api/nights.ics".replace("http", "webcal", 1))
    eve.press("Open Frosty evening")
    eve.press("Open it as")
    welcome = eve.page.get_by_role("region", name="Theme night")
    expect(welcome.get_by_role("heading", name="Frosty evening")).to_be_visible()
    expect(welcome).to_contain_text("Bring a scarf.")
    wears(eve.page, "frost")
    felt = "getComputedStyle(document.documentElement).getPropertyValue('--felt').trim()"
    until(eve.page, lambda: eve.page.evaluate(felt) == "#1a2331", "the felt of a frosty evening")


def opens_one_of_the_house_by_keyboard(eve: Person) -> None:
    """From the list of the hall, which is the same component at `/nights`."""
    wanted = eve.page.get_by_role("button", name="Open Three dice by lantern light")
    expect(wanted).to_be_visible()
    for _ in range(100):
        eve.page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            break
    eve.page.keyboard.press("Enter")
    expect(eve.page.get_by_role("heading", name="Three dice by lantern light")).to_be_visible()
    wears(eve.page, "lantern")


def test_a_tournament_is_saved_as_chosen_and_themes_are_shared_changed_and_removed(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    for host in (ann, ben):
        register(host)
    keep(ann, title="To be shared", look="garden", tournament={"type": "series", "games": 3})
    saves_a_tournament(ann)
    ben.go("/nights")
    expect(ben.page.get_by_role("article").filter(has_text="Duplicate Friday")).to_contain_text("by link only")

    ann.go("/nights")
    mine = ann.page.get_by_role("listitem").filter(has_text="To be shared")
    mine.get_by_text("Share this theme").click()
    ben.go(mine.get_by_label("Link to To be shared").input_value().removeprefix(hall.url))
    expect(ben.page.get_by_role("heading", name="A theme night for you")).to_be_visible()
    expect(ben.page.get_by_label("Title", exact=True)).to_have_value("To be shared")
    expect(ben.page.get_by_role("radio", name="Garden")).to_be_checked()
    expect(ben.page.get_by_label("Games", exact=True)).to_have_value("3")

    mine.get_by_role("link", name="Change").click()
    ann.page.get_by_label("Title", exact=True).fill("Changed")
    ann.press("Save changes")
    changed = ann.page.get_by_role("listitem").filter(has_text="Changed")
    changed.get_by_role("button", name="Remove").click()
    changed.get_by_role("button", name="Yes").click()
    expect(changed).to_have_count(0)


def saves_a_tournament(ann: Person) -> None:
    """With all that its host can choose."""
    ann.go("/night")
    ann.page.get_by_label("Title", exact=True).fill("Duplicate Friday")
    for choice in ("Bluff", "Swiss tournament", "every week", "people with the link", "points of all members"):
        ann.page.get_by_role("radio", name=choice).check(force=True)
    for switch in ("Bots may enter", "The same dice at every table"):
        ann.page.get_by_role("switch", name=switch).click()
    ann.page.get_by_label("How many may enter", exact=True).fill("16")
    ann.press("Keep this theme")
    mine = ann.page.get_by_role("listitem").filter(has_text="Duplicate Friday")
    expect(mine).to_be_visible()
    [kept] = [each for each in httpx.get(f"{ann.url}/api/nights").json()["nights"] if each["yours"] is False
              and each["theme"]["title"] == "Duplicate Friday"]  # fmt: skip
    assert kept["theme"]["terms"] == {
        "least": 3, "most": 16, "open": False, "bots": False, "between": 30, "duplicate": True,
        "teams": {"count": "sum"}, "predictions": True,
    }  # fmt: skip
    mine.get_by_role("link", name="Change").click()
    expect(ann.page.get_by_role("switch", name="Bots may enter")).not_to_be_checked()
    expect(ann.page.get_by_role("radio", name="people with the link")).to_be_checked()


def test_reminders_are_given_once_when_an_evening_begins(hall: RunningHall, persons: Persons) -> None:
    ann, eve = persons(hall.url, fresh_name()), persons(hall.url)
    register(ann)
    key = keep(ann, title="Remember me", look="carnival", when=FRIDAY)
    table = f"/t/{open_table(ann, 'bluff').upper()}"
    eve.context.add_init_script(NOTED)
    eve.go("/nights")
    remind = eve.page.get_by_role("button", name="Remind me of Remember me")
    remind.click()
    expect(remind).to_have_attribute("aria-pressed", "true")
    expect(eve.page.get_by_text("Your browser sends a notification")).to_be_visible()

    now = httpx.get(f"{hall.url}/api/nights").json()["now"]

    def begun(route: Route) -> None:
        told = route.fetch().json()
        [night] = [each for each in told["nights"] if each["key"] == key]
        evening = {**night["theme"], "key": key, "start": now, "code": table[3:], "tournament": False}
        missed = {"key": key, "title": "Lost evening", "start": now - 3600, "why": ""}
        route.fulfill(json={**told, "tonight": [{**evening, "link": table}], "called_off": [missed]})

    eve.page.route("**/api/nights", begun)
    eve.context.add_init_script("Notification.permission = 'granted'")
    eve.go("/")
    expect(eve.page.get_by_text("Lost evening was called off.")).to_be_visible()
    expect(eve.page.get_by_role("link", name="Go to the table of Remember me")).to_be_visible()
    expect(eve.page.get_by_text("Remember me begins now.")).to_be_visible()
    assert eve.page.evaluate("window.noted") == ["Remember me: Remember me begins now."]
    eve.press("Go there")
    expect(eve.page).to_have_url(re.compile(f"{table}$"))
    with eve.page.expect_response("**/api/nights"):
        eve.go("/rules")
    assert json.loads(eve.page.evaluate("localStorage['dicehall-reminders']"))["told"].keys() == {key}
    expect(eve.page.get_by_text("Remember me begins now.")).to_have_count(0)
    assert eve.page.evaluate("window.noted") == []
