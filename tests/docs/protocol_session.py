"""The example session of docs/protocol.md, played against a real hall: what is sent stays, what is heard is new."""

import asyncio
import json
import re
import socket
import textwrap
from collections.abc import Iterator
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dicehall.cli.shared.rulebook import chapter
from dicehall.server.app.parts import Storage, put_together
from dicehall.server.app.run import HallServer
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.heads import Heads
from dicehall.store.files.database import Database
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.marks import DiskMarks
from dicehall.store.results.disk import DiskResults
from tests.server.kit import ROOMY

SESSION = re.compile(r"(?<=^```session\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
BARRIER = '{"type": "unwatch", "id": 999, "table": "nowhere"}'
"""Is answered at once and changes nothing: whatever was said before its answer belongs to the step before."""

PATIENCE = 90.0
"""Seconds after which an answer that should have come has not; nothing is measured by it."""


class StillJournal(MemoryJournal):
    """An hour after the hall was opened, for ever."""

    @property
    def now(self) -> float:
        return 3600.0


class Visitor:
    """The window that someone of the example has open."""

    def __init__(self, window: ClientConnection) -> None:
        self.window = window

    async def ask(self, text: str) -> list[str]:
        """Send a message; all that is heard up to its answer."""
        await self.window.send(text)
        said = [str(await self.window.recv())]
        while json.loads(said[-1]).get("id") != json.loads(text)["id"]:
            said.append(str(await self.window.recv()))
        return said

    async def rest(self) -> list[str]:
        """All that was said and not heard yet."""
        return (await self.ask(BARRIER))[:-1]

    async def farewell(self) -> list[str]:
        said: list[str] = []
        try:
            while True:
                said.append(str(await self.window.recv()))
        except ConnectionClosed:
            return [*said, f"the socket is closed: {self.window.close_code} {self.window.close_reason}"]


class Replay:
    """Does what the document says, and writes down what is heard."""

    def __init__(self, server: HallServer, url: str) -> None:
        self.server = server
        self.url = url
        self.cookies: dict[str, str] = {}
        self.here: dict[str, Visitor] = {}
        self.came_in: list[str] = []
        """How the hall answered those who said their names."""

    async def block(self, text: str) -> str:
        """One block of the document again: its steps as they are, its answers as they come."""
        lines = [line for step in steps(text) for line in (step, *await self.answers(step))]
        return "".join(f"{shaped(line)}\n" for line in lines)

    async def answers(self, step: str) -> list[str]:
        who, _, what = step.partition(" ")
        heard: dict[str, list[str]] = {who: []} if who in self.here or what == "connects" else {}
        if what == "connects":
            await self.connect(who)
        elif what == "disconnects":
            await self.disconnect(who)
            del heard[who]
        elif step == "the hall stops":
            self.server.stop()
            return list(told({name: await visitor.farewell() for name, visitor in self.here.items()}))
        else:
            heard[who] = await self.here[who].ask(what.removeprefix("→ "))
        for name, visitor in self.here.items():
            heard[name] = heard.get(name, []) + await visitor.rest()
        return list(told(heard))

    async def disconnect(self, name: str) -> None:
        await self.here.pop(name).window.close()
        while any(viewer.person and viewer.person.name == name for viewer in self.server.rooms.everybody):
            await asyncio.sleep(0)

    async def connect(self, name: str) -> None:
        if name not in self.cookies:
            async with httpx.AsyncClient() as http:
                answer = await http.post(f"{self.url}/api/guests", json={"name": name})
            cookies = answer.headers.get_list("set-cookie")
            self.cookies[name] = cookies[0].split(";")[0]
            shown = "".join(f"Set-Cookie: {re.sub(r'=[^;]*', '=…', cookie, count=1)}\n" for cookie in cookies)
            body = json.dumps(answer.json())
            self.came_in.append(f"{answer.status_code} {answer.reason_phrase}\n{shown}\n{body}\n")
        address = f"ws{self.url.removeprefix('http')}/ws"
        self.here[name] = Visitor(await connect(address, additional_headers={"Cookie": self.cookies[name]}))


def steps(block: str) -> list[str]:
    return [line for line in re.sub(r"\n +", " ", block).splitlines() if not re.match(r"\w+ ← ", line)]


def told(heard: dict[str, list[str]]) -> Iterator[str]:
    """What two people hear alike is written out once."""
    before: dict[str, str] = {}
    for name, said in heard.items():
        yield from (f"{name} ← {alike(before, text)}" for text in said)
        before |= {kind(text): text for text in said}


def alike(before: dict[str, str], text: str) -> str:
    other = before.get(kind(text))
    if not text.startswith("{"):
        return text
    if other == text:
        return f"the same {kind(text)}"
    new, old = json.loads(text), json.loads(other or "{}")
    if kind(text) in ("table", "update") and old:
        differs = {field: value for field, value in new.items() if value != old.get(field)}
        if not differs:
            return f"the same {kind(text)} without {' and '.join(old.keys() - new.keys())}"
        return f"the same {kind(text)} but {json.dumps(differs, ensure_ascii=False)}"
    return json.dumps(new, ensure_ascii=False)


def kind(text: str) -> str:
    return str(json.loads(text)["type"]) if text.startswith("{") else text


def shaped(line: str) -> str:
    return textwrap.fill(line, 116, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


async def replayed(text: str) -> tuple[str, list[str]]:
    """The document with its sessions played again, one after the other in one hall; and how people came in."""
    database, journal = Database(None), StillJournal()
    people = DiskPeople(database)
    marks = DiskMarks(database)
    marks.head_keys = (b"the same key in every run",)
    parts = put_together(
        Storage(journal, people, DiskAccounts(database, people), DiskResults(database, journal), marks),
        Visitors(Limits.read(ROOMY)),
        "http://hall",
        chapter,
        pace=0.0,
        dice=Random(5),
        luck=Random(1671),
    )
    parts.rooms.heads = Heads(marks.head_keys, run=b"r1")
    with socket.create_server(("127.0.0.1", 0)) as listen:
        url = f"http://127.0.0.1:{listen.getsockname()[1]}"
        ready = asyncio.Event()
        server = HallServer(parts, ready.set)
        serving = asyncio.create_task(server.serve([listen]))
        await ready.wait()
        replay = Replay(server, url)
        try:
            async with asyncio.timeout(PATIENCE):
                blocks = [await replay.block(found[0]) for found in SESSION.finditer(text)]
        finally:
            for visitor in replay.here.values():
                await visitor.window.close()
            if not server.stopping:
                server.stop()
            await serving
            parts.hall.stop()
            database.close()
    played = iter(blocks)
    return SESSION.sub(lambda _: next(played), text), replay.came_in
