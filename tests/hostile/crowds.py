"""Crowds, each of whom keeps to the limits of one person: `python -m tests.hostile.crowds` tries them at full size.

The hall runs with its usual limits and believes what is said to be forwarded, so that addresses can be made up.
"""

import asyncio
import sys
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from dicehall.server.bounds.limits import allow_files
from tests.server.kit import PATIENCE, Client, Refused, RunningHall, come_in

PROXY = "--trusted-proxy=127.0.0.1"
THREE = ("192.0.2.1", "192.0.2.2", "2001:db8::1")


async def take_all_tables(url: str, guests: int, each: int, addresses: tuple[str, ...] = THREE) -> Counter[str]:
    """Guests of a few addresses open as many tables as they can and go; returns what became of their requests."""
    outcomes: Counter[str] = Counter()

    async def open_tables(number: int) -> None:
        guest = await come_in(url, f"Crowd{number}", address=addresses[number % len(addresses)])
        for _ in range(each):
            outcomes[await outcome(guest)] += 1
        await guest.close()

    for first in range(0, guests, 20):
        await asyncio.gather(*(open_tables(number) for number in range(first, min(first + 20, guests))))
    return outcomes


async def outcome(guest: Client) -> str:
    try:
        await guest.ask("open", game="peril")
    except Refused as refusal:
        return str(refusal.reason)
    return "opened"


PATHS = ("/api/games/peril/rules", "/api/games", "/api/characters", "/api/tables")
CONNECTIONS, REQUESTS = 6, 12
"""Of one browser that opens the page."""


async def come_together(url: str, browsers: int, seconds: float = 0.0) -> Counter[int]:
    """Browsers behind one address open the page, take a name and a socket, and all stay; returns their answers."""
    answers: Counter[int] = Counter()

    async def visit(number: int, stack: AsyncExitStack) -> None:
        await asyncio.sleep(seconds * number / browsers)
        limits = httpx.Limits(max_connections=CONNECTIONS)
        browser = await stack.enter_async_context(
            httpx.AsyncClient(base_url=url, verify=False, limits=limits, timeout=PATIENCE)
        )

        async def ask(method: str, path: str, **body: Any) -> httpx.Response:
            try:
                return await browser.request(method, path, **body)
            except (httpx.RemoteProtocolError, httpx.ReadError):  # an idle connection was closed just now
                return await browser.request(method, path, **body)  # as browsers do

        async def get(path: str) -> int:
            return (await ask("GET", path)).status_code

        paths = (PATHS[request % len(PATHS)] for request in range(REQUESTS))
        answers.update(await asyncio.gather(*map(get, paths)))
        named = await ask("POST", "/api/guests", json={"name": f"Pupil{number}"})
        answers[named.status_code] += 1
        try:
            cookie = {"Cookie": f"dicehall={named.cookies.get('dicehall')}"}
            address = f"ws{url.removeprefix('http')}/ws"
            await stack.enter_async_context(
                connect(address, additional_headers=cookie, compression=None, open_timeout=PATIENCE)
            )
            answers[101] += 1
        except InvalidStatus as refusal:
            answers[refusal.response.status_code] += 1

    async with AsyncExitStack() as stack:
        await asyncio.gather(*(visit(number, stack) for number in range(browsers)))
    return answers


def everyone_is_in(browsers: int) -> Counter[int]:
    """What `come_together` returns if nobody was refused anything."""
    return Counter({200: REQUESTS * browsers, 201: browsers, 101: browsers})


async def main() -> list[str]:
    """Prints what happened, and returns what should not have."""
    allow_files()
    wrong = []
    with TemporaryDirectory() as folder, RunningHall(Path(folder) / "data", "--fast", PROXY, limits=()) as hall:
        began = perf_counter()
        outcomes = await take_all_tables(hall.url, 500, 10)
        took = perf_counter() - began
        print(f"500 guests of three addresses asked for 5,000 tables in {took:.0f} s: {dict(outcomes)}", flush=True)
        honest = await come_in(hall.url, "Honest", address="198.51.100.7")
        found = await outcome(honest)
        print(f"A guest of another address: {found}", flush=True)
        await honest.close()
        if found != "opened":
            wrong.append("guests of three addresses have closed the hall")
    for browsers, seconds in ((30, 10), (100, 10), (200, 20)):
        with TemporaryDirectory() as folder, RunningHall(Path(folder) / "data", "--fast", limits=()) as hall:
            answers = await come_together(hall.url, browsers, seconds)
            print(f"{browsers} browsers behind one address in {seconds} s: {dict(answers)}", flush=True)
            if answers != everyone_is_in(browsers):
                wrong.append(f"{browsers} browsers behind one address did not all come in")
    return wrong


if __name__ == "__main__":
    sys.exit("; ".join(asyncio.run(main())) or 0)
