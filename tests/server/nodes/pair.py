"""Two nodes of one hall in the test's own loop: they share what is stored, and a bus that does what the test says."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from dicehall.ports.memos import MemoryMemos
from dicehall.ports.partitions import PARTITIONS
from dicehall.rules.chance import Rng
from dicehall.server.app.parts import Parts, Together
from dicehall.server.nodes.holding import Holding
from dicehall.server.nodes.nodes import Nodes
from dicehall.server.nodes.territory import Territory
from dicehall.store.files.database import Database
from tests.server.inside import StillJournal, inside
from tests.server.kit import PATIENCE, Client

SECRET = b"all nodes of this hall have the same"
MOMENT = 0.01

Send = Callable[[str, bytes], None]


class MemoryBus:
    """Delivers in the next turn of the loop."""

    def __init__(self) -> None:
        self.hears: dict[str, Callable[[bytes], None]] = {}
        self.loses: Callable[[str, bytes], bool] = lambda _node, _letter: False
        self.letters: list[tuple[str, bytes]] = []

    def send(self, node: str, letter: bytes) -> None:
        self.letters.append((node, letter))
        if node in self.hears and not self.loses(node, letter):
            asyncio.get_running_loop().call_soon(self.hears[node], letter)


class Shares:
    """Who owns what, as one node knows it: the `Owned` of the tests."""

    def __init__(self, me: str, names: tuple[str, ...]) -> None:
        self.me = me
        self.others = tuple(name for name in names if name != me)
        self.owners: dict[int, str | None] = {
            partition: names[partition * len(names) // PARTITIONS] for partition in range(PARTITIONS)
        }
        self.waiting: tuple[int, ...] = ()
        self.epochs = {partition: 1 for partition, owner in self.owners.items() if owner == me}

    def give(self, partition: int, to: str) -> None:
        self.owners[partition] = to
        self.epochs.pop(partition, None)
        if to == self.me:
            self.epochs[partition] = 2


class Node:
    def __init__(self, url: str, parts: Parts, nodes: Nodes, shares: Shares) -> None:
        self.url = url
        self.parts = parts
        self.nodes = nodes
        self.shares = shares
        self.holding = Holding(shares, nodes, parts.hall, parts.rooms, parts.works)


class Pair:
    def __init__(self, nodes: list[Node], bus: MemoryBus) -> None:
        self.one, self.other = nodes
        self.bus = bus

    @property
    def are_linked(self) -> bool:
        return all(link.is_up for node in (self.one, self.other) for link in node.nodes.links.values())

    async def linked(self) -> None:
        await until(lambda: self.are_linked)

    async def give(self, partition: int, to: Node) -> None:
        """The old owner knows it first, as it would by the database."""
        giver = self.one if to is self.other else self.other
        for node in (giver, to):
            node.shares.give(partition, to.shares.me)
            node.holding.changed()
            await node.holding.gain()


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(MOMENT)


async def arrived(nodes: Pair, far: list[Client]) -> None:
    """Whoever is far away asks the table's node for something that changes nothing, and waits for the answer."""
    territory = nodes.other.nodes.territory
    code = next(code for code in ("ba", "be", "bi", "bo", "bu", "da", "de", "di") if territory.owner(code) == "one")
    for person in far:
        await person.ask("unwatch", table=code)


@asynccontextmanager
async def pair(
    dice: Rng | None = None,
    send: Callable[[str, MemoryBus], Awaitable[Send]] | None = None,
    *,
    beats: bool = True,
    gates: int = 0,
    towers: bool = False,
) -> AsyncIterator[Pair]:
    """`send` makes another bus for a node of this name; letters come to `hears` of the first.

    Without beats, nothing is said that nobody has asked for, once both have met.
    """
    async with AsyncExitStack() as stack:
        database, bus, journal = Database(None), MemoryBus(), StillJournal()
        stack.callback(database.close)
        memos = MemoryMemos()
        names, nodes = ("one", "other"), []
        for name in names:
            together = Together(Territory(name), SECRET, bus.send if send is None else await send(name, bus))
            hall = await stack.enter_async_context(
                inside(
                    journal=journal,
                    dice=dice,
                    database=database,
                    together=together,
                    memos=memos,
                    gates=gates,
                    towers=towers,
                )
            )
            assert hall.parts.nodes is not None
            node = Node(hall.url, hall.parts, hall.parts.nodes, Shares(name, names))
            bus.hears[name] = node.nodes.heard
            nodes.append(node)
        keeping = [asyncio.create_task(node.nodes.keep()) for node in nodes]
        for node in nodes:
            node.holding.changed()
            await node.holding.gain()
        made = Pair(nodes, bus)
        await made.linked()
        for task in keeping if not beats else ():
            task.cancel()
        try:
            yield made
        finally:
            for task in keeping:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
