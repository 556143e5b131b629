"""Lobbies that nobody uses: opened by a guest, never played at, and looked at by nobody for a while."""

import asyncio
from collections.abc import Callable
from typing import Final

from dicehall.table.core.events import Who, is_named
from dicehall.table.core.state import Table

PUT_AWAY_AFTER: Final = 10 * 60.0
"""Seconds of hall time."""


def is_unused(table: Table, is_account: Callable[[Who], bool]) -> bool:
    """Whether no game was ever started here, and nobody is expected but the guest who hosts it."""
    host = table.host
    if host is None or table.games or any(not is_named(who) for who in table.invited) or is_account(host):
        return False
    return all(who == host for who in table.people())


class Vacancy:
    """Since when nobody looks at a table. It calls once that has lasted for too long."""

    def __init__(self, now: Callable[[], float], call: Callable[[], None]) -> None:
        self._now = now
        self._call = call
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self.end()
        self._until = self._now() + PUT_AWAY_AFTER
        self._set()

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """For good. It drops its callback, so that a closed table is freed without the garbage collector."""
        self.end()
        self._call = _call_nobody

    def _set(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(self._until - self._now(), 0.0), self._fire)

    def _fire(self) -> None:
        """Hall time may have stood still meanwhile."""
        self._timer = None
        if self._now() < self._until:
            self._set()
        else:
            self._call()


def _call_nobody() -> None:
    pass
