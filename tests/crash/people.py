"""People who play over real sockets and know of everything they sent whether it was answered."""

import asyncio
import itertools
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dicehall.server.live.folding import unfold
from tests.server.kit import PATIENCE, merge, told_of

Message = dict[str, Any]
TEAMS = (None, {"label": "Red Foxes", "colour": "red", "pattern": "stripes"})


class Gone(Exception):
    """The hall is not there any more."""


class Refused(Exception):
    def __init__(self, message: Message) -> None:
        super().__init__(f"{message['reason']}: {message['message']}")
        self.reason: str = message["reason"]
        self.message: str = message["message"]


@dataclass
class Sent:
    """Something that was sent, and what is known of it; None where no answer came."""

    message: Message
    answer: Message | None = None

    @property
    def done(self) -> bool:
        return self.answer is not None and self.answer["type"] == "done"


@dataclass
class Sample:
    """Hall time as it was told: it was so much at some moment between the two."""

    now: float
    earliest: float
    latest: float


@dataclass
class Window:
    """One socket, from its opening to its end; everything that comes is kept."""

    socket: ClientConnection
    asked_at: float
    heard: list[Message] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    tables: dict[str, Message] = field(default_factory=dict)
    """Each table that is watched, as docs/protocol.md says to fold it."""
    mine: dict[str, tuple[int, list[Message]]] = field(default_factory=dict)
    cups: dict[str, Message] = field(default_factory=dict)
    """Each tournament that is followed, as it was told last."""
    gone: bool = False

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._told: dict[str, Message] = {}
        self.samples: list[Sample] = []
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self._hear(msgspec.json.decode(text))
        except ConnectionClosed:
            pass
        finally:
            self.gone = True
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_result({"type": "(gone)"})
            self._answers.clear()
            for event in self._news.values():
                event.set()

    def _hear(self, message: Message) -> None:
        self.heard.append(message)
        if "now" in message:
            self.samples.append(Sample(message["now"], self.asked_at, monotonic()))
        match message:
            case {"type": "done" | "refused", "id": id}:
                self._answers.pop(id).set_result(message)
            case {"type": "table", "table": code, "version": version}:
                self.tables[code] = {"version": version, **message["shown"]}
                self.mine[code] = (version, message["mine"])
            case {"type": "update", "table": code, "version": version}:
                if "mine" in message:
                    self.mine[code] = (version, message["mine"])
                self.tables[code] = merge(self.tables[code], message["changes"]) | {"version": version}
            case {"type": "tournament" | "tournament_update", "tournament": code}:
                self._told[code] = told_of(self._told.get(code), message)
                self.cups[code] = self._told[code]["shown"]
            case _:
                pass
        if (code := message.get("table") or message.get("tournament")) in self._news:
            self._news[code].set()

    async def ask(self, type: str, **fields: Any) -> Message:
        """Refusals are raised, and `Gone` where the hall ends before it answers."""
        id = next(self._ids)
        sent = Sent({"type": type, "id": id, **fields})
        self.sent.append(sent)
        if self.gone:
            raise Gone
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        with suppress(ConnectionClosed):  # then the reader ends as well, and says so
            await self.socket.send(msgspec.json.encode(sent.message).decode())
        message: Message = await asyncio.wait_for(answer, PATIENCE)
        if message["type"] == "(gone)":
            raise Gone
        sent.answer = message
        if message["type"] == "refused":
            raise Refused(message)
        return message

    async def do(self, code: str, type: str, **fields: Any) -> Message:
        return await self.ask("act", table=code, do={"type": type, **fields})

    async def news(self, code: str) -> None:
        """Wait until something comes from this table or tournament."""
        event = self._news.setdefault(code, asyncio.Event())
        event.clear()
        if not self.gone:
            await asyncio.wait_for(event.wait(), 3 * PATIENCE)
        if self.gone:
            raise Gone

    def options(self, code: str) -> list[Message]:
        version, mine = self.mine[code]
        current = version == self.tables[code]["version"]
        return [move for one in mine for move in unfold(one["moves"])] if current else []

    async def close(self) -> None:
        await self.socket.close()
        await self.reader


async def all_of(work: Iterable[Awaitable[None]]) -> None:
    """Wait for each, also where one fails; then fail with it."""
    for outcome in await asyncio.gather(*work, return_exceptions=True):
        if outcome is not None:
            raise outcome


@dataclass
class Person:
    """Someone with a cookie, who comes back after every kill."""

    name: str
    rng: Random
    cookie: str = ""
    id: str = ""
    window: Window | None = None
    known: dict[str, Message] = field(default_factory=dict)
    """Each table as it was told last."""

    async def come_in(self, url: str) -> None:
        if not self.cookie:
            async with httpx.AsyncClient() as http:
                answer = await http.post(f"{url}/api/guests", json={"name": self.name})
                answer.raise_for_status()
            self.cookie, self.id = f"dicehall={answer.cookies['dicehall']}", answer.json()["id"]
        asked_at = monotonic()
        headers = {"Cookie": self.cookie}
        socket = await connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers, compression=None)
        self.window = Window(socket, asked_at)

    @property
    def at(self) -> Window:
        assert self.window is not None
        return self.window

    # Playing

    async def play(self, code: str) -> None:
        """Whatever is mine to do at this table, until the hall is gone."""
        while True:
            table = self.at.tables[code]
            command = self.wanted(code, table)
            if command is None:
                await self.at.news(code)
                continue
            await self.chat_or_host(code, table)
            again = self.rng.random() < 0.15  # a double click
            await all_of(self._try(self.at.do(code, **command)) for _ in range(1 + again))
            if self.at.tables[code]["version"] == table["version"]:
                await self.at.news(code)

    async def _try(self, asked: Awaitable[Message]) -> None:
        """Refused only because someone else was faster, or because it was a second click."""
        try:
            await asked
        except Refused as refused:
            if refused.reason in {"unwritable", "busy", "no_table", "no_name", "bad_message"}:
                raise

    def wanted(self, code: str, table: Message) -> Message | None:
        waiting = table["waiting"]
        if waiting is not None and waiting["type"] != "over":
            return self.turn(code, table)
        seated = {occupant["who"]: occupant["ready"] for occupant in table["seated"]}
        hosts = table["host"] == self.id
        if hosts and table["locked"]:
            return {"type": "unlock"}
        if hosts and all(ready for who, ready in seated.items() if who != self.id):
            return {"type": "start"}
        if hosts or table["locked"] or seated[self.id]:
            return None
        return {"type": "ready" if waiting is None else "rematch"}

    def turn(self, code: str, table: Message) -> Message | None:
        if self.id not in table["players"]:
            return None
        seat = table["players"].index(self.id)
        if not any(due[0] == seat for due in table["waiting"]["due"]):
            return None
        if table["waiting"]["type"] == "chance":
            return {"type": "throw"}
        options = self.at.options(code)
        return {"type": "move", "moves": [self.rng.choice(options)]} if options else None

    async def chat_or_host(self, code: str, table: Message) -> None:
        """Now and then something beside the game, so that also this is there after a kill."""
        if self.rng.random() < 0.03:
            await self._try(self.at.ask("say", table=code, text=f"{self.name} says {self.rng.getrandbits(64):016x}"))
        if table["host"] != self.id or self.rng.random() > 0.1:
            return
        others = [who for who in table["players"] if not who.startswith("bot:") and who != self.id]
        sitting = [occupant["who"] for occupant in table["seated"]]
        acts: list[Message] = [
            {"type": "unlock" if table["locked"] else "lock"},
            {"type": "forbid_talk" if table["spectators_talk"] else "allow_talk"},
            {"type": "forbid_reactions" if table["reactions"] else "allow_reactions"},
            {"type": "forbid_knocks" if table["knocks"] else "allow_knocks"},
            {"type": "forbid_predictions" if table["predictions"] else "allow_predictions"},
            {"type": "reset_score"},
            *({"type": "team", "team": team} for team in TEAMS if self.id in sitting),
            *({"type": "transfer", "who": who} for who in others if who in sitting and self.id in sitting),
        ]
        await self._try(self.at.do(code, **self.rng.choice(acts)))

    async def host_elsewhere(self) -> None:
        """Open private tables with bots, and close some of them again."""
        while True:
            answer = await self.at.ask("open", game="peril", public=False, bots=["normal"])
            if self.rng.random() < 0.5:
                await self.at.do(answer["table"], "close")
            else:
                await self.at.do(answer["table"], "start")
            await asyncio.sleep(self.rng.uniform(0.02, 0.2))
