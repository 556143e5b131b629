"""When more is asked of the hall than it can do: those who play go first, and the others wait in line.

How late the event loop is says how much is too much, unless it was other programs that kept it from working. Strangers
then share an allowance that is halved while the loop is late and grows while it is not: they get what is left of the
machine, and the players feel little of it.
"""

import asyncio
import time
from typing import Final

TICK: Final = 0.05
"""Seconds between two looks."""
LATE: Final = 0.04
"""Seconds by which a look may come late."""
TOO_LATE: Final = 0.2
"""Seconds by which looks in a row may come late together before it is a rush: less is a hiccup."""
OWN_FAULT: Final = 0.3
"""The share of the time in which the loop has worked; where it is less, others have kept it from working."""
LEAST, FIRST, MOST = 500.0, 2000.0, 20_000.0
"""What strangers get in a second: at least, when a rush begins, and at most."""
GROWTH: Final = 1.02
"""By which that grows at every look in time."""
OVER_AFTER: Final = 40
"""Looks in a row at which nobody was kept waiting; then the rush is over."""

PIECE: Final = 256
"""Bytes of a stranger's socket that are read for one of it."""
REQUEST: Final = 10
"""What an HTTP request, or a new socket, takes."""
LATER: Final = 0.5
"""Seconds after which a stranger asks again."""


class Rush:
    """Of one hall; it looks only while somebody is there."""

    def __init__(self) -> None:
        self.on = False
        self._allowed = FIRST
        self._left = 0.0
        self._late = 0.0
        """Seconds, of all looks in a row that came late."""
        self._calm = 0
        """Looks since the last one who was kept waiting."""
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        if self._timer is None:
            self._look_again(asyncio.get_running_loop())

    def stop(self) -> None:
        self.on = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def grant(self, cost: float = 1.0) -> bool:
        """Whether a stranger is heard now; always, where there is no rush."""
        if not self.on:
            return True
        if self._left < cost:
            self._calm = 0
            return False
        self._left -= cost
        return True

    def felt(self, late: float, worked: float) -> None:
        """By so many seconds a look came late, and such a share of the time before it the loop has worked."""
        self._late = self._late + late if late > LATE and worked > OWN_FAULT else 0.0
        self._calm += 1
        if not self.on:
            self.on, self._allowed, self._calm = self._late > TOO_LATE, FIRST, 0
        elif self._late > 2 * LATE:
            self._allowed = max(LEAST, self._allowed / 2)
        elif not self._late:
            self._allowed = min(MOST, self._allowed * GROWTH)
            self.on = self._calm < OVER_AFTER
        share = self._allowed * TICK
        self._left = min(self._left + share, max(2 * share, 2 * REQUEST))

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(TICK, self._look, loop, loop.time(), time.thread_time())

    def _look(self, loop: asyncio.AbstractEventLoop, since: float, worked: float) -> None:
        passed = max(TICK, loop.time() - since)
        self.felt(passed - TICK, (time.thread_time() - worked) / passed)
        self._look_again(loop)
