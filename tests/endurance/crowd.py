"""Hosts who keep tables of bots going, and people who come, look, play, talk, vanish, come back and leave."""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicehall.rules.catalog import GAMES
from tests.server.kit import PATIENCE, Client, Message, Refused, awaited, over

GAMES_AT_A_TABLE = 3
"""Then it is closed, and another one opened."""
MOST_GUESTS, MOST_ACCOUNTS = 5, 2
"""That one visitor comes back as."""
PASSWORD = "a password of the crowd"


class Window(Client):
    """Keeps nothing but the tables as they are now: an hour of news is a lot."""

    def __init__(self, url: str, socket: Any, cookie: str | None) -> None:
        self.rows: dict[str, Message] = {}
        self.finished: asyncio.Queue[str] = asyncio.Queue()
        super().__init__(url, socket, cookie)

    @classmethod
    async def enter(cls, url: str, cookie: str) -> Self:
        headers = {"Cookie": cookie}
        socket = await connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers, compression=None)
        window = cls(url, socket, cookie)
        await window.until(lambda: window.heard)
        return window

    async def _hear(self, message: Message) -> None:
        match message:
            case {"type": "hall", "tables": rows}:
                self.rows = {row["table"]: row for row in rows}
            case {"type": "listed", "row": row}:
                self.rows[row["table"]] = row
                if row["state"] == "finished":
                    self.finished.put_nowait(row["table"])
            case {"type": "unlisted", "table": code}:
                self.rows.pop(code, None)
            case {"type": "gone", "table": code}:
                self.tables.pop(code, None)
                self.mine.pop(code, None)
            case _:
                pass
        await super()._hear(message)
        del self.heard[1:-1]
        self.raw.clear()

    async def ask(self, type: str, **fields: Any) -> Message:
        answer = await super().ask(type, **fields)
        self.answers.clear()
        return answer

    async def vanish(self) -> None:
        """As a phone does in a tunnel."""
        self.socket.transport.abort()
        await self._reader


class Host:
    """Owns a few tables at which bots play one game after the other; the list of tables tells when one is over."""

    def __init__(self, number: int, rng: Random) -> None:
        self.name = f"Keeper{number}"
        self.rng = rng
        self.games: Counter[str] = Counter()
        """By table, those that were started."""
        self.window: Window

    async def come(self, url: str, http: httpx.AsyncClient, tables: int) -> None:
        self.window = await Window.enter(url, await guest(http, self.name))
        await self.window.ask("enter_hall")
        for _ in range(tables):
            await self._open()

    async def _open(self) -> None:
        listing = self.rng.choice(GAMES)
        bots = ["normal"] * self.rng.randint(2, min(5, listing.seats[1]))
        answer = await self.window.ask("open", game=listing.name, bots=bots, sit=False, seats=len(bots))
        code = answer["table"]
        if self.rng.random() < 0.9:  # where someone looks on, bots take their time
            await self.window.ask("watch", table=code)
        await self._start(code)

    async def _start(self, code: str) -> None:
        self.games[code] += 1
        await self.window.do(code, "start")

    async def keep_going(self) -> None:
        while True:
            code = await self.window.finished.get()
            if code not in self.games:
                continue
            if self.games[code] < GAMES_AT_A_TABLE:
                with suppress(Refused):  # told twice that it is over
                    await self._start(code)
            else:
                del self.games[code]
                await self.window.do(code, "close")
                await self._open()

    async def go(self) -> None:
        for code in list(self.games):
            with suppress(Refused):
                await self.window.do(code, "close")
        await self.window.close()


class Visitor:
    """Comes again and again, as a guest, as someone new with an account, or as someone who is known."""

    def __init__(self, number: int, rng: Random, url: str, done: Counter[str]) -> None:
        self.number = number
        self.rng = rng
        self.url = url
        self.done = done
        """What was done how often, of all visitors together."""
        self.accounts: list[str] = []
        self.cookies: list[str] = []
        """Of the guests that they have been."""
        self.window: Window

    async def come_and_go(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            async with browser(self.url) as http:
                cookie = await self._come_in(http)
                self.window = await Window.enter(self.url, cookie)
                try:
                    await self._spend_time(stop)
                    if self.accounts and self.rng.random() < 0.05:
                        await self._delete_account(http)
                finally:
                    await self.window.close()
            await self._pause(stop, 2.0)

    async def _come_in(self, http: httpx.AsyncClient) -> str:
        """Mostly as someone who was here before, so that what the hall remembers of people is soon all there."""
        http.cookies.clear()
        name, chance = f"V{self.number}x{self.rng.getrandbits(32):08x}", self.rng.random()
        if chance < 0.05 and self.accounts:
            self.done["log-ins"] += 1
            return cookie_of(await http.post("/api/sessions", json={"name": self.accounts[-1], "password": PASSWORD}))
        if chance < 0.1 and len(self.accounts) < MOST_ACCOUNTS:
            self.done["accounts"] += 1
            self.accounts.append(name)
            return cookie_of(await http.post("/api/accounts", json={"name": name, "password": PASSWORD}))
        if chance < 0.15 or len(self.cookies) < MOST_GUESTS:
            self.done["new guests"] += 1
            self.cookies = [*self.cookies[1 - MOST_GUESTS :], await guest(http, name)]
            return self.cookies[-1]
        self.done["guests again"] += 1
        return self.rng.choice(self.cookies)

    async def _delete_account(self, http: httpx.AsyncClient) -> None:
        """One that was made earlier, with all that is kept of it; a guest who logs in leaves the guest behind."""
        http.cookies.clear()
        answer = await http.post("/api/sessions", json={"name": self.accounts.pop(), "password": PASSWORD})
        answer.raise_for_status()
        http.cookies = answer.cookies
        (await http.request("DELETE", "/api/me", json={"password": PASSWORD})).raise_for_status()
        self.done["accounts deleted"] += 1

    async def _spend_time(self, stop: asyncio.Event) -> None:
        await self.window.ask("enter_hall")
        for _ in range(self.rng.randint(1, 4)):
            if stop.is_set():
                return
            await self.rng.choice((self._watch, self._play_quick, self._play_at_home, self._ask_nonsense))()
            if self.rng.random() < 0.3:
                await self.window.vanish()
                self.done["vanished"] += 1
                self.window = await self.window_again()
            await self._pause(stop, 1.0)

    async def window_again(self) -> Window:
        assert self.window.cookie is not None
        return await Window.enter(self.url, self.window.cookie)

    async def _watch(self) -> None:
        for code in self.rng.sample(sorted(self.window.rows), min(3, len(self.window.rows))):
            with suppress(Refused):
                await self.window.ask("watch", table=code)
                self.done["watched"] += 1
                await self.window.ask("say", table=code, text=f"Good luck, {code}!")
                self.done["chat lines"] += 1
        await asyncio.sleep(self.rng.uniform(0.1, 1.0))

    async def _play_quick(self) -> None:
        code = (await self.window.ask("quick"))["table"]
        await self.window.ask("watch", table=code)
        with suppress(Refused):
            await self.window.do(code, "hurry")
        await self._play(code)

    async def _play_at_home(self) -> None:
        game = self.rng.choice(GAMES).name
        code = (await self.window.ask("open", game=game, bots=["normal", "normal"], public=self.rng.random() < 0.5))[
            "table"
        ]
        await self.window.ask("watch", table=code)
        await self.window.do(code, "start")
        await self._play(code)

    async def _play(self, code: str) -> None:
        """A few moves, perhaps with a tunnel on the way; then the seat is given up. The last to go closes the table."""
        for _ in range(self.rng.randint(1, 12)):
            table = self.window.tables.get(code)
            if table is None or (table["waiting"] is not None and over(self.window, code)):
                break
            if awaited(self.window, code):
                await self._move(code, table)
            elif self.rng.random() < 0.1:
                await self.window.vanish()
                self.done["vanished"] += 1
                self.window = await self.window_again()
                with suppress(Refused):
                    await self.window.ask("watch", table=code, since=table["version"])
            else:
                await asyncio.sleep(0.2)
        with suppress(Refused):
            await self.window.do(code, "leave")
        self.done["games joined"] += 1

    async def _move(self, code: str, table: Message) -> None:
        with suppress(Refused):
            if table["waiting"]["type"] == "chance":
                await self.window.do(code, "throw")
            elif options := self.window.options(code):
                await self.window.do(code, "move", moves=[self.rng.choice(options)])
            self.done["moves"] += 1

    async def _ask_nonsense(self) -> None:
        for fields in ({"type": "watch", "table": "nowhere"}, {"type": "dance"}, {"type": "act", "table": 7}):
            with suppress(Refused):
                await self.window.ask(**fields)
            self.done["refused"] += 1

    async def _pause(self, stop: asyncio.Event, most: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), self.rng.uniform(0, most))


def browser(url: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=url, headers={"Origin": url}, verify=False, timeout=PATIENCE)


async def guest(http: httpx.AsyncClient, name: str) -> str:
    """Someone new, the person who was here before in this browser."""
    http.cookies.clear()
    return cookie_of(await http.post("/api/guests", json={"name": name}))


def cookie_of(answer: httpx.Response) -> str:
    return f"dicehall={answer.raise_for_status().cookies['dicehall']}"


async def patiently(work: Awaitable[None], troubles: list[str]) -> None:
    """What breaks for one of the crowd is written down, and does not stop the others."""
    try:
        await work
    except (ConnectionError, ConnectionClosed, InvalidStatus, Refused, TimeoutError, httpx.HTTPError) as error:
        troubles.append(f"{type(error).__name__}: {error}")
    except (KeyError, msgspec.MsgspecError) as error:
        troubles.append(repr(error))
