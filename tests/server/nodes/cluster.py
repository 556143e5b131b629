"""Real nodes in processes of their own, and people who come back when one of them is gone."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from dicehall.store.postgres.overview import NodeRow, overview
from tests.server.kit import PATIENCE, Client, Message, Refused, RunningHall, awaited, come_in, over

MOMENT = 0.02
NOT_YET = {"uncertain", "unreachable", "unwritable", "stale"}
"""Why people look again, and try again."""


@contextmanager
def cluster(folder: Path, database: str, bus: str, *names: str) -> Iterator[list[RunningHall]]:
    """The first one makes the key that all of them share."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(RunningHall(folder, "--database", database, "--bus", bus, "--node", name, "--fast"))
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
    """One person, who connects again elsewhere when their node is gone, and goes on from what they have seen."""

    def __init__(self, client: Client, elsewhere: RunningHall, code: str) -> None:
        self.clients = [client]
        self.elsewhere = elsewhere
        self.code = code
        self.acknowledged = 0
        """Moves that were answered with `done`."""

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
            except (ConnectionError, ConnectionClosed):
                await self._come_again()

    async def look(self) -> None:
        """Do once what is awaited of them, if anything is."""
        try:
            if self.client.socket.close_code is not None:
                await self._come_again()
            if (table := awaited(self.client, self.code)) is not None:
                await self._move(table)
        except (ConnectionError, ConnectionClosed):
            await self._come_again()

    async def _move(self, table: Message) -> None:
        do: Message = {"type": "throw"}
        if table["waiting"]["type"] != "chance":
            do = {"type": "move", "moves": self.client.options(self.code)[:1]}
        try:
            await self.client.ask("act", table=self.code, do=do, version=table["version"])
            self.acknowledged += 1
        except Refused as refusal:
            if refusal.reason not in NOT_YET:
                raise
            if refusal.reason == "stale":  # what has happened meanwhile is on its way
                await self.client.until(lambda: self.client.tables[self.code]["version"] > table["version"])
            await asyncio.sleep(MOMENT)

    async def _come_again(self) -> None:
        seen = self.client.tables[self.code]
        self.clients.append(await come_in(self.elsewhere.url, cookie=self.client.cookie))
        self.client.tables[self.code] = seen
        await self.client.ask("watch", table=self.code, since=seen["version"])
