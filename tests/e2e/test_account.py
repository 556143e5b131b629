"""From a guest to an account and back in again, by password and by passkey, without losing the seat."""

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table
from tests.e2e.places import PASSWORD
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall


def section(person: Person, heading: str) -> Locator:
    return person.page.get_by_role("region", name=heading, exact=True)


def make_account(person: Person) -> None:
    """A guest's name stands there already."""
    form = section(person, "Make an account")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Make the account").click()
    expect(person.page.get_by_text("You have an account now.")).to_be_visible()


def log_out(person: Person) -> None:
    person.press("Sign out", exact=True)
    expect(person.page.get_by_role("heading", name="Play or sign in", exact=True)).to_be_visible()


def my_seat(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Players").get_by_role("listitem").filter(has_text="You")


def test_a_guest_who_makes_an_account_keeps_the_seat_and_comes_back_with_the_password(
    hall: RunningHall, persons: Persons
) -> None:
    guest = persons(hall.url, fresh_name(), color_scheme="light")
    code = open_table(guest, "bluff", bots=["normal"], options={"rounds": 1}, seats=2).upper()
    guest.go(f"/t/{code}")
    expect(my_seat(guest)).to_be_visible()
    before = guest.me
    is_told_to_the_table_in_another_tab(guest)
    assert guest.me == before
    guest.press("Start")
    expect(guest.board).to_be_visible()
    guest.page.reload()
    expect(guest.board).to_be_visible()

    guest.go("/account")
    log_out(guest)
    comes_back_with_the_password(guest)
    assert guest.me == before
    wears_the_theme_of_the_system_until_someone_says_otherwise(guest)


def is_told_to_the_table_in_another_tab(guest: Person) -> None:
    """The window at the table plays on, though its cookie is another one now."""
    table, guest.page = guest.page, guest.new_page()
    guest.go("/account")
    make_account(guest)
    guest.page.close()
    guest.page = table
    guest.page.wait_for_function("() => dicehall.you !== null && dicehall.you.kind !== 'guest'")


def comes_back_with_the_password(person: Person) -> None:
    form = section(person, "Sign in")
    form.get_by_label("Name").fill(person.name or "")
    form.get_by_label("Password").fill("not the password")
    form.get_by_role("button", name="Sign in").click()
    expect(form.get_by_role("alert")).not_to_be_empty()
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(person.page.get_by_role("heading", name=person.name or "", exact=True)).to_be_visible()
    person.forgive("401|403|400")  # the browser prints whatever is refused


def wears_the_theme_of_the_system_until_someone_says_otherwise(person: Person) -> None:
    root = person.page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    light = person.page.evaluate("getComputedStyle(document.body).color")
    theme = person.page.get_by_role("group", name="Theme")
    theme.get_by_role("radio", name="Dark").check(force=True)  # the word beside it is what is seen and pressed
    expect(root).to_have_attribute("data-theme", "dark")
    expect(person.page.locator("body")).not_to_have_css("color", light)
    person.go("/")
    expect(root).to_have_attribute("data-theme", "dark")


def with_device(hall: RunningHall, persons: Persons) -> Person:
    """Someone with a device that keeps passkeys, and who always says yes to it. For passkeys, browsers want a name."""
    person = persons(hall.url.replace("127.0.0.1", "localhost"), fresh_name())
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    return person


def test_a_passkey_is_added_to_an_account_and_removed_again_and_an_account_can_be_a_passkey_alone(
    hall: RunningHall, persons: Persons
) -> None:
    person = with_device(hall, persons)
    person.go("/account")
    make_account(person)
    keys = section(person, "Passkeys")
    keys.get_by_role("button", name="Add a passkey for this device").click()
    expect(keys.get_by_role("listitem")).to_have_count(1)
    keys.get_by_role("button", name="Remove passkey").click()
    expect(person.page.get_by_text("The passkey is removed.")).to_be_visible()
    expect(keys.get_by_role("listitem")).to_have_count(0)

    person = with_device(hall, persons)  # another one: the passkey that the hall has forgotten is still on the first
    person.go("/account")
    keys, name = section(person, "Passkeys"), fresh_name()
    form = section(person, "Make an account")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Make it with a passkey").click()
    expect(person.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(keys.get_by_role("listitem")).to_have_count(1)
    before = person.me
    log_out(person)
    person.press("Use a passkey")
    expect(person.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    assert person.me == before
