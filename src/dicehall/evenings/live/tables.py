"""The tables of tournaments and evenings, wherever they are: opened once, started, read for their results."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TypeAlias

import msgspec

from dicehall.evenings.core.commands import ByHall
from dicehall.evenings.core.state import Round, RoundTable, Tournament
from dicehall.evenings.live.again import Again
from dicehall.evenings.live.at_tables import (
    AtTables,
    Chore,
    Discloses,
    Found,
    IsOpen,
    IsPlaying,
    LooksAtGame,
    Opens,
    Withdraws,
    look_at,
)
from dicehall.evenings.predictions.events import PoolId
from dicehall.evenings.predictions.seen import GameSeen
from dicehall.ports import JournalError
from dicehall.rules.progress import Progress
from dicehall.table.core import commands
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Fixture, Setting, Who
from dicehall.table.live.hall import Hall, everything

log = logging.getLogger("dicehall.evenings")

Report = Callable[[ByHall], None]
Came: TypeAlias = Callable[[str, Progress | None], None]
"""Hears how far the game at the table of this code is; None where none runs, or where it may not be known."""
AskOwner: TypeAlias = Callable[[str, bytes], Awaitable[bytes | None]]
"""What the machine that runs the table of this code answers; None if it does not."""


class Tables(Protocol):
    """What a tournament needs from the tables of a hall; a test can do without a hall."""

    async def draw(self, count: int) -> list[str]: ...
    def keep(self, codes: Iterable[str]) -> None: ...
    def give_back(self, codes: Iterable[str]) -> None: ...
    def open(self, code: str, command: commands.Open, opened: Callable[[str], None]) -> None: ...
    def look(self, code: str, report: Report, came: Came, table: RoundTable) -> None: ...
    def withdraw(self, code: str, who: Who) -> None: ...
    def disclose(self, codes: tuple[str, ...]) -> None: ...
    def stop(self) -> None: ...


async def nobody(_code: str, _about: bytes) -> None:
    """A hall that is alone runs all its tables itself."""


class HallTables:
    """Those that this machine runs, and those of the others, where a hall has several."""

    def __init__(self, hall: Hall, owns: Callable[[str], bool] = everything, ask_owner: AskOwner = nobody) -> None:
        self.here = AtTables(hall, owns)
        self._hall = hall
        self._ask_owner = ask_owner
        self._again = Again()
        self._told: set[str] = set()
        """Tables with duplicate dice that have disclosed what was played there, or have nothing to disclose."""

    def stop(self) -> None:
        self._again.stop()

    async def draw(self, count: int) -> list[str]:
        return await self._hall.fixtures.draw(count, self._hall.open_tables + count)

    def keep(self, codes: Iterable[str]) -> None:
        self._hall.fixtures.keep(codes)

    def give_back(self, codes: Iterable[str]) -> None:
        self._hall.fixtures.give_back(codes)

    # For those who wait; they raise `JournalError` where the machine that runs the table cannot be asked

    async def open_now(self, code: str, command: commands.Open) -> Refused | None:
        """One that is there already stays as it is."""
        found = await self._do(Opens(code, command))
        return None if found.refused is None else Refused(*found.refused)

    async def is_open(self, code: str) -> bool:
        return (await self._do(IsOpen(code))).is_open

    async def game(self, pool: PoolId) -> GameSeen:
        """How a game stands that was predicted, wherever it is or was played."""
        found = (await self._do(LooksAtGame(pool.table, pool.game))).game
        assert found is not None
        return found

    # For those who are told; what cannot be done yet is done later

    def open(self, code: str, command: commands.Open, opened: Callable[[str], None]) -> None:
        """One that the disk refused is opened by the next look."""

        async def work() -> None:
            refused = await self.open_now(code, command)
            if refused is None:
                opened(code)
            else:
                log.error("table %s of a tournament could not be opened: %s", code, refused.message)

        self._again.start(("open", code), work)

    def look(self, code: str, report: Report, came: Came, table: RoundTable) -> None:
        """Report who has come and what was played, and start what can be started; say how far it is."""

        async def work() -> None:
            found = await self._do(look_at(code, table))
            for each in found.reports:
                report(each)
            came(code, found.progress)

        self._again.start(("look", code), work)

    def withdraw(self, code: str, who: Who) -> None:
        """Whoever takes no more part leaves the game that they sit in."""

        async def work() -> None:
            await self._do(Withdraws(code, who))

        self._again.start(("withdraw", code, who), work)

    def disclose(self, codes: tuple[str, ...]) -> None:
        """The tables of a round whose dice are no secret any more, once none of them plays; again without harm."""
        if self._told.issuperset(codes):
            return

        async def work() -> None:
            for code in codes:
                if (await self._do(IsPlaying(code))).is_playing:
                    return
            for code in codes:
                await self._do(Discloses(code))
                self._told.add(code)

        self._again.start(("disclose", *codes[:1]), work)

    async def _do(self, chore: Chore) -> Found:
        if self.here.owns(chore.code):
            return await self.here.do(chore)
        answer = await self._ask_owner(chore.code, msgspec.json.encode(chore))
        if answer is None:
            raise JournalError(f"the machine that runs table {chore.code} has not answered")
        return msgspec.json.decode(answer, type=Found)


def opening(
    code: str, tournament: Tournament, drawn: Round, table: RoundTable, dice: commands.SharedDice | None = None
) -> commands.Open:  # fmt: skip
    """The table of a round: who sits where, what is played, and with which dice if all tables have the same."""
    chosen, shared = tournament.setting, dice is not None
    levels = {entrant.who: entrant.level for entrant in tournament.entrants}
    worn = {entrant.who: entrant.team for entrant in tournament.entrants if entrant.team is not None}
    setting = Setting(
        game=chosen.game,
        options=chosen.options,
        seats=len(table.seats),
        clock=chosen.clock,
        rated=False if shared else None,
    )
    fixture = Fixture(code, chosen.title, drawn.number, spectators=not shared, duplicate=shared)
    line_up = tuple((who, levels[who]) for who in table.seats)
    teams = tuple((who, worn[who]) for who in table.seats if who in worn)
    return commands.Open(
        setting, sit=False, fixture=fixture, line_up=line_up, night=chosen.night, dice=dice, teams=teams,
        predictions=chosen.predictions,
    )  # fmt: skip
