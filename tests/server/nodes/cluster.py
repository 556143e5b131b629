"""Real nodes in processes of their own, and people who come back when one of them is gone."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from dicehall.store.postgres.overview import NodeRow, overview
from tests.faults.checker import Event, Outcome, Read, Write
from tests.server.kit import PATIENCE, Client, Message, Refused, RunningHall, awaited, come_in, over

MOMENT = 0.02
NOT_YET = {"uncertain", "unreachable", "unwritable", "stale"}
"""Why people look again, and try again."""
COME_IN_WITHIN = 10.0
"""Seconds after which people try another door."""
GONE = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake)
"""What people get from a node that is not there, or not open."""


@contextmanager
def cluster(
    folder: Path,
    database: str,
    bus: str,
    *names: str,
    workers: int = 1,
    kinds: Mapping[str, type[RunningHall]] = MappingProxyType({}),
) -> Iterator[list[RunningHall]]:
    """The first one makes the key that all of them share. Some may be of another kind, by their names."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                kinds.get(name, RunningHall)(
                    folder, "--database", database, "--bus", bus, "--node", name, "--workers", str(workers), "--fast"
                )
            )
            for name in names
        ]


async def until_shared(database: str, *names: str) -> None:
    """Until these nodes, and no others, have all partitions, evenly."""

    def are_shared(rows: list[NodeRow]) -> bool:
        return all((row.partitions >= 256 // len(names)) == (row.name in names) for row in rows)

    async with asyncio.timeout(PATIENCE):
        while not are_shared(await overview(database)):
            await asyncio.sleep(MOMENT)


class Regular:
    """One person, who connects again elsewhere when their node is gone, and goes on from what they have seen.

    `story` is all that they asked for, for the checker.
    """

    def __init__(self, client: Client, elsewhere: RunningHall, code: str) -> None:
        self.clients = [client]
        self.doors = [elsewhere]
        """Where they try to come in again, in turns."""
        self.code = code
        self.acknowledged = 0
        """Moves that were answered with `done`."""
        self.story: list[Event] = []

    @property
    def client(self) -> Client:
        return self.clients[-1]

    @property
    def told(self) -> list[Message]:
        """Everything that has happened at the table, as they were told, whatever the window."""
        return [event for client in self.clients for event in client.events(self.code)]

    async def play(self, after_each: Callable[[], None]) -> None:
        """Until the game is over."""
        while True:
            try:
                table = await self.client.until(lambda: awaited(self.client, self.code))
                if over(self.client, self.code):
                    return
                await self._move(table)
                after_each()
            except GONE:
                await self.come_again()

    async def look(self) -> None:
        """Do once what is awaited of them, if anything is."""
        try:
            if self.client.socket.close_code is not None:
                await self.come_again()
            if (table := awaited(self.client, self.code)) is not None:
                await self._move(table)
        except GONE:
            await self.come_again()

    async def _move(self, table: Message) -> None:
        do: Message = {"type": "throw"}
        if table["waiting"]["type"] != "chance":
            do = {"type": "move", "moves": self.client.options(self.code)[:1]}
        await self.act(table["version"], do)

    async def act(self, version: int, do: Message) -> None:
        """Whether it was done is in the story."""
        what = f"{self.client.me} at {version}"
        try:
            await self.write(self.code, what, "act", table=self.code, do=do, version=version)
            self.acknowledged += 1
        except Refused as refusal:
            if refusal.reason not in NOT_YET:
                raise
            if refusal.reason == "stale":  # what has happened meanwhile is on its way
                async with asyncio.timeout(PATIENCE):
                    await self.client.until(lambda: self.client.tables[self.code]["version"] > version)
            await asyncio.sleep(MOMENT)

    async def write(self, log: str, what: str, type: str, **fields: Any) -> None:
        """Ask for something, and keep what became of it, whatever it was."""
        sent, outcome = monotonic(), Outcome.OPEN
        try:
            await self.client.ask(type, **fields)
            outcome = Outcome.DONE
        except Refused as refusal:
            outcome = Outcome.OPEN if refusal.reason == "uncertain" else Outcome.REFUSED
            raise
        finally:
            self.story.append(Write(log, what, sent, monotonic(), outcome))

    async def come_again(self) -> None:
        await self.client.close()  # and read what has arrived: a socket may be closed before all of it was
        seen = self.client.tables[self.code]
        while not await self._is_shown(seen):
            self.doors.append(self.doors.pop(0))
            await asyncio.sleep(MOMENT)

    async def _is_shown(self, seen: Message) -> bool:
        """Whether they are in, at their table."""
        try:
            async with asyncio.timeout(COME_IN_WITHIN):
                client = await come_in(self.doors[0].url, cookie=self.client.cookie)
        except GONE:
            return False
        self.clients.append(client)
        client.tables[self.code] = seen
        sent = monotonic()
        try:
            async with asyncio.timeout(COME_IN_WITHIN):
                await client.ask("watch", table=self.code, since=seen["version"])
        except (*GONE, Refused) as error:
            if isinstance(error, Refused) and error.reason not in NOT_YET:
                raise
            await client.close()
            return False
        self.story.append(Read(self.code, client.tables[self.code]["version"], sent, monotonic()))
        return True
