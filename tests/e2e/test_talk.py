"""The story can be read back, and what is said in the chat is neither lost, nor said twice, nor overlooked."""

import re
import signal

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, aside, open_table
from tests.e2e.places import begin
from tests.e2e.wire import Wire
from tests.server.kit import RunningHall, come_in

CUT = r"WebSocket connection to '.*' failed|Failed to load resource: net::ERR|426 \(Upgrade Required\)"
LONG = "la " * 99
"""Of lines as long as this, anyone who comes back is told ten."""
OPENED = 2
"""Sentences of the story of a table that was just opened."""
SCROLLED_UP = """scroller => new Promise(done => {
    scroller.addEventListener("scroll", done, { once: true });
    scroller.scrollTop = 0;
})"""


def at_table(person: Person, game: str = "peril") -> str:
    code = open_table(person, game, seats=4)
    person.go(f"/t/{code.upper()}")
    expect(tab(person, "Story")).to_be_visible()
    return code


def tab(person: Person, name: str) -> Locator:
    return person.page.get_by_role("tab", name=re.compile(f"^{name}"))


def lines(person: Person) -> Locator:
    return person.page.get_by_role("tabpanel").get_by_role("listitem")


def field(person: Person) -> Locator:
    return person.page.get_by_label("Say something")


def say(hall: RunningHall, code: str, *said: str) -> None:
    """Each by someone else who looks on: nobody may talk that fast."""

    async def speak() -> None:
        for text in said:
            vera = await come_in(hall.url, "Vera")
            await vera.ask("watch", table=code)
            await vera.ask("say", table=code, text=text)
            await vera.close()

    aside(speak())


def lock_and_unlock(host: Person, code: str, times: int) -> None:
    """From another window: two more sentences of the story, each time."""
    cookie = host.cookie

    async def locked() -> None:
        client = await come_in(host.url, cookie=cookie)
        for _ in range(times):
            await client.do(code, "lock")
            await client.do(code, "unlock")
        await client.close()

    aside(locked())


# Unread lines


def test_lines_that_are_told_again_after_a_break_are_not_new_and_the_next_one_is(
    hall: RunningHall, persons: Persons
) -> None:
    with Wire(hall.port) as wire:
        ann = persons(wire.url, "Ann")
        code = at_table(ann)
        tab(ann, "Chat").click()
        say(hall, code, *(f"{number} {LONG}" for number in range(12)))
        expect(lines(ann)).to_have_count(12)
        tab(ann, "Story").click()
        wire.cut()
        expect(ann.page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
        wire.mend()
        ann.page.wait_for_function("code => dicehall.state.tables[code].chat.length === 10", arg=code)
        expect(tab(ann, "Chat")).to_have_accessible_name("Chat")
        say(hall, code, "And I say one thing more.")
        expect(tab(ann, "Chat")).to_have_accessible_name(re.compile(r"^Chat 1\b"))
        tab(ann, "Chat").click()
        expect(lines(ann).last).to_contain_text("And I say one thing more.")
        expect(tab(ann, "Chat")).to_have_accessible_name("Chat")
    ann.forgive(CUT)


# On a telephone


def test_on_a_telephone_story_and_chat_are_a_sheet_behind_a_tab_that_says_what_is_new(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, "Ann", viewport={"width": 390, "height": 844})
    code = begin(ann, "bluff")
    ann.go(f"/t/{code.upper()}")
    pull = ann.page.get_by_role("button", name=re.compile("^Story and chat"))
    sheet = ann.page.get_by_role("complementary")
    expect(pull).to_have_accessible_name("Story and chat")
    expect(sheet).to_be_hidden()
    lock_and_unlock(ann, code, 1)
    expect(pull).to_have_accessible_name("Story and chat 2 new since you last looked")
    pull.click()
    expect(tab(ann, "Story")).to_be_focused()
    expect(lines(ann).last).to_be_in_viewport()
    expect(ann.dock).to_be_in_viewport(ratio=1)
    ann.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(pull).to_be_focused()
    expect(pull).to_have_accessible_name("Story and chat")


# Reading back


def test_the_story_stays_where_it_is_read_and_follows_at_its_end(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann", viewport={"width": 1280, "height": 600})
    code = at_table(ann)
    lock_and_unlock(ann, code, 12)
    expect(lines(ann)).to_have_count(OPENED + 24)
    expect(lines(ann).last).to_be_in_viewport()
    ann.page.get_by_role("tabpanel").evaluate(SCROLLED_UP)
    lock_and_unlock(ann, code, 1)
    expect(lines(ann)).to_have_count(OPENED + 26)
    expect(lines(ann).first).to_be_in_viewport()
    expect(lines(ann).last).not_to_be_in_viewport()
    lines(ann).last.scroll_into_view_if_needed()
    lock_and_unlock(ann, code, 1)
    expect(lines(ann)).to_have_count(OPENED + 28)
    expect(lines(ann).last).to_be_in_viewport()


def test_a_tab_opens_at_its_end(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann", viewport={"width": 1280, "height": 600})
    code = at_table(ann)
    lock_and_unlock(ann, code, 12)
    expect(lines(ann).nth(OPENED + 23)).to_be_in_viewport()
    say(hall, code, *(f"{number} {LONG}" for number in range(8)))
    ann.page.get_by_role("tabpanel").evaluate(SCROLLED_UP)
    tab(ann, "Chat").click()
    expect(lines(ann).last).to_be_in_viewport()
    expect(lines(ann).first).not_to_be_in_viewport()
    tab(ann, "Story").click()
    expect(lines(ann).last).to_be_in_viewport()
    expect(lines(ann).first).not_to_be_in_viewport()


# Saying something


def test_what_is_sent_twice_in_a_hurry_is_said_once_and_what_is_typed_meanwhile_stays(
    own_hall: RunningHall, persons: Persons
) -> None:
    ann = persons(own_hall.url, "Ann")
    at_table(ann)
    tab(ann, "Chat").click()
    field(ann).fill("Hello, hall.")
    own_hall.process.send_signal(signal.SIGSTOP)  # no answer comes
    field(ann).press("Enter")
    field(ann).press("Enter")
    expect(field(ann)).to_have_value("")
    field(ann).press_sequentially("Who is")
    own_hall.process.send_signal(signal.SIGCONT)
    expect(lines(ann)).to_have_text(["Ann Hello, hall."])
    expect(ann.page.get_by_role("button", name="Send")).to_have_attribute("aria-disabled", "false")
    field(ann).press_sequentially(" there?")
    field(ann).press("Enter")
    expect(lines(ann)).to_have_text(["Ann Hello, hall.", "Ann Who is there?"])
    expect(field(ann)).to_have_value("")


def test_what_is_refused_is_given_back(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, "Ann")
    at_table(ann)
    tab(ann, "Chat").click()
    for number in range(5):
        field(ann).fill(f"Line {number}")
        field(ann).press("Enter")
        expect(lines(ann)).to_have_count(number + 1)
        expect(ann.page.get_by_role("button", name="Send")).to_have_attribute("aria-disabled", "false")
    field(ann).fill("One line too many")
    field(ann).press("Enter")
    expect(ann.page.get_by_role("alert").filter(has_text="At most 5 lines in 10 seconds")).to_be_visible()
    expect(field(ann)).to_have_value("One line too many")
