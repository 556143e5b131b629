"""How long people have waited lately at quick tables for people only: told to those who wait (H-13)."""

from collections import deque
from collections.abc import Iterable
from statistics import median
from typing import Final, NamedTuple

from dicehall.rules.values import Event
from dicehall.table.core.events import Closed, GameStarted, Kicked, Sat, Stood, Who
from dicehall.table.core.state import Table

LOOKED_AT: Final = 20
"""Waits of a kind, the last ones."""
FRESH: Final = 60 * 60.0
"""Seconds: how it was before that tells nothing of now."""


class Kind(NamedTuple):
    game: str
    seats: int


class Lately(NamedTuple):
    seconds: int | None
    """The median, as one says it; None where nobody has waited."""
    people: int
    """How many have; few tell little."""


class Waits:
    """Of those who had to wait and found others, at this node: who gives up is not counted."""

    def __init__(self) -> None:
        self._came: dict[str, dict[Who, float]] = {}
        """By table, who waits there since when."""
        self._lasted: dict[Kind, deque[tuple[float, float]]] = {}
        """When a wait was over, and how long it was."""

    def look_at(self, code: str, table: Table, happened: Iterable[Event]) -> None:
        if not (table.setting.quick and table.setting.people_only):
            return
        for event in happened:
            match event:
                case Sat(who) if table.games <= 1:
                    self._came.setdefault(code, {})[who] = table.touched
                case Stood(who) | Kicked(who):
                    self._came.get(code, {}).pop(who, None)
                case GameStarted():
                    waited = (table.touched - since for since in self._came.pop(code, {}).values())
                    lasted = self._lasted.setdefault(_kind(table), deque(maxlen=LOOKED_AT))
                    lasted.extend((table.touched, seconds) for seconds in waited if seconds)
                case Closed():
                    self._came.pop(code, None)
                case _:
                    pass

    def lately(self, table: Table, now: float) -> Lately | None:
        """At tables like this one; None if it does not wait for people."""
        if not (table.gathers and table.setting.people_only):
            return None
        fresh = [lasted for ended, lasted in self._lasted.get(_kind(table), ()) if ended >= now - FRESH]
        return Lately(rounded(median(fresh)) if fresh else None, len(fresh))

    def let_go(self, code: str) -> None:
        """Another node runs the table."""
        self._came.pop(code, None)


def rounded(seconds: float) -> int:
    """As one says it: to ten seconds below a minute, to whole minutes from there on."""
    unit = 10 if seconds < 60 else 60
    return max(unit, int(seconds / unit + 0.5) * unit)


def _kind(table: Table) -> Kind:
    return Kind(table.setting.game, table.setting.seats)
