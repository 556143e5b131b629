"""What people and bots are called, as everyone at a table is told."""

from collections.abc import Iterable

from dicehall.ports import Person
from dicehall.table.core.events import BOT, Who, is_bot, is_named
from dicehall.table.live.acquaintances import Acquaintances

NOBODY = "someone"
"""The name of a deleted person, or of one whose name cannot be read."""


def called(who: Who, person: Person | None = None) -> str:
    if is_named(who):
        return NOBODY
    if is_bot(who):
        return who.removeprefix(BOT)
    return NOBODY if person is None else person.name


class Names:
    """Looks names up, people's and bots'."""

    def __init__(self, acquaintances: Acquaintances) -> None:
        self._acquaintances = acquaintances

    def of(self, who: Who) -> str:
        return called(who, self._acquaintances.of(who))

    def all(self, people: Iterable[Who]) -> dict[Who, str]:
        return {who: self.of(who) for who in people}
