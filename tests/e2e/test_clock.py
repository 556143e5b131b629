"""Anyone who lets the time run out is told so before and after, and the clock plays the safe choice for them."""

from playwright.sync_api import expect

from dicehall.server.web.page import PAGE
from tests.e2e.person import Persons, open_table
from tests.server.inside import StillJournal
from tests.server.near import near_hall

CLOCK = 300
"""Seconds to answer: nobody needs as long for what comes before they are counted down."""
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


def test_the_clock_plays_the_safe_choice_and_the_page_says_so(persons: Persons) -> None:
    with near_hall(StillJournal(), page=PAGE) as hall:
        ann = persons(hall.url, "Ann")
        ann.page.clock.install()
        code = open_table(ann, "peril", bots=["normal"], seats=2, clock=CLOCK)
        ann.go(f"/t/{code.upper()}")
        ann.press("Start")
        expect(ann.dock.get_by_role("heading", name="Pick a number")).to_be_visible()
        ann.page.evaluate(NOTE_SECONDS)
        number = ann.dock.locator(".seconds b")
        before = number.evaluate(LOOKS)
        safe = ann.page.evaluate("code => dicehall.state.tables[code].mine[0].moves[0].number", code)
        story = ann.page.get_by_role("tabpanel").get_by_role("listitem")
        told = story.count()

        expect(ann.dock.locator(".late")).to_have_count(0)
        hall.pass_time(CLOCK - 1)
        ann.page.clock.fast_forward((CLOCK - 1) * 1000)
        expect(ann.dock.get_by_role("alert")).to_have_text(LAPSE)
        expect(story).to_have_count(told)
        late = number.evaluate(LOOKS)
        assert late["size"] == before["size"]
        assert late["color"] != before["color"]

        hall.pass_time(2)
        expect(story.nth(told)).to_have_text("You ran out of time.")
        expect(story.nth(told + 1)).to_have_text(f"You pick {safe}.")
        expect(ann.dock.get_by_text(LAPSE)).to_have_count(0)
        expect(ann.page.get_by_role("log")).to_contain_text("You ran out of time.")
        seen = ann.page.evaluate("window.seconds")
        assert seen[0] > min(seen)
        assert max(seen) <= CLOCK, "the page has promised more time than there is"
