"""Hall time: how many seconds a hall has worked."""

import logging
import math
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

log = logging.getLogger("dicehall.store")

MOST = 0.3
"""Seconds between two ticks that count: a hall that could not tick for longer was stopped, or could do nothing."""


MOST_AHEAD = 3600.0
"""Seconds by which a journal's hall time may be ahead of what the hall has noted elsewhere about once a minute: an hour
in which no note could be written. More is damage, and would close every table as idle."""


def believable(saved: float, noted: float | None) -> float:
    """Hall time as the journal has it, unless the note outside it says that this cannot be; nan if neither is known."""
    if noted is None or not math.isfinite(noted) or (math.isfinite(saved) and saved <= noted + MOST_AHEAD):
        return saved
    log.error(
        "the journal says that hall time is %s s, but it was %.0f s a moment before: it goes on from there",
        saved,
        noted,
    )
    return noted


class Tick(NamedTuple):
    """What is known since the last tick. It is replaced as one, so that another thread never sees half of it."""

    hall: float
    """Hall time at the tick."""
    here: float
    """The machine's own clock at the tick."""
    most: float
    """How many seconds may count until the next one."""


class HallTime:
    """Goes on from where it was saved, never back, and once it ticks, only as long as it ticks."""

    def __init__(self, saved: float = 0.0, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last = Tick(saved, clock(), float("inf"))

    @property
    def now(self) -> float:
        hall, here, most = self._last
        return hall + min(self._clock() - here, most)

    def tick(self, *, held_up: bool) -> float:
        """The seconds since the last tick that did not count. Held up, time stands still until the next tick."""
        here = self._clock()
        hall = self._last.hall + min(here - self._last.here, self._last.most)
        lost = here - self._last.here - (hall - self._last.hall)
        self._last = Tick(hall, here, 0.0 if held_up else MOST)
        return lost
