"""A hall beside the browser, in a loop of its own: its time passes when the test says so."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, Self, TypeVar

from dicehall.server.web.page import PAGE
from tests.server.inside import StillJournal, inside
from tests.server.live.test_clocks import pass_time

T = TypeVar("T")


class StillHall:
    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self._journal = StillJournal()
        self._hall = inside(journal=self._journal, page=PAGE)
        self.url = self._run(self._hall.__aenter__()).url
        return self

    def pass_time(self, seconds: float) -> None:
        async def passed() -> None:
            pass_time(self._journal, seconds)

        self._run(passed())

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def __exit__(self, *_: object) -> None:
        self._run(self._hall.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
