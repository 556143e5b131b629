"""The clock of a table: it warns players who have little time left, and strikes when something is due."""

import asyncio
from collections.abc import Callable

from dicehall.rules.values import Seat
from dicehall.table.core.state import Table

WARNING = 30.0
"""Seconds before the end of a player's time, or a third of it if it is short."""
LAST_CALL = 0.05
"""Seconds in which the hall reads what has come already: a move that waits in a socket was in time."""


class Clock:
    """One timer. It may fire too early, since deadlines mostly move back: then it is set again."""

    def __init__(
        self,
        now: Callable[[], float],
        warn: Callable[[Seat, int], None],
        strike: Callable[[], None],
        have_read: Callable[[float], bool],
    ) -> None:
        """`have_read` says whether the hall has heard all that had come to its sockets at a time of the loop."""
        self._now = now
        self._warn = warn
        self._strike = strike
        self._have_read = have_read
        self._timer: asyncio.Handle | None = None
        self._fires_at = 0.0
        """By the loop's time. The timer need not know: for what is due at once, uvloop gives one without a time."""
        self._set_for = 0.0
        """The hall time for which it is set; it fires no later, since hall time is never faster than the loop's."""
        self._last_call = (-1.0, 0.0)
        """What is due, and when the loop has read what came before it: whatever else happens at the table meanwhile
        gives nobody more time."""
        self._warned: set[tuple[Seat, float]] = set()
        self._table = Table()

    def wind(self, table: Table) -> None:
        self._table = table
        notice = _notice(table)
        if self._timer is None or table.due_at - notice < self._set_for:
            self._set(min([table.due_at, *(until - notice for _, until in self._running())]))

    def stop(self) -> None:
        """For good. It drops its callbacks, so that a closed table is freed without the garbage collector."""
        self._cancel()
        self._warn, self._strike = _warn_nobody, _strike_nothing

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, at: float) -> None:
        """`at` is hall time; a timer set for an earlier moment will do."""
        loop = asyncio.get_running_loop()
        when = loop.time() + max(at - self._now(), 0.0)
        if self._timer is None or self._fires_at > when:
            self._cancel()
            self._start(when, at)

    def _start(self, when: float, at: float) -> None:
        self._fires_at, self._set_for = when, at
        self._timer = asyncio.get_running_loop().call_at(when, self._fire)

    def _fire(self) -> None:
        self._timer = None
        now = self._now()
        self._warned = {clock for clock in self._warned if clock[1] > now}
        for seat, until in self._running():
            if until - _notice(self._table) <= now < until:
                self._warned.add((seat, until))
                self._warn(seat, round(until - now))
        due = self._table.due_at
        if due > now:
            self.wind(self._table)
            return
        loop = asyncio.get_running_loop()
        if self._last_call[0] != due:
            self._last_call = due, loop.time() + LAST_CALL
        called = self._last_call[1]
        if loop.time() < called:
            self._start(called, due)
        elif not self._have_read(called - LAST_CALL):
            self._start(loop.time() + LAST_CALL, due)
        else:
            self._strike()

    def _running(self) -> list[tuple[Seat, float]]:
        """The clocks whose players were not warned yet."""
        play = self._table.playing
        clocks = [(due.seat, due.until) for due in play.due if due.until is not None] if play else []
        return [clock for clock in clocks if clock not in self._warned]


def _notice(table: Table) -> float:
    return min(WARNING, table.setting.clock / 3)


def _warn_nobody(_seat: Seat, _seconds: int) -> None:
    pass


def _strike_nothing() -> None:
    pass
