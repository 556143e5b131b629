"""One screen that never scrolls: at every kind of question of every game, everything I need is in sight."""

import re
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import expect

from dicehall.table.core.events import Who
from tests.e2e.frames import ME, asked, short_game
from tests.e2e.person import Person, Persons
from tests.e2e.places import SHORT
from tests.e2e.questions import MOST_SEATS, QUESTIONS
from tests.e2e.shown import Shown
from tests.kit.scale import TRIALS
from tests.server.kit import RunningHall

IS_THOROUGH = TRIALS > 1
ALL_SCREENS = (
    ("360x640", 360, 640, 100),
    ("390x844", 390, 844, 100),
    ("640x360", 640, 360, 100),
    ("844x390", 844, 390, 100),
    ("768x1024", 768, 1024, 100),
    ("1024x768", 1024, 768, 100),
    ("1440x900", 1440, 900, 100),
    ("4K", 3840, 2160, 100),
    ("4K upright", 2160, 3840, 100),
    ("360x640, text 200 %", 360, 640, 200),
    ("390x844, text 200 %", 390, 844, 200),
    ("768x1024, text 200 %", 768, 1024, 200),
    ("1024x768, text 200 %", 1024, 768, 200),
    ("1440x900, text 200 %", 1440, 900, 200),
    ("4K, text 200 %", 3840, 2160, 200),
)
TELLING = ("360x640", "844x390", "1440x900", "360x640, text 200 %", "768x1024, text 200 %")
"""Where things were too large before: every commit is tested with these, `make soak` with all."""
SCREENS = tuple(screen for screen in ALL_SCREENS if IS_THOROUGH or screen[0] in TELLING)
SMALLER = (
    ("320x568", 320, 568, 100),
    ("844x390, text 200 %", 844, 390, 200),
    ("1280x1024 at 400 %", 320, 256, 100),
)
"""Here the stage may scroll, and nothing else."""
PHONE = ("390x844", 390, 844, 100)
ASIDE = ("844x390", 844, 390, 100)
DESK = ("1440x900", 1440, 900, 100)
Screen = tuple[str, int, int, int]
MINE = re.compile(r"\bmine\b")
SLOW_PHONE = 4
"""How many times slower the browser reckons: beats that a fast one draws apart come together here."""
ENOUGH = 400 if IS_THOROUGH else 8
"""Answers of mine. With fewer than a hundred, some games do not come to their end."""
BIG_BUTTONS = "section.dock.mine[aria-busy=false] .buttons > .button:enabled:not([aria-disabled=true])"

MEASURE = """async ([size, isSmaller]) => {
  document.documentElement.style.fontSize = size === 100 ? "" : `${size}%`;
  // What shows as much as there is room for is told of its size with the next frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wrong = [];
  if (!document.querySelector(".playing section.dock")) wrong.push("there is nothing to be measured");
  for (const moving of document.getAnimations()) moving.finish();
  const say = (what, each) => wrong.push(`${what}: ${each.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1) wrong.push(`the page scrolls: ${page.scrollHeight} of ${innerHeight}`);
  if (page.scrollWidth > innerWidth + 1) wrong.push(`the page scrolls sideways: ${page.scrollWidth} of ${innerWidth}`);
  const mayScroll = (each) => each.closest(".scrolls") !== null || (isSmaller && each.closest(".dock") === null);
  const isVisible = (each) => each.checkVisibility({ visibilityProperty: true });
  for (const zone of document.querySelectorAll(".bar, .strip, .stage .lies, .tab, .dock")) {
    if (mayScroll(zone) || !isVisible(zone)) continue;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = zone;
    if (scrollHeight > clientHeight + 1) say(`more than fits, ${scrollHeight} in ${clientHeight}`, zone);
    if (scrollWidth > clientWidth + 1) say(`wider than fits, ${scrollWidth} in ${clientWidth}`, zone);
  }
  const WANTED =
    ".dock :is(h2, .buttons button:not(.away *), .seconds b, .choice button, .secret:not(:empty)), " +
    ".strip .vitals, .stage :is(button, .die)";
  const needed = [...document.querySelectorAll(WANTED)].filter((each) => !mayScroll(each));
  for (const each of needed) {
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    if (each.matches(".stage .die") && !isVisible(each)) continue;
    if (width < 1 || height < 1) { say("not drawn", each); continue; }
    const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (!isInside) { say("out of sight", each); continue; }
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (found?.matches(".choose")) continue; // a frame that can be pressed
    if (found === null || !(each.contains(found) || found.contains(each))) say(`covered by ${found?.className}`, each);
  }
  for (const each of document.querySelectorAll(".strip li")) {
    const name = each.querySelector(".called").getBoundingClientRect();
    const vitals = each.querySelector(".vitals").getBoundingClientRect();
    const isOver = vitals.left < name.right - 2 && name.left < vitals.right - 2 && vitals.bottom > name.top + 3;
    if (isOver && isVisible(each.querySelector(".called")) && name.height > 2) say("scores lie over the name", each);
  }
  for (const each of document.querySelectorAll(".strip .worn")) {
    const badge = each.getBoundingClientRect();
    const vitals = each.closest("li").querySelector(".vitals").getBoundingClientRect();
    if (badge.width < 12) say(`a badge of ${badge.width}`, each);
    if (badge.right > vitals.left + 2) say("a badge lies over the score", each);
  }
  for (const each of document.querySelectorAll(".strip .vitals *")) {
    const isText = isVisible(each) && each.closest(".hidden, .all") === null && each.innerText?.trim();
    if (isText && parseFloat(getComputedStyle(each).fontSize) < 9) say("too small to read", each);
  }
  for (const each of document.querySelectorAll(".strip :is(.vitals b, .called), .choice button, .bubble span")) {
    const written = document.createRange();
    written.selectNodeContents(each);
    const lines = new Set([...written.getClientRects()].map(({ top }) => Math.round(top)));
    if (isVisible(each) && lines.size > 1) say(`on ${lines.size} lines`, each);
  }
  for (const each of document.querySelectorAll(".dock h2")) {
    if (each.scrollHeight > each.clientHeight + 2) say(`cut off, ${each.scrollHeight} in ${each.clientHeight}`, each);
  }
  for (const each of document.querySelectorAll(".dock .buttons button:not(.away *)")) {
    const { width, height } = each.getBoundingClientRect();
    if (width < 44 || height < 44) say(`too small, ${Math.round(width)} x ${Math.round(height)}`, each);
    const isCut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
    if (isCut) say(`cut off, ${each.scrollWidth} x ${each.scrollHeight} in ${Math.round(width)}`, each);
  }
  return wrong;
}"""

WATCH = """() => {
  const seen = (window.watched = { shift: 0, by: [], lies: [], cards: 0, hints: 0, sheets: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!document.querySelector(".playing")) continue;
      seen.shift += entry.value;
      seen.by.push(...entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 80)));
    }
  }).observe({ type: "layout-shift" });
  const meet = (one, other, from, to) => one[from] < other[to] - 1 && other[from] < one[to] - 1;
  const liesOver = (one, other) => meet(one, other, "left", "right") && meet(one, other, "top", "bottom");
  let frame = 0;
  const look = () => {
    for (const [what, selector] of [["cards", "[data-card]"], ["hints", ".hint"], ["sheets", ".sheet.pulled"]]) {
      const each = document.querySelector(selector);
      if (each === null || !document.querySelector(".playing")) continue;
      seen[what] += 1;
      for (const zone of document.querySelectorAll(".dock, .strip")) {
        const isOver = liesOver(each.getBoundingClientRect(), zone.getBoundingClientRect());
        if (isOver) seen.lies.push(`${each.outerHTML.slice(0, 80)} lies over ${zone.className}`);
      }
    }
    frame += 1;
    if (frame % 3 === 0 && dicehall.isTelling) dicehall.skip();
    requestAnimationFrame(look);
  };
  look();
}"""
"""Looks at every frame, counts every shift (after a press, too), and shows each beat for three frames."""


def look(person: Person, screen: Screen, *, is_smaller: bool = False) -> list[str]:
    name, width, height, size = screen
    person.page.set_viewport_size({"width": width, "height": height})
    return [f"{name}: {each}" for each in person.page.evaluate(MEASURE, [size, is_smaller])]


def measured(person: Person) -> list[str]:
    wrong = [each for screen in SCREENS for each in look(person, screen)]
    return wrong + [each for screen in SMALLER for each in look(person, screen, is_smaller=True)]


def somebody(hall: RunningHall, persons: Persons) -> Person:
    """Without hints, which lie over the stage for a moment."""
    return persons(hall.url, viewport={"width": 390, "height": 844}, preferences={"telling": "results", "hints": False})


@pytest.mark.parametrize("game", SHORT)
def test_every_kind_of_question_is_in_sight_on_every_screen(hall: RunningHall, persons: Persons, game: str) -> None:
    """At the smallest table and at a full one, with names as long as they can be and badges at each."""
    ann = somebody(hall, persons)
    shown = Shown(ann)
    wrong: list[str] = []
    for seats in (2, MOST_SEATS[game]):
        for question, options in QUESTIONS[game]:
            shown.show(asked(game, seats, question, **options))
            expect(ann.page.locator("section.dock.mine")).to_be_visible()
            expect(ann.page.locator(".strip .worn")).to_have_count(seats)
            wrong += [f"{seats} seats, {question} · {each}" for each in measured(ann)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("you", [ME, None], ids=["player", "spectator"])
def test_who_waits_and_who_watches_has_everything_in_sight(
    hall: RunningHall, persons: Persons, you: Who | None
) -> None:
    """While each kind of question is asked of somebody else at a full table."""
    ann = somebody(hall, persons)
    shown = Shown(ann, you)
    screens = cycle(SCREENS)
    wrong: list[str] = []
    for game, questions in QUESTIONS.items():
        for question, options in questions:
            shown.show(asked(game, MOST_SEATS[game], question, of_me=False, **options))
            expect(ann.dock).not_to_have_class(MINE)
            for screen in SCREENS if IS_THOROUGH else (next(screens), next(screens)):
                wrong += [f"{game}, {question} · {each}" for each in look(ann, screen)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("screen", [PHONE, ASIDE, DESK] if IS_THOROUGH else [PHONE], ids=lambda screen: screen[0])
@pytest.mark.parametrize("game", SHORT)
def test_nothing_jumps_and_nothing_lies_over_strip_and_dock_while_a_game_is_played(
    hall: RunningHall, persons: Persons, game: str, screen: Screen
) -> None:
    _, width, height, _ = screen
    ann = persons(
        hall.url,
        viewport={"width": width, "height": height},
        reduced_motion="no-preference",
        preferences={"telling": "full"},
    )
    if screen is PHONE:
        ann.context.new_cdp_session(ann.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PHONE})
    shown = Shown(ann)
    shown.show(short_game(game, ("Ann", "Ben", "Cleo", "Dan"), **SHORT[game]).start())
    expect(ann.dock).to_be_visible()
    ann.page.evaluate(WATCH)
    shown.play_on()
    lies_over = {"cards", "hints"}
    if screen is not DESK:  # there the story is a column
        lies_over.add("sheets")
        ann.page.locator(".tab .pull").dispatch_event("click")  # a hint may lie over it
        ann.page.wait_for_function("() => watched.sheets > 0")
        ann.page.keyboard.press("Escape")
    answers = 0
    while not ann.is_over and (answers < ENOUGH or not all(seen(ann)[what] for what in lies_over)):
        if press_one(ann, answers):
            answers += 1
        else:
            ann.page.wait_for_timeout(30)
    watched = seen(ann)
    assert all(watched[what] for what in lies_over), watched
    assert watched["lies"] == []
    assert watched["shift"] < 0.02, "\n".join(watched["by"])


def seen(person: Person) -> dict[str, Any]:
    watched: dict[str, Any] = person.page.evaluate("watched")
    return watched


def press_one(person: Person, turn: int) -> bool:
    """One of the big buttons, each in its turn; False where nothing is mine to do."""
    buttons = person.page.locator(BIG_BUTTONS)
    count = buttons.count()
    return person.press_if_there(buttons.nth(turn % count)) if count > 0 else person.step()
