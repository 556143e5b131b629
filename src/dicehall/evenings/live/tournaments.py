"""All tournaments of a hall: created, found by code, listed, and woken after a restart."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from functools import partial
from random import SystemRandom

from dicehall.evenings.core import commands
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.live.tables import AskOwner, HallTables, nobody
from dicehall.evenings.live.tournament import LiveTournament, Reply, Services
from dicehall.evenings.live.turns import STOPPED
from dicehall.ports import Damaged, JournalError
from dicehall.ports.codes import TOURNAMENT, is_tournament, typed_code
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who
from dicehall.table.live.codes import CONSONANTS, VOWELS
from dicehall.table.live.hall import Hall, everything, new_key, new_seed
from dicehall.table.live.table import RETRY

log = logging.getLogger("dicehall.evenings")

MOST_OPEN = 100
"""Tournaments that are not over, in the whole hall."""
MOST_OF_A_HOST = 3
"""The same of one host."""
SYLLABLES = 2


class NoTournament(Exception):
    """Its text can be shown to people."""


class Tournaments:
    def __init__(
        self, hall: Hall, owns: Callable[[str], bool] = everything, ask_owner: AskOwner = nobody
    ) -> None:  # fmt: skip
        """Where a hall has several machines, this one `owns` some of its tables, and asks the owners of the others."""
        self.told: Callable[[LiveTournament], None] = lambda _live: None
        self.tables = HallTables(hall, owns, ask_owner)
        self._hall = hall
        self._luck = SystemRandom()
        self._services = Services(hall.journal, self.tables, hall.acquaintances, new_seed, self._tell)
        self._tournaments: dict[str, LiveTournament] = {}
        self._asleep: set[str] = set()
        self._named: set[str] = set()
        """Codes that are kept for tournaments that are not created yet."""
        self._waking: dict[str, asyncio.Task[None]] = {}
        self._is_here = False
        """Whether this machine has them: between `start` and `stop`."""
        self.damaged: dict[str, str] = {}
        """Tournaments that cannot be read back, and why."""
        hall.fixtures.changed = self.table_changed

    async def start(self) -> None:
        """Look into the journal, also once more after `stop`; raises `JournalError`."""
        heads = await self._hall.journal.heads()
        self._asleep = {head.table for head in heads if is_tournament(head.table)}
        self._is_here = True

    async def keep(self) -> None:
        """After a restart, one after the other; their tables are woken by the hall."""
        while self._asleep:
            for code in sorted(self._asleep):
                try:
                    await self.wake(code)
                except JournalError as error:
                    log.error("tournament %s cannot be read back yet: %s", code, error)
                    await asyncio.sleep(RETRY)
                await asyncio.sleep(0)

    async def wake(self, code: str) -> None:
        """Read it back if it is asleep, once for all who ask; raises `JournalError`."""
        while code in self._asleep:
            if code not in self._waking:
                self._waking[code] = task = asyncio.get_running_loop().create_task(self._wake(code, self._asleep))
                task.add_done_callback(partial(self._awoken, code))
            await asyncio.shield(self._waking[code])

    async def _wake(self, code: str, asleep: set[str]) -> None:
        live = LiveTournament(code, self._services)
        try:
            await live.load()
        except Damaged as error:
            self.damaged[code] = str(error)
            log.error("tournament %s is damaged and left alone: %s", code, error)
            asleep.discard(code)
            return
        if asleep is not self._asleep:  # stopped meanwhile: another machine may have gone on with it
            return
        asleep.discard(code)
        self._tournaments[code] = live
        live.wake()

    def _awoken(self, code: str, task: "asyncio.Task[None]") -> None:
        if self._waking.get(code) is task:
            del self._waking[code]
        if not task.cancelled():
            task.exception()

    # Finding

    def __iter__(self) -> Iterator[LiveTournament]:
        """Those that are awake."""
        return iter(tuple(self._tournaments.values()))

    async def find(self, text: str) -> LiveTournament:
        """By its code, as people type it; raises `NoTournament`."""
        code = typed_code(text)
        await self.wake(code)
        self._only_here()
        if code in self.damaged:
            raise NoTournament(f"Tournament {code.upper()} cannot be read back: {self.damaged[code]}")
        live = self._tournaments.get(code)
        if live is None or not live.tournament.version:
            raise NoTournament(f"There is no tournament {code.upper()[:12]!r} here. Codes look like CUPRAMI.")
        return live

    def _only_here(self) -> None:
        """Raises `JournalError` where another machine has them."""
        if not self._is_here:
            raise JournalError(STOPPED)

    # Creating

    def draw(self) -> str:
        """A code that is about to be named in a log, before the tournament is created under it."""
        code = self._draw()
        self._named.add(code)
        return code

    def keep_code(self, code: str) -> None:
        """A log has named this code, perhaps before a restart."""
        self._named.add(code)

    def give_back(self, code: str) -> None:
        self._named.discard(code)

    def exists(self, code: str) -> bool:
        """Awake or not, and over or not."""
        return code in self._tournaments or code in self._asleep or code in self.damaged

    async def create(
        self, who: Who | None, command: commands.Create, reply: Reply, code: str | None = None
    ) -> LiveTournament | None:
        """A new tournament, under a code that was drawn for it or under any; None if it was refused at once."""
        self._only_here()
        running = [live for live in self if not live.tournament.is_over]
        if len(running) >= MOST_OPEN:
            reply(Refused("full", "This hall runs as many tournaments as it can; try again when one is over."))
            return None
        if who is not None and sum(live.tournament.host == who for live in running) >= MOST_OF_A_HOST:
            reply(Refused("too_many", f"You host {MOST_OF_A_HOST} tournaments already; end one first."))
            return None
        code = code or self._draw()
        self._named.discard(code)
        live = self._tournaments[code] = LiveTournament(code, self._services)

        def created(answer: Decided | Refused) -> None:
            if isinstance(answer, Refused):
                self._tournaments.pop(code, None)
            reply(answer)

        live.ask(who, commands.Create(command.setting, "" if command.setting.open else new_key()), created)
        return live

    def _draw(self) -> str:
        for attempt in range(1000):
            syllables = SYLLABLES + attempt // 50
            code = TOURNAMENT + "".join(
                self._luck.choice(CONSONANTS) + self._luck.choice(VOWELS) for _ in range(syllables)
            )
            if not self.exists(code) and code not in self._named:
                return code
        raise AssertionError("there is always a longer one")

    def _tell(self, live: LiveTournament) -> None:
        self.told(live)

    # Tables

    def table_changed(self, tournament: str, code: str) -> None:
        """Something has happened at a table of a tournament, other than a move that brings the game no further."""
        if (live := self._tournaments.get(tournament)) is not None:
            live.table_changed(code)

    def look_again(self) -> None:
        """Something may have happened at tables of other machines that nobody has told."""
        for live in self:
            live.wake()

    def stop(self) -> None:
        """At once; another machine may go on with them, and this one from `start` on."""
        self._is_here = False
        for live in self:
            live.stop()
        self.tables.stop()
        self._tournaments.clear()
        self._asleep, self._waking = set(), {}
        self._named.clear()
        self.damaged.clear()
