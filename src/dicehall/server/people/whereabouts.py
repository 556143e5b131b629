"""Where people are: whether they have a window open, and the public table at which they can be found."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Final

import msgspec

from dicehall.rules.values import Value
from dicehall.server.live.rooms import Rooms
from dicehall.table.core.events import Who
from dicehall.table.live.hall import Hall, NoTable
from dicehall.table.live.table import LiveTable

ERRAND: Final = "whereabouts"


class Place(Value):
    """Where someone is, as far as anyone may know it at all."""

    here: bool = False
    """Whether they have a window open."""
    sits_at: str | None = None
    """The code of a public table that they host or sit at."""
    watches: str | None = None
    """The code of one that they only watch."""


NOWHERE: Final = Place()


class Whereabouts:
    """Asks all nodes of the hall."""

    def __init__(self, hall: Hall, rooms: Rooms) -> None:
        self._hall = hall
        self._rooms = rooms
        rooms.elsewhere.serve(ERRAND, self._asked)

    async def of(self, people: Collection[Who]) -> dict[Who, Place]:
        """Of each of them; a node that does not answer is left out."""
        if not people:
            return {}
        found = [self._at_this_node(people)]
        for reply in await self._rooms.elsewhere.ask_all(ERRAND, msgspec.json.encode(tuple(people))):
            if reply is not None:
                found.append(msgspec.json.decode(reply, type=dict[Who, Place]))
        return {who: merged(places.get(who, NOWHERE) for places in found) for who in people}

    async def _asked(self, about: bytes) -> bytes:
        return msgspec.json.encode(self._at_this_node(msgspec.json.decode(about, type=tuple[Who, ...])))

    def _at_this_node(self, people: Iterable[Who]) -> dict[Who, Place]:
        return {who: self._place(who) for who in people}

    def _place(self, who: Who) -> Place:
        sits = _latest(self._hosted_or_sat_at(who), who)
        watches = _latest((live for window in self._rooms.windows(who) for live in window.watches.values()), who)
        return Place(bool(self._rooms.near(who)), sits, None if watches == sits else watches)

    def _hosted_or_sat_at(self, who: Who) -> Iterable[LiveTable]:
        for code in self._hall.roster.codes_of(who):
            with suppress(NoTable):
                yield self._hall.find(code)


def is_open_to_all(live: LiveTable) -> bool:
    """Whether anyone may come and watch: of all other tables nobody is told who is there."""
    table = live.table
    shows = table.fixture is None or table.fixture.spectators
    return table.setting.public and shows and not table.locked and not table.closed


def _latest(tables: Iterable[LiveTable], who: Who) -> str | None:
    """Where they are present, and something has happened last."""
    found = [live for live in tables if is_open_to_all(live)]
    best = max(found, key=lambda live: (who in live.presence, live.table.touched), default=None)
    return None if best is None else best.code


def merged(places: Iterable[Place]) -> Place:
    told = tuple(places)
    sits = next((place.sits_at for place in told if place.sits_at), None)
    watches = next((place.watches for place in told if place.watches), None)
    return Place(any(place.here for place in told), sits, watches)
