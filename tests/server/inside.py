"""A hall in the test's own loop, on a real port: its time, its people and its dice are what the test says."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from argon2 import PasswordHasher

from dicehall.cli.shared.rulebook import chapter
from dicehall.ports import Person
from dicehall.ports.memos import Memos
from dicehall.ports.odds import Oracle
from dicehall.rules.chance import Rng
from dicehall.server.app.metrics_page import MetricsPage
from dicehall.server.app.parts import Parts, Storage, Together, put_together
from dicehall.server.app.run import HallServer
from dicehall.server.bounds.addresses import Proxies
from dicehall.server.bounds.limits import Limits
from dicehall.server.bounds.visitors import Visitors
from dicehall.server.live.heads import Heads
from dicehall.server.live.rooms import Rooms
from dicehall.store.files.database import Database
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.people.accounts import DiskAccounts
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.marks import DiskMarks
from dicehall.store.people.passwords import Passwords
from dicehall.store.results.disk import DiskResults
from tests.server.kit import ROOMY
from tests.server.slow_reads import Pause, far_away

BUILT = Path(__file__).parent / "page"
"""A page that is as good as any: these tests are about what is around it."""


class StillJournal(MemoryJournal):
    """Hall time passes when the test says so."""

    at = 1000.0

    @property
    def now(self) -> float:
        return self.at


class KnownPeople(DiskPeople):
    """The person who has the same name is the same person in every run, and whenever they come."""

    async def welcome(self, name: str) -> tuple[Person, str]:
        known, token = f"p-{name.casefold()}", f"token-{name.casefold()}"
        person = await self.by_id(known)
        return (person, token) if person else await self.admit(known, name, token)


class GuestServer(HallServer):
    """Runs in a test, whose signals are none of its business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Inside(NamedTuple):
    url: str
    parts: Parts
    journal: MemoryJournal
    metrics: str
    """Where its numbers are."""


@contextlib.asynccontextmanager
async def inside(
    *,
    journal: MemoryJournal | None = None,
    dice: Rng | None = None,
    rooms: type[Rooms] = Rooms,
    pace: float = 0.0,
    listen: socket.socket | None = None,
    public_url: str = "http://hall",
    limits: Limits | None = None,
    proxies: Proxies | None = None,
    page: Path = BUILT,
    oracle: Oracle | None = None,
    public: bool = False,
    gates: int = 0,
    pause: Pause | None = None,
    run: bytes = b"r1",
    database: Database | None = None,
    together: Together | None = None,
    memos: Memos | None = None,
    towers: bool = False,
    known: bool = True,
) -> AsyncIterator[Inside]:
    """Open from here to the end of the block; codes and bots are the same in every run; passwords cost nothing.

    With a `pause`, each read of what is stored waits for it. Nodes that are `together` share a database of people,
    and memos. With `towers`, dice fall as in any hall: they follow from secrets. If nobody is `known`, two people of
    one name are two.
    """
    journal = journal or StillJournal()
    listen = listen or socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listen.getsockname()[1]}"
    people_of = database
    database = database or Database(None)
    people = KnownPeople(database) if known else DiskPeople(database)
    marks = DiskMarks(database)
    marks.head_keys = (b"the same key in every run",)
    accounts = DiskAccounts(database, people, Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)))
    storage = Storage(journal, people, accounts, DiskResults(database, journal), marks, memos)
    parts = put_together(
        storage if pause is None else far_away(storage, pause),
        Visitors(limits or Limits.read(ROOMY), proxies),
        public_url,
        chapter,
        pace=pace,
        page=page,
        rooms=rooms,
        dice=None if towers else dice or Random(1),
        luck=Random(2),
        oracle=oracle,
        public=public,
        together=together,
    )
    parts.rooms.heads = Heads(marks.head_keys, run)
    await parts.hall.start()
    if together is None:
        await parts.works.start()
    monitored = socket.create_server(("127.0.0.1", 0))
    metrics = await MetricsPage(parts).listen(monitored)
    opened = asyncio.Event()
    server = GuestServer(parts, opened.set, gates)
    serving = asyncio.create_task(server.serve([listen]))
    await opened.wait()
    keeping = asyncio.create_task(parts.gates.keep())
    try:
        yield Inside(url, parts, journal, f"http://127.0.0.1:{monitored.getsockname()[1]}/metrics")
    finally:
        metrics.close()
        server.should_exit = True
        await serving
        keeping.cancel()
        parts.works.stop()
        parts.hall.stop()
        if people_of is None:
            database.close()
