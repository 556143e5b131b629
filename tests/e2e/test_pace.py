"""Beat by beat: nothing that matters is swallowed, and only the person shortens it."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, start_together, until
from tests.server.kit import RunningHall

FULL = {"telling": "full"}
NOTE_CUES = """(() => {
  window.cues = [];
  const note = () => {
    const cue = document.querySelector(".stage")?.dataset.cue;
    const ended = document.querySelector("section.result") !== null;
    if (cue !== window.cues.at(-1)?.cue) window.cues.push({ cue, ended });
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, attributeFilter: ["data-cue"] });
})()"""
"""Notes every beat on the stage, and whether the result was there already."""

HIDE = """(() => {
  let isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  window.hide = (hidden) => {
    isHidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""
"""No browser hides a tab by itself."""

NOTE_SOUNDS = """
  window.noted = { contexts: 0, sounds: 0, buzzes: [] };
  window.AudioContext = class extends AudioContext {
    constructor(...given) {
      super(...given);
      window.audio = this;
      window.noted.contexts++;
    }
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...given) {
    window.noted.sounds++;
    return start.apply(this, given);
  };
  navigator.vibrate = (ms) => window.noted.buzzes.push(ms) > 0;
"""

REVEAL = ["revealed", "turn", "breath", "turn", "verdict", "cost"]
"""How a duel of two is told in MindRoll."""
BUZZ = 60
"""Milliseconds that a phone buzzes."""
HURRIED = 400
"""Milliseconds after which a tap is a new one, and not the second of two."""


def cues(person: Person) -> list[str]:
    """What was on the stage, one after the other."""
    noted: list[dict[str, Any]] = person.page.evaluate("window.cues")
    return [each["cue"] for each in noted if each["cue"]]


def stage(person: Person) -> Locator:
    return person.page.locator("section.stage")


def is_at(person: Person, cue: str) -> None:
    expect(stage(person)).to_have_attribute("data-cue", cue)


def is_told(person: Person) -> None:
    """Everything, at the end of which there is a question or a result."""
    expect(person.page.locator("[data-state=telling]")).to_have_count(0)


# A whole game


def test_the_last_throw_is_seen_before_the_result(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann", preferences=FULL, reduced_motion="no-preference")
    ann.page.add_init_script(NOTE_CUES)
    ann.page.clock.install()
    code = open_table(ann, "peril", options={"starting_lives": 1}, bots=["normal"], seats=2)
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")

    def is_over() -> bool:
        if not ann.step():
            pass_time(ann, 1)
        return ann.is_over

    until(ann.page, is_over, "the result")
    told = [each["cue"] for each in ann.page.evaluate("window.cues") if not each["ended"]]
    last = max(at for at, cue in enumerate(told) if cue == "throw")
    assert told[last : last + 4] == ["throw", "lies", "breath", "verdict"]
    assert "victory" in told[last:]


# A duel


def begin_duel(hall: RunningHall, persons: Persons, rounds: int) -> tuple[Person, Person]:
    """Everything is told to both of them, and only to Ben with all that moves. From now on their time stands still."""
    ann = persons(hall.url, "Ann", preferences=FULL)
    ben = persons(hall.url, "Ben", preferences=FULL, reduced_motion="no-preference")
    for person in (ann, ben):
        person.page.add_init_script(NOTE_CUES)
        person.page.add_init_script(HIDE)
        person.page.clock.install()
    code = open_table(ann, "mindroll", options={"rounds": rounds}, seats=2)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    for person in (ann, ben):
        person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)
    return ann, ben


def may_reveal(person: Person) -> bool:
    return person.dock.get_by_role("button", name="Reveal", exact=True).is_visible()


def come_to_a_reveal(ann: Person, ben: Person) -> None:
    """Both of them call until it is Ann who can reveal, and everything before is told."""

    def called() -> bool:
        for person in (ann, ben):
            pass_time(person, 1)
            if not may_reveal(ann):
                person.press_if_there(person.page.locator("section.dock.mine[aria-busy=false] button.go:visible"))
        return may_reveal(ann)

    until(ann.page, called, "a reveal of Ann")
    for person in (ann, ben):
        comes_to_now(person)
        person.page.evaluate("window.cues = []")
    expect(ben.dock).to_have_attribute("data-state", "waiting")


def comes_to_now(person: Person) -> None:
    def is_now() -> bool:
        pass_time(person, 1)
        return person.page.locator("[data-state=telling]").count() == 0

    until(person.page, is_now, "the end of what is told")


def pass_time(person: Person, seconds: float = 3) -> None:
    """Longer than any beat. The hall has its word in each second, or the page takes it for silent."""
    whole, rest = divmod(round(seconds * 1000), 1000)
    for step in [1000] * whole + [rest] * (rest > 0):
        person.page.clock.run_for(step)
        person.page.evaluate("dicehall.ask({ type: 'ping' })")


def come_to_the_result(person: Person) -> None:
    result = person.page.locator("section.result")

    def shown() -> bool:
        pass_time(person, 1)
        return result.is_visible()

    until(person.page, shown, "the result")


def reveal(person: Person) -> None:
    person.dock.get_by_role("button", name="Reveal", exact=True).click()
    is_at(person, "revealed")


def test_every_beat_has_its_time_and_a_tap_or_space_shows_the_next_and_two_quick_ones_everything(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = begin_duel(hall, persons, rounds=5)
    reduced_motion_keeps_every_beat_and_its_time(ann, ben)
    come_to_a_reveal(ann, ben)
    taps(ann)
    come_to_a_reveal(ann, ben)
    presses_space(ann)
    come_to_a_reveal(ann, ben)
    wants_results_only(ann)


def reduced_motion_keeps_every_beat_and_its_time(ann: Person, ben: Person) -> None:
    """Both clocks go on by the same steps, so both pages must show the same at each of them."""
    come_to_a_reveal(ann, ben)
    assert [person.page.evaluate("document.documentElement.dataset.motion") for person in (ann, ben)] == [
        "less",
        "full",
    ]
    reveal(ann)
    is_at(ben, "revealed")
    for _ in range(100):
        if all(person.page.locator("[data-state=telling]").count() == 0 for person in (ann, ben)):
            break
        for person in (ann, ben):
            pass_time(person, 0.1)
        assert stage(ann).get_attribute("data-cue") == stage(ben).get_attribute("data-cue")
    for person in (ann, ben):
        at = cues(person).index("revealed")
        assert cues(person)[at : at + len(REVEAL)] == REVEAL


def taps(ann: Person) -> None:
    reveal(ann)
    for cue in REVEAL[1:]:
        stage(ann).click()
        is_at(ann, cue)
        if cue == "verdict":
            break
        ann.page.clock.run_for(HURRIED)
    ann.page.clock.run_for(HURRIED)
    stage(ann).dblclick()
    is_told(ann)
    assert cues(ann)[-1] in ("verdict", "cost")


def presses_space(ann: Person) -> None:
    reveal(ann)
    ann.page.keyboard.press("Space")
    is_at(ann, "turn")
    ann.page.clock.run_for(HURRIED)
    ann.page.keyboard.press("Space")
    is_at(ann, "breath")
    ann.page.clock.run_for(HURRIED)
    for _ in range(2):
        ann.page.keyboard.press("Space")
    is_told(ann)
    assert "verdict" not in cues(ann)


def wants_results_only(ann: Person) -> None:
    """Says so in the menu, and that is remembered."""
    wanted = ann.page.get_by_role("group", name="How much is shown")
    ann.press("Host this table")
    expect(wanted.get_by_role("radio", name="Everything")).to_be_checked()
    wanted.get_by_text("Results only", exact=True).click()
    ann.press("Close")
    ann.dock.get_by_role("button", name="Reveal", exact=True).click()
    expect(ann.page.get_by_text("Round 5").first).to_be_visible()
    is_told(ann)
    assert not set(cues(ann)) & set(REVEAL)

    ann.page.reload()
    ann.press("Host this table")
    expect(wanted.get_by_role("radio", name="Results only")).to_be_checked()


# A tab that nobody looks at


# Each is a match of one round: to someone who is asked after it, the page says so at once.


def test_who_was_away_can_see_it_all(hall: RunningHall, persons: Persons) -> None:
    ann, ben = begin_duel(hall, persons, rounds=1)
    come_to_a_reveal(ann, ben)
    is_away_meanwhile(ann, ben)
    ben.press("Show me")
    is_at(ben, "revealed")
    come_to_the_result(ben)
    at = cues(ben).index("revealed")
    assert cues(ben)[at:] == [*REVEAL, "won"]


def test_who_was_away_can_jump_to_now(hall: RunningHall, persons: Persons) -> None:
    ann, ben = begin_duel(hall, persons, rounds=1)
    come_to_a_reveal(ann, ben)
    is_away_meanwhile(ann, ben)
    ben.press("Jump to now")
    expect(ben.page.locator("section.result")).to_be_visible()
    assert not set(cues(ben)) & set(REVEAL)


def test_who_was_away_for_a_moment_sees_the_rest_of_it(hall: RunningHall, persons: Persons) -> None:
    ann, ben = begin_duel(hall, persons, rounds=1)
    come_to_a_reveal(ann, ben)
    is_away_for_a_moment(ann, ben)
    come_to_the_result(ben)
    assert cues(ben)[-2:] == ["cost", "won"]


def is_away_meanwhile(ann: Person, ben: Person) -> None:
    """Ben was away while Ann has revealed, and comes back."""
    ben.page.evaluate("hide(true)")
    reveal(ann)
    until(ben.page, lambda: ben.version >= ann.version, "what Ann has done")
    pass_time(ben)
    assert "revealed" not in cues(ben)
    ben.page.evaluate("hide(false)")
    expect(ben.dock.get_by_role("heading", name="You were away")).to_be_visible()
    ben.page.clock.run_for(HURRIED)


def is_away_for_a_moment(ann: Person, ben: Person) -> None:
    """He sees the rest of it."""
    reveal(ann)
    is_at(ben, "revealed")
    for cue in REVEAL[1 : REVEAL.index("verdict") + 1]:
        ben.page.clock.run_for(HURRIED)
        stage(ben).click()
        is_at(ben, cue)
    ben.page.evaluate("hide(true)")
    pass_time(ben)
    is_at(ben, "verdict")
    ben.page.evaluate("hide(false)")


# Sound


def test_sound_begins_with_the_first_tap_unless_it_is_off_and_my_turn_is_heard_and_felt_once_where_i_look(
    hall: RunningHall, persons: Persons
) -> None:
    ann, ben = persons(hall.url, "Ann", preferences={}), persons(hall.url, "Ben", preferences={})
    eve = persons(hall.url, "Eve", preferences={"sound": False})
    code = open_table(ann, "bluff", seats=2, clock=600)
    for person in (ann, ben, eve):
        person.page.add_init_script(NOTE_SOUNDS)
        person.page.add_init_script(HIDE)
        person.go(f"/t/{code.upper()}")
        assert noted(person)["contexts"] == 0
        for _ in range(2):
            person.page.mouse.click(8, 400)  # beside everything
    for person in (ann, ben):
        person.page.wait_for_function("() => window.audio?.state === 'running'")
    start_together(ann, ben)
    asked = until(ann.page, lambda: [each for each in (ann, ben) if noted(each)["buzzes"]], "a turn that is felt")[0]
    other = ben if asked is ann else ann
    until(asked.page, lambda: noted(asked)["sounds"], "a turn that is heard")

    other.page.evaluate("hide(true)")
    before = noted(other)
    answer_for(asked)
    expect(other.page).to_have_title(re.compile("^Your turn"))
    assert noted(other) == before | {"buzzes": []}
    other.page.evaluate("hide(false)")
    answer_for(other)
    until(asked.page, lambda: len(noted(asked)["buzzes"]) > 1, "another turn")
    answer_for(asked)
    until(other.page, lambda: noted(other)["sounds"] > before["sounds"], "a turn that is looked at")
    assert noted(asked)["buzzes"] == [BUZZ, BUZZ]
    assert noted(other)["buzzes"] == [BUZZ]
    assert [noted(person)["contexts"] for person in (ann, ben, eve)] == [1, 1, 0]


def answer_for(person: Person) -> None:
    """By key: a tap in the first moment of a question may have been meant for what stood there before."""
    person.page.locator("section.dock.mine[aria-busy=false] button.go").press("Enter")


def noted(person: Person) -> dict[str, Any]:
    return dict(person.page.evaluate("window.noted"))
