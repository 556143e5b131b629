"""Someone in front of a browser: looks at the page, presses what is offered, and notes what the browser heard."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar
from zlib import crc32

import httpx
from playwright.sync_api import Browser, Locator, Page, Request, WebSocket, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.kit import luck
from tests.server.kit import come_in

PATIENCE = 90_000.0
"""Milliseconds; nothing is waited for that long where all is well."""
expect.set_options(timeout=PATIENCE)
RESULTS_ONLY = {"telling": "results"}
"""Most tests are not about the show: people in them want to see results only, until they choose otherwise."""
PREFER = """try {
  localStorage.getItem("dicehall") ?? localStorage.setItem("dicehall", JSON.stringify(PREFERENCES));
} catch {}"""
LUCK = """{
  let luck = SEED;
  const usual = crypto.getRandomValues.bind(crypto);
  const next = () => (luck = (Math.imul(luck, 1664525) + 1013904223) >>> 0) >>> 24;
  crypto.getRandomValues = (bytes) => bytes.length === 16 ? bytes.map((_, at) => (bytes[at] = next())) : usual(bytes);
}"""
"""What a browser mixes into the dice follows from the seed of the run. Its passkeys are none of this."""
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LEFT = "Unable to preload CSS for"
"""What a page says of a style sheet that was on its way when it was left for another page, and that nobody needs."""
QUIET = 5
"""Looks without a request after which nothing more is fetched: each part asks for the next as soon as it has come."""
MOST_TABS = 40
"""To anything on a page."""
MOMENT = 1_000.0
"""After it someone looks whether the button that they want to press is still there."""

PRESSED = [
    f"{where}:enabled:not([aria-disabled=true])"
    for where in (
        "section.dock.mine[aria-busy=false] .buttons button.go",
        ".playing:has(section.dock.mine[aria-busy=false]) .strip button[aria-pressed=false]",
        "section.dock.mine[aria-busy=false] .buttons button",
        ".playing:has(section.dock.mine[aria-busy=false]) .stage button",
    )
]
"""What someone presses who has no wish of their own: the first of these that is there."""

T = TypeVar("T")


class Persons(Protocol):
    def __call__(self, url: str, name: str | None = None, **context: Any) -> "Person": ...


class Person:
    """One window. `name` makes a guest of this name first; without it they come as nobody.

    `preferences` are those that this browser has kept from before."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str | None = None,
        preferences: Mapping[str, Any] = RESULTS_ONLY,
        **context: Any,
    ) -> None:
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self.frames: list[str] = []
        """Every text that came over the socket."""
        self.sockets: list[WebSocket] = []
        self.loading: dict[Page, set[Request]] = {}
        """What each window has asked for and has not got yet; one that was closed never gets it."""
        context = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context}
        self.context = browser.new_context(base_url=url, **context)
        self.context.add_init_script(PREFER.replace("PREFERENCES", json.dumps(preferences)))
        self.context.add_init_script(LUCK.replace("SEED", str(crc32(luck.SEED.encode()))))
        self.context.set_default_timeout(PATIENCE)
        if name is not None:
            self.become(name)
        self.page = self.new_page()

    def become(self, name: str) -> None:
        answer = httpx.post(f"{self.url}/api/guests", json={"name": name})
        answer.raise_for_status()
        self.name = answer.json()["name"]
        self.context.add_cookies([{"name": "dicehall", "value": answer.cookies["dicehall"], "url": self.url}])

    def new_page(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.on("console", lambda message: self._complain(message.type, message.text, message.location["url"]))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("websocket", self._listen)
        loading = self.loading[page] = set[Request]()

        def asks(request: Request) -> None:
            loading.add(request)

        def has(request: Request) -> None:
            loading.discard(request)

        page.on("request", asks)
        page.on("requestfinished", has)
        page.on("requestfailed", has)
        return page

    def _complain(self, kind: str, text: str, where: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"{kind}: {text} ({where})")

    def forgive(self, pattern: str) -> None:
        """What the browser itself says where the network is cut on purpose."""
        self.complaints = [each for each in self.complaints if not re.search(pattern, each)]

    def _listen(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def wait_until_loaded(self) -> None:
        """With the parts that come after the first: a cut would keep them away, and the page would be loaded anew."""
        quiet = 0
        for _ in range(int(PATIENCE / 30)):
            quiet = 0 if self.loading[self.page] else quiet + 1
            if quiet == QUIET:
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"this does not come: {[each.url for each in self.loading[self.page]]}")

    @property
    def heard(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    @property
    def cookie(self) -> str:
        found = {each["name"]: each["value"] for each in self.context.cookies()}
        return f"dicehall={found['dicehall']}"

    @property
    def me(self) -> str:
        answer = httpx.get(f"{self.url}/api/me", headers={"Cookie": self.cookie})
        return str(answer.json()["id"])

    def go(self, path: str) -> None:
        self.page.goto(path)
        self.page.locator("main").first.wait_for()

    def close(self) -> None:
        self.context.close()

    # At a table

    @property
    def dock(self) -> Locator:
        return self.page.locator("section.dock")

    @property
    def board(self) -> Locator:
        """There only when a game has begun, unlike the panel."""
        return self.page.get_by_role("region", name="The table", exact=True)

    @property
    def is_over(self) -> bool:
        return self.page.locator("section.result").count() > 0

    def press(self, name: str | re.Pattern[str], **options: Any) -> None:
        self.page.get_by_role("button", name=name, **options).first.click()

    def step(self, *, by_key: bool = False) -> bool:
        """Press what stands out, or else the first thing that can be pressed; False where nothing is mine to do."""
        found = self.page.evaluate("wanted => wanted.find((each) => document.querySelector(each))", PRESSED)
        if found is None:
            return False
        return self.press_if_there(self.page.locator(found).first, by_key=by_key)

    def press_if_there(self, button: Locator, *, by_key: bool = False) -> bool:
        """False where it is gone, or goes before it can be pressed: the table may have moved on."""
        for _ in range(int(PATIENCE / MOMENT)):
            if button.count() == 0:
                return False
            with suppress(TookTooLong):
                if by_key:
                    button.press("Enter", timeout=MOMENT)
                else:
                    button.click(timeout=MOMENT)
                return True
        raise AssertionError(f"this cannot be pressed: {button.all_inner_texts()}")

    @property
    def version(self) -> int:
        """The last version of a table that this window has heard of."""
        return max((each["version"] for each in self.heard if each["type"] in ("table", "update")), default=0)


def start_together(host: Person, guest: Person) -> None:
    """The guest takes a seat, and the host begins as soon as the hall knows that they are ready."""
    guest.press("Sit down")
    guest.press("I’m ready")
    expect(guest.page.get_by_text("You’re ready. The host starts the game.")).to_be_visible()
    host.press("Start")
    for person in (host, guest):
        expect(person.board).to_be_visible()


def play_to_the_end(*persons: Person, most: int = 3000) -> None:
    """Everybody presses what is offered until all of them see the result."""
    for _ in range(most):
        if all(person.is_over for person in persons):
            return
        moved = [person.step() for person in persons]
        if not any(moved):
            persons[0].page.wait_for_timeout(30)
    raise AssertionError(f"the game does not end: {[person.dock.all_inner_texts() for person in persons]}")


def until(page: Page, wanted: Callable[[], T], what: str) -> T:
    """Look again and again until something is there; returns it."""
    for _ in range(int(PATIENCE / 30)):
        if found := wanted():
            return found
        page.wait_for_timeout(30)
    raise AssertionError(f"this has not come: {what}")


def tab_to(page: Page, wanted: Locator) -> None:
    """By keyboard alone."""
    for _ in range(MOST_TABS):
        if wanted.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {wanted}")


def aside(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run it in a loop of its own: that of the browser runs already in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def open_table(host: Person, game: str, **fields: Any) -> str:
    """A table of this person, opened from another window; returns its code."""
    cookie = host.cookie

    async def opened() -> str:
        client = await come_in(host.url, cookie=cookie)
        code = await client.open(game, **fields)
        await client.close()
        return code

    return aside(opened())
