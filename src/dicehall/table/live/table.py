"""A table that people sit at: a command comes in, is decided, made durable, and only then told."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec.structs import replace

from dicehall.ports import Conflict, Finished, Journal, JournalError
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Mine
from dicehall.rules.values import Event, Move, Seat
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Decided, Inputs, Refused
from dicehall.table.core.events import Who
from dicehall.table.core.public_view import PublicTable, show, show_mine
from dicehall.table.core.state import Table
from dicehall.table.live.bots import Bots
from dicehall.table.live.clock import Clock
from dicehall.table.live.feed import Feed
from dicehall.table.live.persistence import recover, to_write, whole_feed
from dicehall.table.live.presence import Presence

log = logging.getLogger("dicehall.table")

MOST_QUEUED = 16
"""Commands of one person that may wait for the one before; more are refused."""
RETRY = 1.0
"""Seconds after which bots and clocks try again if the disk has refused to write."""
LOOK_AGAIN = 60.0
"""Seconds after which to check again whether a table with people can be closed."""

Reply: TypeAlias = Callable[[Decided | Refused], None]


class TableChange(NamedTuple):
    """A table after a command."""

    since: int
    """The version before."""
    version: int
    events: tuple[Event, ...]
    before: PublicTable
    after: PublicTable
    mine: Mapping[Who, Mine[Any, Any]]
    """For players who may do something now, or whose secret has changed."""
    secrets: frozenset[Who]
    """Players whose secret has changed."""
    seatless: frozenset[Who]
    """People who played before this change, and no longer do."""


class Broadcaster(Protocol):
    """Tells people what happens at tables."""

    def told(self, live: "LiveTable", change: TableChange) -> None: ...

    def present(self, live: "LiveTable") -> None:
        """People have come or gone; the table itself has not changed."""
        ...

    def warned(self, live: "LiveTable", seat: Seat, seconds: int) -> None: ...

    def closed(self, live: "LiveTable") -> None: ...


class HallServices(NamedTuple):
    """What a table needs from the hall."""

    journal: Journal
    broadcaster: Broadcaster
    forget: "Callable[[LiveTable], None]"
    """Called when a table is closed."""
    inputs: Inputs
    """For every decision, except the table's own secret."""
    luck: Rng
    """For bots; apart from the dice, or a bot could foresee them."""
    pace: float
    game_finished: Callable[[str, Finished], None]
    """Called when a game has ended and is on the disk."""
    appended: Callable[[float], None]
    """Called with the seconds that the disk took for an append."""


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
        self.mine: Mapping[Who, Mine[Any, Any]] = {}
        self.presence = Presence()
        self.is_writing = False
        """Whether a command is on its way to the disk."""
        self._seed: bytes | None = None
        """The secret of the dice; only the tower knows it."""
        self._feed = Feed()
        self._from_snapshot = False
        """Whether there are events from before a snapshot that only the log knows."""
        self._queue: deque[QueuedCommand] = deque()
        self.bots = Bots(hall.luck, hall.pace)
        self._clock = Clock(lambda: hall.journal.now, self._warn, self._time_is_up)
        self._retry: asyncio.TimerHandle | None = None

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
        if who is not None and sum(queued.who == who for queued in self._queue) >= MOST_QUEUED:
            reply(Refused("busy", "Too many commands at once; wait for the answers."))
            return
        self._queue.append(QueuedCommand(who, command, reply, version, administrator))
        self._work()

    def _work(self) -> None:
        journal = self.hall.journal
        while self._queue and not self.is_writing:
            queued = self._queue.popleft()
            if queued.version is not None and queued.version != self.table.version:
                queued.reply(Refused("stale", f"The table has moved on to version {self.table.version}; look again."))
                continue
            inputs = self.hall.inputs._replace(
                seed=self._seed, administrator=queued.administrator, present=self.presence.people
            )
            decided = decide(self.table, queued.who, queued.command, journal.now, inputs)
            if isinstance(decided, Refused):
                queued.reply(decided)
                continue
            append, finished = to_write(journal, self.code, self.table, decided, self._seed)
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
        self.is_writing = False
        if error is None:
            self.hall.appended(time.perf_counter() - since)
            self._seed = decided.seed
            if finished is not None:
                self.hall.game_finished(self.code, finished)
            self._become(queued.who, decided)
            queued.reply(decided)
        elif isinstance(error, Conflict):
            self._try_once_more(queued)
        else:
            queued.reply(Refused("unwritable", str(error)))
        self._work()

    def _try_once_more(self, queued: QueuedCommand) -> None:
        """Another process was faster: catch up, and decide again."""
        try:
            self._catch_up()
        except JournalError as error:
            queued.reply(Refused("unwritable", str(error)))
        else:
            self._queue.appendleft(queued)

    def _become(self, who: Who | None, decided: Decided) -> None:
        since, before, known = self.table.version, self.shown, self.mine
        self.table = decided.table
        self.shown = show(decided.table)
        self.mine = show_mine(decided.table)
        self._feed.add(decided.table.version, decided.events)
        if who is not None:
            self.bots.person_acted()
        secrets = frozenset(
            who for who, mine in self.mine.items() if who not in known or mine.secret != known[who].secret
        )
        news = {who: mine for who, mine in self.mine.items() if mine.options or who in secrets}
        seatless = frozenset(known.keys() - self.mine.keys())
        self._tell(
            TableChange(since, decided.table.version, decided.events, before, self.shown, news, secrets, seatless)
        )

    def _tell(self, change: TableChange) -> None:
        """What happened stands, and bots and clocks go on, even if telling it fails."""
        self.wake()
        try:
            self.hall.broadcaster.told(self, change)
            if self.table.closed:
                self.stop()
                self.hall.forget(self)
                self.hall.broadcaster.closed(self)
        except Exception:
            log.exception("what happened at table %s could not be told", self.code)

    # Recovery

    def load(self) -> None:
        """Read the table back from the journal; raises `Damaged` if that is impossible."""
        self.table, self._feed, self._seed, self._from_snapshot = recover(self.hall.journal, self.code)
        self.shown, self.mine = show(self.table), show_mine(self.table)

    def _catch_up(self) -> None:
        """Another process has moved the table on, or closed it: tell what it did."""
        since, before, known = self.table.version, self.shown, self.mine
        self.load()
        if not self.table.version:
            self.table = replace(self.table, version=since, closed=True)
        told, _ = self.since(since)
        secrets, seatless = frozenset(self.mine), frozenset(known.keys() - self.mine.keys())
        self._tell(TableChange(since, self.table.version, told, before, self.shown, self.mine, secrets, seatless))

    @property
    def is_unbound(self) -> bool:
        """Whether the secret of the running game is lost, as after restoring a backup: its dice prove nothing."""
        play = self.table.playing
        return play is not None and bool(play.started.commit) and self._seed is None

    def wake(self) -> None:
        """The clock runs and bots think; what a full disk has held up is tried again."""
        if self.table.version and not self.table.closed:
            self.bots.think(self)
            self._clock.wind(self.table)

    def stop(self) -> None:
        self._clock.stop()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def since(self, version: int | None) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether some are missing; None asks for no events."""
        if version is None or version >= self.table.version:
            return (), False
        if version < self._feed.forgotten and self._from_snapshot:
            self._from_snapshot = False
            self._feed = whole_feed(self.hall.journal, self.code) or self._feed
        return self._feed.since(version)

    # Who is here

    def enter(self, who: Who | None) -> None:
        """A person opens a window on this table."""
        if self.presence.enter(who):
            self.hall.broadcaster.present(self)
        if len(self.presence) == 1:
            self.wake()

    def exit(self, who: Who | None) -> None:
        """A window is closed; the person keeps their seat."""
        if self.presence.exit(who):
            self.hall.broadcaster.present(self)

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
        """A table that people look at is not closed, however long nothing happens."""
        if self.table.idle_at <= self.hall.journal.now and self.presence:
            self._wake_in(LOOK_AGAIN)
        else:
            self.ask(None, commands.TimeUp(), self._try_again)


def ignored(_answer: Decided | Refused) -> None:
    """A reply that nobody waits for."""
