"""The names of people: whose are mentioned in a message, and what they are called."""

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from dicehall.ports import JournalError, People
from dicehall.table.core.events import BOT, GameStarted, Opened, Who, is_bot
from dicehall.table.core.public_view import PublicTable

log = logging.getLogger("dicehall.server")

NOBODY = "someone"
"""The name of a deleted person, or of one whose name cannot be read."""


class Names:
    """Looks names up, people's and bots'."""

    def __init__(self, people: People) -> None:
        self._people = people

    def of(self, who: Who) -> str:
        if is_bot(who):
            return who.removeprefix(BOT)
        try:
            person = self._people.by_id(who)
        except JournalError as error:  # a name that cannot be read keeps nobody from the table
            log.error("the name of %s is not shown: %s", who, error)
            return NOBODY
        return NOBODY if person is None else person.name

    def all(self, people: Iterable[Who]) -> dict[Who, str]:
        return {who: self.of(who) for who in people}


def known_to(shown: PublicTable) -> Iterator[Who]:
    """Everyone a table mentions."""
    yield from (seated.who for seated in shown.seated)
    yield from shown.players
    yield from shown.kicked
    yield from shown.invited
    yield from shown.muted
    yield from (who for who, _ in shown.wins)
    if shown.host is not None:
        yield shown.host


def mentioned(events: Iterable[Any]) -> Iterator[Who]:
    for event in events:
        if isinstance(event, Opened):
            yield from () if event.host is None else (event.host,)
        elif isinstance(event, GameStarted):
            yield from event.seats
        elif hasattr(event, "who"):
            yield event.who
