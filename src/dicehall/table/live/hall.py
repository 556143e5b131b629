"""All tables of a hall: open them, find them by code, match people quickly, and wake tables after a restart."""

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import SystemRandom

from msgspec.structs import replace

from dicehall.ports import Damaged, Finished, Head, Journal, JournalError, Marks, NoMarks
from dicehall.ports.codes import tables_of
from dicehall.ports.workers import Workers
from dicehall.rules.chance import Rng, below
from dicehall.rules.tower import SEED_BYTES
from dicehall.table.core import commands
from dicehall.table.core.draft import Decided, Inputs, Refused
from dicehall.table.core.events import QUICK_CLOCK, Setting, Who
from dicehall.table.live.acquaintances import Acquaintance, Acquaintances
from dicehall.table.live.bots import PAUSE
from dicehall.table.live.codes import Codes
from dicehall.table.live.fixtures import Fixtures
from dicehall.table.live.hall_counts import HallCounts
from dicehall.table.live.quick import QuickKind, QuickTables, fullest, kind_of, kinds_of
from dicehall.table.live.roster import Roster
from dicehall.table.live.services import Broadcaster, Ears, HallServices, OwnEars
from dicehall.table.live.setbacks import Setbacks
from dicehall.table.live.table import RETRY, LiveTable, Reply, ignored

log = logging.getLogger("dicehall.table")

TICK = 0.1
"""Seconds between two ticks of hall time."""
WORTH_SAYING = 2.0
"""Seconds: for less than this nobody wonders what has become of the hall."""
KEY_BYTES = 12
GONE = frozenset(("closed", "full", "game_running"))
"""Why people may miss a seat at a quick table; they get another table."""

NOT_OPENED = "The hall cannot write to its disk, so no table could be opened; try again when there is space."
"""For people who wait for a quick table that could not be written."""


QuickReply = Callable[[LiveTable | None, Decided | Refused], None]


class NoTable(Exception):
    """Its text can be shown to people."""


def new_key() -> str:
    """For the link of a private table: nobody guesses it."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def everything(_code: str) -> bool:
    """A hall that is alone runs all tables."""
    return True


class Hall:
    def __init__(
        self,
        journal: Journal,
        broadcaster: Broadcaster,
        *,
        dice: Rng | None = None,
        luck: Rng | None = None,
        pace: float = PAUSE,
        workers: Workers | None = None,
        acquaintances: Acquaintances | None = None,
        appended: Callable[[float], None] = lambda _seconds: None,
        marks: Marks | None = None,
        ears: Ears | None = None,
        owns: Callable[[str], bool] = everything,
        counts: HallCounts | None = None,
    ) -> None:
        """Empty until `start` has looked into the journal.

        With `dice`, games are bound to no secret; without, every game throws from a tower it has committed to.
        `workers` think for bots that take longer than others may wait; without any, bots think in the event loop.
        `owns` says of which codes the tables are run here; other nodes run the others.
        """
        chance = SystemRandom()
        self.journal = journal
        self.broadcaster = broadcaster
        self.roster = Roster(counts or HallCounts())
        self.ears = ears or OwnEars()
        self.acquaintances = known = acquaintances or Acquaintances()
        inputs = Inputs(
            dice or chance, None if dice else new_seed, won=known.won, is_account=known.is_account, team=known.team_of
        )
        marks = marks or NoMarks()
        self._services = HallServices(
            journal,
            broadcaster,
            self.roster,
            self._forget,
            inputs,
            luck or chance,
            pace,
            workers,
            known,
            self._game_finished,
            appended,
            marks,
            self.ears.have_read,
            self._fixture_changed,
        )
        self._luck = luck or chance
        self._tables: dict[str, LiveTable] = {}
        self.setbacks = Setbacks(marks)
        self._asleep: dict[str, float | None] = {}
        """Open tables that were not needed since the start, with their deadlines; each is read when it is needed."""
        self._waking: dict[str, asyncio.Task[None]] = {}
        """Those that are being read: once, however many ask."""
        self._owns = owns
        self._codes = Codes(journal, luck or chance, self._is_open, owns)
        self.fixtures = Fixtures(self._codes, known, self._is_open, self._open)
        self._again: set[asyncio.Task[None]] = set()
        """People who have missed a seat at a quick table, and look for another."""
        self.damaged: dict[str, str] = {}
        """Tables that cannot be read back, and why."""
        self._quick = QuickTables(known, lambda: journal.now)
        self._resets = False
        """Whether games that ran before the restart are ended when their tables wake up."""

    async def start(self) -> None:
        """Look into the journal, before anything else; raises `JournalError`."""
        heads = await self.heads()
        self.setbacks.compare(heads, self.journal.now, self.journal.commits_lost)
        self._asleep = {head.table: head.due for head in heads if head.table not in self._tables}

    async def heads(self) -> list[Head]:
        """Every open table of this node; raises `JournalError`."""
        return [head for head in tables_of(await self.journal.heads()) if self._owns(head.table)]

    # Tables that come from other nodes, and go there

    def take_over(self, heads: Iterable[Head]) -> None:
        """Tables that this node runs from now on; they are asleep."""
        self._asleep |= {head.table: head.due for head in heads if not self._is_open(head.table)}

    def let_go(self, is_lost: Callable[[str], bool]) -> list[LiveTable]:
        """Another node runs these tables, perhaps already: nothing more happens to them here."""
        for code in [code for code in self._asleep if is_lost(code)]:
            del self._asleep[code]
        for code in [code for code in self.damaged if is_lost(code)]:
            del self.damaged[code]
        lost = [live for code, live in self._tables.items() if is_lost(code)]
        for live in lost:
            live.let_go()
            self._forget(live)
        self._quick.drop(lambda live: is_lost(live.code))
        return lost

    # Finding

    def __iter__(self) -> Iterator[LiveTable]:
        """The tables that are awake."""
        return iter(tuple(self._tables.values()))

    @property
    def open_tables(self) -> int:
        """How many tables are open, awake or not."""
        return len(self._tables) + len(self._asleep)

    @property
    def asleep(self) -> int:
        """How many open tables were not needed since the start."""
        return len(self._asleep)

    def find(self, code: str) -> LiveTable:
        """A table that is awake: `wake` it first, where it may not be."""
        code = code.casefold()
        live = self._tables.get(code)
        if live is not None:
            return live
        if code in self._asleep:
            raise NoTable(f"Table {code.upper()} has not been read back yet; try again in a moment.")
        if code in self.damaged:
            raise self._unreadable(code)
        raise NoTable(f"There is no table {code.upper()[:12]!r} here; it may be closed. Codes are letters, like KIRO.")

    def is_asleep(self, code: str) -> bool:
        """Whether a table has to be read from the journal before it is found."""
        return code.casefold() in self._asleep

    async def wake(self, code: str) -> None:
        """Read a table back if it is asleep, once for all who ask; what is damaged is known as such then.

        Raises `JournalError` where the journal cannot be read now, and then it is still asleep.
        """
        code = code.casefold()
        if code not in self._asleep:
            return
        if code not in self._waking:
            self._waking[code] = task = asyncio.get_running_loop().create_task(self._wake(code))
            task.add_done_callback(partial(self._awoken, code))
        await asyncio.shield(self._waking[code])

    def _awoken(self, code: str, task: "asyncio.Task[None]") -> None:
        """Nobody may be waiting any more, and then nobody else would look at its failure."""
        del self._waking[code]
        if not task.cancelled():
            task.exception()

    async def _wake(self, code: str) -> None:
        live = LiveTable(code, self._services)
        try:
            await live.load()
            if not live.table.version:
                raise Damaged(f"table {code} is damaged: nothing is kept under its name")
        except Damaged as error:
            self.damaged[code] = str(error)
            log.error("table %s is damaged and left alone: %s", code, error)
            self._asleep.pop(code, None)
            return
        if code not in self._asleep:  # another node has taken it over meanwhile
            return
        del self._asleep[code]
        self._tables[code] = live
        self.roster.look_at(live)
        if live.table.gathers:
            self._quick.add(live)
        if live.has_garbled_secret:
            log.error("table %s: the secret of its dice is not the one it has committed to; it gets a new one", code)
        if (lost := self.setbacks.look_at(live)) is not None:  # before its bots and its clock can do anything
            live.set_back(lost)
        elif live.table.playing is not None and (self._resets or live.is_unbound):
            live.ask(None, commands.Reset(), ignored)
        live.wake()
        self.broadcaster.present(live)

    def _unreadable(self, code: str) -> NoTable:
        return NoTable(f"Table {code.upper()} cannot be read back: {self.damaged[code]}")

    async def wake_all(self, *, reset: bool = False) -> None:
        """After a restart, table by table, so that the first visitors do not wait for all of them.

        Tables with the earliest deadline come first: clocks, and quick tables that wait for people.
        """
        self._resets = reset
        while self._asleep:
            for code in sorted(self._asleep, key=lambda code: self._asleep[code] or math.inf):
                try:
                    await self.wake(code)
                except JournalError as error:
                    log.error("table %s cannot be read back yet: %s", code, error)
                    await asyncio.sleep(RETRY)
                await asyncio.sleep(0)

    async def keep_time(self) -> None:
        """Hall time goes on while the hall does; whatever held it up takes no time from anyone, and is said."""
        away = 0.0
        while True:
            lost = self.journal.tick(held_up=self.ears.held_up())
            away += lost
            if away >= WORTH_SAYING and not lost:
                log.warning("the hall could do nothing for %.1f s; no clock ran meanwhile", away)
                self.broadcaster.away(round(self.journal.now, 1), round(away))
                away = 0.0
            await asyncio.sleep(TICK)

    # Opening

    async def open(
        self, who: Who | None, command: commands.Open, reply: Reply, origins: tuple[str, ...] = ()
    ) -> LiveTable:  # fmt: skip
        """A new table; it is listed once the reply confirms it. `origins` are the networks that it is opened from."""
        known = await self.acquaintances.meet(command.invite if who is None else (who, *command.invite))
        code = await self._codes.draw(self.open_tables, private=not command.setting.public)
        return self._open(code, who, command, reply, origins, known=known)

    def _open(
        self, code: str, who: Who | None, command: commands.Open, reply: Reply, origins: tuple[str, ...] = (), *,
        known: dict[Who, Acquaintance],
    ) -> LiveTable:  # fmt: skip
        live = LiveTable(code, self._services)
        live.acquaintances |= known
        if not command.setting.public:
            command = replace(command, key=new_key())
        self._tables[code] = live
        self._codes.give_back(code)
        self.roster.opened(live, origins)

        def opened(answer: Decided | Refused) -> None:
            if isinstance(answer, Refused):
                self._forget(live)
            reply(answer)

        live.ask(who, command, opened)
        return live

    async def quick(
        self, who: Who, game: str | None, reply: QuickReply, seed: str = "", *,
        seats: int | None = None, bots: bool = True, origins: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """A seat at the table that waits for people, or at a new one; None means any game. Raises `RulesError`.

        A table opened for this had not committed to its dice when the seed was sent, and leaves it out (H-04).
        """
        kind = self._fullest(seats, bots) if game is None else kind_of(game, seats, bots)
        known = await self.acquaintances.meet((who,))
        rating = None if kind.people_only else await self.acquaintances.rating(who, kind.game)
        self._quick.came(kind, who)
        live = self._quick.choose(kind, who, rating) or await self._open_quick(kind, who, rating, origins)
        self._quick.sent(live, who, rating)
        live.acquaintances |= known

        def sat(answer: Decided | Refused) -> None:
            missed = isinstance(answer, Refused) and answer.reason in (*GONE, "unknown")
            if missed:
                self._quick.drop(lambda table: table is live)
            if isinstance(answer, Refused) and answer.reason == "unknown":
                reply(None, Refused("unwritable", NOT_OPENED))
            elif missed:
                once_more = self.quick(who, kind.game, reply, seed, seats=seats, bots=bots, origins=origins)
                task = asyncio.get_running_loop().create_task(once_more)
                self._again.add(task)
                task.add_done_callback(self._again.discard)
            elif isinstance(answer, Refused) and answer.reason == "seated":
                reply(live, Decided(live.table.touched, (), live.table, ()))
            else:
                reply(live, answer)

        live.ask(who, commands.Sit(seed if live.table.commit else ""), sat)

    def gathers(self, game: str | None, *, seats: int | None = None, bots: bool = True) -> bool:
        """Whether a quick table of this kind waits already, and none would have to be opened."""
        kinds = kinds_of(seats, bots) if game is None else [kind_of(game, seats, bots)]
        return any(self._quick.waiting(kind) for kind in kinds)

    async def _open_quick(self, kind: QuickKind, who: Who, rating: float | None, origins: tuple[str, ...]) -> LiveTable:
        """A new table, unless someone else has opened one meanwhile that will do."""
        code = await self._codes.draw(self.open_tables, private=False)
        if (live := self._quick.choose(kind, who, rating)) is not None:
            self._codes.give_back(code)
            return live
        setting = Setting(game=kind.game, seats=kind.seats, clock=QUICK_CLOCK, quick=True, people_only=kind.people_only)
        live = self._open(code, None, commands.Open(setting, sit=False), ignored, origins, known={})
        self._quick.opened(kind, live)
        return live

    def _fullest(self, seats: int | None, bots: bool) -> QuickKind:
        """The game for which most people are waiting, or else any."""
        kinds = kinds_of(seats, bots)
        return fullest(kinds, self._quick) or kinds[below(self._luck, len(kinds))]

    def _is_open(self, code: str) -> bool:
        return code in self._tables or code in self._asleep or code in self.damaged

    def _game_finished(self, code: str, finished: Finished) -> None:
        self.acquaintances.finished(code, self._tables[code].table.setting.game, finished)

    def _fixture_changed(self, live: LiveTable) -> None:
        if (fixture := live.table.fixture) is not None:
            self.fixtures.changed(fixture.tournament, live.code)

    def _forget(self, live: LiveTable) -> None:
        """A closed table is gone."""
        self._tables.pop(live.code, None)
        self.roster.forget(live)

    def stop(self) -> None:
        for task in (*self._waking.values(), *self._again):
            task.cancel()
        for live in self:
            live.stop()
        if self._services.workers is not None:
            self._services.workers.stop()
