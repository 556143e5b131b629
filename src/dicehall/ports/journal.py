"""What tables need from the journal: to be durable before it answers, and to keep the seeds of dice secret."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from dicehall.rules.public_log import LogLine, Statement
from dicehall.rules.values import Value


class Head(NamedTuple):
    """What is known about a table before its log is read."""

    table: str
    version: int
    due: float | None
    """The hall time of its next deadline; None if there is none."""


class Append(Value):
    """What one command writes; all of it or nothing."""

    table: str
    expected: int
    """The version that the table must still have."""
    count: int
    """How many entries the body holds, at least one; the table's version grows by this number."""
    body: bytes
    due: float | None
    snapshot: bytes | None = None
    """The table after it, if that is worth keeping; only a cache."""
    record: bytes | None = None
    """The game that ends with it, for the hall log."""
    closes: bool = False
    """Whether the table is closed: only its finished games are kept."""
    seed: bytes | None = None
    """The secret whose commitment is among the entries: stored apart from them, in the same transaction."""
    statements: tuple[Statement, ...] = ()
    """What it adds to the public log, if the hall has a key."""


class Note(Value):
    """Something for the hall log that belongs to no table."""

    body: bytes


class HallLogRow(NamedTuple):
    """A finished game or an administrator's action; numbers only grow."""

    number: int
    table: str
    """Empty if it belongs to no table."""
    body: bytes
    """Empty if it cannot be read back."""


class Loaded(NamedTuple):
    """The last snapshot of a table, if there is one, and the bodies appended after it."""

    version: int
    """Of the snapshot; 0 if there is none."""
    snapshot: bytes | None
    bodies: Sequence[bytes]


class JournalError(Exception):
    """Its text can be shown to the person whose command failed."""


class Conflict(JournalError):
    """Another process has moved this table on; nothing was written."""


class Fenced(JournalError):
    """Another node runs this table now; nothing was written, and trying again here is of no use."""


class Unwritable(JournalError):
    """The disk is full, read-only or broken; nothing was written."""


class Uncertain(JournalError):
    """The disk failed while it wrote: only later will it be known whether this was written."""


class Damaged(JournalError):
    """This table cannot be read back; the text names it and says what is wrong."""


class Journal(Protocol):
    """Every table's log. An append that was answered survives any crash of the process.

    All reads are awaited: a journal in this process answers at once, one elsewhere takes its time. What a read returns
    includes every append that was answered before it was asked.
    """

    @property
    def now(self) -> float:
        """Hall time: how many seconds this hall has worked. It stands still while the journal cannot be written."""
        ...

    @property
    def commits_lost(self) -> int:
        """How many commits at its end could not be read when it was opened; a crash leaves one at most."""
        ...

    def tick(self, *, held_up: bool = False) -> float:
        """Called by the hall again and again while it works; the seconds since the last time that did not count.

        Held up by something else than the journal, hall time stands still until the next tick.
        """
        ...

    async def heads(self) -> list[Head]:
        """Every open table."""
        ...

    async def load(self, table: str) -> Loaded:
        """Nothing for an unknown table; raises `Damaged` if the stored bytes are not the written ones.

        Snapshot and bodies belong together, whatever is appended meanwhile.
        """
        ...

    async def bodies(self, table: str, after: int = 0) -> list[bytes]:
        """Everything appended to an open table after this version, starting with the append that goes beyond it.

        Raises `Damaged`.
        """
        ...

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        """Calls `done` on the event loop: with None once it is durable, or with the error that prevented it.

        After `Uncertain` it is called once more, when it is known which of the two it is. If the process ends before,
        the next one finds out by reading.

        A callback instead of a coroutine, because every move of every table waits for this.
        """
        ...

    def note(self, note: Note, done: Callable[[JournalError | None], None]) -> None:
        """Like `append`, but only for the hall log."""
        ...

    async def seed(self, table: str) -> bytes | None:
        """The secret of this table's latest commitment; only for the dice tower."""
        ...

    async def records(self, table: str, most: int | None = None) -> list[bytes]:
        """The finished games of a table, even of a closed one, oldest first; with `most`, only the latest."""
        ...

    async def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        """One of them by its number; numbers grow, so it is found without reading all."""
        ...

    async def hall_log(self, after: int, most: int) -> list[HallLogRow]:
        """The rows after a number, oldest first: the order in which results are counted."""
        ...

    async def public_log(self, after: int, most: int) -> list[LogLine]:
        """The lines after a number, oldest first; raises `Damaged`."""
        ...

    async def last_logged(self) -> LogLine | None:
        """The last line of the public log; None if nothing was ever logged."""
        ...

    async def logged(self, statement: str) -> LogLine | None:
        """The first line of the public log with this hash."""
        ...
