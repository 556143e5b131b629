"""People who just want to play: fifty tables of them, each person from an address of their own, and what they feel."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from time import monotonic, perf_counter
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect

from dicehall.rules.catalog import GAMES
from tests.crash.people import Gone, Person, Refused, Window

THINKING = (0.15, 0.6)
"""Seconds between a question and its answer: people who know the game."""
HARMLESS = {"stale", "not_your_turn", "not_awaited", "not_due", "nothing_to_throw", "already", "not_ready", "no_game",
            "game_running", "not_an_option"}  # fmt: skip
"""Someone else was faster; anything else should not have been refused."""
STUCK = 20.0
"""Seconds without a move after which a table hangs."""


class Felt(NamedTuple):
    """Round trips of one phase, in seconds: from a click to the word that it is on disk."""

    moves: int
    usual: float
    slow: float
    worst: float

    @classmethod
    def of(cls, trips: list[float]) -> "Felt":
        cuts = quantiles(trips, n=100) if len(trips) > 1 else [0.0] * 99
        return cls(len(trips), cuts[49], cuts[98], max(trips, default=0.0))


@dataclass
class Honest(Person):
    """Plays without end, and notes how long every answer took."""

    source: str = "127.0.0.1"
    trips: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    moved_at: float = 0.0

    async def come_in(self, url: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self.source)
        async with httpx.AsyncClient(transport=transport) as http:
            answer = (await http.post(f"{url}/api/guests", json={"name": self.name})).raise_for_status()
        self.cookie, self.id = f"dicehall={answer.cookies['dicehall']}", answer.json()["id"]
        await self.look(url)

    async def look(self, url: str) -> None:
        """Open a window."""
        asked_at, place = monotonic(), f"ws{url.removeprefix('http')}/ws"
        headers = {"Cookie": self.cookie}
        socket = await connect(place, additional_headers=headers, compression=None, local_addr=(self.source, 0))
        self.window = Window(socket, asked_at)

    async def play(self, code: str) -> None:
        try:
            while True:
                await self.take_turn(code)
        except Gone:
            self.faults.append(f"{self.name} was thrown out of the hall at table {code}")
        except TimeoutError:
            self.faults.append(f"{self.name} was not answered at table {code}")

    async def take_turn(self, code: str) -> None:
        table = self.at.tables[code]
        if self.wanted(code, table) is None:
            await self.at.news(code)
            return
        await asyncio.sleep(self.rng.uniform(*THINKING))
        command = self.wanted(code, self.at.tables[code])
        if command is None:
            return
        version, began = self.at.tables[code]["version"], perf_counter()
        try:
            await asyncio.shield(self.at.do(code, **command))  # an answer comes, also when nobody plays on
        except Refused as refused:
            if refused.reason not in HARMLESS:
                self.faults.append(f"{self.name} at table {code} was refused: {refused}")
        self.trips.append(perf_counter() - began)
        self.moved_at = monotonic()
        if self.at.tables[code]["version"] == version:
            await self.at.news(code)


class Tables:
    """All honest tables, each with two people and a bot."""

    def __init__(self, url: str, count: int, rng: Random) -> None:
        self.url = url
        self.tables: dict[str, tuple[Honest, Honest]] = {}
        self._pairs = [
            tuple(
                Honest(f"Honest {number} {side}", Random(rng.random()), source=f"127.1.{number}.{side}")
                for side in (1, 2)
            )
            for number in range(count)
        ]
        self._playing: list[asyncio.Task[None]] = []

    async def open(self) -> AsyncIterator[str]:
        for number, (host, friend) in enumerate(self._pairs):
            for person in (host, friend):
                await person.come_in(self.url)
            game = GAMES[number % len(GAMES)].name
            code = str(
                (await host.at.ask("open", game=game, seats=3, bots=["normal"], public=number % 2 == 0))["table"]
            )
            for person in (host, friend):
                await person.at.ask("watch", table=code)
            await friend.at.do(code, "sit")
            self.tables[code] = (host, friend)
            self._playing += [asyncio.create_task(person.play(code)) for person in (host, friend)]
            yield code

    def felt(self) -> Felt:
        """Since the last time that this was asked."""
        trips = [trip for people in self.tables.values() for person in people for trip in person.trips]
        for people in self.tables.values():
            for person in people:
                person.trips.clear()
        return Felt.of(trips)

    def faults(self) -> list[str]:
        now = monotonic()
        stuck = [
            f"table {code} is stuck: {people[0].at.tables[code]['waiting']}"
            for code, people in self.tables.items()
            if now - max(person.moved_at for person in people) > STUCK
        ]
        return [fault for people in self.tables.values() for person in people for fault in person.faults] + stuck

    async def close(self) -> list[str]:
        """Stop playing, and look once more at every table with fresh eyes; returns what is not as it was told."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await asyncio.sleep(1)
        wrong = []
        for code, people in self.tables.items():
            for person in people:
                wrong += await self._compare(code, person)
        return wrong

    async def _compare(self, code: str, person: Honest) -> list[str]:
        told: dict[str, Any] = person.at.tables[code]
        await person.at.close()
        await person.look(self.url)
        await person.at.ask("watch", table=code)
        found = person.at.tables[code]
        await person.at.close()
        if found["version"] < told["version"]:
            return [f"table {code} has lost moves: {found['version']} after {told['version']}"]
        if found["version"] == told["version"] and found != told:
            return [f"table {code} is not what {person.name} was told"]
        return []
