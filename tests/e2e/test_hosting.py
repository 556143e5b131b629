"""An evening as the host sees it: the table, the guests who come by a link, and all that the drawer can do."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.person import PHONE, Person, Persons, aside, open_table, start_together, until
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


def test_the_sheet_has_three_ways_to_the_table_and_a_guest_on_a_telephone_is_ready_after_two_presses(
    hall: RunningHall, persons: Persons
) -> None:
    host = persons(hall.url, fresh_name(), permissions=["clipboard-read", "clipboard-write"])
    code = open_table(host, "peril", seats=4).upper()
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
    host.press("Close")

    guest = persons(hall.url, **PHONE)
    private = open_table(host, "bluff", public=False)
    for each, offered in ((private, "Knock as"), (code, "Sit down as")):
        guest.go("/")
        guest.press("Join with a code")
        expect(guest.page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
        guest.page.keyboard.type(" ".join(each))
        guest.page.keyboard.press("Enter")
        expect(guest.page.get_by_role("button", name=offered)).to_be_visible()
        expect(guest.page).to_have_url(f"{hall.url}/t/{each.upper()}")
    for obvious in ("Sit down as", "I’m ready"):
        button = guest.page.locator("section.panel button.go")
        expect(button).to_contain_text(obvious)
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()
    expect(seats(host).get_by_text("ready", exact=True)).to_have_count(1)


# Opening a table


def test_a_table_is_opened_as_the_form_says(hall: RunningHall, persons: Persons) -> None:
    host = persons(hall.url, fresh_name())
    host.go("/")
    host.press("Host a table")
    form = host.page.get_by_role("dialog", name="Host a table")
    offers_the_levels_and_the_clock_that_a_game_has(form)
    form.get_by_text("High Stakes", exact=True).click()
    form.get_by_text("people with the link").click()
    form.get_by_text("1 minute", exact=True).click()
    seats_first = int(form.get_by_label("Seats", exact=True).input_value())
    form.get_by_role("button", name="Seats: one less").click()
    form.get_by_role("button", name="Bots: one more").click()
    form.get_by_role("group", name="Next in peril").get_by_text("the next seat", exact=True).click()
    form.get_by_role("button", name="Open the table").click()
    expect(host.page).to_have_url(re.compile("/t/[A-Z]{6}$"))  # private tables have longer codes
    played = host.page.get_by_role("region", name="What we’re playing")
    for words in ("Peril", "Lives", "the next seat", "people with the link", "1 minute, then the safe move is played"):
        expect(played.get_by_text(words).first).to_be_visible()
    setting = next(each["shown"]["setting"] for each in host.heard if each["type"] == "table")
    assert setting["options"]["starting_lives"] == 2
    assert not setting["public"]
    assert setting["seats"] == seats_first - 1
    expect(seats(host).filter(has_text="Bot")).to_have_count(2)
    expect(seats(host).filter(has_text="free")).to_have_count(setting["seats"] - 3)

    host.go("/")
    host.press("Host a table")
    form.get_by_text("Bluff", exact=True).click()
    form.get_by_text("More: seats, clock, bots, rules").click()
    if form.get_by_text("Bot level").count() == 0:
        form.get_by_role("button", name="Bots: one more").click()
    form.get_by_text("Easy bot", exact=True).click()
    form.get_by_role("button", name="Open the table").click()
    expect(drawer(host).locator(".bot").first).to_contain_text("Easy bot")


def offers_the_levels_and_the_clock_that_a_game_has(form: Locator) -> None:
    """At the end it is Peril, with one bot."""
    form.get_by_text("Peril", exact=True).click()
    expect(form.get_by_text("10 minutes a turn.")).to_be_visible()
    form.get_by_text("1 minute", exact=True).click()
    expect(form.get_by_text("1 minute a turn.")).to_be_visible()
    form.get_by_text("More: seats, clock, bots, rules").click()
    form.get_by_role("button", name="Bots: one more").click()
    expect(form.get_by_text("Bot level")).to_have_count(0)
    form.get_by_text("King of StLucia", exact=True).click()
    form.get_by_label("Bot level").select_option(label="EAIT")
    form.get_by_text("Bluff", exact=True).click()
    expect(form.get_by_text("1 minute a turn.")).to_be_visible()
    expect(form.get_by_role("radio", name="Normal bot")).to_be_checked()
    form.get_by_text("Peril", exact=True).click()


def test_a_stranger_with_only_the_code_knocks_and_the_host_lets_them_in_with_one_tap(
    hall: RunningHall, persons: Persons
) -> None:
    """In the lobby; and during a game, where a mark on the menu says so and nothing moves."""
    host, friend = persons(hall.url, fresh_name(), **PHONE), persons(hall.url, fresh_name())
    early, late = persons(hall.url), persons(hall.url)
    code = open_table(host, "bluff", bots=["normal"], seats=3, public=False)
    host.go(f"/t/{code.upper()}")
    friend.go(host.page.get_by_label("Link").input_value())
    expect(friend.page.get_by_role("button", name="Sit down")).to_be_visible()
    friend.go("/")
    friend.go(f"/t/{code.upper()}")
    expect(friend.page.get_by_role("button", name="Sit down")).to_be_visible()
    knock(early, code)
    expect(early.page.get_by_role("heading", name="Knocking")).to_be_visible()
    host.press(re.compile("^Let .* in$"))
    expect(early.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(host.page.get_by_text("is knocking")).to_have_count(0)

    host.press("Start")
    expect(host.dock).to_be_visible()
    zones = [host.page.locator(zone) for zone in (".strip", ".stage", "section.dock")]
    before = [zone.bounding_box() for zone in zones]
    knock(late, code)
    menu = host.page.get_by_role("button", name="Host this table")
    expect(menu).to_have_accessible_description("1 person is knocking")
    expect(menu.locator(".badge")).to_have_text("1")
    assert [zone.bounding_box() for zone in zones] == before
    drawer(host).get_by_role("button", name=re.compile("^Let .* in$")).click()
    expect(late.page.get_by_role("heading", name="You are watching")).to_be_visible()
    expect(menu.locator(".badge")).to_have_count(0)


def knock(stranger: Person, code: str) -> None:
    stranger.go(f"/t/{code.upper()}")
    stranger.press(re.compile("^Knock as"))


# The drawer


def test_the_host_goes_through_the_drawer_before_a_game_and_everybody_sees_what_has_changed(
    hall: RunningHall, persons: Persons
) -> None:
    host, guest, code = seated(hall, persons, seats=5)
    late = persons(hall.url, fresh_name())
    late.go(f"/t/{code.upper()}")
    is_locked_and_unlocked(host, guest, late)
    bots_are_seated_and_sent_away(host, guest)
    another_game_is_chosen(host, guest)
    is_sent_away_and_comes_back(host, guest, code)
    is_handed_over(host, guest)
    do(guest, "Close the table")
    for person in (host, guest, late):
        expect(person.page.get_by_role("heading", name="This table is closed")).to_be_visible()
        expect(person.page.get_by_text(f"Table {code.upper()} has closed for the evening.")).to_be_visible()
        expect(person.page.get_by_role("link", name="Back to the hall")).to_be_visible()


def is_locked_and_unlocked(host: Person, guest: Person, late: Person) -> None:
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


def bots_are_seated_and_sent_away(host: Person, guest: Person) -> None:
    """There is room for two, and they play as well as the host wishes."""
    sheet = drawer(host)
    expect(sheet.get_by_role("group", name="Bot level").get_by_role("radio")).to_have_count(4)
    expect(sheet.get_by_role("radio", name="Normal bot")).to_be_checked()
    sheet.get_by_text("Hard bot", exact=True).click()
    sheet.get_by_role("button", name="Add a bot").click()
    expect(sheet.locator(".bot")).to_contain_text("Hard bot, bold")
    expect(seats(host).filter(has_text="Fox")).to_contain_text("Hard bot, bold")
    sheet.get_by_role("button", name="Add a bot").click()
    for person in (host, guest):
        expect(seats(person).filter(has_text="Hard bot")).to_have_count(2)
    expect(sheet.get_by_text("No seat is free for a bot.")).to_be_visible()
    for left in (1, 0):
        sheet.get_by_role("button", name=re.compile("^Remove (?!from )")).first.click()
        for person in (host, guest):
            expect(seats(person).filter(has_text="Hard bot")).to_have_count(left)


def another_game_is_chosen(host: Person, guest: Person) -> None:
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


def is_sent_away_and_comes_back(host: Person, guest: Person, code: str) -> None:
    """Told why, and when they may."""
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


def is_handed_over(host: Person, guest: Person) -> None:
    """With all that belongs to it."""
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


def test_every_quick_press_of_add_a_bot_adds_one_and_what_stands_in_the_form_is_what_is_started(
    hall: RunningHall, persons: Persons
) -> None:
    host = persons(hall.url, fresh_name())
    host.go(f"/t/{open_table(host, 'peril', seats=7).upper()}")
    button = host.page.get_by_role("button", name="Add a bot")
    button.evaluate("button => { for (let press = 0; press < 3; press++) button.click(); }")
    expect(seats(host).filter(has_text="bot")).to_have_count(3)
    sheet = drawer(host)
    in_drawer = sheet.get_by_role("button", name="Add a bot")
    in_drawer.evaluate("button => { for (let press = 0; press < 9; press++) button.click(); }")
    expect(sheet.get_by_text("No seat is free for a bot.")).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("^Remove "))).to_have_count(6)
    expect(host.page.get_by_role("alert")).to_have_count(0)

    sheet.locator("summary", has_text="Game and options").click()
    sheet.get_by_text("Bluff", exact=True).click()
    sheet.get_by_role("button", name="Start").click()
    expect(host.page.get_by_role("banner").get_by_text("Bluff")).to_be_visible()
    expect(host.board).to_be_visible()


# In a game, and after it


def test_in_a_game_the_host_removes_bots_and_spectators_who_never_said_a_word_and_takes_all_back_to_the_lobby(
    hall: RunningHall, persons: Persons
) -> None:
    host, guest, code = opened(hall, persons, "bluff", bots=["normal"], seats=3, rated=False)
    watching = persons(hall.url, fresh_name())
    start_together(host, guest)
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

    do(host, "Reset the game")
    for person in (host, guest):
        expect(person.page.get_by_role("region", name="What we’re playing")).to_be_visible()
    guest.press("I’m ready")
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()


async def finish_apart(url: str, code: str, *cookies: str) -> None:
    """The game that these people play at a table, in windows that nobody looks at."""
    clients = [await come_in(url, cookie=cookie) for cookie in cookies]
    for client in clients:
        await client.ask("watch", table=code)
    await finish_together(code, *clients)
    for client in clients:
        await client.close()


def test_a_rematch_begins_when_everybody_wants_it_with_the_spectator_who_has_asked_for_a_seat(
    hall: RunningHall, persons: Persons
) -> None:
    host, guest, code = opened(hall, persons, "mindroll", seats=3, options=SHORT)
    ben = persons(hall.url, fresh_name())
    start_together(host, guest)
    ben.go(f"/t/{code.upper()}")
    sits = ben.page.get_by_role("button", name="Sit next game")
    sits.focus()
    ben.page.keyboard.press("Enter")  # a click might be too hasty
    expect(sits).to_have_attribute("aria-pressed", "true")
    aside(finish_apart(hall.url, code, host.cookie, guest.cookie))
    result = ben.page.get_by_role("region", name="Result")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    expect(result.get_by_role("button", name="Sit down")).to_have_count(0)

    tonight = host.page.get_by_role("region", name="Result").get_by_text("1 win tonight")
    expect(tonight.first).to_be_visible()
    do(host, "Reset tonight’s score")
    expect(tonight).to_have_count(0)
    host.press("Close")

    ben.press("Play again")
    host.press("Play again")
    expect(host.page.get_by_text(f"Waiting for {guest.name} …")).to_be_visible()
    guest.press("Play again")
    for person in (host, guest, ben):
        expect(person.page.locator("section.result")).to_have_count(0)
        expect(person.dock).to_be_visible()
