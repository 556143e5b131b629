"""A table that people sit at: a command comes in, is decided, made durable, and only then told."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from dicehall.ports import Conflict, Finished, JournalError, Uncertain
from dicehall.rules.tower import commitment
from dicehall.rules.values import Event, Move, Seat
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Decided, Inputs, Refused
from dicehall.table.core.events import Who
from dicehall.table.core.log import are_moves
from dicehall.table.core.progress import progress
from dicehall.table.core.public_view import show, show_mine, show_moved
from dicehall.table.core.state import Table
from dicehall.table.core.stored import Recording
from dicehall.table.live.acquaintances import Acquaintance, known_to, mentioned
from dicehall.table.live.bots import Bots
from dicehall.table.live.clock import Clock
from dicehall.table.live.feed import Feed
from dicehall.table.live.persistence import recover, remember, to_write, whole_feed
from dicehall.table.live.presence import Presence
from dicehall.table.live.services import HallServices, Players, TableChange, news_for_players
from dicehall.table.live.vacancy import Vacancy, is_unused

log = logging.getLogger("dicehall.table")

MOST_QUEUED = 16
"""Commands of one person that may wait for the one before; more are refused."""
RETRY = 1.0
"""Seconds after which bots and clocks try again if the disk has refused to write."""
MOST_FOLDED = 1000
"""Entries of a log that is read from its beginning for people who come back; a longer one would hold everyone up."""
MOVED = "Another machine of this hall has just taken this table over: nothing was played. Try again."
LOOK_AGAIN = 60.0
"""Seconds after which to check again whether a table with people can be closed."""

Reply: TypeAlias = Callable[[Decided | Refused], None]


class QueuedCommand(NamedTuple):
    """A command that waits for its turn."""

    who: Who | None
    command: AnyCommand
    reply: Reply
    version: int | None
    administrator: bool


class LiveTable:
    """One table: its state, its queue of commands, its clock and its bots, and who is here."""

    def __init__(self, code: str, hall: HallServices) -> None:
        self.code = code
        self.hall = hall
        self.table = Table()
        self.shown = show(self.table)
        self.mine: Players = {}
        self.presence = Presence()
        self.is_writing = False
        """Whether a command is on its way to the disk."""
        self.is_uncertain = False
        """Whether it may have arrived there or not; the commands after it wait."""
        self._seed: bytes | None = None
        """The secret of the dice; only the tower knows it."""
        self._last_inputs: Inputs | None = None
        self._feed = Feed()
        self._recording = Recording()
        self._from_snapshot = False
        """Whether there are events from before a snapshot that only the log knows."""
        self._queue: deque[QueuedCommand] = deque()
        self.bots = Bots(hall.luck, hall.pace, hall.workers)
        self._clock = Clock(lambda: hall.journal.now, self._warn, self._time_is_up, hall.have_read)
        self._retry: asyncio.TimerHandle | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._reading_back: asyncio.Task[None] | None = None
        self.acquaintances: dict[Who, Acquaintance] = {}
        """Everyone who was ever mentioned here."""
        self._vacancy = Vacancy(lambda: hall.journal.now, self._put_away)
        self.loaded_at = 0
        """The version that was read from the journal: all that was told before this hall started, unless it is lost."""
        self._lost: int | None = None
        """How many entries the journal has lost, until the table has been set back for it."""
        self.set_back_at: int | None = None
        """The version at which the journal was found to have gone back, since the start."""
        self._is_elsewhere = False

    # Commands

    def ask(
        self,
        who: Who | None,
        command: AnyCommand,
        reply: Reply,
        version: int | None = None,
        *,
        administrator: bool = False,
    ) -> None:
        """One command at a time; the reply comes after everyone was told.

        A command with a version is only for the table as it was then.
        """
        if self._is_elsewhere:
            reply(Refused("unwritable", MOVED))
            return
        if len(self._queue) >= MOST_QUEUED and who is not None and self._queued(who) >= MOST_QUEUED:
            reply(Refused("busy", "Too many commands at once; wait for the answers."))
            return
        self._queue.append(QueuedCommand(who, command, reply, version, administrator))
        self._work()

    def _inputs(self, administrator: bool) -> Inputs:
        """The same for one command after the other, as long as the secret is."""
        inputs = self._last_inputs
        if inputs is None or inputs.seed != self._seed or inputs.administrator != administrator:
            inputs = self._last_inputs = self.hall.inputs._replace(
                seed=self._seed, administrator=administrator, present=self.presence.people
            )
        return inputs

    def _queued(self, who: Who) -> int:
        return sum(queued.who == who for queued in self._queue)

    def _work(self) -> None:
        journal = self.hall.journal
        while self._queue and not self.is_writing:
            queued = self._queue.popleft()
            if queued.version is not None and queued.version != self.table.version:
                queued.reply(Refused("stale", f"The table has moved on to version {self.table.version}; look again."))
                continue
            if self._lost is not None and not isinstance(queued.command, commands.SetBack):
                queued.reply(
                    Refused("unwritable", "The hall has lost what was played here last, and cannot say so yet.")
                )
                continue
            decided = decide(self.table, queued.who, queued.command, journal.now, self._inputs(queued.administrator))
            if isinstance(decided, Refused):
                queued.reply(decided)
                continue
            append, table, finished = to_write(self.code, self.table, decided, self._seed, recording=self._recording)
            decided = Decided(decided.at, decided.entries, table, decided.events, decided.seed)
            self.is_writing = True
            journal.append(append, partial(self._written, queued, decided, finished, time.perf_counter()))

    def _written(
        self,
        queued: QueuedCommand,
        decided: Decided,
        finished: Finished | None,
        since: float,
        error: JournalError | None,
    ) -> None:
        if isinstance(error, Uncertain):
            self._doubt(known=False)
            return
        self.is_writing = False
        if error is None:
            self.hall.appended(time.perf_counter() - since)
            self._seed = decided.seed
            remember(self.hall.marks, self.code, decided.table)
            if finished is not None:
                self.hall.game_finished(self.code, finished)
            if not self._is_elsewhere:
                self._become(queued.who, decided)
            queued.reply(decided)
        elif isinstance(error, Conflict):
            self.is_writing = True  # until it has caught up
            self._catching_up = asyncio.get_running_loop().create_task(self._try_once_more(queued))
        else:
            queued.reply(Refused("unwritable", str(error)))
        if self.is_uncertain:
            self._doubt(known=True)
        self._work()

    def _doubt(self, *, known: bool) -> None:
        self.is_uncertain = not known
        self.hall.broadcaster.uncertain(self, known=known)

    async def _try_once_more(self, queued: QueuedCommand) -> None:
        """Another process was faster: catch up, and decide again; the commands after it wait."""
        try:
            await self._catch_up()
        except Exception as error:
            log.exception("table %s could not catch up with the journal", self.code)
            queued.reply(Refused("unwritable", str(error)))
        else:
            self._queue.appendleft(queued)
        finally:
            self.is_writing = False
            self._work()

    def _become(self, who: Who | None, decided: Decided) -> None:
        since, before, known = self.table.version, self.shown, self.mine
        same_people = self.table.seated is decided.table.seated and self.table.host == decided.table.host
        self.table = decided.table
        if not same_people:
            self.hall.roster.look_at(self)
        moved = decided.table.playing is not None and are_moves(decided.entries)
        self.shown = show_moved(before, decided.table) if moved else show(decided.table)
        self.mine = show_mine(decided.table)
        self._feed.add(decided.table.version, decided.events)
        self._recording.add(decided.at, decided.entries)
        self._feed.appended(decided.table)
        if who is not None:
            self.bots.person_acted()
        news, secrets = news_for_players(known, self.mine, decided.events)
        seatless = frozenset(known.keys() - self.mine.keys())
        version, events = decided.table.version, decided.events
        self._tell(TableChange(since, version, events, before, self.shown, news, secrets, seatless, moved))

    def _tell(self, change: TableChange) -> None:
        """What happened stands, and bots and clocks go on, even if telling it fails."""
        self.wake()
        try:
            if self.table.fixture is not None and (not change.moved or self._is_further(change)):
                self.hall.fixture_changed(self)
            self.hall.broadcaster.told(self, change)
            if self.table.closed:
                self.stop()
                self.hall.forget(self)
                self.hall.broadcaster.closed(self)
        except Exception:
            log.exception("what happened at table %s could not be told", self.code)

    def _is_further(self, change: TableChange) -> bool:
        """Whether a move has done what is seen from afar, such as beginning another round."""
        return progress(self.table, change.before.board) != progress(self.table, change.after.board)

    # Recovery

    async def load(self) -> None:
        """Read the table back from the journal, and meet its people; raises `Damaged` if that is impossible."""
        found = await recover(self.hall.journal, self.code)
        shown = show(found.table)
        await self.meet(*known_to(shown), *mentioned(found.feed.events()))
        self.table, self._feed, self._seed, self._from_snapshot, self._recording = found
        self.loaded_at = self.table.version
        self.shown, self.mine = shown, show_mine(self.table)

    async def meet(self, *people: Who) -> None:
        """Everyone whom a command may bring to the table is met before it is asked: then nothing here waits."""
        self.acquaintances |= await self.hall.acquaintances.meet(people)

    async def _catch_up(self) -> None:
        """Another process has moved the table on, or closed it: tell what it did."""
        since, before, known = self.table.version, self.shown, self.mine
        await self.load()
        if not self.table.version:
            self.table = replace(self.table, version=since, closed=True)
        if not self.has_events_since(since):
            await self.read_back()
        self.hall.roster.look_at(self)
        told, _ = self.since(since)
        secrets, seatless = frozenset(self.mine), frozenset(known.keys() - self.mine.keys())
        self._tell(TableChange(since, self.table.version, told, before, self.shown, self.mine, secrets, seatless))

    @property
    def is_unbound(self) -> bool:
        """Whether the secret of the running game is lost, as after restoring a backup: its dice prove nothing."""
        play = self.table.playing
        return play is not None and bool(play.started.commit) and not self._keeps(play.started.commit)

    def _keeps(self, commit: str) -> bool:
        """Whether the secret behind this commitment is known."""
        return self._seed is not None and commitment(self._seed) == commit

    @property
    def has_garbled_secret(self) -> bool:
        """Whether a secret is kept that is not the one this table has committed to."""
        commit = self.table.playing.started.commit if self.table.playing else self.table.commit
        return bool(commit) and self._seed is not None and not self._keeps(commit)

    def digest_at(self, version: int) -> bytes | None:
        """Of the log up to one of the latest versions; None if it is not known any more."""
        return self._feed.digest_at(version)

    def set_back(self, lost: int) -> None:
        """The journal has lost the end of this table's log: void what cannot go on, before anything else happens.

        A disk that refuses to write is asked again; nobody plays here until it has.
        """
        if self._lost is None:
            self._lost, self.set_back_at = lost, self.table.version
        self.ask(None, commands.SetBack(lost), self._was_set_back)

    def _was_set_back(self, answer: Decided | Refused) -> None:
        if isinstance(answer, Decided):
            self._lost = None
        elif self._lost is not None and not self.table.closed:
            asyncio.get_running_loop().call_later(RETRY, self.set_back, self._lost)

    def wake(self) -> None:
        """The clock runs and bots think; what a full disk has held up is tried again."""
        if self.table.version and not self.table.closed and not self._is_elsewhere:
            self.bots.think(self)
            self._clock.wind(self.table)
            self._note_vacancy()

    def let_go(self) -> None:
        """Another node runs the table: nothing more happens to it here, but for what is being written."""
        self._is_elsewhere = True
        self.stop()
        queued, self._queue = self._queue, deque()
        for command in queued:
            command.reply(Refused("unwritable", MOVED))

    def stop(self) -> None:
        self._clock.stop()
        self._vacancy.stop()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def since(self, version: int | None) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether some are missing; None asks for no events."""
        if version is None or version >= self.table.version:
            return (), False
        return self._feed.since(version)

    def has_events_since(self, version: int | None) -> bool:
        """Whether they are in memory; others may still be in the log, for `read_back`."""
        return version is None or version >= self._feed.forgotten or not self._from_snapshot

    async def read_back(self) -> None:
        """The events from before the snapshot that the table was read from: once, however many ask."""
        if self._reading_back is None:
            self._reading_back = asyncio.get_running_loop().create_task(self._read_back())
        await asyncio.shield(self._reading_back)

    async def _read_back(self) -> None:
        try:
            feed = await whole_feed(self.hall.journal, self.code) if self.table.version <= MOST_FOLDED else None
            if feed is not None:
                await self.meet(*mentioned(feed.events()))
                self._feed.precede(feed)
            self._from_snapshot = False
        finally:
            self._reading_back = None

    # Who is here

    def enter(self, who: Who | None) -> None:
        """A person opens a window on this table."""
        if self.presence.enter(who):
            self.hall.broadcaster.present(self)
        if len(self.presence) == 1:
            self._vacancy.end()
            self.wake()

    def exit(self, who: Who | None) -> None:
        """A window is closed; the person keeps their seat."""
        if self.presence.exit(who):
            self.hall.broadcaster.present(self)
        self._note_vacancy()

    def _note_vacancy(self) -> None:
        """Only a lobby in which nothing was ever played is put away before its time."""
        if not (self.presence or self.table.games or self.table.closed or self._is_elsewhere):
            self._vacancy.begin()

    def _put_away(self) -> None:
        if is_unused(self.table, self.hall.inputs.is_account) and not self.presence:
            self.ask(None, commands.Close(), self._keep, self.table.version)

    def _keep(self, answer: Decided | Refused) -> None:
        """The table has moved on meanwhile, or the disk is full: look again later."""
        if isinstance(answer, Refused):
            self._note_vacancy()

    def take_back(self, who: Who | None) -> None:
        """A player who looks at the table again gets their seat back from the bot that holds it."""
        play = self.table.playing
        if who is not None and play is not None and play.seat_of(who) in play.handed:
            self.ask(who, commands.Return(), ignored)

    # Bots and the clock

    def bot_moves(self, seat: Seat, move: Move | None) -> None:
        self.ask(None, commands.BotTurn(seat, move), self._try_again)

    def _try_again(self, answer: Decided | Refused) -> None:
        """Bots and clocks do not give up: the disk may have space again, or the table has moved on.

        One timer for all refusals, or there would be more of them every time.
        """
        if isinstance(answer, Refused):
            self._wake_in(RETRY)

    def _wake_in(self, seconds: float) -> None:
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(seconds, self._wake_again)

    def _wake_again(self) -> None:
        self._retry = None
        self.wake()

    def _warn(self, seat: Seat, seconds: int) -> None:
        self.hall.broadcaster.warned(self, seat, seconds)

    def _time_is_up(self) -> None:
        """A table that people look at is not closed, however long nothing happens; but one of a tournament is."""
        if self.table.idle_at <= self.hall.journal.now and self.presence and not self.table.settled:
            self._wake_in(LOOK_AGAIN)
        else:
            self.ask(None, commands.TimeUp(), self._try_again)


def ignored(_answer: Decided | Refused) -> None:
    """A reply that nobody waits for."""
