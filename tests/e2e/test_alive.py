"""People at a table see each other: what takes two browsers, a picture that is loaded, and one that is drawn.

What each state of a table shows is mounted without a screen: `web/tests/mounted`, reactions, result and out."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.e2e.person import Person, Persons, open_table, play_to_the_end, start_together, until
from tests.server.browser import fresh_name
from tests.server.kit import RunningHall

LEAST_PICTURE = 10_000
"""Bytes of a picture that has something on it."""
PNG = b"\x89PNG\r\n\x1a\n"


def test_two_react_to_each_other_play_to_the_end_share_it_and_play_again(
    hall: RunningHall, persons: Persons, tmp_path: Path
) -> None:
    """The other's reaction is seen at their face; the result is drawn as a picture with the pictures of people."""
    host, guest = persons(hall.url, fresh_name()), persons(hall.url, fresh_name())
    code = open_table(host, "mindroll", seats=2, options={"rounds": 1})
    for person in (host, guest):
        person.go(f"/t/{code.upper()}")
    start_together(host, guest)
    until(host.page, lambda: any(reactions(each).count() for each in (host, guest)), "reactions in a dock")
    sender = host if reactions(host).count() else guest
    receiver = guest if sender is host else host
    receiver.page.evaluate(NOTE_REACTIONS)
    until(receiver.page, lambda: laughs(sender, receiver), "the other's reaction")
    expect(receiver.page.locator(".strip .reaction")).to_have_count(0)

    play_to_the_end(host, guest)
    face = host.page.locator('section.result ol img[src^="/avatars/"]').first
    until(host.page, lambda: face.evaluate("picture => picture.naturalWidth > 0"), "the picture itself")
    with host.page.expect_download() as download:
        host.press("Share a picture")
    picture = tmp_path / download.value.suggested_filename
    download.value.save_as(picture)
    assert picture.suffix == ".png"
    assert picture.read_bytes().startswith(PNG)
    assert picture.stat().st_size > LEAST_PICTURE

    for person in (host, guest):
        person.press("Play again")
    for person in (host, guest):
        expect(person.dock).to_be_visible()
        expect(person.page.locator("section.result")).to_have_count(0)


def reactions(person: Person) -> Locator:
    return person.dock.get_by_role("group", name="Reactions")


def laughs(sender: Person, receiver: Person) -> bool:
    """Again, if a busy window has not drawn it while it lasted."""
    sender.press_if_there(reactions(sender).get_by_role("button", name="Laugh"))
    return bool(receiver.page.evaluate("name => window.reacted.includes(name)", sender.name))


NOTE_REACTIONS = """() => {
  window.reacted = [];
  new MutationObserver(() => {
    const faces = document.querySelectorAll(".strip li:has(.reaction) .called");
    for (const each of faces) window.reacted.push(each.innerText);
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Two seconds are soon over: whose faces have reacted is noted when it is drawn."""
