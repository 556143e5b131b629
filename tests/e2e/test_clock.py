"""Anyone who lets the time run out is told so before and after, and the clock plays the safe choice for them."""

from playwright.sync_api import expect

from tests.e2e.person import PATIENCE, Persons, open_table
from tests.server.kit import RunningHall

SHORTEST = 15
"""Seconds to answer; there is no shorter clock."""
LAPSE = "If time runs out, you get the lowest free number."
NOTE_SECONDS = """() => {
  window.seconds = [];
  const note = () => {
    const number = document.querySelector("section.dock .seconds b");
    if (number !== null) window.seconds.push(Number(number.textContent));
  };
  note();
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Every number of seconds that is ever seen."""
LOOKS = """number => {
  const { color, fontSize } = getComputedStyle(number);
  return { color, size: [fontSize, number.getBoundingClientRect().height] };
}"""
TOLD_WHEN_WARNED = """() => {
  const dock = document.querySelector("section.dock");
  const isLate = dock?.querySelector(".seconds.late") && dock.querySelector("[role=alert].late");
  return isLate && { said: isLate.textContent, told: document.querySelectorAll("[role=tabpanel] li").length };
}"""
"""What the dock says in the moment in which the number is red first, and how long the story is then."""


def test_the_clock_plays_the_safe_choice_and_the_page_says_so(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    code = open_table(ann, "peril", bots=["normal"], seats=2, clock=SHORTEST)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    expect(ann.dock.get_by_role("heading", name="Pick a number")).to_be_visible()
    ann.page.evaluate(NOTE_SECONDS)
    expect(ann.dock.locator(".late")).to_have_count(0)
    number = ann.dock.locator(".seconds b")
    before = number.evaluate(LOOKS)
    safe = ann.page.evaluate("code => dicehall.state.tables[code].mine[0].moves[0].number", code)
    story = ann.page.get_by_role("tabpanel").get_by_role("listitem")
    told = story.count()

    warned = ann.page.wait_for_function(TOLD_WHEN_WARNED, timeout=SHORTEST * 1000 + PATIENCE).json_value()
    assert warned == {"said": LAPSE, "told": told}, "the clock has played before it has warned"
    late = number.evaluate(LOOKS)
    assert late["size"] == before["size"]
    assert late["color"] != before["color"]
    expect(story.nth(told)).to_have_text("You ran out of time.")
    expect(story.nth(told + 1)).to_have_text(f"You pick {safe}.")
    expect(ann.dock.get_by_text(LAPSE)).to_have_count(0)
    expect(ann.page.get_by_role("log")).to_contain_text("You ran out of time.")
    seen = ann.page.evaluate("window.seconds")
    assert seen[0] > min(seen)
    assert max(seen) <= SHORTEST, "the page has promised more time than there is"
