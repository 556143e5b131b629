"""A face at a table is met there, by keyboard alone, and a block is felt by one alone.

Friends, invitations and the rest of the list are mounted without a screen: `web/tests/mounted/people.test.ts`."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, aside, open_table, until
from tests.e2e.places import register
from tests.e2e.test_accessible import AXE, violations
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall, come_in


def clean(person: Person) -> list[str]:
    person.page.evaluate(AXE)
    return [*violations(person.page, "dark"), *violations(person.page, "light")]


def sits_down(person: Person, code: str) -> None:
    """In another window."""
    cookie = person.cookie

    async def sat() -> None:
        client = await come_in(person.url, cookie=cookie)
        await client.join(code)
        await client.close()

    aside(sat())


def test_a_face_at_the_table_opens_the_person_over_it_and_a_block_is_felt_by_one_alone(
    hall: RunningHall, persons: Persons
) -> None:
    """All by keyboard."""
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    for person in (ann, ben):
        register(person)
    code = open_table(ann, "bluff", seats=3)
    sits_down(ben, code)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    face = ann.page.get_by_role("link", name=ben.name or "", exact=True)
    face.press("Enter")
    sheet = ann.page.get_by_role("dialog", name=ben.name)
    expect(sheet.get_by_role("link", name="Games and results")).to_be_visible()
    sheet.get_by_role("button", name="Add friend").press("Enter")
    expect(sheet.get_by_role("button", name="Remove friend")).to_be_focused()
    sheet.get_by_role("button", name="Remove friend").press("Enter")
    expect(sheet.get_by_role("button", name="Add friend")).to_be_focused()
    block = sheet.get_by_role("button", name=f"Block {ben.name}")
    block.press("Enter")
    expect(sheet.get_by_text("can’t invite you, sit down at your tables or write to you")).to_be_visible()
    expect(block).to_be_focused()
    assert clean(ann) == []
    ann.page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name=f"Unblock {ben.name}")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(face).to_be_focused()
    expect(ann.page).to_have_url(re.compile(f"/t/{code.upper()}$"))

    says(ben, "Can you hear me?")
    expect(chat(ben).get_by_text("Can you hear me?")).to_be_visible()
    says(ann, "Who is there?")
    expect(chat(ann).get_by_text("Who is there?")).to_be_visible()
    until(ann.page, lambda: any("Who is there?" in frame for frame in ann.frames), "Ann’s own line")
    assert not any("Can you hear me?" in frame for frame in ann.frames), "it never reached her browser"

    ann.go("/people")
    blocked = ann.page.get_by_role("region", name="Blocked", exact=True)
    expect(blocked.get_by_role("button", name=f"Unblock {ben.name}")).to_be_visible()
    assert clean(ann) == []


def says(person: Person, text: str) -> None:
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_label("Say something").fill(text)
    person.page.get_by_label("Say something").press("Enter")


def chat(person: Person) -> Locator:
    return person.page.get_by_role("tabpanel")
