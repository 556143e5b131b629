"""Halls that lose, change or double what they told: the proof is worth something only if it notices each of them."""

import time
from contextlib import suppress

from sqlalchemy import Connection, update

from dicehall.ports import Append, ChatLine, Conflict, JournalError
from dicehall.store.journal.disk import Batch, DiskJournal
from dicehall.store.journal.hall_time import HallTime
from dicehall.store.journal.journal_file import Ledger
from dicehall.store.people.disk import DiskPeople
from dicehall.store.people.schema import lines


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
    write, count = Ledger.append, iter(range(10**9))

    def append(self: Ledger, append: Append) -> Conflict | None:
        return None if append.expected > 20 and next(count) % 40 == 39 else write(self, append)

    Ledger.append = append  # type: ignore[method-assign]


def write_readiness_twice() -> None:
    """The same entry again, as a repeated command would write it."""
    write = Ledger.append

    def append(self: Ledger, append: Append) -> Conflict | None:
        outcome = write(self, append)
        if outcome is None and append.count == 1 and b'"readied"' in append.body:
            again = Append(append.table, append.expected + 1, 1, append.body, append.due)
            return write(self, again)
        return outcome

    Ledger.append = append  # type: ignore[method-assign]


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
        this = (lines.c.place == table, lines.c.number == line.number)
        connection.execute(update(lines).where(*this).values(said="hm"))
        return line

    DiskPeople._say = garble  # type: ignore[assignment, method-assign]


def let_clocks_run_while_the_hall_is_closed() -> None:
    """Hall time by the clock on the wall: downtime is not credited."""

    def start(self: HallTime, saved: float = 0.0) -> None:
        self._zero = time.monotonic() - (saved if saved == 0.0 else max(saved, time.monotonic() - BOOT))

    HallTime.__init__ = start  # type: ignore[method-assign]


BOOT = time.monotonic()
"""When the first hall was about to open, as one launcher serves them all."""
