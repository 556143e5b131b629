"""Halls that lose, change or double what they told: the proof is worth something only if it notices each of them."""

import asyncio
import itertools
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import Connection, update

from dicehall.evenings.core import draws, log, rounds
from dicehall.evenings.core.commands import ReportResult
from dicehall.evenings.core.draft import Decided
from dicehall.evenings.core.state import AnyPhase, Open, Tournament
from dicehall.evenings.live import at_tables, logs, tables, tournament
from dicehall.evenings.live.logs import folded
from dicehall.evenings.live.nights import Nights
from dicehall.evenings.live.persistence import FORM
from dicehall.evenings.live.tournament import LiveTournament, QueuedCommand
from dicehall.evenings.live.tournaments import Tournaments
from dicehall.evenings.predictions import decide as book_decide
from dicehall.evenings.predictions.book import Book
from dicehall.evenings.predictions.events import BookEvent, PoolId
from dicehall.evenings.themes import decide, programme
from dicehall.evenings.themes.decide import Due
from dicehall.evenings.themes.events import EveningBegun, ThemeEvent
from dicehall.evenings.themes.programme import Programme
from dicehall.evenings.themes.theme import Theme
from dicehall.ports import Append, ChatLine, Conflict, Journal, JournalError
from dicehall.rules.values import Seat
from dicehall.store.files import sqlite_file
from dicehall.store.files.schema import chat
from dicehall.store.journal.disk import Batch, DiskJournal
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import JournalFile
from dicehall.store.people.disk import DiskPeople
from dicehall.table.core.draft import Refused
from dicehall.table.core.state import Table
from dicehall.table.live import clock
from dicehall.table.live.hall import Hall
from tests.crash import vfs


def tell_before_it_is_durable() -> None:
    """Everybody is told first, and the disk a moment later."""
    finish = DiskJournal._finish

    def tell_first(self: DiskJournal, batch: Batch) -> None:
        if self._loop is not None and batch.jobs:
            untrue: list[JournalError | None] = [None for _ in batch.jobs]
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._answer, batch, untrue)
            time.sleep(0.03)
        silent = [job._replace(done=lambda _: None) for job in batch.jobs]
        finish(self, batch._replace(jobs=silent))

    DiskJournal._finish = tell_first  # type: ignore[method-assign]


def drop_an_append_now_and_then() -> None:
    """It is told, but never written: the table goes on from before it."""
    write, count = JournalFile.append, iter(range(10**9))

    def append(self: JournalFile, append: Append) -> Conflict | None:
        return None if append.expected > 20 and next(count) % 40 == 39 else write(self, append)

    JournalFile.append = append  # type: ignore[method-assign]


def log_no_ends() -> None:
    """The public log lacks what the table was told."""
    write = JournalFile.append

    def append(self: JournalFile, append: Append) -> Conflict | None:
        stated = tuple(each for each in append.statements if each.kind != "end")
        return write(self, replace(append, statements=stated))

    JournalFile.append = append  # type: ignore[method-assign]


def write_readiness_twice() -> None:
    """The same entry again, as a repeated command would write it."""
    write = JournalFile.append

    def append(self: JournalFile, append: Append) -> Conflict | None:
        outcome = write(self, append)
        if outcome is None and append.count == 1 and b'"readied"' in append.body:
            again = Append(append.table, append.expected + 1, 1, append.body, append.due)
            return write(self, again)
        return outcome

    JournalFile.append = append  # type: ignore[method-assign]


def pay_pools_twice() -> None:
    """Whoever was right gets the pot, and then gets it again."""
    settle = book_decide.settle

    def twice(book: Book, pool: PoolId, seats: int, winners: Sequence[Seat]) -> tuple[BookEvent, ...]:
        return settle(book, pool, seats, winners) * 2

    book_decide.settle = twice


def keep_the_stakes() -> None:
    """A game that has ended pays nobody."""
    book_decide.settle = lambda *_: ()


def say_done_before_a_prediction_is_taken() -> None:
    """Every second one is not taken at all."""
    predict, count = book_decide.predict, itertools.count()

    def predict_mostly(book: Book, wish: book_decide.Wish, wall_time: float) -> tuple[BookEvent, ...] | Refused:
        events = predict(book, wish, wall_time)
        return () if not isinstance(events, Refused) and next(count) % 2 else events

    book_decide.predict = predict_mostly


def keep_chat_twice() -> None:
    say = DiskPeople._say

    def twice(self: DiskPeople, connection: Connection, *line: str) -> ChatLine:
        say(self, connection, *line)
        return say(self, connection, *line)

    DiskPeople._say = twice  # type: ignore[assignment, method-assign]


def keep_another_line_than_was_told() -> None:
    """What was said is told as it is, and kept otherwise."""
    say = DiskPeople._say

    def garble(self: DiskPeople, connection: Connection, table: str, *rest: str) -> ChatLine:
        line = say(self, connection, table, *rest)
        this = (chat.c.table == table, chat.c.number == line.number)
        connection.execute(update(chat).where(*this).values(text="hm"))
        return line

    DiskPeople._say = garble  # type: ignore[assignment, method-assign]


def let_clocks_run_while_the_hall_is_closed() -> None:
    """Hall time by the clock on the wall: downtime is not credited."""

    init = HallTime.__init__

    def start(self: HallTime, saved: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        init(self, saved if saved == 0.0 else max(saved, time.monotonic() - BOOT), clock)

    HallTime.__init__ = start  # type: ignore[method-assign]


def let_clocks_run_through_stalls() -> None:
    """Hall time is the machine's own since the start: a hall that was stopped has used its players' time."""

    def tick(_self: HallTime, *, held_up: bool) -> float:  # noqa: ARG001, it is called by name
        return 0.0

    HallTime.tick = tick  # type: ignore[assignment, method-assign]


def let_clocks_strike_at_once() -> None:
    """What waits in sockets is read afterwards."""
    clock.LAST_CALL = -1.0


def let_the_wall_clock_jump() -> None:
    """Whoever asks for the time of day gets it a day early, then a day late, and so on."""
    usual, jumps = time.time, itertools.cycle((-DAY, DAY))
    time.time = lambda: usual() + next(jumps)


def hurry_tournaments() -> None:
    """No sabotage: tables open soon after their pairing, and an arena lasts a moment.

    When an arena ends is nowhere but in the fold: whoever reads its log elsewhere finds another time for that.
    """
    rounds.COUNTDOWN = rounds.ARENA_COUNTDOWN = 0.5  # type: ignore[attr-defined]
    after_start = log._after_start

    def soon(tournament: Tournament, at: float) -> AnyPhase:
        phase = after_start(tournament, at)
        return Open(round(at + ARENA, 1)) if isinstance(phase, Open) else phase

    log._after_start = soon


ARENA = 10.0
"""Seconds of a hurried arena."""


def open_tables_before_they_are_drawn() -> None:
    """The tables of a round are opened at once, and the pairing is written much later: the kill comes in between."""
    carry_out, write, current = LiveTournament._carry_out, logs.write, ContextVar[LiveTournament]("current")

    async def noted(self: LiveTournament, queued: QueuedCommand) -> Decided | Refused:
        current.set(self)
        return await carry_out(self, queued)

    async def late(journal: Journal, append: Append) -> None:
        if b'"paired"' in append.body:
            live = current.get()
            after = folded(FORM, live.tournament, append.body)
            for table in after.rounds[-1].tables:
                command = tables.opening(live.code, after, after.rounds[-1], table)
                live._services.tables.open(table.code, command, lambda _: None)
            await asyncio.sleep(5.0)  # time passes: the kill comes before the pairing is written
        await write(journal, append)

    LiveTournament._carry_out = noted  # type: ignore[method-assign]
    tournament.write = late  # type: ignore[attr-defined]


CALENDAR = "calendar"
"""A file of this name in the data folder says by how many seconds the calendar of theme nights is ahead."""


def turn_the_calendar() -> None:
    """No sabotage: theme nights open when a test says that it is time, and not while the hall is down."""
    begin, init, folders = DiskJournal.__init__, Nights.__init__, list[Path]()

    def noted(self: DiskJournal, folder: Path, noted_time: float | None = None) -> None:
        folders.append(folder)
        begin(self, folder, noted_time)

    def now() -> float:
        calendar = folders[-1] / CALENDAR
        return time.time() + (float(calendar.read_text()) if calendar.exists() else 0.0)

    def turned(self: Nights, hall: Hall, tournaments: Tournaments) -> None:
        init(self, hall, tournaments, now)

    def soon(_self: Nights) -> float:
        return 0.02

    DiskJournal.__init__ = noted  # type: ignore[method-assign]
    Nights.__init__ = turned  # type: ignore[assignment, method-assign]
    Nights._seconds_to_wait = soon  # type: ignore[assignment, method-assign]


def open_evenings_before_they_are_named() -> None:
    """The table is there at once, and its code is written much later: the kill comes in between."""
    draw = Nights._draw

    async def eagerly(self: Nights, theme: Theme) -> str:
        code = await draw(self, theme)
        if theme.tournament is None:
            await self._tournaments.tables.open_now(code, decide.opening(theme, None, sit=False))
            await asyncio.sleep(5.0)  # time passes: the kill comes before it is written
        return code

    Nights._draw = eagerly  # type: ignore[method-assign]


def forget_that_evenings_have_begun() -> None:
    """Whoever looks at the calendar again begins them again."""

    def again(_programme: Programme, evening: Due, code: str, now: float) -> tuple[ThemeEvent, ...]:
        return (EveningBegun(now, evening.key, evening.start, code, evening.host, evening.theme),)

    programme._attended = lambda programme, _key, _start: programme  # type: ignore[assignment]
    decide.begin = again  # type: ignore[assignment]


def tell_results_the_other_way_round() -> None:
    """The last of a table is the first in the tournament."""
    told = at_tables.result

    def turned(code: str, table: Table) -> ReportResult:
        result = told(code, table)
        return replace(result, places=result.places[::-1])

    at_tables.result = turned


def draw_someone_twice() -> None:
    """Who sits first at the first table also sits out."""
    drawn = draws.next_round

    def twice(tournament: Tournament) -> draws.NextTables:
        round = drawn(tournament)
        return round._replace(byes=(*round.byes, *(seats[0] for seats in round.tables[:1])))

    draws.next_round = twice


DAY = 24 * 60 * 60.0


BOOT = time.monotonic()
"""When the first hall was about to open, as one launcher serves them all."""


def refuse_without_making_sure() -> None:
    """A failed commit is refused as if it could not come back."""

    def commit(self: JournalFile) -> None:
        self._writer.execute("COMMIT")

    JournalFile.commit = commit  # type: ignore[method-assign]


def leave_the_flushing_to_the_kernel() -> None:
    """Commits do not wait for the disk: a power cut takes what was told."""
    usual = sqlite_file.connect

    def connect(path: Path, cache: int = 8000) -> sqlite3.Connection:
        connection = usual(path, cache)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    sqlite_file.connect = connect


def flush_slowly_when_told() -> None:
    """Each commit of something that was played takes five seconds, as on a disk that is about to break."""
    begin, commit, folders = DiskJournal.__init__, DiskJournal._commit, dict[int, Path]()

    def noted(self: DiskJournal, folder: Path, noted_time: float | None = None) -> None:
        folders[id(self)] = folder
        begin(self, folder, noted_time)

    def slow(self: DiskJournal, batch: Batch) -> list[JournalError | None]:
        if batch.jobs and (folders[id(self)] / SLOW).exists():
            time.sleep(SLOW_FLUSH)  # time passes
        return commit(self, batch)

    DiskJournal.__init__, DiskJournal._commit = noted, slow  # type: ignore[method-assign]


SLOW = "slow"
"""A file of this name in the data folder makes the disk slow."""
SLOW_FLUSH = 5.0


BREAK = "break"
"""A file of this name in the data folder lets the disk break."""
ONE_PAGE = 2
"""Writes: SQLite writes the head of a frame and its page apart. The hall's own time is one page."""


def break_when_told() -> None:
    """The next flush of more than hall time fails, though all is written; from then on nothing more can be written."""
    writes: Counter[Path] = Counter()
    broken: set[Path] = set()

    class Breaking:
        def write(self, path: Path, data: bytes, at: int, really: Callable[[bytes, int], int]) -> int:
            if not (path.parent / BREAK).exists():
                broken.discard(path)
            writes[path] += 1
            return sqlite3.SQLITE_IOERR_WRITE if path in broken else really(data, at)

        def truncate(self, path: Path, size: int, really: Callable[[], int]) -> int:
            return really()

        def sync(self, path: Path, really: Callable[[], int]) -> int:
            if writes.pop(path, 0) > ONE_PAGE and (path.parent / BREAK).exists():
                broken.add(path)
                return sqlite3.SQLITE_IOERR_FSYNC
            return really()

    vfs.install(Breaking())
