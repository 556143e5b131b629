"""How long people usually wait at quick tables for people only: told to those who wait, where it is known (H-13)."""

from collections import deque
from collections.abc import Iterable
from statistics import median
from typing import Final, NamedTuple

from dicehall.rules.values import Event
from dicehall.table.core.events import Closed, GameStarted, Kicked, Sat, Stood, Who
from dicehall.table.core.state import Table

LOOKED_AT: Final = 20
"""Waits of a kind, the last ones."""
FEWEST: Final = 3
"""Fewer tell nothing."""
FRESH: Final = 60 * 60.0
"""Seconds: how it was before that tells nothing of now."""


class Kind(NamedTuple):
    game: str
    seats: int


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

    def usual(self, table: Table, now: float) -> int | None:
        """Seconds, at a table that waits; None where nobody can tell."""
        if not (table.gathers and table.setting.people_only):
            return None
        fresh = [lasted for ended, lasted in self._lasted.get(_kind(table), ()) if ended >= now - FRESH]
        return rounded(median(fresh)) if len(fresh) >= FEWEST else None

    def let_go(self, code: str) -> None:
        """Another node runs the table."""
        self._came.pop(code, None)


def rounded(seconds: float) -> int:
    """As one says it: to ten seconds below a minute, to whole minutes from there on."""
    unit = 10 if seconds < 60 else 60
    return max(unit, int(seconds / unit + 0.5) * unit)


def _kind(table: Table) -> Kind:
    return Kind(table.setting.game, table.setting.seats)
