"""Tables of tournaments in a hall: opened once under codes that were named before, and watched by the tournament."""

from collections.abc import Callable, Iterable
from typing import Protocol

from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.acquaintances import Acquaintance, Acquaintances
from dicehall.table.live.codes import Codes
from dicehall.table.live.table import LiveTable, Reply


class Opening(Protocol):
    def __call__(
        self, code: str, who: Who | None, command: commands.Open, reply: Reply, *, known: dict[Who, Acquaintance]
    ) -> LiveTable: ...  # fmt: skip


class Fixtures:
    def __init__(
        self, codes: Codes, acquaintances: Acquaintances, is_open: Callable[[str], bool], open: Opening
    ) -> None:  # fmt: skip
        self._codes = codes
        self._acquaintances = acquaintances
        self._open = open
        self.is_open = is_open
        """Whether a table has this code now, awake or not."""
        self.changed: Callable[[str, str], None] = lambda _tournament, _table: None
        """Hears by their codes that something has happened at one of these tables; of moves, only those that bring its
        game further."""

    async def draw(self, count: int, tables: int) -> list[str]:
        """Codes that a tournament is about to name; nobody else gets them until they are open or given back."""
        return [await self._codes.draw(tables, private=False, named=True) for _ in range(count)]

    def keep(self, codes: Iterable[str]) -> None:
        """A tournament has named these, perhaps before a restart."""
        for code in codes:
            self._codes.keep(code)

    def give_back(self, codes: Iterable[str]) -> None:
        for code in codes:
            self._codes.give_back(code)

    async def open(self, code: str, command: commands.Open, reply: Reply) -> None:
        """One that is there already stays as it is."""
        known = await self._acquaintances.meet([who for who, level in command.line_up if level is None])
        if self.is_open(code):
            reply(Refused("exists", "This table is already open."))
        else:
            self._open(code, None, command, reply, known=known)
