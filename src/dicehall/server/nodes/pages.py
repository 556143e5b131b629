"""Requests over HTTP about a table, or about the whole hall, go to the node that has it, as messages do."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec

from dicehall.server.nodes.link import SILENT
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.nodes.words import Answers, Requests

TABLE: Final = re.compile(r"/api/(?:admin/)?tables/([A-Za-z]{1,12})(?:/.*)?", re.DOTALL)
HALL_WIDE: Final = re.compile(
    r"\w+ /api/(?:tournaments|nights)(?:[/.].*)?|GET /api/(?:predictors|me/predictions|me/export)|DELETE /api/me",
    re.DOTALL,
)
"""For the node that has tournaments, evenings and predictions: whoever deletes their account has none any more."""
LOOKS: Final = frozenset(("GET", "HEAD"))
LONGEST: Final = 64 * 1024
"""Bytes of a body; the application refuses longer ones."""
MOMENT: Final = 0.1
"""Seconds until a node that cannot be reached is tried again."""
DETAIL: Final = "The machine that does this has not answered, so whether this was done is not known: look again."
UNREACHABLE: Final = msgspec.json.encode({"status_code": 503, "detail": DETAIL, "reason": "unreachable"})

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Application(Protocol):
    """Of ASGI."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None: ...


class Pages:
    """Stands before the application of a node."""

    def __init__(self, app: Application, nodes: Nodes) -> None:
        self._app = app
        self._nodes = nodes
        nodes.answer = self._answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        home = await self._home(scope) if scope["type"] == "http" else None
        if home in (None, self._nodes.me):
            await self._app(scope, receive, send)
            return
        assert home is not None
        body = await _body(receive)
        client = (scope.get("client") or ("", 0))[0]
        headers = list(scope["headers"])
        asked = Requests(0, scope["method"], scope["path"], scope["query_string"], headers, body, client)
        answer = await self._ask(home, asked, scope)
        if answer is None:
            answer = Answers(0, 503, [(b"content-type", b"application/json")], UNREACHABLE)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _ask(self, home: str, asked: Requests, scope: Scope) -> Answers | None:
        """A node that dies takes with it what it was asked: whoever only looks is answered by the next that has it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SILENT
        answer = await self._nodes.request(home, asked)
        while answer is None and asked.method in LOOKS and loop.time() < end:
            await asyncio.sleep(MOMENT)
            next = await self._home(scope)
            is_here = next in (None, self._nodes.me)
            answer = await (self._answer(asked) if is_here else self._nodes.request(next or home, asked))
        return answer

    async def _home(self, scope: Scope) -> str | None:
        """Who has what it is about, if that is only one; whoever takes it over just now is waited for."""
        territory, loop = self._nodes.territory, asyncio.get_running_loop()
        end = loop.time() + SILENT
        if HALL_WIDE.fullmatch(f"{scope['method']} {scope['path']}"):
            while (home := territory.first) is None and loop.time() < end:
                await asyncio.sleep(MOMENT)
        elif found := TABLE.fullmatch(scope["path"]):
            while (home := territory.owner(found[1].casefold())) is None and loop.time() < end:
                await asyncio.sleep(MOMENT)
        else:
            return None
        return home

    async def _answer(self, asked: Requests) -> Answers:
        """For another node: as if the client had come here."""
        started: Scope = {}
        body = bytearray()

        async def receive() -> Scope:
            return {"type": "http.request", "body": asked.body, "more_body": False}

        async def send(message: Scope) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                body.extend(message.get("body", b""))

        await self._app(_scope(asked), receive, send)
        headers = [(bytes(name), bytes(value)) for name, value in started["headers"]]
        return Answers(asked.number, started["status"], headers, bytes(body))


def _scope(asked: Requests) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http",
        "method": asked.method,
        "path": asked.path,
        "raw_path": asked.path.encode(),
        "root_path": "",
        "query_string": asked.query,
        "headers": asked.headers,
        "client": (asked.client, 0),
        "server": ("", 0),
        "extensions": {},
        "state": {},
    }


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while len(body) <= LONGEST:
        message = await receive()
        body.extend(message.get("body", b""))
        if not message.get("more_body", False):
            break
    return bytes(body)
