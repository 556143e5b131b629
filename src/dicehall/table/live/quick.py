"""The quick tables that wait for people, by what was asked for."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from dicehall.rules.catalog import GAMES, find
from dicehall.table.core.events import Who
from dicehall.table.core.log import QUICK_WAIT
from dicehall.table.live.acquaintances import Acquaintances
from dicehall.table.live.matching import AVERAGE, TABLEFULS, Waiting, choice
from dicehall.table.live.table import LiveTable

QUICK_SEATS = 4
MINUTE = 60.0


class QuickKind(NamedTuple):
    """People meet only at a quick table of the kind they have asked for."""

    game: str
    seats: int
    people_only: bool


class Gathering:
    """A table that waits."""

    def __init__(self, live: LiveTable, since: float) -> None:
        self.live = live
        self.since = since
        self.ratings: dict[Who, float] = {}
        """Of everyone who was sent there."""

    def as_it_is(self, now: float) -> Waiting:
        """Whoever sits there already; who is on the way is not known to come."""
        seated = (occupant.who for occupant in self.live.table.seated)
        return Waiting(tuple(self.ratings.get(who, AVERAGE) for who in seated), now - self.since)


class QuickTables:
    def __init__(self, acquaintances: Acquaintances, now: Callable[[], float]) -> None:
        self._acquaintances = acquaintances
        self._now = now
        self._tables: dict[QuickKind, list[Gathering]] = {}
        self._came: dict[QuickKind, deque[tuple[float, Who]]] = {}
        """Who has asked for a seat lately, and when."""

    def add(self, live: LiveTable) -> None:
        setting = live.table.setting
        self.opened(QuickKind(setting.game, setting.seats, setting.people_only), live)

    def opened(self, kind: QuickKind, live: LiveTable) -> None:
        self._tables.setdefault(kind, []).append(Gathering(live, self._now()))

    def drop(self, is_gone: Callable[[LiveTable], bool]) -> None:
        for kind, tables in tuple(self._tables.items()):
            self._tables[kind] = [gathering for gathering in tables if not is_gone(gathering.live)]

    def waiting(self, kind: QuickKind) -> list[Gathering]:
        """Those that still wait."""
        found = [gathering for gathering in self._tables.pop(kind, ()) if self._waits(gathering.live)]
        if found:
            self._tables[kind] = found
        return found

    def people(self, kind: QuickKind) -> int | None:
        """How many wait at tables of this kind; None where there is no table."""
        found = self.waiting(kind)
        return sum(len(gathering.live.table.seated) for gathering in found) if found else None

    def came(self, kind: QuickKind, who: Who) -> None:
        """Someone asks for a seat; enough of the latest are remembered to tell whether many do."""
        lately = self._came.setdefault(kind, deque(maxlen=4 * TABLEFULS * kind.seats))
        lately.append((self._now(), who))

    def choose(self, kind: QuickKind, who: Who, rating: float | None) -> LiveTable | None:
        """Where to seat someone; None is at a new table. Nobody meets whom they have blocked, or who has blocked them.

        A table for people only waits as long as it takes. Two of them, each with someone who waits for others, could
        wait for ever: people go to the one that there is, whatever their rating (H-13).
        """
        waiting = self.waiting(kind)
        if (own := next((each for each in waiting if who in each.ratings), None)) is not None:
            return own.live
        fit = [gathering for gathering in waiting if not self._meets_unwanted(gathering.live, who)]
        value, now = AVERAGE if rating is None else rating, self._now()
        number = choice(value, [each.as_it_is(now) for each in fit], busy=not kind.people_only and self._is_busy(kind))
        return None if number is None else fit[number].live

    def sent(self, live: LiveTable, who: Who, rating: float | None) -> None:
        """Someone is on the way there."""
        for gathering in self._all():
            if gathering.live is live:
                gathering.ratings[who] = AVERAGE if rating is None else rating

    def _is_busy(self, kind: QuickKind) -> bool:
        since = self._now() - MINUTE
        return len({who for at, who in self._came.get(kind, ()) if at >= since}) >= TABLEFULS * kind.seats

    def _meets_unwanted(self, live: LiveTable, who: Who) -> bool:
        return any(self._acquaintances.apart(who, occupant.who) for occupant in live.table.seated)

    def _waits(self, live: LiveTable) -> bool:
        return (not live.table.version or live.table.gathers) and not self._is_deserted(live)

    def _is_deserted(self, live: LiveTable) -> bool:
        """Whether everyone who waited at a table for people only has gone away."""
        table = live.table
        return (
            table.setting.people_only
            and self._now() > table.touched + QUICK_WAIT  # they have had time to come to the table
            and len(live.presence.absent(table)) == len(table.seated)
        )

    def _all(self) -> Iterator[Gathering]:
        for tables in self._tables.values():
            yield from tables


def kinds_of(seats: int | None, bots: bool) -> list[QuickKind]:
    return [kind_of(listing.name, seats, bots) for listing in GAMES if seats is None or seats >= listing.seats[0]]


def kind_of(game: str, seats: int | None, bots: bool) -> QuickKind:
    listing = find(game)
    if seats is not None:
        listing.check_seats(seats)
    return QuickKind(listing.name, seats or min(QUICK_SEATS, listing.seats[1]), people_only=not bots)


def fullest(kinds: Iterable[QuickKind], tables: QuickTables) -> QuickKind | None:
    """The kind for which most people are waiting."""
    waiting = [(people, kind) for kind in kinds if (people := tables.people(kind)) is not None]
    return max(waiting)[1] if waiting else None
