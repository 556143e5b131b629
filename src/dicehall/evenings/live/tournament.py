"""A tournament that people take part in: one command at a time, and its tables opened, started and watched."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from dicehall.evenings.core import commands
from dicehall.evenings.core.agenda import codes_wanted, due_at, to_disclose, to_do
from dicehall.evenings.core.commands import AnyCommand
from dicehall.evenings.core.decide import decide
from dicehall.evenings.core.draft import Decided, Inputs, dice_of
from dicehall.evenings.core.events import PairingUndone
from dicehall.evenings.core.public_view import PublicView, public_view, with_progress
from dicehall.evenings.core.state import Round, RoundTable, Tournament
from dicehall.evenings.live.logs import write
from dicehall.evenings.live.persistence import recover, to_write
from dicehall.evenings.live.tables import Tables, opening
from dicehall.evenings.live.turns import Turns
from dicehall.ports import Journal
from dicehall.rules.progress import Progress
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.acquaintances import Acquaintance, Acquaintances

log = logging.getLogger("dicehall.evenings")

RETRY = 1.0
"""Seconds after which the hall tries again what its disk has refused."""
LOOK_AGAIN = 30.0
"""Seconds after which to look at the calendar again: hall time and the calendar drift apart."""

Reply: TypeAlias = Callable[[Decided | Refused], None]


class QueuedCommand(NamedTuple):
    """A command that waits for its turn."""

    who: Who | None
    command: AnyCommand
    reply: Reply
    administrator: bool


class Services(NamedTuple):
    """What a tournament needs from the hall."""

    journal: Journal
    tables: Tables
    acquaintances: Acquaintances
    fresh: Callable[[], bytes]
    """Makes a new secret to bind lots to."""
    told: "Callable[[LiveTournament], None]"
    """Hears that it has changed, once that is in the log, and that a game of it has come further."""
    wall: Callable[[], float] = time.time


class LiveTournament:
    """Its state, its queue of commands, and one timer."""

    def __init__(self, code: str, services: Services) -> None:
        self.code = code
        self.tournament = Tournament()
        self.acquaintances: dict[Who, Acquaintance] = {}
        """Everyone who ever took part: it keeps their names at hand."""
        self._services = services
        self._seed: bytes | None = None
        self._turns = Turns[QueuedCommand](
            f"tournament {code}", self._carry_out, self.load, lambda: self._wake_in(RETRY)
        )
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self._progress: dict[str, Progress | None] = {}
        """How far the games at its tables are."""
        self.edition = 0
        """Grows with whatever can be seen of it, also where nothing is written."""
        self._logged: tuple[Tournament, PublicView] | None = None
        """What can be seen of the log alone."""
        self._shown: tuple[int, PublicView] | None = None

    @property
    def now(self) -> float:
        """Hall time as the log has it, in tenths: a timer that fires a moment too early is not set again and again."""
        return round(self._services.journal.now, 1)

    @property
    def shown(self) -> PublicView:
        """All that anyone may see, worked out once for everyone who asks."""
        if self._logged is None or self._logged[0] is not self.tournament:
            self._logged = (self.tournament, public_view(self.tournament))
        if self._shown is None or self._shown[0] != self.edition:
            self._shown = (self.edition, with_progress(self._logged[1], self._progress))
        return self._shown[1]

    # Commands

    def ask(self, who: Who | None, command: AnyCommand, reply: Reply, *, administrator: bool = False) -> None:
        """One command at a time; the reply comes after everyone was told."""
        self._turns.take(QueuedCommand(who, command, reply, administrator))

    async def _carry_out(self, queued: QueuedCommand) -> Decided | Refused:
        if queued.who is not None and queued.who not in self.acquaintances:
            await self._meet(queued.who)
        wanted = codes_wanted(self.tournament) if isinstance(queued.command, commands.TimeUp) else 0
        codes = await self._services.tables.draw(wanted)
        named: set[str] = set()
        try:
            answer = decide(self.tournament, queued.who, queued.command, self.now, self._inputs(queued, codes))
            if isinstance(answer, Refused):
                return answer
            due = due_at(answer.tournament, self.now, self._services.wall())
            append, after = to_write(self.code, self.tournament, answer, self._seed, due)
            await write(self._services.journal, append)
            named = {table.code for table in after.tables()}
        finally:
            self._services.tables.give_back(code for code in codes if code not in named)
        answer = answer._replace(tournament=after)
        self._become(answer)
        return answer

    def _inputs(self, queued: QueuedCommand, codes: list[str]) -> Inputs:
        return Inputs(
            fresh=self._services.fresh,
            seed=self._seed,
            wall=int(self._services.wall()),
            codes=tuple(codes),
            is_account=self._services.acquaintances.is_account,
            team=self._services.acquaintances.team_of,
            administrator=queued.administrator,
        )

    def _become(self, decided: Decided) -> None:
        before, self.tournament, self._seed = self.tournament, decided.tournament, decided.seed
        self.edition += 1
        if any(isinstance(entry, PairingUndone) for entry in decided.entries):
            self._services.tables.give_back(table.code for table in before.rounds[-1].tables)
        try:
            self._services.told(self)
        except Exception:
            log.exception("what happened in tournament %s could not be told", self.code)
        self.wake()

    # Recovery

    async def load(self) -> None:
        """Read it back from the journal; raises `Damaged` if that is impossible."""
        self.tournament, self._seed = await recover(self._services.journal, self.code)
        self.edition += 1
        self._services.tables.keep(table.code for table in self.tournament.tables() if table.ended is None)
        hosts = (who for who in (self.tournament.host, self.tournament.second) if who is not None)
        await self._meet(*hosts, *(entrant.who for entrant in self.tournament.entrants))

    async def _meet(self, *people: Who) -> None:
        self.acquaintances |= await self._services.acquaintances.meet(people)

    # What is to be done

    def wake(self) -> None:
        """Open, start and watch what the log asks for; all of it can be done again without harm."""
        if not self._stopped:
            self._disclose()
        if self._stopped or self.tournament.is_over or not self.tournament.version:
            self._cancel()
            return
        for work in (self._open_tables, self._watch_tables):
            work()
        self._wind()

    def _open_tables(self) -> None:
        due = to_do(self.tournament, self.now).open
        for each in self.tournament.rounds if due else ():
            for table in each.tables:
                if table in due:
                    self._open_table(each, table)

    def _open_table(self, drawn: Round, table: RoundTable) -> None:
        """A table whose dice would not be those of the others, since their secret is lost, is not played."""
        dice = None if self._seed is None else dice_of(drawn, self._seed)
        if drawn.commit and dice is None:
            self.ask(None, commands.ReportVoid(table.code), self._reported)
        else:
            command = opening(self.code, self.tournament, drawn, table, dice)
            self._services.tables.open(table.code, command, self._is_open)

    def _is_open(self, code: str) -> None:
        table = self.tournament.table(code)
        if table is not None and table.opened is None:
            self.ask(None, commands.ReportOpened(code), self._reported)

    def _watch_tables(self) -> None:
        work = to_do(self.tournament, self.now)
        for table in (*work.wait, *work.start):
            self._look(table)
        for code, who in work.withdraw:
            self._services.tables.withdraw(code, who)

    def _disclose(self) -> None:
        for codes in to_disclose(self.tournament):
            self._services.tables.disclose(codes)

    def table_changed(self, code: str) -> None:
        """Something has happened at one of its tables, other than a move that brings the game no further."""
        self._disclose()
        table = self.tournament.table(code)
        if table is not None and table.ended is None and table.opened is not None:
            self._look(table)

    def _look(self, table: RoundTable) -> None:
        report = partial(self.ask, None, reply=self._reported)
        self._services.tables.look(table.code, report, self._came, table)

    def _came(self, code: str, progress: Progress | None) -> None:
        """How far a game is, is told but never written down: after a restart the tables say it again."""
        if self._progress.get(code) == progress:
            return
        self._progress[code] = progress
        self.edition += 1
        self._services.told(self)

    def _reported(self, answer: Decided | Refused) -> None:
        """What was reported before is refused; what the disk has refused is tried again."""
        if isinstance(answer, Refused) and answer.reason == "unwritable":
            self._wake_in(RETRY)

    # Time

    def _wind(self) -> None:
        due = due_at(self.tournament, self.now, self._services.wall())
        if due is not None:
            self._wake_in(min(max(due - self.now, 0.0), LOOK_AGAIN))

    def _wake_in(self, seconds: float) -> None:
        self._cancel()
        if not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._strike)

    def _strike(self) -> None:
        self._timer = None
        due = due_at(self.tournament, self.now, self._services.wall())
        if due is not None and due <= self.now:
            self.ask(None, commands.TimeUp(), self._struck)
        else:
            self.wake()

    def _struck(self, answer: Decided | Refused) -> None:
        """A table may be due to open, which is no entry: then nothing is to be decided yet."""
        if isinstance(answer, Refused):
            if answer.reason != "too_early":
                log.error("tournament %s: %s", self.code, answer.message)
            self._open_tables()
            self._wake_in(RETRY)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        self._stopped = True
        self._cancel()
        self._turns.stop()


def table_of(tournament: Tournament, who: Who) -> RoundTable | None:
    """The table that waits for this person, or that they play at; None before it opens."""
    table = tournament.table_of(who)
    return table if table is not None and table.opened is not None else None
