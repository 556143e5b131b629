"""One evening at a hall of two nodes, with a fault in the middle of it."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import pairwise
from time import monotonic
from typing import Any

from tests.faults.checker import Outcome, Read, Write
from tests.faults.evidence import Findings, find, logs_of
from tests.faults.injected import Fault, Touches
from tests.faults.stages import Stage
from tests.server.kit import Message, RunningHall, begin, come_in
from tests.server.nodes.cluster import Regular

TABLES = 6
BEFORE = 3 * TABLES
"""Moves before the fault."""


class Enough(Exception):
    """Nothing more has to happen."""


class Evening:
    def __init__(self, fault: Fault[Any], stage: Stage, number: int) -> None:
        self._fault = fault
        self._stage = stage
        self._number = number
        self._people: list[Regular] = []
        self._touched: set[str] = set()
        self._harm: asyncio.Task[float] | None = None
        self._harmed: float | None = None
        """Since when the harm is known to be done."""
        self.moves = 0
        self.seconds: list[float] = []
        """From the fault to the next move of someone, or at a table, that it touched; or without any move."""
        self.findings = Findings()

    async def spend(self) -> None:
        await self._come()
        await self._play()
        assert self._harm is not None, "it was over too soon"
        since = await self._harm
        await self._fault.heal(self._stage)
        for person in self._people:
            for client in person.clients:
                await client.close()
        self.moves = sum(person.acknowledged for person in self._people)
        touched = self._cut_off(since) if self._fault.touches is Touches.CUT_OFF else self._people
        done = sorted(self._done(touched), key=lambda write: write.answered)
        self.seconds = standstill(done, since) if self._fault.is_gradual else first_move(done, self._touched, since)
        codes = (person.code for person in self._people)
        self.findings = find(self._people, await logs_of(self._stage.database, codes))

    async def _come(self) -> None:
        options: Message = {"match": "open"} if self._fault.is_gradual else {"rounds": 6}
        for table in range(TABLES):
            pair = await sit_down(self._stage.nodes, f"{self._number}x{table}", table, options)
            self._people += pair
            if self._fault.touches is not Touches.FIRST_NODE or table % 2:
                self._touched.add(pair[0].code)

    async def _play(self) -> None:
        """Until all games are over. Open ones are played until the harm is done and all tables go on."""
        try:
            async with asyncio.TaskGroup() as group:
                for person in self._people:
                    group.create_task(person.play(self._moved))
        except* Enough:
            pass

    def _moved(self) -> None:
        if self._harm is None:
            if sum(person.acknowledged for person in self._people) >= BEFORE:
                self._harm = asyncio.ensure_future(self._fault.inject(self._stage))
        elif self._harm.done() and self._harm.exception() is not None:
            raise Enough
        elif self._fault.is_gradual and self._harm.done():
            self._harmed = self._harmed or monotonic()
            going_on = {write.log for write in self._done(self._people) if write.sent > self._harmed}
            if self._touched <= going_on:
                raise Enough

    def _cut_off(self, since: float) -> list[Regular]:
        """Whoever had to come again."""
        return [
            person
            for person in self._people
            if any(isinstance(event, Read) and event.sent >= since for event in person.story)
        ]

    @staticmethod
    def _done(people: Iterable[Regular]) -> Iterator[Write]:
        for person in people:
            for event in person.story:
                if isinstance(event, Write) and event.outcome is Outcome.DONE:
                    yield event


async def sit_down(nodes: list[RunningHall], suffix: str, table: int, options: Message) -> list[Regular]:
    """Two people at different nodes, at a table of the first node if its number is odd.

    At some of those tables both are at the other node: whoever is connected to a node that hangs cannot move before
    they notice it, and others may wait for them.
    """
    clients = [await come_in(node.url, f"{name}{suffix}") for node, name in zip(nodes, ("Ann", "Ben"), strict=True)]
    host, other = clients if table % 2 else reversed(clients)
    code = await begin(host, other, options=options)
    people = [Regular(client, nodes[1], code) for client in clients]
    people[1].doors.append(nodes[0])
    if table % 4 == 1:
        await people[0].come_again()
    return people


def first_move(done: Iterable[Write], codes: set[str], since: float) -> list[float]:
    """The quickest of the touched tables: at the others, those who are awaited may hold on to the node that is gone."""
    return [write.answered - since for write in done if write.log in codes and write.sent >= since][:1]


def standstill(done: Iterable[Write], since: float) -> list[float]:
    """The longest time in which nobody's move was confirmed, from the fault on."""
    return [max(after.answered - before.answered for before, after in pairwise(done) if after.answered >= since)]
