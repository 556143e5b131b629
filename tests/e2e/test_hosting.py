"""An evening as the host sees it: the table, the guests who come by a link, and all that the drawer can do."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.person import PHONE, Person, Persons, aside, open_table, play_to_the_end, start_together, until
from tests.e2e.places import begin, play_on
from tests.server.browser import fresh_name
from tests.server.kit import SHORT, RunningHall, come_in, finish_together
from tests.server.kit import begin as begin_apart

LOCKED = "🔒 GAME LOCKED"


def drawer(host: Person) -> Locator:
    """Opened, where it is not open yet."""
    sheet = host.page.get_by_role("dialog", name="Host this table")
    if not sheet.is_visible():
        host.press("Host this table")
    expect(sheet).to_be_visible()
    return sheet


def do(host: Person, name: str) -> None:
    """In the drawer, what cannot be taken back: it is asked about once more."""
    sheet = drawer(host)
    sheet.get_by_role("button", name=name, exact=True).click()
    sheet.get_by_role("button", name=f"Yes: {name}").click()


def about(host: Person, guest: Person) -> None:
    """Open what the host may do about someone."""
    drawer(host).locator("summary").filter(has_text=guest.name).click()


def seats(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Players").get_by_role("listitem")


def opened(hall: RunningHall, persons: Persons, game: str, **fields: object) -> tuple[Person, Person, str]:
    """A host and someone else, both looking at the host's table."""
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, game, **fields)
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    return host, guest, code


def seated(hall: RunningHall, persons: Persons, game: str = "bluff", **fields: object) -> tuple[Person, Person, str]:
    host, guest, code = opened(hall, persons, game, **fields)
    guest.press("Sit down")
    expect(seats(host).filter(has_text=guest.name)).to_be_visible()
    return host, guest, code


def started(hall: RunningHall, persons: Persons, game: str = "bluff", **fields: object) -> tuple[Person, Person, str]:
    host, guest, code = opened(hall, persons, game, **fields)
    start_together(host, guest)
    return host, guest, code


# Inviting


async def play_apart(url: str, *cookies: str) -> None:
    """A short game between these people, in windows that nobody looks at."""
    ann, ben = [await come_in(url, cookie=cookie) for cookie in cookies]
    await finish_together(await begin_apart(ann, ben, options=SHORT, seats=2), ann, ben)
    for client in (ann, ben):
        await client.close()


def test_a_recent_opponent_is_invited_with_one_tap_on_a_phone(hall: RunningHall, persons: Persons) -> None:
    host, guest = persons(hall.url, fresh_name(), **PHONE), persons(hall.url, fresh_name())
    aside(play_apart(hall.url, host.cookie, guest.cookie))
    guest.go("/")
    another = open_table(host, "bluff", seats=3)
    host.go(f"/t/{another.upper()}")
    drawer(host).get_by_role("button", name=f"Keep a seat for {guest.name}").click()
    expect(drawer(host).get_by_role("button", name=f"Stop keeping a seat for {guest.name}")).to_be_visible()
    expect(drawer(host).get_by_role("button", name=f"Keep a seat for {guest.name}", exact=True)).to_be_hidden()
    expect(guest.page.get_by_text(f"{host.name} is keeping a seat for you at Bluff.")).to_be_visible()


# Opening a table


def test_a_table_is_opened_as_the_form_says(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    host.go("/")
    host.press("Host a table")
    form = host.page.get_by_role("dialog", name="Host a table")
    form.get_by_text("Peril", exact=True).click()
    form.get_by_text("High Stakes", exact=True).click()
    form.get_by_text("people with the link").click()
    form.get_by_text("More: seats, clock, bots, rules").click()
    seats_first = int(form.get_by_label("Seats", exact=True).input_value())
    form.get_by_role("button", name="Seats: one less").click()
    form.get_by_role("button", name="Bots: one more").click()
    form.get_by_role("button", name="Bots: one more").click()
    form.get_by_role("group", name="Next in peril").get_by_text("the next seat", exact=True).click()
    form.get_by_role("button", name="Open the table").click()
    expect(host.page).to_have_url(re.compile("/t/[A-Z]{6}$"))  # private tables have longer codes
    played = host.page.get_by_role("region", name="What we’re playing")
    for words in ("Peril", "Lives", "the next seat", "people with the link"):
        expect(played.get_by_text(words).first).to_be_visible()
    setting = next(each["shown"]["setting"] for each in host.heard if each["type"] == "table")
    assert setting["options"]["starting_lives"] == 2
    assert not setting["public"]
    assert setting["seats"] == seats_first - 1
    expect(seats(host).filter(has_text="Bot")).to_have_count(2)
    expect(seats(host).filter(has_text="free")).to_have_count(setting["seats"] - 3)


def test_the_sheet_has_three_ways_to_the_table(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name(), permissions=["clipboard-read", "clipboard-write"])
    code = open_table(host, "peril").upper()
    host.go(f"/t/{code}")
    host.press("Show QR code")
    sheet = host.page.get_by_role("dialog", name="Invite friends")
    link = f"{hall.url}/t/{code}"
    expect(sheet.get_by_role("textbox", name="Link", exact=True)).to_have_value(link)
    expect(sheet.get_by_text(f"Code: {' '.join(code)}")).to_be_visible()
    picture = sheet.get_by_role("img", name=f"QR code for table {code}")
    expect(picture).to_be_visible()
    host.page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
    sheet.get_by_role("button", name="Copy the link").click()
    expect(sheet.get_by_text("Copied.")).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.parametrize(("public", "offered"), [(True, "Sit down as"), (False, "Knock as")])
def test_a_code_that_was_said_out_loud_leads_to_the_table(
    hall: RunningHall, persons: Persons, public: bool, offered: str
) -> None:
    host, guest = persons(hall.url, fresh_name()), persons(hall.url)
    code = open_table(host, "bluff", public=public)
    guest.go("/")
    guest.press("Join with a code")
    expect(guest.page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    guest.page.keyboard.type(" ".join(code))
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("button", name=offered)).to_be_visible()
    expect(guest.page).to_have_url(f"{hall.url}/t/{code.upper()}")


def test_a_guest_with_a_link_on_a_telephone_is_ready_after_two_presses(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    code = open_table(host, "peril", seats=4).upper()
    host.go(f"/t/{code}")
    guest = persons(hall.url, **PHONE)
    guest.go(f"/t/{code}")
    for obvious in ("Sit down as", "I’m ready"):
        button = guest.page.locator("section.panel button.go")
        expect(button).to_contain_text(obvious)
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()
    expect(seats(host).get_by_text("ready", exact=True)).to_have_count(1)


def test_every_quick_press_of_add_a_bot_adds_one(hall: RunningHall, persons: Persons) -> None:
    host, _, _ = opened(hall, persons, "peril", seats=9)
    button = host.page.get_by_role("button", name="Add a bot")
    button.evaluate("button => { for (let press = 0; press < 3; press++) button.click(); }")
    expect(seats(host).filter(has_text="bot")).to_have_count(3)
    in_drawer = drawer(host).get_by_role("button", name="Add a bot")
    in_drawer.evaluate("button => { for (let press = 0; press < 9; press++) button.click(); }")
    expect(drawer(host).get_by_text("No seat is free for a bot.")).to_be_visible()
    expect(host.page.get_by_role("alert")).to_have_count(0)
    expect(drawer(host).get_by_role("button", name=re.compile("^Remove "))).to_have_count(8)


def test_a_stranger_with_only_the_code_knocks_and_the_host_lets_them_in_with_one_tap(
    hall: RunningHall, persons: Persons
) -> None:
    host, stranger, friend = persons(hall.url, fresh_name()), persons(hall.url), persons(hall.url, fresh_name())
    code = open_table(host, "bluff", public=False)
    host.go(f"/t/{code.upper()}")
    link = host.page.get_by_label("Link").input_value()
    friend.go(link)
    expect(friend.page.get_by_role("button", name="Sit down")).to_be_visible()
    friend.go("/")
    friend.go(f"/t/{code.upper()}")
    expect(friend.page.get_by_role("button", name="Sit down")).to_be_visible()
    stranger.go(f"/t/{code.upper()}")
    stranger.press(re.compile("^Knock as"))
    expect(stranger.page.get_by_role("heading", name="Knocking")).to_be_visible()
    host.press(re.compile("^Let .* in$"))
    expect(stranger.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(host.page.get_by_text("is knocking")).to_have_count(0)


def test_someone_who_knocks_during_a_game_is_a_mark_on_the_menu_that_moves_nothing(
    hall: RunningHall, persons: Persons
) -> None:
    host, stranger = persons(hall.url, fresh_name(), **PHONE), persons(hall.url)
    code = open_table(host, "bluff", bots=["normal"], seats=2, public=False)
    host.go(f"/t/{code.upper()}")
    host.press("Start")
    expect(host.dock).to_be_visible()
    zones = [host.page.locator(zone) for zone in (".strip", ".stage", "section.dock")]
    before = [zone.bounding_box() for zone in zones]
    stranger.go(f"/t/{code.upper()}")
    stranger.press(re.compile("^Knock as"))
    menu = host.page.get_by_role("button", name="Host this table")
    expect(menu).to_have_accessible_description("1 person is knocking")
    expect(menu.locator(".badge")).to_have_text("1")
    assert [zone.bounding_box() for zone in zones] == before
    drawer(host).get_by_role("button", name=re.compile("^Let .* in$")).click()
    expect(stranger.page.get_by_role("heading", name="You are watching")).to_be_visible()
    expect(menu.locator(".badge")).to_have_count(0)


# The drawer


def test_everybody_sees_that_a_table_is_locked_and_nobody_new_sits_down(hall: RunningHall, persons: Persons) -> None:
    host, guest, code = seated(hall, persons, seats=4)
    late = persons(hall.url, fresh_name())
    late.go(f"/t/{code.upper()}")
    expect(late.page.get_by_role("button", name="Sit down")).to_be_visible()
    drawer(host).get_by_role("switch", name="Lock the table").check()
    for person in (host, guest, late):
        expect(person.page.get_by_text(LOCKED, exact=True)).to_be_visible()
    expect(late.page.locator("section.panel").get_by_text("The host has locked the table.")).to_be_visible()
    expect(late.page.get_by_role("button", name="Sit down")).to_have_count(0)
    drawer(host).get_by_role("switch", name="Lock the table").uncheck()
    for person in (host, guest, late):
        expect(person.page.get_by_text(LOCKED, exact=True)).to_have_count(0)
    late.press("Sit down")
    expect(seats(host).filter(has_text=late.name)).to_have_count(1)


def test_anyone_who_is_sent_away_is_told_so_and_comes_back_when_they_may(hall: RunningHall, persons: Persons) -> None:
    host, guest, code = seated(hall, persons)
    about(host, guest)
    do(host, "Remove from table")
    expect(guest.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    expect(guest.page.get_by_text(f"The host of {code.upper()} has removed you.")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Back to the hall")).to_be_visible()
    expect(seats(host).filter(has_text=guest.name)).to_have_count(0)
    guest.press("Try again")
    until(guest.page, lambda: any(each["type"] == "refused" for each in guest.heard), "a refusal")
    expect(guest.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    drawer(host).get_by_role("button", name="Let them back in").click()
    expect(drawer(host).get_by_role("button", name="Let them back in")).to_have_count(0)
    guest.press("Try again")
    guest.press("Sit down")
    expect(seats(host).filter(has_text=guest.name)).to_have_count(1)


def test_in_a_game_the_host_removes_bots_and_spectators_who_never_said_a_word(
    hall: RunningHall, persons: Persons
) -> None:
    host, watching = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, "bluff", bots=["normal", "normal"], seats=3, rated=False)
    host.go(f"/t/{code.upper()}")
    host.press("Start")
    expect(host.board).to_be_visible()
    watching.go(f"/t/{code.upper()}")
    expect(watching.page.get_by_role("heading", name="You are watching")).to_be_visible()
    about(host, watching)
    do(host, "Remove from table")
    expect(watching.page.get_by_role("heading", name="You were asked to leave")).to_be_visible()
    bot = drawer(host).locator("details").filter(has_text="Fox").first
    bot.locator("summary").first.click()
    bot.get_by_role("button", name="Remove from table", exact=True).click()
    bot.get_by_role("button", name="Yes: Remove from table").click()
    until(host.page, lambda: any("left" in each.get("changes", {}) for each in host.heard), "a bot that has left")


def test_a_reset_takes_everybody_back_to_the_lobby(hall: RunningHall, persons: Persons) -> None:
    host, guest, _ = started(hall, persons, seats=2)
    do(host, "Reset the game")
    for person in (host, guest):
        expect(person.page.get_by_role("region", name="What we’re playing")).to_be_visible()
    guest.press("I’m ready")
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()


def test_the_evening_score_starts_over(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    code = begin(host, "bluff")
    play_on(host, code)
    host.go(f"/t/{code.upper()}")
    result = host.page.get_by_role("region", name="Result")
    expect(result.get_by_text("1 win tonight").first).to_be_visible()
    do(host, "Reset tonight’s score")
    expect(result.get_by_text("1 win tonight")).to_have_count(0)


def test_a_rematch_begins_when_everybody_wants_it(hall: RunningHall, persons: Persons) -> None:
    host, guest, _ = started(hall, persons, seats=2, options={"rounds": 1})
    play_to_the_end(host, guest)
    host.press("Play again")
    expect(host.page.get_by_text(f"Waiting for {guest.name} …")).to_be_visible()
    guest.press("Play again")
    for person in (host, guest):
        expect(person.page.locator("section.result")).to_have_count(0)
        expect(person.dock).to_be_visible()


def test_a_table_is_handed_over_with_all_that_belongs_to_it(hall: RunningHall, persons: Persons) -> None:
    host, guest, _ = seated(hall, persons, seats=4)
    expect(guest.page.get_by_role("button", name="About this table")).to_be_visible()
    about(host, guest)
    do(host, "Make host")
    expect(guest.page.get_by_role("button", name="Host this table")).to_be_visible()
    expect(seats(guest).filter(has_text="You")).to_contain_text("Host")
    expect(host.page.get_by_role("dialog", name="About this table")).to_be_visible()
    host.press("Close")
    host.press("I’m ready")
    drawer(guest).get_by_role("button", name="Add a bot").click()
    expect(seats(host).filter(has_text="Bot")).to_have_count(1)


def test_bots_are_seated_and_sent_away(hall: RunningHall, persons: Persons) -> None:
    host, guest, _ = seated(hall, persons, seats=4)
    sheet = drawer(host)
    sheet.get_by_text("Random bot", exact=True).click()
    for _ in range(2):
        sheet.get_by_role("button", name="Add a bot").click()
    for person in (host, guest):
        expect(seats(person).filter(has_text="Bot")).to_have_count(2)
    expect(sheet.get_by_text("No seat is free for a bot.")).to_be_visible()
    for row in sheet.locator(".bot").all():
        expect(row).to_contain_text("Random bot, ")
    sheet.get_by_role("button", name=re.compile("^Remove (?!from )")).first.click()
    for person in (host, guest):
        expect(seats(person).filter(has_text="Bot")).to_have_count(1)


def test_the_host_chooses_how_well_a_bot_plays(hall: RunningHall, persons: Persons) -> None:
    host, _, _ = seated(hall, persons, "bluff", seats=4)
    sheet = drawer(host)
    expect(sheet.get_by_role("group", name="Bot level").get_by_role("radio")).to_have_count(4)
    expect(sheet.get_by_role("radio", name="Normal bot")).to_be_checked()
    sheet.get_by_text("Hard bot", exact=True).click()
    sheet.get_by_role("button", name="Add a bot").click()
    expect(sheet.locator(".bot")).to_contain_text("Hard bot, bold")
    expect(seats(host).filter(has_text="Fox")).to_contain_text("Hard bot, bold")


def test_the_form_offers_the_levels_that_a_game_has(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    host.go("/")
    host.press("Host a table")
    form = host.page.get_by_role("dialog", name="Host a table")
    form.get_by_text("Peril", exact=True).click()
    form.get_by_text("More: seats, clock, bots, rules").click()
    form.get_by_role("button", name="Bots: one more").click()
    expect(form.get_by_text("Bot level")).to_have_count(0)
    form.get_by_text("King of StLucia", exact=True).click()
    form.get_by_label("Bot level").select_option(label="EAIT")
    form.get_by_text("Bluff", exact=True).click()
    expect(form.get_by_role("radio", name="Normal bot")).to_be_checked()
    form.get_by_text("Easy bot", exact=True).click()
    form.get_by_role("button", name="Open the table").click()
    expect(drawer(host).locator(".bot")).to_contain_text("Easy bot")


def test_the_host_changes_what_is_played_between_games(hall: RunningHall, persons: Persons) -> None:
    host, guest, _ = seated(hall, persons, "peril", seats=4)
    guest.press("I’m ready")
    expect(seats(host).filter(has_text=guest.name).get_by_text("ready", exact=True)).to_be_visible()
    sheet = drawer(host)
    sheet.locator("summary", has_text="Game and options").click()
    sheet.get_by_text("MindRoll", exact=True).click()
    sheet.get_by_role("button", name="Save changes").click()
    expect(sheet.get_by_text("The changes are saved.")).to_be_visible()
    for person in (host, guest):
        expect(person.page.get_by_role("region", name="What we’re playing").get_by_text("MindRoll")).to_be_visible()
    expect(seats(guest).filter(has_text="You")).to_contain_text("not ready yet")


def test_what_stands_in_the_form_is_what_is_started(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, "Hal")
    host.go(f"/t/{open_table(host, 'peril', bots=['normal'], seats=4).upper()}")
    sheet = drawer(host)
    sheet.locator("summary", has_text="Game and options").click()
    sheet.get_by_text("Bluff", exact=True).click()
    sheet.get_by_role("button", name="Start").click()
    expect(host.page.get_by_role("banner").get_by_text("Bluff")).to_be_visible()
    expect(host.board).to_be_visible()


def test_a_closed_table_says_so_to_everybody(hall: RunningHall, persons: Persons) -> None:
    host, guest, code = seated(hall, persons)
    do(host, "Close the table")
    for person in (host, guest):
        expect(person.page.get_by_role("heading", name="This table is closed")).to_be_visible()
        expect(person.page.get_by_text(f"Table {code.upper()} has closed for the evening.")).to_be_visible()
        expect(person.page.get_by_role("link", name="Back to the hall")).to_be_visible()


# Administrators


def test_an_administrator_hosts_any_table_and_resets_the_hall_after_typing_its_word(
    own_hall: RunningHall, persons: Persons, administrator: Person
) -> None:
    host = persons(own_hall.url, fresh_name())
    code = open_table(host, "bluff", seats=3)
    for person in (host, administrator):
        person.go(f"/t/{code.upper()}")
    expect(drawer(administrator).get_by_text("You manage this table as an administrator.")).to_be_visible()
    drawer(administrator).get_by_role("switch", name="Lock the table").check()
    for person in (host, administrator):
        expect(person.page.get_by_text(LOCKED, exact=True)).to_be_visible()
    administrator.go("/account")
    administrator.press("Reset everything")
    sheet = administrator.page.get_by_role("dialog", name="Reset everything")
    word = sheet.get_by_label("Type “everything” to confirm")
    word.fill("something")
    sheet.get_by_role("button", name="Reset everything").click()
    expect(sheet.get_by_role("alert")).not_to_be_empty()
    word.fill("everything")
    sheet.get_by_role("button", name="Reset everything").click()
    expect(administrator.page.get_by_text("Everything is reset.")).to_be_visible()
    expect(host.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    administrator.forgive("400|403")  # the browser prints whatever is refused


def test_nobody_else_finds_the_resets_of_the_hall(hall: RunningHall, persons: Persons) -> None:
    guest = persons(hall.url, fresh_name())
    guest.go("/account")
    expect(guest.page.get_by_role("heading", name="Your data")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Reset everything")).to_have_count(0)
