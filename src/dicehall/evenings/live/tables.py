"""The tables of tournaments as the hall has them: opened once, started when all are there, read for their results."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Protocol

from dicehall.evenings.core.commands import ByHall, ReportArrived, ReportResult, ReportVoid
from dicehall.evenings.core.state import Round, RoundTable, Tournament
from dicehall.ports import Finished, JournalError, hall_log
from dicehall.rules.kernel import Over
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Refused
from dicehall.table.core.events import Fixture, Setting, Who
from dicehall.table.core.state import Table
from dicehall.table.live.hall import Hall
from dicehall.table.live.table import ignored

log = logging.getLogger("dicehall.evenings")

Report = Callable[[ByHall], None]


class Tables(Protocol):
    """What a tournament needs from the tables of a hall; a test can do without a hall."""

    async def draw(self, count: int) -> list[str]: ...
    def keep(self, codes: Iterable[str]) -> None: ...
    def give_back(self, codes: Iterable[str]) -> None: ...
    def open(self, code: str, command: commands.Open, opened: Callable[[str], None]) -> None: ...
    def look(self, code: str, report: Report, table: RoundTable) -> None: ...
    def withdraw(self, code: str, who: Who) -> None: ...
    def disclose(self, codes: tuple[str, ...]) -> None: ...
    def stop(self) -> None: ...


class HallTables:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    async def draw(self, count: int) -> list[str]:
        return await self._hall.fixtures.draw(count, self._hall.open_tables + count, None)

    def keep(self, codes: Iterable[str]) -> None:
        self._hall.fixtures.keep(codes)

    def give_back(self, codes: Iterable[str]) -> None:
        self._hall.fixtures.give_back(codes)

    def open(self, code: str, command: commands.Open, opened: Callable[[str], None]) -> None:
        """One that is there already is only reported; one that the disk refused is opened by the next look."""

        def reply(answer: Decided | Refused) -> None:
            if isinstance(answer, Decided) or answer.reason == "exists":
                opened(code)
            else:
                log.error("table %s of a tournament could not be opened: %s", code, answer.message)

        self._start(self._hall.fixtures.open(code, command, reply))

    def look(self, code: str, report: Report, table: RoundTable) -> None:
        """Report who has come and what was played, and start what can be started."""
        self._start(self._look(code, report, table))

    async def _look(self, code: str, report: Report, table: RoundTable) -> None:
        await self._hall.wake(code)
        if not self._hall.fixtures.is_open(code):
            report(await self._result_of_closed(code))
            return
        live = self._hall.find(code)
        if live.table.settled:
            report(result(code, live.table))
        elif live.table.playing is None and table.is_ready:
            live.ask(None, commands.Begin(table.no_shows), ignored)
        else:
            for occupant in live.table.seated:
                if occupant.ready and occupant.who in table.awaited:
                    report(ReportArrived(code, occupant.who))

    async def _result_of_closed(self, code: str) -> ReportResult | ReportVoid:
        """What was played stands, also where the hall stopped between the end of the game and the report of it."""
        found = await self._hall.journal.records(code, most=1)
        game = hall_log.read(found[0]) if found else None
        if isinstance(game, Finished) and game.places:
            return ReportResult(code, game.places, game.left)
        return ReportVoid(code)

    def withdraw(self, code: str, who: Who) -> None:
        """Whoever takes no more part leaves the game that they sit in."""
        self._start(self._withdraw(code, who))

    async def _withdraw(self, code: str, who: Who) -> None:
        await self._hall.wake(code)
        if self._hall.fixtures.is_open(code):
            live = self._hall.find(code)
            if live.table.playing is not None and live.table.playing.seat_of(who) is not None:
                live.ask(who, commands.Leave(), ignored)

    def disclose(self, codes: tuple[str, ...]) -> None:
        """The tables of a round whose dice are no secret any more, once none of them plays; again without harm."""
        if any(self._hall.fixtures.is_open(code) for code in codes):
            self._start(self._disclose(codes))

    async def _disclose(self, codes: tuple[str, ...]) -> None:
        for code in codes:
            await self._hall.wake(code)
        held = [live for code in codes if self._hall.fixtures.is_open(code) for live in (self._hall.find(code),)]
        if any(live.table.playing is not None for live in held):
            return
        for live in held:
            if live.table.settled and live.table.is_held:
                live.ask(None, commands.Disclose(), ignored)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        """The tournament looks again at its next deadline; a disk that cannot be read is no reason to stop."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            said = log.error if isinstance(error, JournalError) else log.exception
            said("a table of a tournament cannot be looked at yet: %r", error)


def opening(
    code: str, tournament: Tournament, drawn: Round, table: RoundTable, dice: commands.SharedDice | None = None
) -> commands.Open:  # fmt: skip
    """The table of a round: who sits where, what is played, and with which dice if all tables have the same."""
    chosen, shared = tournament.setting, dice is not None
    levels = {entrant.who: entrant.level for entrant in tournament.entrants}
    setting = Setting(
        game=chosen.game,
        options=chosen.options,
        seats=len(table.seats),
        clock=chosen.clock,
        rated=False if shared else None,
    )
    fixture = Fixture(code, chosen.title, drawn.number, spectators=not shared, duplicate=shared)
    line_up = tuple((who, levels[who]) for who in table.seats)
    return commands.Open(setting, sit=False, fixture=fixture, line_up=line_up, night=chosen.night, dice=dice)


def result(code: str, table: Table) -> ReportResult:
    """Of a table whose result stands; without a game, those who came are first."""
    play = table.play
    if play is not None and isinstance(play.pending, Over):
        return ReportResult(code, play.pending.places, play.left)
    return ReportResult(code, tuple(2 if each.who in table.no_shows else 1 for each in table.seated))
