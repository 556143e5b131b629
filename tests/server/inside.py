"""A hall in the test's own loop, on a real port: its time, its people and its dice are what the test says."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import NamedTuple

from dicehall.rules.chance import Rng
from dicehall.server.house import House
from dicehall.server.rooms import Rooms
from dicehall.server.run import HallServer
from dicehall.server.talk import Talk
from dicehall.store.memory import MemoryJournal, MemoryPeople
from dicehall.table.hall import Hall
from dicehall.table.ports import Guest


class StillJournal(MemoryJournal):
    """Hall time passes when the test says so."""

    at = 1000.0

    @property
    def now(self) -> float:
        return self.at


class KnownPeople(MemoryPeople):
    """Whoever has the same name is the same person in every run."""

    async def welcome(self, name: str) -> tuple[Guest, str]:
        guest, token = Guest(f"p-{name.casefold()}", name), f"token-{name.casefold()}"
        self._guests[guest.id] = guest
        self._tokens[token] = guest.id
        return guest, token


class GuestServer(HallServer):
    """Runs in a test, whose signals are none of its business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Inside(NamedTuple):
    url: str
    house: House
    journal: MemoryJournal


@contextlib.asynccontextmanager
async def inside(
    *,
    journal: MemoryJournal | None = None,
    dice: Rng | None = None,
    rooms: type[Rooms] = Rooms,
    pace: float = 0.0,
    listen: socket.socket | None = None,
    public_url: str = "http://hall",
) -> AsyncIterator[Inside]:
    """Open from here to the end of the block; codes and bots are the same in every run."""
    journal = journal or StillJournal()
    listen = listen or socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listen.getsockname()[1]}"
    people = KnownPeople()
    room = rooms(people)
    house = House(
        Hall(journal, room, dice=dice or Random(1), luck=Random(2), pace=pace), room, people, Talk(), public_url
    )
    opened = asyncio.Event()
    server = GuestServer(house, opened.set)
    serving = asyncio.create_task(server.serve([listen]))
    await opened.wait()
    try:
        yield Inside(url, house, journal)
    finally:
        server.should_exit = True
        await serving
        house.hall.stop()
