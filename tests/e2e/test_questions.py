"""What stands in front of someone who has to decide: two equal ways, what wins, backs that tell nothing.

Hints are mounted without a screen: `web/tests/mounted/hints.test.ts`."""

from playwright.sync_api import expect

from tests.e2e.person import Persons
from tests.e2e.questions import asked
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

NO_HINTS = {"telling": "results", "hints": False}
BACKS = """() => [...document.querySelectorAll(".stage .own .die")].map((die) => {
  const paint = ({ fill, stroke, color }) => [fill, stroke, color].join().replace(/url\\([^)]*\\)/g, "gradient");
  return {
    stops: [...die.querySelectorAll("stop")].map((stop) => getComputedStyle(stop).stopColor),
    parts: [...die.querySelectorAll("*")].map((part) => `${part.tagName} ${paint(getComputedStyle(part))}`),
  };
})"""


def test_to_throw_again_and_to_keep_are_two_equal_buttons_and_king_says_how_many_points_win(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, fresh_name(), preferences=NO_HINTS)
    for game in ("three_dice", "stlucia"):
        ann.go(f"/t/{asked(ann, game, 2, 'keep reroll', {}).upper()}")
        buttons = ann.dock.locator(".buttons > .button")
        expect(buttons).to_have_count(2)
        one, other = (button.bounding_box() for button in buttons.all())
        assert one is not None
        assert other is not None
        assert abs(one["width"] - other["width"]) < 1, game
        assert abs(one["height"] - other["height"]) < 1, game
    for width, height in ((390, 844), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.get_by_role("banner").get_by_text("15 to win")).to_be_in_viewport(ratio=1)


def test_dice_that_lie_face_down_in_mindroll_look_alike_whoever_has_them(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, fresh_name(), preferences=NO_HINTS)
    ann.go(f"/t/{asked(ann, 'mindroll', 5, 'call reveal', {}).upper()}")
    expect(ann.page.locator(".stage .own")).to_have_count(4)
    first, *others = ann.page.evaluate(BACKS)
    assert first["stops"]
    assert others == [first] * 3
