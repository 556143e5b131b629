"""Long after signing in, an administrator is asked for the password before what is hard to undo, wherever that is."""

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table
from tests.e2e.test_hosting import LOCKED, about, do, drawer
from tests.e2e.test_lost_line import CUT, is_back
from tests.server.browser import PASSWORD, fresh_name
from tests.server.kit import RunningHall


def long_ago(hall: RunningHall, *people: Person) -> None:
    """After a restart the hall remembers sessions, but nobody's proof."""
    for person in people:
        person.wait_until_loaded()
    hall.kill()
    hall.start()
    for person in people:
        is_back(person)


def sheet(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Confirm that it’s you")


def confirm(person: Person, password: str) -> None:
    sheet(person).get_by_label("Your password").fill(password)
    sheet(person).get_by_role("button", name="Confirm", exact=True).click()


def test_an_administrator_gives_the_password_before_what_is_hard_to_undo(
    own_hall: RunningHall, persons: Persons, administrator: Person
) -> None:
    host, guest = persons(own_hall.url, fresh_name()), persons(own_hall.url, fresh_name())
    code = open_table(host, "bluff", seats=3)
    for person in (host, guest, administrator):
        person.go(f"/t/{code.upper()}")
    guest.press("Sit down")
    long_ago(own_hall, host, guest, administrator)
    hosts_a_table_of_someone_else(host, guest, administrator)
    administrator.go("/account")
    host.go(f"/t/{open_table(host, 'bluff', seats=3).upper()}")
    long_ago(own_hall, host, administrator)
    resets_the_leaderboard(administrator)
    resets_everything(administrator)
    expect(host.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    guest.go("/account")
    expect(guest.page.get_by_role("heading", name="Your data")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Reset everything")).to_have_count(0)
    administrator.forgive("400|403")  # the browser prints whatever is refused
    for person in (host, guest, administrator):
        person.forgive(CUT)


def hosts_a_table_of_someone_else(host: Person, guest: Person, administrator: Person) -> None:
    """The password comes before a kick, but not before a lock."""
    expect(drawer(administrator).get_by_text("You manage this table as an administrator.")).to_be_visible()
    drawer(administrator).get_by_role("switch", name="Lock the table").check()
    for person in (host, administrator):
        expect(person.page.get_by_text(LOCKED, exact=True)).to_be_visible()
    about(administrator, guest)
    do(administrator, "Remove from table")
    expect(sheet(administrator).get_by_label("Your password")).to_be_focused()
    sheet(administrator).get_by_role("button", name="Close", exact=True).click()
    expect(drawer(administrator).get_by_role("alert")).to_have_text("Confirm with your password that it is you.")
    do(administrator, "Remove from table")
    confirm(administrator, "not the password")
    expect(sheet(administrator).get_by_role("alert")).to_contain_text("not your password")
    expect(guest.page.get_by_role("region", name="Players")).to_be_visible()
    confirm(administrator, PASSWORD)
    expect(sheet(administrator)).to_be_hidden()
    expect(guest.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    do(administrator, "Close the table")
    expect(host.page.get_by_role("heading", name="This table is closed")).to_be_visible()


def resets_the_leaderboard(administrator: Person) -> None:
    administrator.press("Reset the leaderboard")
    reset = administrator.page.get_by_role("dialog", name="Reset the leaderboard")
    reset.get_by_label("Type “leaderboard” to confirm").fill("leaderboard")
    reset.get_by_role("button", name="Reset the leaderboard").click()
    confirm(administrator, "not the password")
    expect(sheet(administrator).get_by_role("alert")).to_contain_text("not your password")
    confirm(administrator, PASSWORD)
    expect(administrator.page.get_by_text("The leaderboard is empty. May the best player win.")).to_be_visible()
    expect(sheet(administrator)).to_be_hidden()


def resets_everything(administrator: Person) -> None:
    """Its word is typed first."""
    administrator.press("Reset everything")
    reset = administrator.page.get_by_role("dialog", name="Reset everything")
    word = reset.get_by_label("Type “everything” to confirm")
    word.fill("something")
    reset.get_by_role("button", name="Reset everything").click()
    expect(reset.get_by_role("alert")).not_to_be_empty()
    word.fill("everything")
    reset.get_by_role("button", name="Reset everything").click()
    expect(administrator.page.get_by_text("Everything is reset.")).to_be_visible()
