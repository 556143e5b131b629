"""Nothing that matters is swallowed: dice lie before one sees what comes of them, and the end comes last."""

from playwright.sync_api import expect

from tests.e2e.person import Persons, open_table, play_to_the_end
from tests.server.kit import RunningHall

LISTEN = """(() => {
  window.announced = [];
  new MutationObserver(() => {
    const said = document.querySelector(".announcement")?.innerText ?? "";
    const ended = document.querySelector("section.result") !== null;
    if (said !== window.announced.at(-1)?.said) window.announced.push({ said, ended });
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()"""
"""Notes whatever is announced, and whether the result was there already."""


def test_the_last_throw_is_seen_before_the_result(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann", reduced_motion="no-preference")
    ann.page.add_init_script(LISTEN)
    code = open_table(ann, "peril", options={"starting_lives": 1}, bots=["house"], seats=2)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    play_to_the_end(ann)
    expect(ann.page.locator(".announcement")).to_contain_text("ULTIMATE VICTORY!")

    announced = ann.page.evaluate("window.announced")
    story = ann.page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()
    thrown = [line for line in story if "🎲" in line][-1]
    told = [each["said"] for each in announced if not each["ended"]]
    at = next(index for index, said in enumerate(told) if thrown in said)
    assert any("DIRECT HIT!" in said or "NO SHIELD!" in said for said in told[at + 1 :])
