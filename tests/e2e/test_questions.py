"""What stands in front of someone who has to decide: two equal ways, what wins, backs that tell nothing, a hint."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.person import Persons, open_table, until
from tests.e2e.questions import asked
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

NO_HINTS = {"telling": "results", "hints": False}
HINT_GOES_AFTER = 6_000
"""Milliseconds."""
BACKS = """() => [...document.querySelectorAll(".stage .own .die")].map((die) => {
  const paint = ({ fill, stroke, color }) => [fill, stroke, color].join().replace(/url\\([^)]*\\)/g, "gradient");
  return {
    stops: [...die.querySelectorAll("stop")].map((stop) => getComputedStyle(stop).stopColor),
    parts: [...die.querySelectorAll("*")].map((part) => `${part.tagName} ${paint(getComputedStyle(part))}`),
  };
})"""


@pytest.mark.parametrize("game", ["three_dice", "stlucia"])
def test_to_throw_again_and_to_keep_are_two_equal_buttons(hall: RunningHall, persons: Persons, game: str) -> None:
    ann = persons(hall.url, fresh_name(), preferences=NO_HINTS)
    ann.go(f"/t/{asked(ann, game, 2, 'keep reroll', {}).upper()}")
    buttons = ann.dock.locator(".buttons > .button")
    expect(buttons).to_have_count(2)
    one, other = (button.bounding_box() for button in buttons.all())
    assert one is not None
    assert other is not None
    assert abs(one["width"] - other["width"]) < 1
    assert abs(one["height"] - other["height"]) < 1


@pytest.mark.parametrize("viewport", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
def test_king_says_how_many_points_win(hall: RunningHall, persons: Persons, viewport: tuple[int, int]) -> None:
    width, height = viewport
    ann = persons(hall.url, fresh_name(), viewport={"width": width, "height": height})
    code = open_table(ann, "stlucia", bots=["normal"], seats=2)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    goal = ann.page.get_by_role("banner").get_by_text("15 to win")
    expect(goal).to_be_in_viewport(ratio=1)


def test_dice_that_lie_face_down_in_mindroll_look_alike_whoever_has_them(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, fresh_name(), preferences=NO_HINTS)
    ann.go(f"/t/{asked(ann, 'mindroll', 5, 'call reveal', {}).upper()}")
    expect(ann.page.locator(".stage .own")).to_have_count(4)
    first, *others = ann.page.evaluate(BACKS)
    assert first["stops"]
    assert others == [first] * 3


def test_a_hint_leaves_by_itself_and_does_not_come_again(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, fresh_name())
    ann.page.clock.install()
    code = asked(ann, "bluff", 2, "call_bluff claim", {})
    ann.go(f"/t/{code.upper()}")
    hint = ann.page.locator(".hint")
    seen: list[str] = []
    for _ in range(2):  # at first sight, and before the first choice
        expect(hint).to_be_visible()
        seen.append(hint.inner_text())
        text = seen[-1]
        ann.page.clock.run_for(HINT_GOES_AFTER)
        until(ann.page, lambda text=text: hint.all_inner_texts() != [text], "the end of a hint")  # type: ignore[misc]
    assert len(set(seen)) == 2
    ann.page.clock.run_for(HINT_GOES_AFTER)
    expect(hint).to_have_count(0)
    ann.page.reload()
    expect(ann.dock).to_have_class(re.compile(r"\bmine\b"))
    ann.page.clock.run_for(HINT_GOES_AFTER)
    expect(hint).to_have_count(0)
