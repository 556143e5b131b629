"""The clock on a table: it warns whoever has little time left, and strikes when something is due."""

import asyncio
from collections.abc import Callable

from dicehall.rules.values import Seat
from dicehall.table.core.state import Table

WARNING = 30.0
"""Seconds before the end of a player's time, or a third of it where it is short."""


class Clock:
    """One timer. It may fire too early, since deadlines mostly move on: then it is wound again."""

    def __init__(self, now: Callable[[], float], warn: Callable[[Seat, int], None], strike: Callable[[], None]) -> None:
        self._now = now
        self._warn = warn
        self._strike = strike
        self._timer: asyncio.TimerHandle | None = None
        self._warned: set[tuple[Seat, float]] = set()
        self._table = Table()

    def wind(self, table: Table) -> None:
        self._table = table
        notice = _notice(table)
        self._set(min([table.due_at, *(until - notice for _, until in self._running())]))

    def stop(self) -> None:
        """For good. It lets go of those who listened: they hold it, and would wait together for the collector."""
        self._cancel()
        self._warn, self._strike = _warn_nobody, _strike_nothing

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, at: float) -> None:
        """`at` is hall time; a timer that is set for an earlier moment does as well."""
        loop = asyncio.get_running_loop()
        when = loop.time() + max(at - self._now(), 0.0)
        if self._timer is None or self._timer.when() > when:
            self._cancel()
            self._timer = loop.call_at(when, self._fire)

    def _fire(self) -> None:
        self._timer = None
        now = self._now()
        self._warned = {clock for clock in self._warned if clock[1] > now}
        for seat, until in self._running():
            if until - _notice(self._table) <= now < until:
                self._warned.add((seat, until))
                self._warn(seat, round(until - now))
        if self._table.due_at > now:
            self.wind(self._table)
        else:
            self._strike()

    def _running(self) -> list[tuple[Seat, float]]:
        """The clocks of which nobody was warned yet."""
        play = self._table.playing
        clocks = [(due.seat, due.until) for due in play.due if due.until is not None] if play else []
        return [clock for clock in clocks if clock not in self._warned]


def _notice(table: Table) -> float:
    return min(WARNING, table.setting.clock / 3)


def _warn_nobody(_seat: Seat, _seconds: int) -> None:
    pass


def _strike_nothing() -> None:
    pass
