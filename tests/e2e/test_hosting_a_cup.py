"""A tournament from the page alone: hosted by a guest who gets an account on the way, run, and won."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Locator, expect

from dicehall.evenings.core.state import COUNTDOWN
from dicehall.server.web.page import PAGE
from tests.e2e.person import PHONE, Person, Persons, until
from tests.e2e.places import register
from tests.e2e.test_cup import shown
from tests.server.browser import PASSWORD, fresh_name
from tests.server.inside import StillJournal
from tests.server.kit import RunningHall
from tests.server.near import NearHall, near_hall

TITLE = "Friday Cup"
NOTES_CONFETTI = """
const painted = CanvasRenderingContext2D.prototype.fillRect;
CanvasRenderingContext2D.prototype.fillRect = function (...where) {
  if (this.canvas.parentElement?.querySelector("ol")) globalThis.confetti = "fell";
  return painted.apply(this, where);
};
"""
"""It is gone after five seconds, and a busy machine may look later: the page itself notes that pieces were painted over
the steps of the podium."""


def fill_in(host: Person, *, title: str = TITLE) -> None:
    """One table of Three Dice with one round: the shortest knock-out there is."""
    host.page.get_by_role("textbox", name="Title").fill(title)
    host.page.get_by_role("radio", name="Three Dice").check(force=True)
    host.page.get_by_role("radio", name="knock-out").check(force=True)
    host.page.locator("summary", has_text="Rules of Three Dice").click()
    rounds = host.page.get_by_role("textbox", name="Rounds")
    rounds.fill("1")
    rounds.press("Tab")
    host.page.get_by_label("Break between rounds").select_option(label="10 seconds")


def tools(host: Person) -> Locator:
    sheet = host.page.get_by_role("dialog", name="Host tools")
    if not sheet.is_visible():
        host.press("Host tools")
    expect(sheet).to_be_visible()
    return sheet


def unfold(sheet: Locator, name: str) -> Locator:
    person = sheet.locator("details").filter(has=sheet.page.locator("summary", has_text=name))
    if not person.evaluate("each => each.open"):
        person.locator("summary").click()
    return person


def sure(sheet: Locator, what: str) -> None:
    sheet.get_by_role("button", name=what, exact=True).click()
    sheet.get_by_role("button", name=f"Yes: {what}").click()


@pytest.fixture
def still_hall() -> Iterator[NearHall]:
    """Its tables open when the test lets them, so that a host has the time to think better of a pairing."""
    with near_hall(StillJournal(), page=PAGE) as hall:
        yield hall


def test_a_guest_hosts_a_tournament_runs_it_and_everyone_sees_who_has_won(
    still_hall: NearHall, persons: Persons
) -> None:
    hall = still_hall
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name(), **PHONE)
    cup = host_from_the_form(hall, ann)
    link = ann.page.get_by_role("textbox", name="Link", exact=True).input_value()
    ben.go(link.removeprefix(hall.url))
    for person in (ben, ann):
        person.press("Enter", exact=True)
    let_bots_enter(hall, cup, tools(ann))
    remove_and_trust(tools(ann), ben)
    start_and_pair_twice(hall, cup, tools(ann))
    eve = persons(hall.url, **PHONE)
    eve.context.add_init_script(NOTES_CONFETTI)
    eve.go(f"/tournament/{cup}")
    expect(eve.page.get_by_role("region", name="The knock-out").get_by_role("heading", name="Final")).to_be_visible()
    watch_and_come_back(hall, cup, eve)
    play_to_the_end(hall, cup, ann, ben)
    names = {ann.me: str(ann.name), ben.me: str(ben.name)}
    podium = [names[who] for who in shown(hall, cup)["podium"]]
    assert len(podium) == 2, "bots win no title"
    expect(eve.page.get_by_role("heading", name=f"{podium[0]} wins the title!")).to_be_in_viewport()
    until(eve.page, lambda: eve.page.evaluate("globalThis.confetti") == "fell", "confetti")
    look_up_the_end(hall, cup, persons(hall.url), podium)


def host_from_the_form(hall: NearHall, ann: Person) -> str:
    """Without an account; returns the code."""
    ann.go("/tournaments")
    ann.page.get_by_role("link", name="Host a tournament").click()
    fill_in(ann)
    ann.press("Host it")
    account = ann.page.get_by_role("dialog", name="Make an account to host")
    account.get_by_label("Password").first.fill(PASSWORD)
    account.get_by_role("button", name="Make the account").click()
    ann.page.wait_for_url(re.compile(r"/tournament/[A-Z]+$"))
    cup = ann.page.url.rpartition("/")[2]
    setting = shown(hall, cup)["setting"]
    assert (setting["title"], setting["game"], setting["options"]) == (TITLE, "three_dice", {"rounds": 1})
    assert (setting["seats"], setting["least"], setting["format"]["type"]) == (4, 3, "knock_out")
    return cup


def let_bots_enter(hall: NearHall, cup: str, sheet: Locator) -> None:
    """Two, of whom one has to go again."""
    expect(sheet.get_by_text("One more has to enter first.")).to_be_visible()
    sheet.get_by_role("button", name="How many: one more").click()
    sheet.get_by_role("button", name="Let 2 bots enter").click()
    until(sheet.page, lambda: len(shown(hall, cup)["entrants"]) == 4, "two bots")
    sure(unfold(sheet, "Fox"), "Remove")
    expect(sheet.locator("summary", has_text="Fox")).to_have_count(0)


def remove_and_trust(sheet: Locator, ben: Person) -> None:
    """He is removed, let back in, and made the second."""
    sure(unfold(sheet, str(ben.name)), "Remove")
    ben.press("Enter", exact=True)
    expect(ben.page.get_by_text("The host has removed you")).to_be_visible()
    unfold(sheet, str(ben.name)).get_by_role("button", name="Let them back in").click()
    expect(sheet.get_by_role("button", name="Let them back in")).to_have_count(0)
    ben.press("Enter", exact=True)
    sure(unfold(sheet, str(ben.name)), "Make them your second")
    expect(ben.page.get_by_role("button", name="Host tools")).to_be_visible()


def start_and_pair_twice(hall: NearHall, cup: str, sheet: Locator) -> None:
    sheet.get_by_role("button", name="Start now").click()
    sheet.get_by_role("button", name="Pause").click()
    sheet.get_by_role("button", name="Go on").click()
    sure(sheet, "Undo the pairing")
    expect(sheet.get_by_text("Paused: nobody is paired")).to_be_visible()
    until(sheet.page, lambda: shown(hall, cup)["rounds"] == [], "no pairing")
    sheet.get_by_role("button", name="Go on").click()
    until(sheet.page, lambda: shown(hall, cup)["rounds"], "another pairing")
    hall.pass_time(COUNTDOWN)
    sheet.get_by_role("button", name="Close").click()


def watch_and_come_back(hall: NearHall, cup: str, eve: Person) -> None:
    """From the standings to a table, by the link beside it."""
    eve.page.get_by_role("link", name="Watch table 1").click()
    eve.page.wait_for_url(f"**/t/{shown(hall, cup)['rounds'][0]['tables'][0]['code'].upper()}")
    expect(eve.page.get_by_role("button", name="Sit down")).to_have_count(0)
    eve.go(f"/tournament/{cup}")


def who_met_whom(late: Person, podium: list[str]) -> None:
    """Three played at one table."""
    late.page.get_by_role("heading", name="Who met whom").click()
    cross = late.page.get_by_role("group", name="Who met whom")
    assert cross.get_by_role("columnheader").count() == 4, "the names have a column too"
    for name in podium:
        row = cross.get_by_role("row").filter(has=late.page.get_by_role("rowheader", name=re.compile(rf"^\d {name}$")))
        expect(row.get_by_text("met once, ahead")).to_have_count(2)


def look_up_the_end(hall: NearHall, cup: str, late: Person, podium: list[str]) -> None:
    late.go(f"/tournament/{cup}")
    expect(late.page.get_by_role("heading", name=f"{podium[0]} wins the title!")).to_be_visible()
    who_met_whom(late, podium)
    for form in ("CSV", "JSON"):
        link = str(late.page.get_by_role("link", name=f"({form})").get_attribute("href"))
        told = httpx.get(f"{hall.url}{link}").raise_for_status().text
        assert all(name in told for name in podium)
    late.page.get_by_text("How lots are drawn").click()
    expect(late.page.get_by_text("The secret fits the seal")).to_be_visible()


def play_to_the_end(hall: NearHall, cup: str, *people: Person) -> None:
    def is_done() -> bool:
        for person in people:
            person.step()
        return bool(shown(hall, cup)["phase"] == "done")

    until(people[0].page, is_done, "the podium")


def test_a_form_is_kept_until_it_is_sent_by_keyboard_and_says_what_cannot_be(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, fresh_name())
    keeps_the_form(ann)
    register(ann)
    for by_link in (False, True):
        hosts_and_calls_off_by_keyboard(ann, by_link=by_link)


def keeps_the_form(ann: Person) -> None:
    ann.go("/")
    ann.press("Host a table")
    ann.page.get_by_role("link", name="host a tournament").click()
    same = ann.page.get_by_role("switch", name="The same dice at every table")
    expect(ann.page.get_by_text("Not in Peril: there is nothing to decide")).to_be_visible()
    same.click(force=True)
    expect(same).not_to_be_checked()
    fill_in(ann, title="Kept")
    expect(ann.page.get_by_text("Only in a Swiss tournament without a knock-out")).to_be_visible()
    ann.page.get_by_role("radio", name="at a time").check(force=True)
    ann.page.get_by_label("Day and time").fill("2020-01-01T20:30")
    expect(ann.page.get_by_text("That time has passed.")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Host it")).to_be_disabled()
    ann.page.get_by_role("radio", name="when it is full").check(force=True)
    ann.go("/account")
    ann.go("/tournaments/new")
    expect(ann.page.get_by_role("textbox", name="Title")).to_have_value("Kept")
    expect(ann.page.get_by_role("radio", name="Three Dice")).to_be_checked()
    expect(ann.page.get_by_role("textbox", name="How many may enter")).to_have_value("8")
    expect(ann.page.get_by_text("starts when 8 have entered")).to_be_visible()


def hosts_and_calls_off_by_keyboard(ann: Person, *, by_link: bool) -> None:
    ann.go("/tournaments/new")
    ann.page.get_by_role("textbox", name="Title").focus()
    ann.page.keyboard.press("Control+A")
    ann.page.keyboard.type("By keyboard")
    if by_link:
        ann.page.get_by_role("radio", name="anyone").focus()
        ann.page.keyboard.press("ArrowRight")
    ann.page.get_by_role("textbox", name="Title").focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile(r"/tournament/[A-Z]+$"))
    link = ann.page.get_by_role("textbox", name="Link", exact=True).input_value()
    assert ("#k=" in link) == by_link, "the key is in the link where entry is by link"
    ann.page.get_by_role("button", name="Host tools").focus()
    ann.page.keyboard.press("Enter")
    sheet = tools(ann)
    sheet.get_by_role("button", name="Call it off").focus()
    ann.page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Yes: Call it off")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("called off by the host")).to_be_visible()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
