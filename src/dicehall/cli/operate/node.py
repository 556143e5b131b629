"""`dicehall serve --database URL --bus URL`: one node of a hall that runs on several machines."""

import asyncio
import re
import socket
from contextlib import AsyncExitStack, ExitStack, closing
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console

from dicehall.cli.operate.keys import finish_rotation
from dicehall.cli.operate.serve import address, checked_address, checked_url, reserve
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.rulebook import chapter
from dicehall.cli.shared.words import say
from dicehall.odds.oracle import WorkingOracle
from dicehall.ports import JournalError
from dicehall.ports.odds import Oracle
from dicehall.server.admin.claim import first_link
from dicehall.server.app.parts import Parts, Storage, Together, put_together
from dicehall.server.app.run import run
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.loop import new_loop
from dicehall.server.nodes.doorkeeper import Doorkeeper
from dicehall.server.nodes.holding import Holding
from dicehall.server.nodes.nats_bus import NatsBus
from dicehall.server.nodes.sealing import derived
from dicehall.server.nodes.territory import Territory
from dicehall.server.watch import logs
from dicehall.store.files.folder import KEY
from dicehall.store.files.hall_key import HallKey
from dicehall.store.postgres.journal import PostgresJournal
from dicehall.store.postgres.opening import open_books
from dicehall.store.postgres.ownership import Ownership
from dicehall.store.postgres.people_news import listen
from dicehall.table.live.workers import Processes

DRAINED: Final = 0.2
"""Seconds after which a node looks again whether it has handed everything over."""


class Place(NamedTuple):
    """Where a node finds the others."""

    database: str
    bus: str
    node: str


class Door(NamedTuple):
    """How people come in."""

    listen: socket.socket
    url: str
    public: bool
    metrics: socket.socket | None
    gates: int
    """Processes that hold the sockets; none if the node does so itself."""


def serve_node(
    host: str,
    port: int,
    data: Path,
    public_url: str | None,
    visitors: Visitors,
    place: Place,
    *,
    pace: float,
    key: Path | None = None,
    metrics: str | None = None,
    workers: int = 1,
    predictions: bool = True,
) -> None:
    """Until Ctrl-C, a signal to stop, or until it is drained."""
    with reserve(host, port) as listen, ExitStack() as stack:
        monitored = stack.enter_context(reserve(*checked_address(metrics))) if metrics else None
        url = checked_url(public_url) if public_url else address(host, listen.getsockname()[1])
        oracle = stack.enter_context(closing(WorkingOracle(Processes(1))))
        door = Door(listen, url, public_url is not None, monitored, workers - 1)
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(
                open_node(place, door, data, visitors, pace=pace, key=key, oracle=oracle, predictions=predictions)
            )
    logs.closed()
    print(say("serve-goodbye-node", node=place.node))


async def open_node(
    place: Place, door: Door, data: Path, visitors: Visitors, *, pace: float, key: Path | None, oracle: Oracle | None,
    predictions: bool,
) -> None:  # fmt: skip
    async with AsyncExitStack() as stack:
        ownership = await Ownership.reserve(place.database, place.node)
        stack.push_async_callback(ownership.close)
        journal = await PostgresJournal.open(place.database, place.node, ownership.epochs)
        stack.push_async_callback(journal.close)
        shared = await shared_key(journal, data, key)
        await journal.sign_with(shared)
        books = await asyncio.to_thread(open_books, place.database, journal)
        stack.push_async_callback(asyncio.to_thread, books.close)
        storage = Storage(journal, books.people, books.accounts, books.results, books.marks, books.memos, books.turn)
        secret = derived(shared.pem, "nodes")

        def heard(letter: bytes) -> None:
            if parts.nodes is not None:
                parts.nodes.heard(letter)

        bus = NatsBus(place.bus, place.node, secret, heard)
        parts = put_together(
            storage, visitors, door.url, chapter, pace=pace, workers=Processes(), oracle=oracle, public=door.public,
            together=Together(Territory(place.node), secret, bus.send), predictions=predictions,
        )  # fmt: skip
        await _run(parts, ownership, bus, place, door)


async def _run(parts: Parts, ownership: Ownership, bus: NatsBus, place: Place, door: Door) -> None:
    assert parts.nodes is not None
    holding = Holding(ownership, parts.nodes, parts.hall, parts.rooms, parts.works)
    ownership.on_change = holding.changed
    doorkeeper = Doorkeeper(parts.people, parts.accounts, parts.rooms, parts.hall)
    drained = asyncio.Event()
    link = await first_link(parts.accounts, parts.url)

    def ready() -> None:
        if door.metrics is not None:
            print(say("serve-metrics", url=f"{address(*door.metrics.getsockname()[:2])}/metrics"))
        welcome(parts.url, place.node, link)

    also = {
        "the bus": bus.keep(),
        "opening tables": holding.keep(),
        "draining": _watch_draining(ownership, drained),
        "news of people": listen(place.database, doorkeeper.heard, doorkeeper.missed),
        "closing sockets": doorkeeper.keep(),
    }
    await run(
        parts, door.listen, ready=ready, metrics=door.metrics, gates=door.gates, also=also, stop=drained,
        begin=ownership.start,
    )  # fmt: skip


async def _watch_draining(ownership: Ownership, drained: asyncio.Event) -> None:
    while not ownership.is_drained:
        await asyncio.sleep(DRAINED)
    drained.set()


async def shared_key(journal: PostgresJournal, data: Path, given: Path | None) -> HallKey:
    """All nodes sign with one key, and seal with it what they say to each other. The first node makes it."""
    path = given or data / KEY
    last = await journal.last_logged()
    finish_rotation(last, path)
    if last is None and given is None:
        data.mkdir(parents=True, exist_ok=True)
        return HallKey.open(path)
    if not path.exists():
        raise JournalError(
            f"there is no key in {path}: copy {KEY} there from a node of this hall, or name it with --key"
        )
    key = HallKey.read(path)
    if last is not None and last.key != key.public:
        raise JournalError(f"{path} is not the key of this hall: copy {KEY} there from a node that runs")
    return key


def checked_database(url: str) -> str:
    if not re.fullmatch(r"postgres(ql)?://\S+", url):
        raise refused("database-bad", url=repr(url))
    return url


def checked_bus(url: str) -> str:
    if not re.fullmatch(r"(nats|tls)://\S+", url):
        raise refused("bus-bad")
    return url


def checked_place(database: str, bus: str | None, node: str | None) -> Place:
    name = node or re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().lower())[:40]
    checked_database(database)
    if bus is None:
        raise refused("bus-bad")
    checked_bus(bus)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", name):
        raise refused("node-bad", node=repr(name))
    return Place(database, bus, name)


def welcome(url: str, node: str, link: str | None) -> None:
    logs.opened(url, 0)
    console = Console(highlight=False, soft_wrap=True)
    console.print(say("serve-open", url=f"[bold]{url}[/]"))
    console.print(say("serve-node", node=f"[bold]{node}[/]"))
    if link is not None:
        console.print(say("serve-claim", link=f"[bold]{link}[/]"))
    console.print(say("serve-close-node"))
    console.file.flush()
