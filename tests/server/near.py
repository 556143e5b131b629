"""A hall in a thread of this process, open within a moment: for tests that neither end it nor read its folder."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_server
from threading import Thread
from typing import Any, NamedTuple, Protocol

from dicehall.store.journal.memory import MemoryJournal
from tests.server import prompt
from tests.server.inside import StillJournal, inside
from tests.server.kit import PATIENCE
from tests.server.live.test_clocks import pass_time

prompt.let_servers_end_at_once()


class AnyHall(Protocol):
    """Near, or in a process of its own."""

    @property
    def url(self) -> str: ...


class NearHall(NamedTuple):
    url: str
    journal: MemoryJournal
    loop: asyncio.AbstractEventLoop

    def pass_time(self, seconds: float) -> None:
        """In a hall whose time stands still otherwise."""
        journal = self.journal
        assert isinstance(journal, StillJournal)

        async def passed() -> None:
            pass_time(journal, seconds)

        asyncio.run_coroutine_threadsafe(passed(), self.loop).result(PATIENCE)


@contextmanager
def near_hall(journal: MemoryJournal | None = None, **given: Any) -> Iterator[NearHall]:
    """Its bots answer at once, its dice follow from secrets, and its time passes unless the journal is still.

    Unlike others it counts no results, signs no log, and knows no odds.
    """
    journal = journal or MemoryJournal()
    loop, listen = asyncio.new_event_loop(), create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listen.getsockname()[1]}"
    hall = inside(journal=journal, towers=True, known=False, listen=listen, public_url=url, **given)
    thread = Thread(target=loop.run_forever, name="hall")
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(hall.__aenter__(), loop).result(PATIENCE)
        try:
            yield NearHall(url, journal, loop)
        finally:
            asyncio.run_coroutine_threadsafe(hall.__aexit__(None, None, None), loop).result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
