"""Administrators of a running hall, as many as a test wants: each has claimed it by a link of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.server.browser import PASSWORD, fresh_name, visitor
from tests.server.kit import Client, RunningHall


async def secret_beside(hall: RunningHall) -> str:
    return await hall.secret_beside()


async def claim(http: httpx.AsyncClient, secret: str, **fields: str) -> httpx.Response:
    return await http.post("/api/claim", json={"secret": secret, **fields})


@asynccontextmanager
async def administrator(hall: RunningHall) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(hall.url) as http:
        answer = await claim(http, await hall.secret_beside(), name=fresh_name(), password=PASSWORD)
        answer.raise_for_status()
        yield http


async def confirm(http: httpx.AsyncClient) -> None:
    """After a restart the hall wants it once more."""
    (await http.post("/api/me/confirmation", json={"password": PASSWORD})).raise_for_status()


async def ban(http: httpx.AsyncClient, who: str, reason: str = "Shouting at people") -> httpx.Response:
    return await http.post("/api/admin/bans", json={"who": who, "reason": reason})


async def audit(http: httpx.AsyncClient, **query: int) -> list[dict[str, Any]]:
    answer = await http.get("/api/admin/audit", params=query)
    answer.raise_for_status()
    entries: list[dict[str, Any]] = answer.json()
    return entries


async def hung_up_on(client: Client) -> int:
    """The code with which the hall has closed a socket."""
    await client.until(lambda: client.heard[-1]["type"] == "(gone)")
    return client.socket.close_code or 0
