"""Friends and blocks on the page: from a person's page, from /people, and from a face at a table."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, aside, open_table, until
from tests.e2e.places import register
from tests.e2e.test_accessible import AXE, violations
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall, come_in


def two(hall: RunningHall, persons: Persons) -> tuple[Person, Person]:
    """Two accounts."""
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    for person in (ann, ben):
        register(person)
    return ann, ben


def section(person: Person, heading: str) -> Locator:
    return person.page.get_by_role("region", name=heading, exact=True)


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


def test_a_friend_is_added_seen_here_followed_to_a_table_and_removed(hall: RunningHall, persons: Persons) -> None:
    ann, ben = two(hall, persons)
    ann.go(f"/people/{ben.name}")
    ann.press("Add friend")
    expect(ann.page.get_by_role("status").filter(has_text="They aren’t told")).to_be_visible()
    expect(ann.page.get_by_text("You’ll see whether")).to_be_visible()
    ben.go("/people")
    friends = section(ben, "Friends")
    friends.get_by_label("Name").fill(ann.name or "")
    friends.get_by_label("Name").press("Enter")
    expect(friends.get_by_role("listitem").filter(has_text="here now")).to_contain_text(ann.name or "")

    code = open_table(ben, "bluff", seats=3).upper()
    ann.go("/people")
    assert clean(ann) == []
    section(ann, "Friends").get_by_role("link", name=f"Join {ben.name} at table {code}").click()
    expect(ann.page).to_have_url(re.compile(f"/t/{code}$"))

    ann.go(f"/people/{ben.name}")
    ann.press("Remove friend")
    expect(ann.page.get_by_role("button", name="Add friend")).to_be_focused()
    ann.go("/people")
    expect(section(ann, "Friends").get_by_text("Nobody yet")).to_be_visible()


def test_someone_is_invited_to_a_new_private_table_and_to_one_that_is_open(hall: RunningHall, persons: Persons) -> None:
    ann, ben = two(hall, persons)
    ben.go("/")
    ann.go(f"/people/{ben.name}")
    ann.press(f"Play {ben.name}")
    ann.page.get_by_text("MindRoll", exact=True).click()
    ann.press(f"Open the table and invite {ben.name}")
    expect(ann.page).to_have_url(re.compile("/t/[A-Z]{6}$"))
    ben.press("No, thanks")
    expect(ben.page.get_by_text("is keeping a seat")).to_have_count(0)
    first = ann.page.url.rsplit("/", 1)[1]
    ann.go(f"/people/{ben.name}")
    ann.press(f"Invite {ben.name} to table {first}")
    expect(ann.page.get_by_role("status").filter(has_text=f"is invited to table {first}")).to_be_visible()
    ben.press("Go there")
    expect(ben.page).to_have_url(re.compile(f"/t/{first}$"))


def test_a_face_at_the_table_opens_the_person_over_it_and_a_block_is_felt_by_one_alone(
    hall: RunningHall, persons: Persons
) -> None:
    """All by keyboard."""
    ann, ben = two(hall, persons)
    code = open_table(ann, "bluff", seats=3)
    sits_down(ben, code)
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    ann.page.get_by_role("link", name=ben.name or "", exact=True).press("Enter")
    sheet = ann.page.get_by_role("dialog", name=ben.name)
    expect(sheet.get_by_role("link", name="Games and results")).to_be_visible()
    block = sheet.get_by_role("button", name=f"Block {ben.name}")
    block.press("Enter")
    expect(sheet.get_by_text("can’t invite you, sit down at your tables or write to you")).to_be_visible()
    expect(block).to_be_focused()
    assert clean(ann) == []
    ann.page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name=f"Unblock {ben.name}")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("link", name=ben.name or "", exact=True)).to_be_focused()
    expect(ann.page).to_have_url(re.compile(f"/t/{code.upper()}$"))

    says(ben, "Can you hear me?")
    expect(chat(ben).get_by_text("Can you hear me?")).to_be_visible()
    says(ann, "Who is there?")
    expect(chat(ann).get_by_text("Who is there?")).to_be_visible()
    until(ann.page, lambda: any("Who is there?" in frame for frame in ann.frames), "Ann’s own line")
    assert not any("Can you hear me?" in frame for frame in ann.frames), "it never reached her browser"

    ann.go("/people")
    section(ann, "Blocked").get_by_role("button", name=f"Unblock {ben.name}").press("Enter")
    expect(section(ann, "Blocked").get_by_text("You haven’t blocked anyone.")).to_be_visible()


def says(person: Person, text: str) -> None:
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_label("Say something").fill(text)
    person.page.get_by_label("Say something").press("Enter")


def chat(person: Person) -> Locator:
    return person.page.get_by_role("tabpanel")
