"""A hall in a thread of this process, open within a moment: for tests that neither end it nor read its folder."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_server
from threading import Thread
from typing import NamedTuple, Protocol

from dicehall.store.journal.memory import MemoryJournal
from tests.server import prompt
from tests.server.inside import inside
from tests.server.kit import PATIENCE

prompt.let_servers_end_at_once()


class AnyHall(Protocol):
    """Near, or in a process of its own."""

    @property
    def url(self) -> str: ...


class NearHall(NamedTuple):
    url: str


@contextmanager
def near_hall() -> Iterator[NearHall]:
    """Its bots answer at once, its time passes, and its dice follow from secrets, as in any hall.

    Unlike others it counts no results, signs no log, and knows no odds.
    """
    loop, listen = asyncio.new_event_loop(), create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listen.getsockname()[1]}"
    hall = inside(journal=MemoryJournal(), towers=True, known=False, listen=listen, public_url=url)
    thread = Thread(target=loop.run_forever, name="hall")
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(hall.__aenter__(), loop).result(PATIENCE)
        try:
            yield NearHall(url)
        finally:
            asyncio.run_coroutine_threadsafe(hall.__aexit__(None, None, None), loop).result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
