"""When the hall is overloaded: players go first, and everyone else waits in line.

A late event loop means overload, unless other programs kept it from working. Strangers then share an allowance that is
halved while the loop is late and grows while it is not: they get what is left of the machine, and players notice
little.
"""

import asyncio
import time
from typing import Final

TICK: Final = 0.05
"""Seconds between two checks."""
LATE: Final = 0.04
"""Seconds by which a check may be late."""
TOO_LATE: Final = 0.2
"""Seconds by which checks in a row may be late in total before it is an overload: less is a hiccup."""
OWN_FAULT: Final = 0.3
"""The share of the time in which the loop has worked; below it, other programs kept it from working."""
LEAST, FIRST, MOST = 500.0, 2000.0, 20_000.0
"""What strangers get in a second: at least, when an overload begins, and at most."""
GROWTH: Final = 1.02
"""The factor by which that grows at every check in time."""
OVER_AFTER: Final = 40
"""Checks in a row at which nobody had to wait; then the overload is over."""

PIECE: Final = 256
"""Bytes of a stranger's socket that one unit of the allowance buys."""
REQUEST: Final = 10
"""The units that an HTTP request, or a new socket, costs."""
LATER: Final = 0.5
"""Seconds after which a stranger asks again."""
CLOSE_WITHIN: Final = 3.0
"""Seconds that a peer has to answer a close, or to hang up after an error, before it is cut off."""


class ConnectionRate:
    """Of one hall; it checks only while anyone is connected."""

    def __init__(self) -> None:
        self.overloaded = False
        self._allowed = FIRST
        self._left = 0.0
        self._late = 0.0
        """Seconds, of all checks in a row that were late."""
        self._calm = 0
        """Checks since anyone had to wait."""
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        if self._timer is None:
            self._check_again(asyncio.get_running_loop())

    def stop(self) -> None:
        self.overloaded = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def grant(self, cost: float = 1.0) -> bool:
        """Whether a stranger is heard now; always, unless the hall is overloaded."""
        if not self.overloaded:
            return True
        if self._left < cost:
            self._calm = 0
            return False
        self._left -= cost
        return True

    def felt(self, late: float, worked: float) -> None:
        """A check was `late` by some seconds, and the loop has `worked` for a share of the time before it."""
        self._late = self._late + late if late > LATE and worked > OWN_FAULT else 0.0
        self._calm += 1
        if not self.overloaded:
            self.overloaded, self._allowed, self._calm = self._late > TOO_LATE, FIRST, 0
        elif self._late > 2 * LATE:
            self._allowed = max(LEAST, self._allowed / 2)
        elif not self._late:
            self._allowed = min(MOST, self._allowed * GROWTH)
            self.overloaded = self._calm < OVER_AFTER
        share = self._allowed * TICK
        self._left = min(self._left + share, max(2 * share, 2 * REQUEST))

    def _check_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(TICK, self._check, loop, loop.time(), time.thread_time())

    def _check(self, loop: asyncio.AbstractEventLoop, since: float, worked: float) -> None:
        passed = max(TICK, loop.time() - since)
        self.felt(passed - TICK, (time.thread_time() - worked) / passed)
        self._check_again(loop)
