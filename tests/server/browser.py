"""Browsers without scripts: they keep cookies, and send JSON as the page does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.server.kit import Client

PASSWORD = "correct horse battery"
NEW_PASSWORD = "another staple entirely"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

_numbers = count()


def fresh_name() -> str:
    """One that nobody in any hall has yet."""
    return "Ada " + "".join("abcdefghkm"[int(digit)] for digit in str(next(_numbers)))


@asynccontextmanager
async def visitor(url: str, name: str | None = None, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """Someone without a name, or a guest."""
    async with httpx.AsyncClient(base_url=url, verify=False, headers={"user-agent": FIREFOX, **headers}) as http:
        if name is not None:
            (await http.post("/api/guests", json={"name": name})).raise_for_status()
        yield http


@asynccontextmanager
async def account(url: str, name: str | None = None, password: str = PASSWORD) -> AsyncIterator[httpx.AsyncClient]:
    """Someone who has an account and is logged in."""
    async with visitor(url) as http:
        answer = await http.post("/api/accounts", json={"name": name or fresh_name(), "password": password})
        answer.raise_for_status()
        yield http


def cookie(http: httpx.AsyncClient) -> str:
    """For a socket, or for another browser."""
    return f"dicehall={http.cookies['dicehall']}"


def take_over(http: httpx.AsyncClient, given: str) -> None:
    """From now on this browser has the cookie of someone."""
    http.cookies.set("dicehall", given.removeprefix("dicehall="), domain=str(http.base_url.host), path="/")


async def program(url: str, token: str) -> Client:
    """A bot on a socket, with a token."""
    headers = {"Authorization": f"Bearer {token}"}
    socket = await connect(f"ws{url.removeprefix('http')}/ws", additional_headers=headers, compression=None)
    client = Client(url, socket, None)
    await client.until(lambda: client.heard)
    return client


async def me(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.get("/api/me")
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and reason of a refusal, which must have all its parts."""
    body = answer.json()
    assert set(body) == {"status_code", "detail", "reason"}, body
    assert body["status_code"] == answer.status_code
    assert body["detail"]
    return answer.status_code, body["reason"]


async def log_in(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await http.post("/api/sessions", json={"name": name, "password": password})


async def closed_with(client: Client) -> tuple[int, str]:
    """How the hall has hung up on a socket."""
    await client.until(lambda: client.heard[-1]["type"] == "(gone)")
    return client.socket.close_code or 0, client.socket.close_reason or ""
