"""People at a table see each other: faces, reactions, games won, the moment someone is out, and how it all ended."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, play_to_the_end, start_together, until
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

NOTE_REACTIONS = """() => {
  window.reacted = [];
  new MutationObserver(() => {
    for (const each of document.querySelectorAll(".strip li:has(.reaction)")) {
      const name = each.querySelector(".called").innerText;
      if (!window.reacted.includes(name)) window.reacted.push(name);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Two seconds are soon over: whose faces have reacted is noted when it is drawn."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
NO_CHAT = "Nobody has said anything yet. Say hello!"
LEAST_PICTURE = 10_000
"""Bytes of a picture that has something on it."""
PNG = b"\x89PNG\r\n\x1a\n"
MOST_GAMES = 8
"""In one game in twenty, two of seven are the last two: then nobody is out while others play on."""
MOST_DUELS = 40
"""Each is won by one of two, whose chances are the same."""
MOST_STEPS = 1000


def two_at_bluff(hall: RunningHall, persons: Persons) -> tuple[Person, Person]:
    """A game of two, the host first; it waits for one of them, and nobody does anything."""
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, "bluff", seats=2)
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    return host, guest


def who_waits(*persons: Person) -> tuple[Person, Person]:
    """The one whose dock has room for reactions, and the one who is asked."""
    waiting = until(
        persons[0].page, lambda: [each for each in persons if faces(each).count() > 0], "reactions in a dock"
    )[0]
    return waiting, next(each for each in persons if each is not waiting)


def faces(person: Person) -> Locator:
    return person.dock.get_by_role("group", name="Reactions")


def reactions_heard(person: Person) -> int:
    return sum(each["type"] == "reaction" for each in person.heard)


def react(sender: Person, receiver: Person, name: str) -> None:
    """Until the other's window has been told: what comes a little too early after the last one is not sent on."""
    before = reactions_heard(receiver)
    button = faces(sender).get_by_role("button", name=name)

    def sent() -> bool:
        if button.get_attribute("aria-disabled") == "false":
            button.click()
        return reactions_heard(receiver) > before

    until(receiver.page, sent, f"the reaction {name}")
    receiver.page.evaluate(TWO_FRAMES)


def seen(person: Person) -> list[str]:
    return list(person.page.evaluate("window.reacted"))


def told(person: Person, tab: str) -> list[str]:
    person.page.get_by_role("tab", name=re.compile(f"^{tab}")).click()
    return person.page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()


def drawer(person: Person) -> Locator:
    sheet = person.page.get_by_role("dialog", name=re.compile("^(Host|About) this table$"))
    if not sheet.is_visible():
        person.press(re.compile("^(Host|About) this table$"))
    expect(sheet).to_be_visible()
    return sheet


def close(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog[open]")).to_have_count(0)


# Reactions


def test_a_reaction_is_seen_at_the_sender_s_face_and_nowhere_else(hall: RunningHall, persons: Persons) -> None:
    sender, receiver = who_waits(*two_at_bluff(hall, persons))
    story = told(receiver, "Story")
    for person in (sender, receiver):
        person.page.evaluate(NOTE_REACTIONS)
    react(sender, receiver, "Laugh")
    until(receiver.page, lambda: seen(receiver) == [sender.name], "the reaction at the face of its sender")
    until(sender.page, lambda: seen(sender) == ["You"], "my own reaction")
    for person in (sender, receiver):
        expect(person.page.locator(".strip .reaction")).to_have_count(0)
        assert told(person, "Chat") == [NO_CHAT]
    assert told(receiver, "Story") == story


def test_someone_who_wants_no_reactions_sees_none(hall: RunningHall, persons: Persons) -> None:
    sender, receiver = who_waits(*two_at_bluff(hall, persons))
    receiver.page.evaluate(NOTE_REACTIONS)
    mine = drawer(receiver).get_by_role("switch", name=re.compile("Quick faces"))
    mine.uncheck()
    close(receiver)
    react(sender, receiver, "Heart")
    assert seen(receiver) == []
    drawer(receiver)
    mine.check()
    close(receiver)
    react(sender, receiver, "Heart")
    until(receiver.page, lambda: seen(receiver) == [sender.name], "reactions, switched on again")


def test_a_screen_reader_hears_of_reactions_only_if_it_is_to(hall: RunningHall, persons: Persons) -> None:
    sender, receiver = who_waits(*two_at_bluff(hall, persons))
    said = receiver.page.get_by_role("log")
    for name in ("Laugh", "Cry", "Hmm"):  # when the third can be sent, the first would have been said
        react(sender, receiver, name)
    expect(said).not_to_contain_text("Laugh")
    receiver.page.evaluate("localStorage.dicehall = JSON.stringify({ telling: 'results', reactionsSaid: true })")
    receiver.page.reload()
    expect(receiver.dock).to_be_visible()
    react(sender, receiver, "Heart")
    expect(said).to_contain_text(f"{sender.name}: Heart")
    expect(said).to_have_attribute("aria-live", "polite")


def test_the_host_switches_reactions_off_for_the_table(hall: RunningHall, persons: Persons) -> None:
    host, guest = two_at_bluff(hall, persons)
    waiting, _ = who_waits(host, guest)
    table = drawer(host).get_by_role("switch", name=re.compile("Reactions at this table"))
    table.uncheck()
    expect(faces(waiting)).to_have_count(0)
    table.check()
    expect(faces(waiting)).to_have_count(1)


# Faces and games won


def expect_faces(place: Locator, person: Person, *, won: str = "0 games won") -> None:
    """In a list of players: my picture, an animal for the bot, and games won beside both names."""
    mine = place.filter(has=person.page.get_by_role("link", name="You", exact=True))
    picture = mine.locator('img[src^="/avatars/"]')
    expect(picture).to_be_visible()
    until(person.page, lambda: picture.evaluate("picture => picture.naturalWidth > 0"), "the picture itself")
    expect(mine.locator(".won")).to_contain_text(won)
    bot = place.filter(has_not=person.page.get_by_role("link"))
    expect(bot.locator(".face > svg:not(.ring) > *").first).to_be_visible()
    expect(bot.locator("img")).to_have_count(0)
    expect(bot.locator(".won")).to_contain_text(re.compile(r"\d+ games? won"))


def test_people_have_pictures_bots_are_animals_and_all_have_their_games_won(
    hall: RunningHall, persons: Persons
) -> None:
    ann = persons(hall.url, fresh_name())
    code = open_table(ann, "mindroll", bots=["normal"], seats=2, options={"rounds": 1})
    ann.go(f"/t/{code.upper()}")
    seats = ann.page.get_by_role("region", name="Players").get_by_role("listitem")
    expect(seats).to_have_count(2)
    expect_faces(seats, ann)
    ann.press("Start")
    expect(ann.board).to_be_visible()
    strip = ann.page.locator(".strip li")
    expect(strip).to_have_count(2)
    expect_faces(strip, ann)
    play_to_the_end(ann)
    rows = ann.page.locator("section.result ol li")
    expect(rows).to_have_count(2)
    has_won = ann.page.get_by_role("heading", name="You win!").count() > 0
    expect_faces(rows, ann, won="1 game won" if has_won else "0 games won")


# The end


def test_the_result_has_a_figure_a_picture_to_share_and_the_next_game_one_press_away(
    hall: RunningHall, persons: Persons, tmp_path: Path
) -> None:
    ann = persons(hall.url, fresh_name())
    code = open_table(ann, "mindroll", bots=["normal"], seats=2, options={"rounds": 3})
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    play_to_the_end(ann)
    winner = ann.page.locator("section.result .winner")
    expect(winner.get_by_role("heading")).to_have_text(re.compile("(You win|wins)!$"))
    # Of three duels between two, the winner has won two at least.
    expect(winner.locator(".figure")).to_have_text(re.compile(r"^Won (2|all 3) duels$"))

    with ann.page.expect_download() as download:
        ann.press("Share a picture")
    picture = tmp_path / download.value.suggested_filename
    download.value.save_as(picture)
    assert picture.suffix == ".png"
    assert picture.read_bytes().startswith(PNG)
    assert picture.stat().st_size > LEAST_PICTURE

    ann.press("Next game")
    expect(ann.page.get_by_role("dialog", name="Host this table").get_by_role("button", name="Start")).to_be_visible()
    close(ann)
    ann.press("Play again")
    expect(ann.dock).to_be_visible()
    expect(ann.page.locator("section.result")).to_have_count(0)


def test_confetti_falls_once_for_a_person_who_wins_and_never_for_a_bot(hall: RunningHall, persons: Persons) -> None:
    ann = persons(hall.url, fresh_name())
    code = open_table(ann, "peril", bots=["normal"], seats=2, options={"starting_lives": 1})
    ann.go(f"/t/{code.upper()}")
    ann.press("Start")
    endings: set[bool] = set()
    for _ in range(MOST_DUELS):
        play_to_the_end(ann)
        has_won = ann.page.get_by_role("heading", name="You win!").count() > 0
        expect(ann.page.locator("canvas")).to_have_count(1 if has_won else 0)
        endings.add(has_won)
        if len(endings) > 1:
            return
        ann.press("Play again")
        expect(ann.page.locator("section.result")).to_have_count(0)
    raise AssertionError(f"{MOST_DUELS} games of two had one winner")


@pytest.mark.parametrize("choice", ["Watch on", "Leave"])
def test_my_own_elimination_takes_the_whole_screen(hall: RunningHall, persons: Persons, choice: str) -> None:
    ann, ben = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(ann, "peril", bots=["normal"] * 5, seats=7, options={"starting_lives": 1})
    for person in (ann, ben):
        person.go(f"/t/{code.upper()}")
    start_together(ann, ben)
    out = first_out(ann, ben)
    end = moment(out)
    expect(end.get_by_text(re.compile(r"^\d(rd|th) of 7$"))).to_be_visible()
    expect(end.get_by_role("button")).to_have_text(["Watch on", "Leave"])
    end.get_by_role("button", name=choice).click()
    if choice == "Leave":
        expect(out.page).to_have_url(f"{hall.url}/")
        return
    expect(end).to_have_count(0)
    expect(out.dock.get_by_role("heading")).to_have_text("You are out")
    expect(out.dock.get_by_role("button", name="Leave")).to_be_visible()


def moment(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="You are out")


def first_out(ann: Person, ben: Person) -> Person:
    """Both play until one is out. The others wait for the one who is in, and for as many games as it takes."""
    for _ in range(MOST_GAMES):
        for _ in range(MOST_STEPS):
            if ann.is_over and ben.is_over:
                break
            for person in (ann, ben):
                if moment(person).is_visible():
                    return person
                person.step()
            ann.page.wait_for_timeout(30)
        for person in (ann, ben):
            person.press("Play again")
        for person in (ann, ben):
            expect(person.page.locator("section.result")).to_have_count(0)
    raise AssertionError(f"in {MOST_GAMES} games nobody was out before the end")
