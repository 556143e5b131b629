"""One screen that never scrolls: at every kind of question of every game, everything I need is in sight."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.person import Person, Persons, open_table
from tests.e2e.places import SHORT
from tests.server.kit import RunningHall

SCREENS = (
    ("360x640", 360, 640, 100),
    ("390x844", 390, 844, 100),
    ("844x390", 844, 390, 100),
    ("768x1024", 768, 1024, 100),
    ("1024x768", 1024, 768, 100),
    ("1440x900", 1440, 900, 100),
    ("4K", 3840, 2160, 100),
    ("360x640, text 200 %", 360, 640, 200),
    ("390x844, text 200 %", 390, 844, 200),
    ("1440x900, text 200 %", 1440, 900, 200),
)
MOST_SEATS = {"peril": 10, "mindroll": 10, "three_dice": 12, "stlucia": 8, "bluff": 7}
LONG_NAME = "Maximiliane Anastasi"
MOST_MOVES = 400

RENAME = """code => {
  const table = dicehall.state.tables[code];
  const long = (name, index) => `${name} von Hohenstein ${index}`.slice(0, 20);
  const people = Object.fromEntries(Object.entries(table.people).map(([who, name], index) => [who, long(name, index)]));
  const renamed = { ...table, people };
  dicehall.state = { ...dicehall.state, tables: { ...dicehall.state.tables, [code]: renamed } };
}"""
"""Everyone has a name of twenty characters."""

MEASURE = """size => {
  document.documentElement.style.fontSize = size === 100 ? "" : `${size}%`;
  const wrong = [];
  const say = (what, each) => wrong.push(`${what}: ${each.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1) wrong.push(`the page scrolls: ${page.scrollHeight} of ${innerHeight}`);
  if (page.scrollWidth > innerWidth + 1) wrong.push(`the page scrolls sideways: ${page.scrollWidth} of ${innerWidth}`);
  const zones = [...document.querySelectorAll(".bar, .strip, .stage .lies, .tab, .dock")];
  for (const zone of zones) {
    if (zone.closest(".scrolls")) continue;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = zone;
    if (scrollHeight > clientHeight + 1) say(`more than fits, ${scrollHeight} in ${clientHeight}`, zone);
    if (scrollWidth > clientWidth + 1) say(`wider than fits, ${scrollWidth} in ${clientWidth}`, zone);
  }
  const WANTED =
    ".dock :is(h2, .buttons button, .seconds b, .choice button, .secret), .strip .vitals, .stage button";
  const needed = [...document.querySelectorAll(WANTED)].filter((each) => !each.closest(".scrolls"));
  for (const each of needed) {
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    if (width < 1 || height < 1) { say("not drawn", each); continue; }
    const isInside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (!isInside) { say("out of sight", each); continue; }
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (found === null || !(each.contains(found) || found.contains(each))) say(`covered by ${found?.className}`, each);
  }
  for (const each of document.querySelectorAll(".dock .buttons button")) {
    const { width, height } = each.getBoundingClientRect();
    if (width < 44 || height < 44) say(`too small, ${Math.round(width)} x ${Math.round(height)}`, each);
  }
  return wrong;
}"""

SHIFTS = """() => {
  window.shifted = { sum: 0, by: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!document.querySelector(".playing") || entry.hadRecentInput) continue;
      window.shifted.sum += entry.value;
      window.shifted.by.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""


def kind_of_question(page: Page) -> str | None:
    """What is asked, without its numbers and names; None where nothing is mine to decide."""
    dock: dict[str, Any] | None = page.evaluate(
        """() => {
          const dock = document.querySelector("section.dock");
          const buttons = [...(dock?.querySelectorAll(".buttons button") ?? [])].map((each) => each.innerText);
          const text = [dock?.querySelector("h2")?.innerText, ...buttons].join(" / ");
          return dock && { state: dock.dataset.state, text };
        }"""
    )
    return re.sub(r"\d+|[A-Z]\w+", "", f"{dock['state']} {dock['text']}") if dock else None


def measured(person: Person, screens: tuple[tuple[str, int, int, int], ...] = SCREENS) -> list[str]:
    wrong: list[str] = []
    for screen, width, height, size in screens:
        person.page.set_viewport_size({"width": width, "height": height})
        found = person.page.evaluate(MEASURE, size)
        wrong += [f"{screen}: {each}" for each in found]
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.page.evaluate(MEASURE, 100)
    return wrong


@pytest.mark.parametrize("seats", ["fewest", "most"])
@pytest.mark.parametrize("game", SHORT)
def test_everything_i_need_is_in_sight_at_every_question_on_every_screen(
    hall: RunningHall, persons: Persons, game: str, seats: str
) -> None:
    count = 2 if seats == "fewest" else MOST_SEATS[game]
    ann = persons(hall.url, LONG_NAME, viewport={"width": 390, "height": 844})
    code = open_table(ann, game, options=SHORT[game], bots=["house"] * (count - 1), seats=count)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    wrong: list[str] = []
    seen: set[str] = set()
    for _ in range(MOST_MOVES):
        if ann.is_over:
            break
        kind = kind_of_question(ann.page)
        if kind is not None and kind not in seen:
            seen.add(kind)
            ann.page.evaluate(RENAME, code)
            wrong += [f"{kind.strip()} · {each}" for each in measured(ann)]
        if not ann.step():
            ann.page.wait_for_timeout(30)
    assert seen, "nothing was ever asked"
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", SHORT)
def test_nothing_jumps_in_a_whole_game(hall: RunningHall, persons: Persons, game: str) -> None:
    ann = persons(hall.url, "Ann", viewport={"width": 390, "height": 844})
    code = open_table(ann, game, options=SHORT[game], bots=["house"] * 3, seats=4)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    ann.page.locator("section.dock").wait_for()
    ann.page.evaluate(SHIFTS)
    for _ in range(MOST_MOVES):
        if ann.is_over:
            break
        if not ann.step():
            ann.page.wait_for_timeout(30)
    shifted = ann.page.evaluate("window.shifted")
    assert shifted["sum"] < 0.02, shifted
