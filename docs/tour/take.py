"""Takes the pictures of this folder (`make tour`): every place and state of the page, on a phone and on a desk.

`make tour ARGS="cup cup-podium"` takes only those.
"""

import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

from docs.tour import cups, film
from tests.e2e import chromium
from tests.e2e.person import Person, aside, open_table
from tests.server.kit import Client, RunningHall, come_in, finish_together

HERE = Path(__file__).parent
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
START = re.compile("^Start")
PASSWORD = "only for the pictures"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
DRAWN = "() => [...document.images].every((image) => image.complete)"


class Scene(NamedTuple):
    name: str
    caption: str
    play: Callable[["Evening", Person], None]
    theme: str = "dark"
    name_of: str | None = "Ann"
    """Who looks; None is someone without a name."""


class Evening:
    """One hall for all pictures, with a few people in it."""

    def __init__(self, browser: Browser, hall: RunningHall) -> None:
        self.browser = browser
        self.hall = hall
        self.cookies: dict[str, str] = {}
        self.cups: dict[str, str] = {}
        """The codes of tournaments, by what is to be seen there."""
        for name in ("Ann", "Ben", "Cleo", "Dora"):
            self.register(name)
        for game in ("peril", "bluff", "three_dice", "bluff"):
            aside(self.played(game))

    def reopen(self) -> None:
        """A scene may have closed the hall."""
        if self.hall.process.poll() is not None:
            self.hall.start()

    def register(self, name: str) -> None:
        answer = httpx.post(
            f"{self.hall.url}/api/accounts", json={"name": name, "password": PASSWORD}, headers={"User-Agent": BROWSER}
        )
        answer.raise_for_status()
        self.cookies[name] = f"dicehall={answer.cookies['dicehall']}"

    async def client(self, name: str) -> Client:
        return await come_in(self.hall.url, cookie=self.cookies[name])

    async def played(self, game: str) -> None:
        """A whole game, so that there are leaders."""
        people = [await self.client(name) for name in ("Ann", "Ben", "Cleo")]
        code = await people[0].open(game)
        for other in people[1:]:
            await other.join(code)
        await people[0].do(code, "start")
        for person in people:
            await person.until(lambda person=person: person.tables[code]["waiting"])  # type: ignore[misc]
        await finish_together(code, *people)
        await people[0].do(code, "close")
        for person in people:
            await person.close()

    async def joined(self, code: str, *names: str) -> None:
        for name in names:
            client = await self.client(name)
            await client.join(code)
            await client.close()

    async def dressed(self, code: str, name: str, team: dict[str, str]) -> None:
        client = await self.client(name)
        await client.ask("watch", table=code)
        await client.do(code, "team", team=team)
        await client.close()

    def person(self, name: str | None, size: tuple[int, int], theme: str) -> Person:
        width, height = size
        viewport = {"width": width, "height": height}
        person = Person(self.browser, self.hall.url, viewport=viewport, color_scheme=theme, device_scale_factor=1.25)
        if name is not None:
            value = self.cookies[name].partition("=")[2]
            person.context.add_cookies([{"name": "dicehall", "value": value, "url": self.hall.url}])
        return person

    def table(self, host: Person, game: str, *others: str, bots: int = 0, **fields: object) -> str:
        code = open_table(host, game, bots=["normal"] * bots, **fields)
        aside(self.joined(code, *others))
        return code

    def started(self, host: Person, game: str, *others: str, bots: int = 2, steps: int = 0, **fields: object) -> str:
        """A game that runs, with me to play after so many steps of mine."""
        code = self.table(host, game, *others, bots=bots, **fields)
        host.go(f"/t/{code.upper()}")
        host.press(START)
        dismiss(host.page)
        for _ in range(steps):
            mine(host.page)
            host.step()
        mine(host.page)
        return code


def mine(page: Page) -> None:
    page.locator("section.dock.mine, section.result").first.wait_for()


def dismiss(page: Page) -> None:
    page.wait_for_timeout(400)
    if page.get_by_role("button", name="Got it").count():
        page.get_by_role("button", name="Got it").click()


# The scenes


def hall(evening: Evening, person: Person) -> None:
    async def open_some() -> None:
        for name, game, fields in (
            ("Ben", "peril", {"seats": 6, "bots": ["normal"] * 2}),
            ("Cleo", "bluff", {"seats": 3, "bots": ["normal"]}),
            ("Dora", "stlucia", {"seats": 4}),
        ):
            client = await evening.client(name)
            await client.open(game, **fields)
            await client.close()

    if not httpx.get(f"{evening.hall.url}/api/tables").json():
        aside(open_some())
    person.go("/")
    person.page.get_by_role("button", name="Play now").wait_for()
    person.page.wait_for_timeout(600)


def host_form(_: Evening, person: Person) -> None:
    person.go("/")
    person.press("Host a table")
    person.page.get_by_role("dialog").wait_for()


def lobby(evening: Evening, person: Person) -> None:
    code = evening.table(person, "mindroll", "Ben", bots=1, seats=5)
    person.go(f"/t/{code.upper()}")
    person.page.get_by_role("button", name=START).wait_for()


def team(evening: Evening, person: Person) -> None:
    """Ben has one already."""
    host = evening.person("Ben", (390, 844), "dark")
    code = evening.table(host, "bluff", "Ann", bots=1, seats=4)
    aside(evening.dressed(code, "Ben", {"label": "Night Owls", "colour": "violet", "pattern": "halves"}))
    host.close()
    person.go(f"/t/{code.upper()}")
    person.press("Your team")
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_label("Name of the team").fill("Red Foxes")
    for chosen in ("red", "stripes"):
        sheet.get_by_role("radio", name=chosen, exact=True).check(force=True)
    person.page.wait_for_timeout(300)


def arrival(evening: Evening, person: Person) -> None:
    host = evening.person("Dora", (390, 844), "dark")
    code = evening.table(host, "three_dice", bots=2, seats=4)
    host.close()
    person.go(f"/t/{code.upper()}")
    person.page.get_by_role("button", name="Sit down").first.wait_for()


def share(evening: Evening, person: Person) -> None:
    lobby(evening, person)
    person.press("Show QR code")
    person.page.get_by_role("dialog").get_by_role("img").wait_for()
    person.page.wait_for_timeout(300)


def drawer(evening: Evening, person: Person) -> None:
    lobby(evening, person)
    person.press("Host this table")
    person.page.get_by_role("dialog").wait_for()


def game(name: str, steps: int = 1, **fields: object) -> Callable[[Evening, Person], None]:
    def play(evening: Evening, person: Person) -> None:
        evening.started(person, name, bots=3, steps=steps, **fields)
        person.page.wait_for_timeout(900)

    return play


def result(evening: Evening, person: Person) -> None:
    code = evening.started(person, "peril", bots=3, options={"starting_lives": 1})
    while not person.is_over:
        if not person.step():
            person.page.wait_for_timeout(60)
    person.page.wait_for_timeout(500)
    assert code


def hint(evening: Evening, person: Person) -> None:
    code = evening.table(person, "stlucia", bots=3)
    person.go(f"/t/{code.upper()}")
    person.press(START)
    person.page.get_by_role("button", name="Got it").wait_for()


def locked(evening: Evening, person: Person) -> None:
    lobby(evening, person)

    async def lock() -> None:
        client = await evening.client("Ann")
        code = person.page.url.rpartition("/")[2].lower()
        await client.ask("watch", table=code)
        await client.do(code, "lock")
        await client.close()

    aside(lock())
    person.page.get_by_text("GAME LOCKED").first.wait_for()


def kicked(evening: Evening, person: Person) -> None:
    host = evening.person("Dora", (390, 844), "dark")
    code = evening.table(host, "bluff", "Ann", seats=4)
    host.close()
    person.go(f"/t/{code.upper()}")
    person.page.get_by_role("button", name="Not ready yet").wait_for()

    async def kick() -> None:
        client = await evening.client("Dora")
        ann = await evening.client("Ann")
        await client.ask("watch", table=code)
        await client.do(code, "kick", who=ann.me)
        await client.close()
        await ann.close()

    aside(kick())
    person.page.get_by_role("heading", name="You were asked to leave").wait_for()


def at(path: str, heading: str) -> Callable[[Evening, Person], None]:
    def look(_: Evening, person: Person) -> None:
        person.go(path)
        person.page.get_by_role("heading", name=heading).first.wait_for()
        person.page.wait_for_timeout(500)

    return look


FRIDAY = {
    "title": "Frosty Friday",
    "welcome": "Bring a scarf. Whoever wins picks the soup.",
    "game": "bluff",
    "seats": 5,
    "look": "frost",
    "when": {"type": "weekly", "at": "20:30", "zone": "Europe/Madrid", "weekday": 4},
}


def nights(evening: Evening, person: Person) -> None:
    """Ann keeps an evening of her own."""
    ann = {"Cookie": evening.cookies["Ann"]}
    told = httpx.get(f"{evening.hall.url}/api/nights", headers=ann).json()
    if not any(night["host"] == "Ann" for night in told["nights"]):
        httpx.post(f"{evening.hall.url}/api/nights", json=FRIDAY, headers=ann).raise_for_status()
    person.go("/nights")
    person.page.get_by_role("link", name="Change Frosty Friday").wait_for()


def night_form(evening: Evening, person: Person) -> None:
    nights(evening, person)
    person.page.get_by_role("link", name="Change Frosty Friday").click()
    person.page.get_by_label("Title").wait_for()
    person.page.wait_for_timeout(300)


def night(key: str) -> Callable[[Evening, Person], None]:
    def welcome(evening: Evening, person: Person) -> None:
        answer = httpx.post(
            f"{evening.hall.url}/api/nights/{key}/open", headers={"Cookie": evening.cookies["Ann"]}
        ).raise_for_status()
        aside(evening.joined(answer.json()["code"], "Ben", "Cleo"))
        person.go(answer.json()["link"])
        person.page.get_by_role("region", name="Theme night").wait_for()
        person.page.wait_for_timeout(300)

    return welcome


def lost(evening: Evening, person: Person) -> None:
    evening.started(person, "bluff", bots=2)
    evening.hall.kill()
    person.page.get_by_role("status").filter(has_text="Connection lost").wait_for()


SCENES = (
    Scene("hall", "The hall: games, open tables, leaders", hall),
    Scene("hall-light", "The hall in the light theme", hall, theme="light"),
    Scene("host", "Host a table: one press is enough, the rest can wait", host_form),
    Scene("arrival", "A guest has followed a link: one name, one button", arrival, name_of=None),
    Scene("lobby", "The lobby: a table before its game", lobby),
    Scene("team", "Your team: a badge at your face, for fun", team),
    Scene("share", "Invite friends: the code, the link, the QR code for phones", share),
    Scene("drawer", "The host's drawer", drawer),
    Scene("hint", "Your first time at a game: three short hints", hint),
    Scene("peril", "Peril: pick your numbers", game("peril")),
    Scene("peril-light", "Peril in the light theme", game("peril"), theme="light"),
    Scene("mindroll", "MindRoll: your die, everyone else's face down, the ladder of calls", game("mindroll")),
    Scene("three_dice", "Three Dice: tap what you keep", game("three_dice")),
    Scene("stlucia", "King of StLucia: the town and six dice", game("stlucia")),
    Scene("bluff", "Bluff: three dice that only you see", game("bluff", steps=0)),
    Scene("result", "The result, and the way to the next game", result),
    Scene("rules", "The rules, with the rulings", at("/rules/three_dice", "Three Dice")),
    Scene("leaderboard", "The leaderboard", at("/leaderboard", "Leaderboard")),
    Scene("come-in", "Sign in, or play as a guest", at("/account", "Play or sign in"), name_of=None),
    Scene("account", "Your account", at("/account", "Ann")),
    Scene("nights", "Theme nights: what is on, what comes, and evenings to open with one tap", nights),
    Scene("night-form", "A theme night in the making, with its preview", night_form),
    Scene(
        "night-carnival", "A theme night has its own felt and dice, and words of welcome", night("carnival-of-stlucia")
    ),
    Scene("night-harbour-light", "Another one by day", night("harbour-of-peril"), theme="light"),
    Scene("cup-form", "Host a tournament: a title is enough", cups.form),
    Scene(
        "cup-host", "Before it starts, the host lets bots in, removes people, and changes what is played", cups.tools
    ),
    Scene("cup", "A tournament: standings, tables, and the knock-out as it stands now", cups.standings, name_of=None),
    Scene("cup-bracket", "A knock-out by day: who goes on, and who comes next", cups.bracket, "light", None),
    Scene("cup-podium", "The podium", cups.podium, name_of="Ann"),
    Scene("locked", "A locked table", locked),
    Scene("kicked", "Kicked", kicked),
    Scene("nowhere", "No such table", at("/t/NONE", "No such table")),
    Scene("lost", "The connection is lost; the seat is kept", lost),
)


@contextmanager
def opened(folder: Path) -> Iterator[Evening]:
    program = chromium.find()
    if program is None:
        raise SystemExit(chromium.CURE)
    with RunningHall(folder / "data", "--fast") as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.arguments())
        yield Evening(browser, running)
        browser.close()


def main(wanted: Sequence[str]) -> None:
    scenes = [scene for scene in SCENES if not wanted or scene.name in wanted]
    climaxes = [climax for climax in film.CLIMAXES if not wanted or climax.name in wanted]
    with TemporaryDirectory() as folder, opened(Path(folder)) as evening:
        for scene in track(scenes, "The tour"):
            for size, pixels in SIZES.items():
                evening.reopen()
                person = evening.person(scene.name_of, pixels, scene.theme)
                scene.play(evening, person)
                person.page.wait_for_function(DRAWN)
                person.page.screenshot(path=HERE / f"{scene.name}-{size}.jpg", type="jpeg", quality=75)
                person.close()
                aside(cleared(evening))
        evening.reopen()
        for climax in track(climaxes, "The film strips"):
            for size, pixels in SIZES.items():
                film.take(evening.browser, evening.hall.url, climax, size, pixels)
    (HERE / "README.md").write_text(gallery(), encoding="utf-8")


async def cleared(evening: Evening) -> None:
    """Ann's tables are closed again: a person may have only so many."""
    if evening.hall.process.poll() is not None:
        return
    client = await evening.client("Ann")
    rows = (await asyncio.to_thread(httpx.get, f"{evening.hall.url}/api/tables")).json()
    for row in rows:
        if row["host"] == "Ann":
            await client.do(row["table"], "close")
    await client.close()


def gallery() -> str:
    rows = [
        f"## {scene.caption}\n\n"
        f'<img src="{scene.name}-phone.jpg" width="230" alt="{scene.caption}, on a phone"> '
        f'<img src="{scene.name}-desk.jpg" width="560" alt="{scene.caption}, on a desktop">\n'
        for scene in SCENES
    ]
    strips = [
        f"## {climax.caption}\n\n![{climax.caption}, beat by beat, on a phone]({climax.name}-phone.jpg)\n\n"
        f"![{climax.caption}, beat by beat, on a desktop]({climax.name}-desk.jpg)\n"
        for climax in film.CLIMAXES
    ]
    rows += strips
    return "# A tour of the page\n\n`make tour` takes these pictures from a running hall.\n\n" + "\n".join(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
