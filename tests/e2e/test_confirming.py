"""Long after signing in, an administrator is asked for the password before what is hard to undo, wherever that is."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table
from tests.e2e.test_hosting import about, do, drawer
from tests.server.browser import PASSWORD, fresh_name
from tests.server.kit import RunningHall


@pytest.fixture
def long_ago(own_hall: RunningHall, administrator: Person) -> Person:
    """After a restart the hall remembers sessions, but nobody's proof."""
    own_hall.kill()
    own_hall.start()
    return administrator


def sheet(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Confirm that it’s you")


def confirm(person: Person, password: str) -> None:
    sheet(person).get_by_label("Your password").fill(password)
    sheet(person).get_by_role("button", name="Confirm", exact=True).click()


def test_at_a_table_of_someone_else_the_password_comes_before_a_kick_but_not_before_a_lock(
    own_hall: RunningHall, persons: Persons, long_ago: Person
) -> None:
    host, guest = persons(own_hall.url, fresh_name()), persons(own_hall.url, fresh_name())
    code = open_table(host, "bluff", seats=3)
    for person in (host, guest, long_ago):
        person.go(f"/t/{code.upper()}")
    guest.press("Sit down")
    drawer(long_ago).get_by_role("switch", name="Lock the table").check()
    about(long_ago, guest)
    do(long_ago, "Remove from table")
    expect(sheet(long_ago).get_by_label("Your password")).to_be_focused()
    sheet(long_ago).get_by_role("button", name="Close", exact=True).click()
    expect(drawer(long_ago).get_by_role("alert")).to_have_text("Confirm with your password that it is you.")
    do(long_ago, "Remove from table")
    confirm(long_ago, "not the password")
    expect(sheet(long_ago).get_by_role("alert")).to_contain_text("not your password")
    expect(guest.page.get_by_role("region", name="Players")).to_be_visible()
    confirm(long_ago, PASSWORD)
    expect(sheet(long_ago)).to_be_hidden()
    expect(guest.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    do(long_ago, "Close the table")
    expect(host.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    long_ago.forgive("403")  # the browser prints whatever is refused


def test_the_password_comes_before_a_reset_of_the_leaderboard(long_ago: Person) -> None:
    long_ago.go("/account")
    long_ago.press("Reset the leaderboard")
    reset = long_ago.page.get_by_role("dialog", name="Reset the leaderboard")
    reset.get_by_label("Type “leaderboard” to confirm").fill("leaderboard")
    reset.get_by_role("button", name="Reset the leaderboard").click()
    confirm(long_ago, "not the password")
    expect(sheet(long_ago).get_by_role("alert")).to_contain_text("not your password")
    confirm(long_ago, PASSWORD)
    expect(long_ago.page.get_by_text("The leaderboard is empty. May the best player win.")).to_be_visible()
    expect(sheet(long_ago)).to_be_hidden()
    long_ago.forgive("403")
