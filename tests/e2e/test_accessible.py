"""Every place is for everybody: the accessibility checker is content, and nothing has to be scrolled sideways."""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.e2e.person import Persons
from tests.e2e.places import ROUNDS
from tests.server.kit import RunningHall

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text()
RUN = """rules => axe
  .run(document, { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) })
  .then(({ violations }) => violations)"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""What a theme can change: the other rules hold in both if they hold in one."""
THEMED = "theme => !document.getElementById('page') || document.documentElement.dataset.theme === theme"
"""The plainest of pages, which come without a script, have one look."""

SHAPES = (
    ("the smallest telephone", 320, 640, "100%"),
    ("the smallest telephone on its side", 640, 320, "100%"),
    ("a telephone with text twice as large", 390, 844, "200%"),
    ("a telephone with text twice as large on its side", 844, 390, "200%"),
)
OVERFLOW = """size => {
  document.documentElement.style.fontSize = size;
  const scrollers = [document.scrollingElement, ...document.querySelectorAll("dialog[open], dialog[open] > *")];
  const edge = document.documentElement.clientWidth + 1;
  const isOut = (each) => each.getBoundingClientRect().right > edge;
  return scrollers
    .filter((each) => each.scrollWidth > each.clientWidth)
    .flatMap((each) => [each, ...each.querySelectorAll("*")].filter((inner) => inner === each || isOut(inner)))
    .map((each) => each.outerHTML.slice(0, 120));
}"""


def violations(page: Page, theme: Literal["dark", "light"], rules: list[str] | None = None) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(THEMED, arg=theme)
    found: list[dict[str, Any]] = page.evaluate(RUN, rules)
    return [f"{each['id']}: {node['html']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def too_wide(page: Page) -> list[str]:
    """What makes a window scroll sideways, by the shape of the window."""
    found: list[str] = []
    for shape, width, height, size in SHAPES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"too wide for {shape}: {each}" for each in page.evaluate(OVERFLOW, size)]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate(OVERFLOW, "100%")
    return found


def sheet_passes_the_checker_and_fits(page: Page) -> None:
    """Whatever lies open there."""
    page.evaluate(AXE)
    assert violations(page, "dark") == []
    assert violations(page, "light") == []
    for width, height, size in ((320, 640, "100%"), (390, 844, "200%"), (844, 390, "100%")):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW, size) == []


@pytest.mark.parametrize("who", ROUNDS)
def test_every_place_passes_the_checker_in_both_themes_and_fits_every_window(
    hall: RunningHall, persons: Persons, who: str
) -> None:
    wrong: list[str] = []
    for person, place in ROUNDS[who](hall, persons):
        page = person.page
        page.evaluate(AXE)
        found = [*violations(page, "dark"), *violations(page, "light", OF_COLOURS), *too_wide(page)]
        wrong += [f"{place}: {each}" for each in found]
    assert wrong == [], "\n".join(wrong)
