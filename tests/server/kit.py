"""A real hall in a process of its own, and clients on real sockets that know no more than the protocol says."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dicehall.server.admin.claim import new_link
from dicehall.server.live.folding import unfold
from dicehall.store.files.database import Database
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from tests.kit.forked import Dicehall

LATE = float(os.environ.get("LATE", "0"))
"""Seconds by which clients hear late what they have not asked for: a test that relies on who hears first fails."""
TWO_NODES = bool(os.environ.get("TWO_NODES"))
"""Whether halls run on two nodes, on PostgreSQL and NATS: `tests/server/two_nodes.py`."""
MOMENT = 0.02
PATIENCE = 90.0
"""Seconds after which something that should have happened has not; no test measures time by it."""

ROOMY = tuple(
    f"{name}=1000000"
    for name in (
        "accounts_per_address", "connections_per_address", "drawn_per_second", "guests_per_address", "messages_at_once",
        "messages_per_address", "messages_per_second", "openings_per_address", "openings_per_person",
        "requests_per_address", "sockets_per_address", "tables_per_address", "tables_per_person",
        "unknown_codes", "unknown_codes_per_address", "unknown_codes_per_person",
    )
)  # fmt: skip
"""All tests come from one address, and type faster than people."""

Message = dict[str, Any]
P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Lets a test be a coroutine, and lets nothing wait for ever."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def patiently() -> None:
            async with asyncio.timeout(3 * PATIENCE):
                await test(*args, **kwargs)

        asyncio.run(patiently())

    return run


class RunningHall:
    """`dicehall serve` on a folder; it can be stopped, killed and started again."""

    def __new__(cls, _data: Path, *arguments: str, **_options: Any) -> Self:
        if not TWO_NODES or cls is not RunningHall:
            return super().__new__(cls)
        from tests.server.two_nodes import FOR_ONE, TwoNodes  # its engines are needed there only

        return super().__new__(cls) if FOR_ONE.intersection(arguments) else super().__new__(TwoNodes)  # type: ignore[return-value]

    def __init__(self, data: Path, *arguments: str, limits: tuple[str, ...] = ROOMY) -> None:
        self.data = data
        self.database: str | None = None
        """Where it keeps everything; without one, in its folder."""
        self.arguments = (*(f"--limit={limit}" for limit in limits), *arguments)
        self.port = 0
        self.metrics = ""
        self.start()

    def start(self) -> None:
        """On the same port as before, so that clients find it again."""
        self.process = self._begun(
            "serve", "--data", str(self.data), "--port", str(self.port), *self.arguments,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"Metrics .* are at (\S+)", line):
                self.metrics = found[1]
            if found := re.search(r"open at (http://\S+:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                return
        raise AssertionError(f"the hall did not open: {self.said}")

    def _begun(self, *words: str, **options: Any) -> "subprocess.Popen[str]":
        return Dicehall(*words, **options)

    async def secret_beside(self) -> str:
        """Of a link that is made in the hall's folder while it runs, as `dicehall admin link` does."""
        with closing(Database(self.data)) as database, closing(DiskAccounts(database, DiskPeople(database))) as books:
            return (await new_link(books, self.url)).rpartition("/")[2]

    def link(self) -> str | None:
        """The secret of the link that it has printed at its start, unless it was claimed before."""
        assert self.process.stdout is not None
        while "Ctrl-C closes" not in self.said:
            self.said += self.process.stdout.readline()
        found: list[str] = re.findall(r"/claim/(\S+)", self.said)
        return found[-1] if found else None

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """As Ctrl-C would; returns what was printed."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.said + rest

    def ended(self) -> int:
        """Its exit code, when it has closed by itself."""
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Refused(Exception):
    def __init__(self, message: Message) -> None:
        super().__init__(message["message"])
        self.reason = message["reason"]


async def refused(asking: Awaitable[Any]) -> Refused:
    """The refusal that must come of this."""
    try:
        answer = await asking
    except Refused as refusal:
        return refusal
    raise AssertionError(f"that was not refused: {answer}")


class Client:
    """One window of one person. Every message is kept, and tables are folded as docs/protocol.md says."""

    def __init__(self, url: str, socket: ClientConnection, cookie: str | None) -> None:
        self.url = url
        self.socket = socket
        self.cookie = cookie
        self.heard: list[Message] = []
        self.answers: dict[int, Message] = {}
        self.raw: list[bytes] = []
        self.tables: dict[str, Message] = {}
        self.mine: dict[str, list[Message]] = {}
        self.cups: dict[str, Message] = {}
        """Each tournament that is followed, as it is now."""
        self.last_id = 1_000_000
        """Out of the way of those that tests make up."""
        self._asking = 0
        self._news = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @property
    def me(self) -> str:
        return str(self.heard[0]["you"]["id"])

    @property
    def name(self) -> str:
        """As the hall has it: of two Anns, one is Ann 2."""
        return str(self.heard[0]["you"]["name"])

    async def _read(self) -> None:
        try:
            with contextlib.suppress(ConnectionClosed):
                async for text in self.socket:
                    self.raw.append(text.encode() if isinstance(text, str) else text)
                    if LATE and not self._asking:
                        await asyncio.sleep(LATE)
                    await self._hear(msgspec.json.decode(text))
        finally:
            await self._hear({"type": "(gone)"})

    async def _hear(self, message: Message) -> None:
        self._fold(message)
        if message["type"] in ("done", "refused") and message["id"] is not None:
            self.answers[message["id"]] = message
        async with self._news:
            self.heard.append(message)
            self._news.notify_all()

    def _fold(self, message: Message) -> None:
        match message:
            case {"type": "table", "table": code}:
                self.tables[code] = {"version": message["version"], **message["shown"]}
                self.mine[code] = message["mine"]
            case {"type": "update", "table": code}:
                self.tables[code] = merge(self.tables[code], message["changes"]) | {"version": message["version"]}
                self.mine[code] = known(self.mine[code], message.get("mine"))
            case {"type": "tournament" | "tournament_update", "tournament": code}:
                self.cups[code] = told_of(self.cups.get(code), message)
            case _:
                pass

    async def until(self, wanted: Callable[[], Any]) -> Any:
        """Wait until something is true of what was heard; returns it."""
        async with self._news:
            async with asyncio.timeout(PATIENCE):
                while not (found := wanted()):
                    if self.heard and self.heard[-1]["type"] == "(gone)":
                        raise ConnectionError("the socket is closed")
                    await self._news.wait()
        return found

    async def ask(self, type: str, **fields: Any) -> Message:
        """Send a message and wait for its answer; refusals are raised."""
        self.last_id = id = self.last_id + 1
        await self.socket.send(msgspec.json.encode({"type": type, "id": id, **fields}).decode())
        self._asking += 1
        try:
            answer: Message = await self.until(lambda: self.answers.get(id))
        finally:
            self._asking -= 1
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def do(self, table: str, type: str, **fields: Any) -> Message:
        return await self.ask("act", table=table, do={"type": type, **fields})

    async def open(self, game: str, **fields: Any) -> str:
        """Open a table and watch it; returns its code."""
        code = str((await self.ask("open", game=game, **fields))["table"])
        await self.ask("watch", table=code)
        return code

    async def join(self, table: str, *, ready: bool = True, key: str = "") -> None:
        await self.ask("watch", table=table, key=key)
        await self.do(table, "sit")
        if ready:
            await self.do(table, "ready")

    def options(self, table: str) -> list[Message]:
        """What I may do at this table now, one by one."""
        return [move for mine in self.mine.get(table, []) for move in unfold(mine["moves"])]

    def all(self, type: str) -> list[Message]:
        return [message for message in self.heard if message["type"] == type]

    async def message(self, type: str) -> Message:
        """Wait for a message of a type; returns the last one."""
        await self.until(lambda: self.all(type))
        return self.all(type)[-1]

    def events(self, table: str, type: str | None = None) -> list[Message]:
        """What has happened at a table as far as I was told, or what has of one kind."""
        return [
            event
            for message in self.heard
            if message["type"] in ("update", "table") and message["table"] == table
            for event in message["events"]
            if type is None or event["type"] == type
        ]

    async def hears(self, table: str, type: str) -> Message:
        """Wait for something to happen at a table; returns the last time it did."""
        await self.until(lambda: self.events(table, type))
        return self.events(table, type)[-1]

    async def catch_up(self) -> None:
        """Whatever was sent to me before this has arrived when this returns: answers keep their place in the line."""
        await self.ask("exit_hall")

    async def close(self) -> None:
        await self.socket.close()
        await self._reader

    async def again(self) -> "Client":
        """Another window of the same person, on whatever runs at the same address now."""
        return await come_in(self.url, cookie=self.cookie)


def merge(old: Any, new: Any) -> Any:
    """An object is laid over the one that is there, field by field, unless it has a `type`: then it replaces.

    Over a list, its rows are laid: those that stay or are new, what has changed of some, and what follows.
    """
    if isinstance(old, list) and isinstance(new, dict) and "type" not in new:
        rows = list(old) if "from" not in new else []
        for piece in new.get("from", []):
            rows += [piece] if isinstance(piece, dict) else old[piece[0] :][: piece[1]]
        for at, changes in new.get("at", {}).items():
            rows[int(at)] = merge(rows[int(at)], changes)
        return rows + new.get("more", [])
    if isinstance(old, dict) and isinstance(new, dict) and "type" not in new:
        return old | {key: merge(old.get(key), value) for key, value in new.items()}
    return new


def told_of(known: Message | None, message: Message) -> Message:
    """A tournament after one more message about it."""
    if message["type"] == "tournament":
        return message
    assert known is not None
    assert known["shown"]["version"] == message["since"]
    assert message["version"] >= message["since"]
    shown = merge(known["shown"], message["changes"])
    assert shown["version"] == message["version"]
    return known | {"shown": shown, "now": message["now"], "people": known["people"] | message.get("people", {})}


def known(mine: list[Message], told: list[Message] | None) -> list[Message]:
    """Options hold for one version; a secret stays until another is told, or until there is no seat any more."""
    if not told:
        return [] if told is not None else [{**kept, "moves": []} for kept in mine]
    return [{**kept, **new} for kept, new in zip(mine or [{}], told, strict=True)]


async def come_in(
    url: str, name: str | None = None, cookie: str | None = None, address: str | None = None
) -> Client:  # fmt: skip
    """A window for a new guest, for the one who has this cookie, or for nobody.

    `address` is where a trusted proxy says that they come from.
    """
    forwarded = {} if address is None else {"X-Forwarded-For": address}
    if name is not None:
        async with httpx.AsyncClient(
            verify=False, headers=forwarded
        ) as http:  # reading certificates takes longer than the rest
            answer = await http.post(f"{url}/api/guests", json={"name": name})
            answer.raise_for_status()
            cookie = f"dicehall={answer.cookies['dicehall']}"
    headers = forwarded if cookie is None else {**forwarded, "Cookie": cookie}
    socket = await connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers, compression=None)
    client = Client(url, socket, cookie)
    await client.until(lambda: client.heard)
    return client


@contextlib.asynccontextmanager
async def guests(url: str, *names: str) -> AsyncIterator[list[Client]]:
    clients = [await come_in(url, name) for name in names]
    try:
        yield clients
    finally:
        for client in clients:
            await client.close()


# What can be seen


async def known_to_all(is_so: Callable[[], Awaitable[object]]) -> None:
    """True at once in a hall of one process; of two nodes, one hears of it a moment later."""
    if TWO_NODES:
        async with asyncio.timeout(PATIENCE):
            while not await is_so():
                await asyncio.sleep(MOMENT)
    assert await is_so()


async def all_caught_up(*people: Client) -> None:
    for person in people:
        await person.catch_up()


def names(client: Client, code: str) -> list[str]:
    """Who sits there, by name, as the protocol says it; which of the Anns of all tests it is, is left out."""
    people = {who: name for message in client.heard for who, name in message.get("people", {}).items()}
    return [plain(people[occupant["who"]]) for occupant in client.tables[code]["seated"]]


def plain(name: str) -> str:
    """Without the number that tells guests of one name apart."""
    return re.sub(r" \d+$", "", name)


def rows(client: Client) -> dict[str, Message]:
    """The list of tables as this client has been told it: whole once, then row by row."""
    listed: dict[str, Message] = {}
    for message in client.heard:
        match message:
            case {"type": "hall", "tables": tables, "after": after}:
                listed = ({} if after is None else listed) | {row["table"]: row for row in tables}
            case {"type": "listed", "row": row}:
                listed[row["table"]] = row
            case {"type": "unlisted", "table": table}:
                listed.pop(table, None)  # it may have been on a page that was not asked for
            case _:
                pass
    return listed


# Playing without thinking

SHORT: dict[str, Any] = {"rounds": 1, "turn_order": "seat"}
"""A match of one call and one reveal, or little more."""


async def finish(person: Client, code: str) -> None:
    """Throw whenever the dice are in my hand, take the first option whenever I am awaited, until the game is over."""
    while (await person.until(lambda: awaited(person, code)))["waiting"]["type"] != "over":
        await step(person, code)


async def finish_together(code: str, *people: Client) -> None:
    """The same, one after the other, and everybody has seen the end."""
    while not all(over(person, code) for person in people):
        for person in people:
            await person.catch_up()
            if awaited(person, code) and not over(person, code):
                await step(person, code)


async def step(person: Client, code: str) -> None:
    """Do what is awaited of me, and see what comes of it."""
    table = person.tables[code]
    if table["waiting"]["type"] == "chance":
        await person.do(code, "throw")
    else:
        await person.do(code, "move", moves=person.options(code)[:1])
    await person.until(lambda: person.tables[code]["version"] > table["version"])


def awaited(person: Client, code: str) -> Message | None:
    """The table as I see it, if it is my turn or the game is over."""
    table = person.tables[code]
    waiting = table["waiting"]
    if waiting is None:
        return None
    return table if waiting["type"] == "over" or person.me in due(table) else None


def over(person: Client, code: str) -> bool:
    """Whether the game is over, as far as this person has seen."""
    waiting = person.tables[code]["waiting"]
    return waiting is not None and waiting["type"] == "over"


def due(table: Message) -> list[str]:
    """Those who are awaited."""
    waiting = table["waiting"] or {}
    return [table["players"][seat] for seat, *_ in waiting.get("due", [])]


async def begin(host: Client, *others: Client, game: str = "mindroll", **fields: Any) -> str:
    """All of them sit at a new table of the first one, and the game has begun; everybody has seen it."""
    code = await host.open(game, **fields)
    for other in others:
        await other.join(code, key=host.tables[code]["key"])
    await host.do(code, "start")
    for person in (host, *others):
        await person.hears(code, "game_started")
    return code
