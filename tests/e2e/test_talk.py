"""The story can be read back: it scrolls by itself, and on a telephone it is a sheet with a focus of its own.

That nothing is lost, said twice or overlooked is mounted without a screen: `web/tests/mounted/talk.test.ts`."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, aside, open_table
from tests.e2e.places import begin
from tests.server.kit import RunningHall, come_in

LONG = "la " * 99
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


def test_the_story_stays_where_it_is_read_follows_at_its_end_and_a_tab_opens_there(
    hall: RunningHall, persons: Persons
) -> None:
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

    say(hall, code, *(f"{number} {LONG}" for number in range(8)))
    ann.page.get_by_role("tabpanel").evaluate(SCROLLED_UP)
    for name in ("Chat", "Story"):
        tab(ann, name).click()
        expect(lines(ann).last).to_be_in_viewport()
        expect(lines(ann).first).not_to_be_in_viewport()
