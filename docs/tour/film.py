"""Takes the film strips of this folder (part of `make tour`): every climax beat by beat, on a phone and on a desk."""

import base64
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.e2e.person import Person, open_table

HERE = Path(__file__).parent
SETTLE = 800
"""Milliseconds in which what moves comes to rest, before a beat is taken."""
MOST_STEPS = 5000
HOLD = """Object.defineProperty(document, "hidden", { get: () => true });"""
"""A page that nobody looks at does not go on by itself: each beat stays until its picture is taken."""
SHOWN = """() => {
  const { telling, cue, progress } = dicehall.onScreen(Object.keys(dicehall.state.tables)[0]);
  return { cue: cue?.name ?? "", isTold: telling, isLast: progress.at + 2 >= progress.of };
}"""


class Climax(NamedTuple):
    game: str
    caption: str
    beats: tuple[str, ...]
    """What has to be seen, in this order; the strip begins with the change that has the first of them."""
    seats: int = 4
    theme: str = "dark"

    @property
    def name(self) -> str:
        return f"film-{self.game}" + ("-light" if self.theme == "light" else "")


REVEAL = ("revealed", "turn", "breath", "turn", "verdict", "cost")
CALL = ("call", "turn", "breath", "turn", "verdict", "points")
THROW = ("throw", "breath", "verdict", "cost")
ATTACK = ("swords", "fly", "move", "verdict")
NAMED = ("verdict", "safe", "line")
DARK = (
    Climax("mindroll", "MindRoll: the reveal", REVEAL, seats=5),
    Climax("bluff", "Bluff: the call", CALL),
    Climax("peril", "Peril: the throw", THROW, seats=6),
    Climax("stlucia", "King of StLucia: an attack", ATTACK, seats=5),
    Climax("three_dice", "Three Dice: a title that waits for its dice", NAMED, seats=6),
)
CLIMAXES = tuple(
    each
    for dark in DARK
    for each in (dark, dark._replace(caption=f"{dark.caption}, in the light theme", theme="light"))
)
"""Each in both themes."""

Beat = tuple[str, bytes]


def take(browser: Browser, url: str, climax: Climax, size: str, viewport: tuple[int, int]) -> None:
    """Play until it happens, and keep its beats as one numbered picture."""
    width, height = viewport
    person = Person(browser, url, "Robin", {"telling": "full", "hints": False, "sound": False},
                    viewport={"width": width, "height": height}, color_scheme=climax.theme,
                    reduced_motion="no-preference")  # fmt: skip
    person.context.add_init_script(HOLD)
    code = open_table(person, climax.game, bots=["normal"] * (climax.seats - 1), seats=climax.seats)
    person.go(f"/t/{code.upper()}")
    person.press("Start")
    person.board.wait_for()
    HERE.joinpath(f"{climax.name}-{size}.jpg").write_bytes(strip(browser, filmed(person, climax.beats), size))
    person.close()


def filmed(person: Person, wanted: tuple[str, ...]) -> list[Beat]:
    """Changes that follow one another, each of which brings more of what is wanted."""
    beats: list[Beat] = []
    for _ in range(MOST_STEPS):
        if taken := change(person):
            goes_on = seen(wanted, beats + taken) > seen(wanted, beats) > 0
            beats = beats + taken if goes_on else taken
            if seen(wanted, beats) == len(wanted):
                return beats
        elif person.is_over:
            person.press_if_there(person.page.get_by_role("button", name="Play again").first)
        elif not person.step():
            person.page.wait_for_timeout(30)
    raise SystemExit(f"{wanted} was not seen in {MOST_STEPS} steps")


def change(person: Person) -> list[Beat]:
    """The next change that is told, beat by beat; nothing where none waits, or it is over in a moment."""
    page, beats = person.page, list[Beat]()
    while page.evaluate("dicehall.isTelling"):
        page.evaluate("dicehall.skip()")
        shown = page.evaluate(SHOWN)
        if not shown["isTold"]:
            break
        page.wait_for_timeout(SETTLE)
        beats.append((shown["cue"], page.screenshot(type="jpeg", quality=85)))
        if shown["isLast"]:
            break
    return beats


def seen(wanted: tuple[str, ...], beats: list[Beat]) -> int:
    """How many of them were seen, in their order."""
    count = 0
    for name, _ in beats:
        count += count < len(wanted) and name == wanted[count]
    return count


WIDTHS = {"phone": 260, "desk": 560}
COLUMNS = {"phone": 5, "desk": 3}
STYLE = """<style>
body { margin: 0; padding: 8px; display: flex; flex-wrap: wrap; gap: 8px; background: #0b1210; color: #f3eee2; }
figure { margin: 0; font: 14px system-ui; } img { display: block; } figcaption { padding: 4px; } b { color: #e4b962; }
</style>"""


def strip(browser: Browser, beats: list[Beat], size: str) -> bytes:
    cells = "".join(
        f"<figure><img src='data:image/jpeg;base64,{base64.b64encode(picture).decode()}' width={WIDTHS[size]}>"
        f"<figcaption><b>{number}</b> {name}</figcaption></figure>"
        for number, (name, picture) in enumerate(beats, start=1)
    )
    page = browser.new_page(viewport={"width": (WIDTHS[size] + 8) * COLUMNS[size] + 8, "height": 200})
    page.set_content(STYLE + cells)
    taken = page.locator("body").screenshot(type="jpeg", quality=72)
    page.close()
    return taken
