"""A table that people sit at: commands come in, are decided, made durable, and only then told."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from dicehall.bots import find_bot
from dicehall.ports import Append, Conflict, Damaged, Finished, Journal, JournalError
from dicehall.ports import hall_log as chronicle
from dicehall.rules.chance import Rng
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Ask, Mine, OpenEnded
from dicehall.rules.values import Event, Move, Seat
from dicehall.table.core import commands, events
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Decided, Given, Refused
from dicehall.table.core.events import Who, is_bot
from dicehall.table.core.public_view import PublicTable, show, show_mine
from dicehall.table.core.state import Play, Table, load, save
from dicehall.table.core.stored import finished, fold, write
from dicehall.table.live.clock import Clock
from dicehall.table.live.feed import Feed

log = logging.getLogger("dicehall.table")

ENDS = frozenset((events.GameEnded, events.GameReset))
SNAPSHOT_EVERY = 50
"""Entries; it costs next to nothing, and a hall that starts anew folds no more than these for each table."""
MOST_WAITING = 16
"""Commands of one person that may wait for the one before; whoever sends more is refused."""
SOON = 0.02
"""Seconds after which a bot looks again, when somebody else's command is on its way to the disk."""
RETRY = 1.0
"""Seconds after which bots and clocks try again when the disk would not take it."""

UNSEEN = 0.02
"""Seconds for a bot's turn where there are no people at all; other tables need the machine as well."""

LOOK_AGAIN = 60.0
"""Seconds after which a table that is overdue to be closed is looked at again, while somebody is there."""

PAUSE = 0.8
PATIENCE = 3.0
"""Bots think visibly for a moment each, but together no longer than this between two turns of people."""

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
    """For those who may do something now, or whose secret has changed."""
    secrets: frozenset[Who]
    """Those whose secret has changed."""
    seatless: frozenset[Who]
    """Those who held a seat before, and hold none now."""


class Broadcaster(Protocol):
    """Whoever tells people what happens at tables."""

    def told(self, live: "Live", update: TableChange) -> None: ...

    def present(self, live: "Live") -> None:
        """Somebody came or went; nothing of the table itself has changed."""
        ...

    def warned(self, live: "Live", seat: Seat, seconds: int) -> None: ...

    def closed(self, live: "Live") -> None: ...


class Surroundings(NamedTuple):
    """What a table needs of the hall."""

    journal: Journal
    broadcaster: Broadcaster
    forget: "Callable[[Live], None]"
    """Called when a table is closed."""
    dice: Given
    """What every decision is given, but for the table's own secret."""
    luck: Rng
    """For bots; apart from the dice, or a bot could foresee them."""
    pace: float
    finished: Callable[[str, Finished], None]
    """Called when a game has ended and is on the disk."""
    appended: Callable[[float], None]
    """Called with the seconds that the disk took for an append."""


class _Asked(NamedTuple):
    """A command that waits for its turn."""

    who: Who | None
    command: AnyCommand
    reply: Reply
    version: int | None
    administrator: bool


class Live:
    """One table: its state, its inbox, its clock, its bots, and who is here."""

    def __init__(self, code: str, hall: Surroundings) -> None:
        self.code = code
        self.hall = hall
        self.table = Table()
        self.shown = show(self.table)
        self.mine: Mapping[Who, Mine[Any, Any]] = {}
        self._seed: bytes | None = None
        """The secret of the dice, known to nobody but the tower."""
        self._feed = Feed()
        self._skipped = False
        """Whether a snapshot stands for events that only the log knows."""
        self.here: Counter[Who | None] = Counter()
        """How many windows each person has open on this table; None are the nameless."""
        self._inbox: deque[_Asked] = deque()
        self._busy = False
        self._clock = Clock(lambda: hall.journal.now, self._warn, self._time_is_up)
        self._retry: asyncio.TimerHandle | None = None
        self._patience = PATIENCE
        self._last: Seat | None = None

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
        """One command at a time; the reply comes after everybody was told.

        With a version, the command is for the table as it was then, and for no other.
        """
        if who is not None and sum(asked.who == who for asked in self._inbox) >= MOST_WAITING:
            reply(Refused("busy", "Too many commands at once; wait for the answers."))
            return
        self._inbox.append(_Asked(who, command, reply, version, administrator))
        self._work()

    def _work(self) -> None:
        while self._inbox and not self._busy:
            asked = self._inbox.popleft()
            if asked.version is not None and asked.version != self.table.version:
                asked.reply(Refused("stale", f"The table has moved on to version {self.table.version}; look again."))
                continue
            given = self.hall.dice._replace(seed=self._seed, administrator=asked.administrator)
            decided = decide(self.table, asked.who, asked.command, self.hall.journal.now, given)
            if isinstance(decided, Refused):
                asked.reply(decided)
                continue
            ends = any(type(entry) in ENDS for entry in decided.entries)
            body = write(decided.at, decided.entries)
            finished = self._finished(decided.table, body) if ends else None
            append = self._append(decided, body, finished, ends=ends)
            self._busy = True
            done = partial(self._appended, asked, decided, finished, time.perf_counter())
            self.hall.journal.append(append, done)

    def _append(self, decided: Decided, body: bytes, finished: Finished | None, *, ends: bool) -> Append:
        version, table = self.table.version, decided.table
        worth_a_snapshot = ends or version // SNAPSHOT_EVERY != table.version // SNAPSHOT_EVERY
        return Append(
            table=self.code,
            expected=version,
            count=len(decided.entries),
            body=body,
            due=table.due_at,
            snapshot=save(table) if worth_a_snapshot else None,
            record=None if finished is None else chronicle.write(finished),
            closes=table.closed,
            seed=None if decided.seed == self._seed else decided.seed,
        )

    def _finished(self, table: Table, body: bytes) -> Finished | None:
        """The game that ends. Damage that a snapshot has covered costs the record, but not the game."""
        play = table.play or self.table.play
        try:
            bodies = self.hall.journal.bodies(self.code, after=play.began if play else 0)
        except Damaged as error:
            log.error("a game at table %s ends without a record: %s", self.code, error)
            return None
        return finished([*bodies, body], ended=time.time(), public=table.setting.public)

    def _appended(
        self, asked: _Asked, decided: Decided, finished: Finished | None, since: float, error: JournalError | None
    ) -> None:
        self._busy = False
        if error is None:
            self.hall.appended(time.perf_counter() - since)
            self._seed = decided.seed
            if finished is not None:
                self.hall.finished(self.code, finished)
            self._become(asked.who, decided)
            asked.reply(decided)
        elif isinstance(error, Conflict):
            self._try_once_more(asked)
        else:
            asked.reply(Refused("unwritable", str(error)))
        self._work()

    def _try_once_more(self, asked: "_Asked") -> None:
        """Somebody else was faster: catch up, and decide again."""
        try:
            self._catch_up()
        except JournalError as error:
            asked.reply(Refused("unwritable", str(error)))
        else:
            self._inbox.appendleft(asked)

    def _become(self, who: Who | None, decided: Decided) -> None:
        since, before, known = self.table.version, self.shown, self.mine
        self.table = decided.table
        self.shown = show(decided.table)
        self.mine = show_mine(decided.table)
        self._feed.add(decided.table.version, decided.events)
        if who is not None:
            self._patience = PATIENCE
            self._last = None
        secrets = frozenset(
            who for who, mine in self.mine.items() if who not in known or mine.secret != known[who].secret
        )
        news = {who: mine for who, mine in self.mine.items() if mine.options or who in secrets}
        seatless = frozenset(known.keys() - self.mine.keys())
        self._tell(
            TableChange(since, decided.table.version, decided.events, before, self.shown, news, secrets, seatless)
        )

    def _tell(self, update: TableChange) -> None:
        """What happened stands, and bots and clocks go on, whatever becomes of telling it."""
        self.wake()
        try:
            self.hall.broadcaster.told(self, update)
            if self.table.closed:
                self.stop()
                self.hall.forget(self)
                self.hall.broadcaster.closed(self)
        except Exception:
            log.exception("what happened at table %s could not be told", self.code)

    # Recovery

    def load(self) -> None:
        """Fold the table from the journal; raises `Damaged` where that cannot be."""
        loaded = self.hall.journal.load(self.code)
        try:
            table, bodies = (Table() if loaded.snapshot is None else load(loaded.snapshot)), loaded.bodies
        except (RulesError, msgspec.MsgspecError):
            # The game has a new edition and the one that ran is void, or snapshots look different now: the log knows.
            table, bodies = Table(), self.hall.journal.bodies(self.code)
        self._feed, self._skipped = Feed(table.version), table.version > 0
        try:
            self.table = fold(table, bodies, self._feed.add)
        except Exception as error:  # whatever is wrong with one table, the others go on
            raise Damaged(f"table {self.code} holds what this program cannot read: {error!r}") from error
        self._seed = self.hall.journal.seed(self.code)
        self.shown, self.mine = show(self.table), show_mine(self.table)

    def _catch_up(self) -> None:
        """Somebody else has moved the table on, or closed it: tell what they did."""
        since, before, known = self.table.version, self.shown, self.mine
        self.load()
        if not self.table.version:
            self.table = replace(self.table, version=since, closed=True)
        told, _ = self.since(since)
        secrets, seatless = frozenset(self.mine), frozenset(known.keys() - self.mine.keys())
        self._tell(TableChange(since, self.table.version, told, before, self.shown, self.mine, secrets, seatless))

    @property
    def is_unbound(self) -> bool:
        """Whether a game runs whose secret is gone, as after a backup was put back: its dice can prove nothing."""
        play = self.table.playing
        return play is not None and bool(play.commit) and self._seed is None

    def wake(self) -> None:
        """After loading: the clock runs, bots think, and what a full disk has held up is tried again."""
        if self.table.version and not self.table.closed:
            self._let_bots_think()
            self._clock.wind(self.table)

    def stop(self) -> None:
        self._clock.stop()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def since(self, version: int | None) -> tuple[tuple[Event, ...], bool]:
        """The events after a version, and whether that is not all of them; None asks for none."""
        if version is None or version >= self.table.version:
            return (), False
        if version < self._feed.forgotten and self._skipped:
            self._recall()
        return self._feed.since(version)

    def _recall(self) -> None:
        """A snapshot knows what is, not what was told: once after loading, the whole log is asked."""
        self._skipped = False
        feed = Feed()
        with suppress(Damaged):
            fold(Table(), self.hall.journal.bodies(self.code), feed.add)
            self._feed = feed

    # Who is here

    def enter(self, who: Who | None) -> None:
        """Somebody opens a window on this table."""
        self.here[who] += 1
        if self.here[who] == 1 or who is None:
            self.hall.broadcaster.present(self)
        if self.here.total() == 1:
            self.wake()

    def take_back(self, who: Who | None) -> None:
        """A seat that a bot holds goes back to its player, who looks at the table again."""
        play = self.table.playing
        if who is not None and play is not None and play.seat_of(who) in play.handed:
            self.ask(who, commands.Return(), ignored)

    def exit(self, who: Who | None) -> None:
        """A window is closed; the seat is kept."""
        self.here[who] -= 1
        if not self.here[who]:
            del self.here[who]
        if who not in self.here or who is None:
            self.hall.broadcaster.present(self)

    def absent(self) -> tuple[Who, ...]:
        """Those who sit here and have no window open."""
        return tuple(
            occupant.who for occupant in self.table.seated if not is_bot(occupant.who) and occupant.who not in self.here
        )

    def watching(self) -> int:
        """How many look on without a occupant."""
        return sum(
            1 if who else count for who, count in self.here.items() if who is None or not self.table.seated_as(who)
        )

    # Bots

    def _let_bots_think(self) -> None:
        play = self.table.playing
        if play is None:
            return
        for due in play.due:
            if play.level_of(due.seat) is not None and not self._nobody_cares(play):
                pause = self._pause(play, due.seat)
                asyncio.get_running_loop().call_later(pause, self._bot_acts, self.table.version, due.seat)
                return

    def _nobody_cares(self, play: Play) -> bool:
        """Bots that nobody sees rest where they would never end; the table is closed when its time has come."""
        if self.here or play.is_held_by_people:
            return False
        return isinstance(play.game, OpenEnded) and play.game.open_ended

    def _pause(self, play: Play, seat: Seat) -> float:
        """A moment at the beginning of a bot's turn, out of the patience that people have left."""
        if seat == self._last or not self.hall.pace:
            return 0.0
        if not play.is_held_by_people:
            return self.hall.pace if self.here or play.has_people else min(UNSEEN, self.hall.pace)
        pause = min(self.hall.pace, self._patience)
        self._patience -= pause
        return pause

    def _bot_acts(self, version: int, seat: Seat) -> None:
        play = self.table.playing
        if self.table.version != version or play is None:
            return
        if self._busy:  # a move is chosen for the table as it is, and what is on its way may change it
            asyncio.get_running_loop().call_later(SOON, self._bot_acts, version, seat)
            return
        self._last = seat
        move = self._bot_move(play, seat) if isinstance(play.pending, Ask) else None
        self.ask(None, commands.BotTurn(seat, move), self._try_again)

    def _bot_move(self, play: Play, seat: Seat) -> Move | None:
        try:
            bot = find_bot(play.listing.name, play.level_of(seat) or "house")
            return bot(play.game, play.game.view(play.state, seat), self.hall.luck)
        except Exception:
            log.exception("the bot in seat %s of table %s has failed; the first option is played", seat, self.code)
            return None

    def _try_again(self, answer: Decided | Refused) -> None:
        """Bots and clocks do not give up: a disk may have space again, and what has moved on is looked at anew.

        Once for all that were refused, or each time round there would be more of them.
        """
        if isinstance(answer, Refused):
            self._wake_in(RETRY)

    def _wake_in(self, seconds: float) -> None:
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(seconds, self._wake_again)

    def _wake_again(self) -> None:
        self._retry = None
        self.wake()

    # The clock

    def _warn(self, seat: Seat, seconds: int) -> None:
        self.hall.broadcaster.warned(self, seat, seconds)

    def _time_is_up(self) -> None:
        """A table is not closed under the eyes of somebody, however long nothing happens."""
        if self.table.idle_at <= self.hall.journal.now and self.here:
            self._wake_in(LOOK_AGAIN)
        else:
            self.ask(None, commands.TimeUp(), self._try_again)


def ignored(_answer: Decided | Refused) -> None:
    """A reply that nobody waits for."""
