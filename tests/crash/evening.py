"""An evening at a hall that is killed again and again: people play on, and a witness compares."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from tests.crash.halls import MortalHall
from tests.crash.people import Gone, Person
from tests.crash.visits import setbacks
from tests.crash.witness import Findings, Witness, ended
from tests.server.kit import PATIENCE

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")


@dataclass
class Place:
    """A table: who sits at it, and the game that is played, mostly a short one, so that ends and rematches come too."""

    game: str
    people: tuple[int, ...]
    fields: dict[str, Any] = field(default_factory=dict)
    code: str = ""


def places() -> list[Place]:
    """A dozen tables: all five games, one to three people with bots, and one that is only hosted."""
    return [
        Place("mindroll", (0, 1, 2), {"options": {"rounds": 2}, "bots": ["normal"]}),
        Place("bluff", (1, 2), {"options": {"rounds": 1}, "bots": ["normal", "uniform"]}),
        Place("peril", (2, 3, 4), {"options": {"starting_lives": 1}, "bots": ["normal"]}),
        Place("three_dice", (3, 4), {"options": {"rounds": 2}, "bots": ["normal"]}),
        Place("stlucia", (4, 5), {"options": {"threshold": 6}, "bots": ["normal"]}),
        Place("mindroll", (5, 6, 7), {"options": {"turn_order": "seat", "match": "open"}}),
        Place("bluff", (6, 7), {"bots": ["normal"]}),
        Place("peril", (7, 0), {"bots": ["uniform"]}),
        Place("three_dice", (0, 3), {"public": False}),
        Place("stlucia", (1, 5, 6), {"bots": ["uniform"]}),
        Place("mindroll", (2,), {"options": {"rounds": 1}, "bots": ["normal", "normal"]}),
        Place("stlucia", (4,), {"sit": False, "options": {"threshold": 4}, "bots": ["normal", "uniform"]}),
    ]


class KilledEvening:
    def __init__(self, hall: MortalHall, aside: Path, seed: int) -> None:
        self.hall = hall
        self.aside = aside
        self.rng = Random(seed)
        self.people = [Person(name, Random(f"{seed} {name}")) for name in NAMES]
        self.places = places()
        self.witness = Witness()
        self.slowest = 0.0
        """Seconds from a start until everybody had all their tables again."""
        self._killed_at = 0.0
        self._first_started_at: float | None = None
        """After the last kill under load; some starts are killed as well."""
        self._started_at = 0.0

    @property
    def findings(self) -> Findings:
        return self.witness.findings

    # Coming in

    async def begin(self) -> None:
        self.hall.open()
        for person in self.people:
            await person.come_in(self.hall.url)
        await asyncio.gather(*map(self._set_up, self.places))

    async def _set_up(self, place: Place) -> None:
        host, *others = (self.people[number] for number in place.people)
        place.code = (await host.at.ask("open", game=place.game, **place.fields))["table"]
        await host.at.ask("watch", table=place.code)
        key = host.at.tables[place.code]["key"]
        for person in others:
            await person.at.ask("watch", table=place.code, key=key)
            await person.at.do(place.code, "sit")

    async def come_back(self) -> None:
        """The same people, by the same cookies; each is shown every table again."""
        await asyncio.gather(*(person.come_in(self.hall.url) for person in self.people))
        await asyncio.gather(*(self._watch(self.people[n], place) for place in self.places for n in place.people))
        self.slowest = max(self.slowest, monotonic() - self._started_at)
        for person in self.people:
            for message in person.at.heard:
                if message["type"] == "table":
                    self.witness.welcome_back(person, message)
        assert self._first_started_at is not None
        after = [sample for person in self.people for sample in person.at.samples]
        self.witness.compare_clocks(self._killed_at, self._first_started_at, after)

    async def _watch(self, person: Person, place: Place) -> None:
        await person.at.ask("watch", table=place.code, since=person.known[place.code]["version"])

    # Playing

    async def play_until_killed(self, seconds: float) -> None:
        """The kill falls at a random moment, with commands of everybody on their way."""
        playing = self._start_playing()
        await asyncio.sleep(seconds)
        assert not any(task.done() for task in playing), [task for task in playing if task.done()]
        self.hall.kill()
        self.findings.kills += 1
        await self._end(playing)

    async def play_until(self, each: int) -> None:
        """Until so many commands were done at every table; then the hall is closed as usual."""
        playing = self._start_playing()
        async with asyncio.timeout(3 * PATIENCE):
            while any(self._done_at(place) < each for place in self.places):
                done, _ = await asyncio.wait(playing, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
                    raise AssertionError("the hall has closed a socket")
        await asyncio.to_thread(self.hall.stop)
        await self._end(playing)

    def _done_at(self, place: Place) -> int:
        sent = [sent for number in place.people for sent in self.people[number].at.sent]
        return sum(one.done and one.message["type"] == "act" and one.message["table"] == place.code for one in sent)

    def _start_playing(self) -> list[asyncio.Task[None]]:
        seated = [(self.people[number], place.code) for place in self.places for number in place.people]
        work = [person.play(code) for person, code in seated]
        return [asyncio.create_task(until_gone(one)) for one in (*work, self.rng.choice(self.people).host_elsewhere())]

    async def _end(self, playing: list[asyncio.Task[None]]) -> None:
        self._killed_at = monotonic()
        self._first_started_at = None
        await asyncio.gather(*playing)
        await ended(person.at for person in self.people)
        for person in self.people:
            self.witness.listen(person, person.at)
            await person.at.socket.close()

    # After the kill

    async def recover(self, downtime: float = 0.0) -> None:
        """The hall itself recovers from what the kill has left; the witness reads a copy meanwhile."""
        self._set_copy_aside()
        await asyncio.sleep(downtime)
        self._start()
        self.witness.compare(self.aside)
        self.hall.wait_until_open()
        await self.come_back()

    async def kill_while_starting(self, seconds: float) -> None:
        self._start()
        await asyncio.sleep(seconds)
        self.hall.kill()
        self.findings.kills += 1

    def last_look(self) -> None:
        self._set_copy_aside()
        self.witness.compare(self.aside)

    def _start(self) -> None:
        self._started_at = monotonic()
        self._first_started_at = self._first_started_at or self._started_at
        self.hall.begin()

    def _set_copy_aside(self) -> None:
        shutil.rmtree(self.aside, ignore_errors=True)
        shutil.copytree(self.hall.data, self.aside)
        self.findings.alarms = [f"table {table}: {why}" for table, why, *_ in setbacks(self.aside)]

    # All of it

    async def survive(self, kills: int) -> AsyncIterator[None]:
        """Short and long loads, long and short downtimes, and some starts that do not get far; yields at each kill."""
        await self.begin()
        while self.findings.kills < kills:
            await self.play_until_killed(self.rng.choice((0.02, 0.1, 0.2, 0.5)) * self.rng.uniform(0.5, 1.5))
            yield
            if self.findings.kills < kills and self.rng.random() < 0.2:
                await self.kill_while_starting(self.rng.uniform(0.0, 0.4))
                yield
            await self.recover(self.rng.choice((0.0, 0.0, 0.3)))
        await self.play_until(2)
        self.last_look()


async def until_gone(work: Awaitable[None]) -> None:
    with suppress(Gone):
        await work
