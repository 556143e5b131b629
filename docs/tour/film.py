"""Takes the film strips of this folder (part of `make tour`): every climax beat by beat, on a phone and on a desk."""

import base64
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.e2e.person import Person, open_table

HERE = Path(__file__).parent
SETTLE = 700
"""Milliseconds in which what moves comes to rest, before a beat is taken."""
MOST_STEPS = 400
MOST_BEATS = 12
FULL = """localStorage.setItem("dicehall", JSON.stringify({ telling: "full", hints: false, sound: false }))"""
WIDTHS = {"phone": 210, "desk": 400}


class Climax(NamedTuple):
    game: str
    caption: str
    shows: str
    """The beat that makes a change worth filming."""
    seats: int = 4
    theme: str = "dark"

    @property
    def name(self) -> str:
        return f"film-{self.game}" + ("-light" if self.theme == "light" else "")


CLIMAXES = (
    Climax("mindroll", "MindRoll: the reveal", "breath", seats=5),
    Climax("bluff", "Bluff: the call", "breath"),
    Climax("peril", "Peril: the throw", "cost", seats=6),
    Climax("stlucia", "King of StLucia: an attack", "fly", seats=5),
    Climax("three_dice", "Three Dice: a title that waits for the dice", "verdict", seats=6),
    Climax("bluff", "Bluff: the call, by day", "breath", theme="light"),
    Climax("mindroll", "MindRoll: the reveal, by day", "breath", seats=5, theme="light"),
)


def take(browser: Browser, url: str, climax: Climax, size: str, viewport: tuple[int, int]) -> None:
    """Play until it happens, and keep its beats as one numbered picture."""
    width, height = viewport
    person = Person(browser, url, "Anna", viewport={"width": width, "height": height}, color_scheme=climax.theme,
                    reduced_motion="no-preference")  # fmt: skip
    person.context.add_init_script(FULL)
    person.page.clock.install()
    code = open_table(person, climax.game, bots=["house"] * (climax.seats - 1), seats=climax.seats)
    person.go(f"/t/{code.upper()}")
    person.press("Start")
    beats = filmed(person, climax.shows)
    HERE.joinpath(f"{climax.name}-{size}.jpg").write_bytes(strip(browser, beats, WIDTHS[size]))
    person.close()


def filmed(person: Person, shows: str) -> list[tuple[str, bytes]]:
    page = person.page
    for _ in range(MOST_STEPS):
        if page.evaluate("dicehall.isTelling"):
            page.clock.pause_at(page.evaluate("Date.now() + 1"))
            beats = change(page)
            if any(name == shows for name, _ in beats):
                return beats
            page.evaluate("dicehall.jumpToNow()")
            page.clock.resume()
        elif person.is_over:
            person.press("Play again")
        elif not person.step():
            page.wait_for_timeout(30)
    raise SystemExit(f"{shows} was not seen in {MOST_STEPS} steps")


def change(page: Page) -> list[tuple[str, bytes]]:
    """The beats of the change that is being told, one by one: the clock of the page stands still meanwhile."""
    beats: list[tuple[str, bytes]] = []
    while page.evaluate("dicehall.isTelling") and len(beats) < MOST_BEATS:
        name = page.locator(".stage").get_attribute("data-cue") or "now"
        page.wait_for_timeout(SETTLE)
        beats.append((name, page.screenshot(type="jpeg", quality=80)))
        if page.evaluate("() => { const code = Object.keys(dicehall.state.tables)[0]; const { at, of } ="
                         " dicehall.onScreen(code).progress; dicehall.skip(); return at + 2 >= of; }"):  # fmt: skip
            break
    return beats


def strip(browser: Browser, beats: list[tuple[str, bytes]], width: int) -> bytes:
    cells = "".join(
        f"<figure><img src='data:image/jpeg;base64,{base64.b64encode(picture).decode()}' width={width}>"
        f"<figcaption><b>{number}</b> {name}</figcaption></figure>"
        for number, (name, picture) in enumerate(beats, start=1)
    )
    style = """<style>body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px; background: #0b1210; color: #f3eee2;
        font: 13px system-ui; } figure { margin: 0 } figcaption { padding: 4px } b { color: #e4b962 }</style>"""
    page = browser.new_page(viewport={"width": (width + 8) * min(6, len(beats)) + 8, "height": 200})
    page.set_content(style + cells)
    taken = page.locator("body").screenshot(type="jpeg", quality=80)
    page.close()
    return taken
