"""Whole games by keyboard alone, with the focus never lost, and what a screen reader hears meanwhile."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from dicehall.cli.client.table import TABLE_EVENTS
from dicehall.narrate import Narrator
from dicehall.rules.catalog import find
from dicehall.table.core.events import TableEvent
from tests.e2e.frames import Played
from tests.e2e.person import Person, Persons, open_table
from tests.e2e.places import SHORT
from tests.e2e.shown import Shown
from tests.server.kit import RunningHall

WATCHED = """
  window.lost = [];
  window.spoken = [];
  let held = null;
  addEventListener("focusin", ({ target }) => (held = target));
  const isGone = () => held !== null && (held.matches(":disabled") || held.getClientRects().length === 0);
  const look = () => {
    if (document.activeElement === document.body && isGone()) window.lost.push(held.outerHTML.slice(0, 200));
    requestAnimationFrame(look);
  };
  look();
  const hear = (node) => node.parentElement?.matches("[role=log]") && window.spoken.push(node.textContent);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(hear)))
    .observe(document, { childList: true, subtree: true });
"""
"""Every frame is noted that shows no focus because what had it is gone, and every line that the live region says."""
IS_MINE = "(line) => line.startsWith('Your turn')"
FOCUS = """() => {
  const { tagName, type, textContent, ariaLabel, labels } = document.activeElement;
  const name = ariaLabel ?? labels?.[0]?.textContent ?? textContent;
  return [type === "range" ? "range" : tagName.toLowerCase(), name.trim()];
}"""
ASKED = """([code, version]) => {
  const table = dicehall.state.tables[code];
  if (table === undefined || table.version <= version) return false;
  if (document.querySelector("section.result")) return true;
  return document.querySelector("section.dock.mine[aria-busy=false]") !== null;
}"""


LUCK = 1
"""Something is asked of me in each of these games."""


class Keys:
    """Someone without a mouse: four keys and the arrows."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    @property
    def focus(self) -> tuple[str, str]:
        """What kind of thing has it, and how it is called."""
        kind, name = self.page.evaluate(FOCUS)
        return kind, name

    def tab_to(self, wanted: Callable[[str, str], bool], key: str = "Tab", most: int = 60) -> str:
        for _ in range(most):
            kind, name = self.focus
            if wanted(kind, name):
                return name
            self.press(key)
        raise AssertionError(f"{key} never comes there; it is at {self.focus} now")

    def take(self, name: str) -> None:
        """Go to a button and press it."""
        self.tab_to(lambda kind, called: kind == "button" and called.startswith(name))
        self.press("Enter")

    def is_in(self, part: str) -> bool:
        found: bool = self.page.evaluate("part => document.activeElement.closest(part) !== null", part)
        return found

    def wait(self, code: str, version: int) -> None:
        """Until something is asked of me that was not asked before, or all is over."""
        self.page.wait_for_function(ASKED, arg=[code, version])

    def questions(self, code: str, version: int, most: int = 300) -> Iterator[None]:
        """Stops at each thing that is asked of me after this version, until the game is over."""
        for asked in range(most):
            self.wait(code, version)
            if self.person.is_over:
                assert asked > 0, "nothing was ever asked, so this proves nothing"
                return
            version = self.version(code)
            yield
        raise AssertionError(f"the game does not end: {self.person.dock.all_inner_texts()}")

    def version(self, code: str) -> int:
        found: int = self.page.evaluate("code => dicehall.state.tables[code].version", code)
        return found

    def heard(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.spoken")
        return found

    def lost(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.lost")
        return found


def answer_bluff(keys: Keys) -> None:
    if keys.focus[0] == "range":
        keys.press("ArrowRight")
        keys.tab_to(lambda *_: keys.is_in("section.dock .buttons"))
    keys.press("Enter")


def answer_dice(keys: Keys) -> None:
    """Keep the last die and throw the others again, for as long as that is offered; what is won goes to anybody."""
    if keys.page.locator(".strip button").count() > 0:
        keys.tab_to(lambda *_: keys.is_in(".strip button"), key="Shift+Tab")
        keys.press("Space")
        keys.tab_to(lambda *_: keys.is_in("section.dock button.go"))
    elif keys.focus[1].endswith(" again") and keys.page.locator("section.stage button[aria-pressed]").count() > 0:
        die = keys.tab_to(lambda _, name: name.startswith("Keep die"), key="Shift+Tab")
        if keys.page.get_by_role("button", name=die, pressed=False).count() > 0:
            keys.press("Space")
            expect(keys.page.get_by_role("button", name=die, pressed=True)).to_be_focused()
        keys.tab_to(lambda kind, _: kind == "button" and keys.is_in("section.dock"))
    keys.press("Enter")


def answer_peril(keys: Keys) -> None:
    if not keys.focus[1].isdigit():  # the throw
        keys.press("Enter")
        return
    keys.press("Space")
    keys.press("ArrowRight")
    keys.tab_to(lambda kind, name: kind == "button" and name.startswith("Pick"))
    keys.press("Enter")


@pytest.mark.parametrize(
    ("game", "seats", "answer"),
    [("bluff", 2, answer_bluff), ("three_dice", 3, answer_dice), ("peril", 3, answer_peril)],
)
def test_a_whole_game_is_played_by_keyboard_and_the_focus_is_never_lost(
    hall: RunningHall, persons: Persons, game: str, seats: int, answer: Callable[[Keys], None]
) -> None:
    ann = persons(hall.url)
    ann.context.add_init_script(WATCHED)
    played = Played(game, ("Ann",), LUCK, seats=seats, **SHORT[game])
    Shown(ann).show(played)
    expect(ann.page.get_by_role("button", name="Add a bot")).to_be_visible()
    keys = Keys(ann)
    for taken in range(2, seats + 1):
        keys.take("Add a bot")
        expect(ann.page.get_by_role("list", name=f"{taken} of {seats} seats taken")).to_be_visible()
    version = keys.version(played.code)
    keys.take("Start")
    for _ in keys.questions(played.code, version):
        assert keys.is_in("section.dock, section.stage"), f"the keyboard is at {keys.focus}"
        answer(keys)
    assert keys.is_in("section.result"), f"the keyboard is at {keys.focus}"
    keys.take("Play again")
    expect(ann.page.locator("section.result")).to_have_count(0)
    expect(ann.dock).to_be_visible()
    assert keys.lost() == []


def test_anyone_who_writes_in_the_chat_is_left_alone_whatever_happens(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url)
    played = Played("bluff", ("Ann", "Ben"), LUCK, **SHORT["bluff"]).start()
    shown = Shown(ann)
    shown.show(played)
    expect(ann.board).to_be_visible()
    ann.page.get_by_role("tab", name="Chat").click()
    field = ann.page.get_by_role("textbox", name="Say something")
    field.click()
    ann.page.keyboard.type("I have")
    while not played.is_over:
        played.step()
        shown.tell()
    expect(ann.page.locator("section.result")).to_be_visible()
    ann.page.keyboard.type(" won")
    expect(field).to_be_focused()
    expect(field).to_have_value("I have won")


def test_a_place_that_is_entered_by_keyboard_begins_at_its_top(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    ann.context.add_init_script(WATCHED)
    ann.go("/")
    expect(ann.page.get_by_role("button", name="Host a table").first).to_be_visible()
    keys = Keys(ann)
    keys.take("Host a table")
    expect(ann.page.get_by_role("dialog").get_by_role("button", name="Open the table")).to_be_visible()
    keys.take("Open the table")
    expect(ann.page.get_by_role("button", name="Add a bot")).to_be_visible()
    expect(ann.page.get_by_role("main")).to_be_focused()
    keys.tab_to(lambda kind, name: kind == "a" and name == "Back to the hall", key="Shift+Tab")
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(ann.page.get_by_role("main")).to_be_focused()
    assert keys.lost() == []


def test_who_sits_down_by_keyboard_is_at_what_comes_next(hall: RunningHall, persons: Persons) -> None:
    host, guest = persons(hall.url, "Hal"), persons(hall.url, "Gus")
    guest.context.add_init_script(WATCHED)
    guest.go(f"/t/{open_table(host, 'peril', seats=4).upper()}")
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    keys = Keys(guest)
    keys.take("Sit down")
    expect(guest.page.get_by_role("button", name="I’m ready")).to_be_focused()
    keys.press("Enter")
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()
    assert keys.lost() == []


# The screen reader


class Reader:
    """Tells what a window has heard over its socket as the hall itself would tell it, one event after the other."""

    def __init__(self, person: Person, code: str) -> None:
        self.frames = [each for each in person.heard if each.get("table") == code and "events" in each]
        self.people = {who: name for each in person.heard for who, name in each.get("people", {}).items()}
        self.me = person.me
        self.narrator = Narrator("bluff", (), people=self.people, me=(self.me,))

    def sentences(self) -> list[str]:
        return [self.tell(raw) for frame in self.frames for raw in frame["events"] if raw["type"] != "committed"]

    def tell(self, raw: dict[str, Any]) -> str:
        if raw["type"] not in TABLE_EVENTS:
            return self.narrator.tell(msgspec.convert(raw, find("bluff").event)).text
        if raw["type"] == "game_started":
            names = [self.narrator.name(who) for who in raw["seats"]]
            me: tuple[str | int, ...] = (self.me, *(seat for seat, who in enumerate(raw["seats"]) if who == self.me))
            self.narrator = Narrator("bluff", names, people=self.people, me=me)
        return self.narrator.tell(msgspec.convert(raw, TableEvent)).text


def test_the_screen_reader_hears_every_event_once_and_in_order_and_then_my_turn(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, "Ann")
    ann.context.add_init_script(WATCHED)
    code = open_table(ann, "bluff", options={"rounds": 3}, bots=["normal"], seats=2)
    ann.go(f"/t/{code.upper()}")
    expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
    keys = Keys(ann)
    told_before = len(Reader(ann, code).sentences())
    version = keys.version(code)
    keys.take("Start")
    for asked, _ in enumerate(keys.questions(code, version), 1):
        ann.page.wait_for_function(f"() => window.spoken.filter({IS_MINE}).length === {asked}")
        *_, question = keys.heard()
        if ann.dock.get_by_role("button", name="Call bluff").is_visible():
            assert "call bluff" in question.lower()
        answer_bluff(keys)
    ann.page.wait_for_function("() => window.spoken.at(-1) === 'Game 1 is over.'")
    heard = [line for line in keys.heard() if not line.startswith("Your turn")]
    assert heard == Reader(ann, code).sentences()[told_before:]
    assert keys.lost() == []
