"""The big screen in the room: everything in sight for everyone, nobody's secrets, and nothing to press."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.frames import asked
from tests.e2e.person import Person, Persons, open_table, play_to_the_end, start_together, until
from tests.e2e.places import SHORT
from tests.e2e.questions import MOST_SEATS, QUESTIONS
from tests.e2e.shown import Shown
from tests.e2e.test_lost_line import CUT
from tests.e2e.test_secrets import (
    ALL_STRINGS,
    PIPS,
    SECRETIVE,
    Secret,
    holds,
    is_known_to,
    move,
    secret_of,
    shown_to,
    until_over,
)
from tests.e2e.wire import Wire
from tests.server.kit import RunningHall

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160))
SILENT = "AudioContext was not allowed to start"
"""What the browser says where sound has to wait for a first tap."""

MEASURE = """([seats, names]) => {
  const wrong = [];
  for (const moving of document.getAnimations()) moving.finish();
  const say = (what, each) => wrong.push(`${what}: ${each.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1) wrong.push("the page scrolls");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const faces = all(".wing li > .face");
  const found = all(".wing .name b").map((each) => each.innerText);
  if (faces.length !== seats) wrong.push(`${faces.length} faces of ${seats}`);
  for (const name of names) if (!found.includes(name)) wrong.push(`no ${name} in ${found}`);
  const [qr, ...others] = all(".television img[src*='/qr']");
  if (!qr || others.length > 0) wrong.push("not one QR code");
  const must = [...faces, ...all(".wing .name b, .wing .vitals, .code, footer .line, header, .stage"), qr];
  for (const each of must) {
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    if (width < 1 || height < 1) say("not drawn", each);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) say("out of sight", each);
    if (each.matches(".name b, .vitals, .code") && each.scrollWidth > each.clientWidth + 1) say("too wide", each);
    if (each.matches(".name b") && each.scrollHeight > each.clientHeight + 1) say("too high", each);
  }
  for (const each of all(".wing .vitals")) {
    const isOut = each.getBoundingClientRect().bottom > each.closest("li").getBoundingClientRect().bottom + 1;
    if (isOut) say("lower than its seat", each);
  }
  const size = (each) => parseFloat(getComputedStyle(each).fontSize) * (1920 / innerWidth);
  const scale = [...all(".code").map((each) => [each, 88]), ...all("footer .line").map((each) => [each, 38])];
  for (const [each, wanted] of scale) if (Math.abs(size(each) - wanted) > 1) say(`${size(each)} px`, each);
  for (const each of all(".wing .name b")) if (size(each) < 23) say(`${size(each)} px`, each);
  const PRESSED = "a, button:enabled, input, select, textarea, summary, [contenteditable], [tabindex='0']";
  for (const each of all(PRESSED)) say("can be pressed", each);
  if (/\\b[Yy]ou(r|rs)?\\b/.test(document.querySelector(".wing").innerText)) wrong.push("someone is You");
  return wrong;
}"""

HAS_QR = "document.querySelector('.television img[src*=\"/qr\"]')?.naturalWidth > 0"
KNOWN = "code => dicehall.state.tables[code]?.version ?? 0"


def television(persons: Persons, url: str, path: str, **context: Any) -> Person:
    """A screen without a name."""
    screen = persons(url, **context)
    screen.page.goto(path)
    screen.page.locator(".television").wait_for()
    return screen


def measured(page: Page, seats: int, names: list[str]) -> list[str]:
    """What does not fit, on all screens."""
    wrong: list[str] = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(HAS_QR)
        wrong += [f"{width}x{height}: {each}" for each in page.evaluate(MEASURE, [seats, names])]
    return wrong


@pytest.mark.parametrize("game", SHORT)
def test_everyone_and_everything_is_in_sight_on_every_television(
    hall: RunningHall, persons: Persons, game: str
) -> None:
    """At a full table of people with long names, whatever is asked."""
    screen = persons(hall.url)
    shown = Shown(screen, None)
    seats = MOST_SEATS[game]
    wrong: list[str] = []
    for question, options in QUESTIONS[game]:
        played = asked(game, seats, question, of_me=False, **options)
        shown.show(played, query="?tv")
        screen.page.locator(".television .stage").wait_for()
        expect(screen.page.locator(".wing li")).to_have_count(seats)
        wrong += [f"{question} · {each}" for each in measured(screen.page, seats, [*played.people.values()])]
    screen.forgive(SILENT)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", ["mindroll", pytest.param("bluff", marks=pytest.mark.soak)])
def test_the_television_of_a_player_holds_none_of_their_secrets(hall: RunningHall, persons: Persons, game: str) -> None:
    ann, ben = persons(hall.url, "Ann"), persons(hall.url, "Ben")
    code = open_table(ann, game, options=SECRETIVE[game], seats=2)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    screen = ann.new_page()
    screen.goto(f"/t/{code.upper()}?tv")
    expect(screen.locator(".wing .name b").first).to_have_text(ann.name or "")
    start_together(ann, ben)
    compared = 0
    for _ in until_over(code, ann, ben):
        version = ann.page.evaluate(KNOWN, code)
        screen.wait_for_function(f"([code, version]) => ({KNOWN})(code) >= version", arg=[code, version])
        secret = secret_of(ann, code)
        assert is_known_to(ann, secret)
        if secret not in shown_to(ann):
            compared += 1
            assert not is_on(screen, secret)
        move(code, ann, ben)
    assert compared >= 2
    expect(screen.locator(".television .result")).to_be_visible()
    assert screen.evaluate("dicehall.you") is None
    ann.forgive(SILENT)


def is_on(page: Page, secret: Secret) -> bool:
    """Whether it is anywhere in the page or in what the page has kept."""
    kept = page.evaluate("JSON.parse(JSON.stringify(dicehall.state))")
    texts, pips = page.evaluate(ALL_STRINGS), page.evaluate(PIPS)
    dice = secret.get("dice", [])
    is_drawn = dice != [] and any(pips[at : at + len(dice)] == dice for at in range(len(pips)))
    return holds(kept, secret) or holds(texts, secret) or is_drawn


def test_it_goes_on_after_a_broken_line_and_a_rematch(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    code = open_table(ann, "peril", options=SHORT["peril"], bots=["normal"], seats=2)
    ann.go(f"/t/{code.upper()}")
    with Wire(hall.port) as wire:
        screen = television(persons, wire.url, f"/t/{code.upper()}?tv")
        screen.wait_until_loaded()
        screen.page.evaluate("window.isTheSamePage = true")
        wire.cut()
        expect(screen.page.get_by_text("Connection lost.")).to_be_visible()
        expect(screen.page.get_by_role("button")).to_have_count(0)
        ann.press("Start")
        wire.mend()
        play_to_the_end(ann)
        result = screen.page.locator(".television .result")
        expect(result.get_by_role("heading")).to_contain_text("wins!")
        expect(screen.page.locator(".wing li").filter(has_text="2nd")).to_have_count(1)

        ann.press("Play again")
        game = "code => dicehall.state.tables[code].shown.games"
        screen.page.wait_for_function(f"code => ({game})(code) === 2", arg=code)
        play_to_the_end(ann)
        expect(result).to_be_visible()
        assert screen.page.evaluate("window.isTheSamePage")
        screen.forgive(f"{CUT}|{SILENT}")


def test_the_share_sheet_has_its_address_and_that_of_a_private_table_opens_it(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, "Ann")
    code = open_table(ann, "bluff", seats=4, public=False)
    ann.go(f"/t/{code.upper()}")
    ann.press("Invite friends to table")
    link = ann.page.get_by_role("link", name="Open it here")
    address = link.get_attribute("href")
    assert address is not None
    assert address.startswith(f"{hall.url}/t/{code.upper()}?tv#k=")
    expect(ann.page.get_by_text(address.removeprefix("http://"), exact=True)).to_be_visible()

    screen = television(persons, hall.url, address)
    expect(screen.page.locator(".code")).to_have_text(code.upper())
    expect(screen.page.locator(".wing li").filter(has_text="Ann")).to_have_count(1)
    expect(screen.page.locator(".wing li").filter(has_text="free")).to_have_count(3)
    until(screen.page, lambda: screen.page.evaluate(HAS_QR), "the QR code")
    screen.forgive(SILENT)
