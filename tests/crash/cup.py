"""A tournament in a hall that is killed again and again, from the first entry to the podium."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx

from tests.crash.cup_witness import CupWitness
from tests.crash.entrants import Entrant, tried, until_gone
from tests.crash.halls import MortalHall
from tests.crash.people import Message
from tests.crash.visits import setbacks
from tests.crash.witness import Findings, Witness, ended
from tests.server.kit import PATIENCE

LONGEST = 20 * PATIENCE
"""Seconds after which a tournament that has not ended never will."""
FORMATS: dict[str, Message] = {
    "swiss": {"type": "swiss", "rounds": 3},
    "knock_out": {"type": "knock_out", "advance": 2},
    "arena": {"type": "arena", "minutes": 5},
    "series": {"type": "series", "games": 3},
}
SERIES = 12
"""Entrants of a series: the largest table of the game."""
GAME: Message = {"game": "three_dice", "options": {"rounds": 1}, "clock": 60, "between": 0}


class KilledCup:
    """People and bots in one tournament; the host plays as well."""

    def __init__(self, hall: MortalHall, aside: Path, form: str, entrants: int, seed: int) -> None:
        self.hall = hall
        self.aside = aside
        self.form = form
        self.pauses: tuple[float, ...] = (0.1, 0.5, 1.5, 3.0)
        """Seconds between a start and the next kill, more or less."""
        self.rng = Random(f"{form} {seed}")
        entrants = min(entrants, SERIES) if form == "series" else entrants
        self.bots = entrants // 4
        self.people = [Entrant(f"Player {n}", Random(f"{seed} {n}")) for n in range(entrants - self.bots)]
        self.witness = Witness()
        self.cups = CupWitness(self.witness)
        self.code = ""
        self.slowest = 0.0
        """Seconds from a start until everybody was in the tournament again."""

    @property
    def findings(self) -> Findings:
        return self.witness.findings

    @property
    def host(self) -> Entrant:
        return self.people[0]

    async def begin(self) -> None:
        self.hall.open()
        await self._register_host()
        for person in self.people:
            await person.come_in(self.hall.url)
        entrants = len(self.people) + self.bots
        seats = {"seats": entrants if self.form == "series" else 4, "least": 2, "most": entrants}
        setting = {"title": "Killed", "format": FORMATS[self.form], **seats, **GAME}
        self.code = (await self.host.at.ask("create_tournament", setting=setting))["table"]

    async def _register_host(self) -> None:
        host = self.host
        async with httpx.AsyncClient() as http:
            body = {"name": host.name, "password": "correct horse battery"}
            answer = await http.post(f"{self.hall.url}/api/accounts", json=body)
            answer.raise_for_status()
            host.cookie, host.id = f"dicehall={answer.cookies['dicehall']}", answer.json()["id"]

    # Playing

    async def survive(self, kills: int) -> AsyncIterator[None]:
        """Yields at each kill; after the last one, or if it is over sooner, all of it has been played to the end."""
        await self.begin()
        while True:
            enough = self.findings.kills >= kills
            is_over = await self.play(LONGEST if enough else self.rng.choice(self.pauses))
            self.compare()
            if is_over:
                break
            assert not enough, f"{self.form}: it does not end"
            yield
            await self.recover()
        self.cups.last_look(self.code)

    async def play(self, seconds: float) -> bool:
        """Whether it has come to its end; if not, the hall was killed after so many seconds, more or less."""
        playing = [asyncio.create_task(until_gone(person.take_part(self.code))) for person in self.people]
        playing.append(asyncio.create_task(until_gone(self._add_bots())))
        done, waiting = await asyncio.wait(
            playing, timeout=seconds * self.rng.uniform(0.5, 1.5), return_when=asyncio.FIRST_EXCEPTION
        )
        self.findings.kills += bool(waiting)
        self.hall.kill()
        await asyncio.gather(*playing)
        await ended(person.at for person in self.people)
        for person in self.people:
            self._listen(person)
            await person.at.socket.close()
        return not waiting and bool(done)

    async def _add_bots(self) -> None:
        """As many as are still missing; the hall may have been killed before it answered."""
        host = self.host.at
        await host.ask("follow", tournament=self.code)
        there = sum(each["level"] is not None for each in host.cups[self.code]["entrants"])
        for _ in range(self.bots - there):
            await tried(host.ask("act_in", tournament=self.code, do={"type": "add_bot", "level": "easy"}))

    def _listen(self, person: Entrant) -> None:
        first: dict[str, Any] = {}
        for message in person.at.heard:
            if message["type"] == "table":
                first.setdefault(message["table"], message)
        for code, message in first.items():
            if code in self.witness.logs:
                self.witness.welcome_back(person, message)
        self.witness.listen(person, person.at)
        self.cups.listen(person)

    # After a kill

    def compare(self) -> None:
        shutil.rmtree(self.aside, ignore_errors=True)
        shutil.copytree(self.hall.data, self.aside)
        self.findings.alarms = [f"table {table}: {why}" for table, why, *_ in setbacks(self.aside)]
        self.witness.compare(self.aside)
        self.cups.compare(self.aside, self.people)

    async def recover(self) -> None:
        started = monotonic()
        self.hall.open()
        await asyncio.gather(*(person.come_in(self.hall.url) for person in self.people))
        self.slowest = max(self.slowest, monotonic() - started)
