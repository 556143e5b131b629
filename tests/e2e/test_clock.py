"""Anyone who lets the time run out is told so before and after, and the clock plays the safe choice for them."""

from playwright.sync_api import expect

from tests.e2e.person import PATIENCE, Persons, open_table
from tests.server.kit import RunningHall

SHORTEST = 15
"""Seconds to answer; there is no shorter clock."""
TOLD_WHEN_WARNED = """() => {
  const said = document.querySelector("section.dock [role=alert]")?.textContent ?? "";
  return said.includes("Your time is almost up.") && document.querySelectorAll("[role=tabpanel] li").length;
}"""
"""How long the story is in the moment in which the warning is seen first."""


def test_the_clock_plays_the_safe_choice_and_the_page_says_so(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    code = open_table(ann, "peril", bots=["house"], seats=2, clock=SHORTEST)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    expect(ann.page.get_by_role("heading", name="Your pick")).to_be_visible()
    safe = ann.page.evaluate("code => dicehall.state.tables[code].mine[0].moves[0].number", code)
    story = ann.page.get_by_role("tabpanel").get_by_role("listitem")
    told = story.count()

    warned = ann.page.wait_for_function(TOLD_WHEN_WARNED, timeout=SHORTEST * 1000 + PATIENCE)
    assert warned.json_value() == told, "the clock has played before it has warned"
    expect(story.nth(told)).to_have_text("You ran out of time.")
    expect(story.nth(told + 1)).to_have_text(f"You pick {safe}.")
    expect(ann.page.get_by_text("Your time is almost up.")).to_have_count(0)
    expect(ann.page.get_by_role("log")).to_contain_text("You ran out of time.")
