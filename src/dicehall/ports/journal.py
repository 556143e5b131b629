"""What tables ask of the journal: to be durable before it answers, and to keep the seeds of dice to itself."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from dicehall.rules.values import Value


class Head(NamedTuple):
    """All that is known of a table before it is folded."""

    table: str
    version: int
    due: float | None
    """The hall time at which its next deadline falls; None where nothing is awaited."""


class Append(Value):
    """What follows from one command: all of it or nothing."""

    table: str
    expected: int
    """The version that the table must still have."""
    count: int
    """How many entries the body holds, one at least; the table's version grows by so many."""
    body: bytes
    due: float | None
    snapshot: bytes | None = None
    """The table after it, where it is worth keeping; only a cache."""
    record: bytes | None = None
    """The game that ends with it, as a record."""
    closes: bool = False
    """Whether the table is closed: all of it is forgotten but the records of its games."""
    seed: bytes | None = None
    """The secret whose commitment is among the entries: kept apart from them, in the same transaction."""


class Note(Value):
    """Something to be kept in the chronicle that belongs to no table."""

    body: bytes


class Noted(NamedTuple):
    """A row of the chronicle: a finished game, or an act of an administrator; numbers only grow."""

    number: int
    table: str
    """Empty for what belongs to no table."""
    body: bytes
    """Empty where it cannot be read back."""


class Loaded(NamedTuple):
    """What a table is folded from: the last snapshot, if there is one, and the bodies appended after it."""

    version: int
    """Of the snapshot; 0 where there is none."""
    snapshot: bytes | None
    bodies: Sequence[bytes]


class JournalError(Exception):
    """Its text is fit to be shown to the person whose command failed."""


class Conflict(JournalError):
    """Somebody else has moved this table on; nothing was written."""


class Unwritable(JournalError):
    """The disk is full, read-only or broken; nothing was written."""


class Damaged(JournalError):
    """This table cannot be read back; the text names it and says what is wrong."""


class Journal(Protocol):
    """Every table's log. An append that was answered survives whatever happens to the process."""

    @property
    def now(self) -> float:
        """Hall time: the seconds for which this journal has been open, downtime left out."""
        ...

    def heads(self) -> list[Head]:
        """Every open table."""
        ...

    def load(self, table: str) -> Loaded:
        """Nothing for an unknown table; raises `Damaged` where what is there is not what was written."""
        ...

    def bodies(self, table: str, after: int = 0) -> list[bytes]:
        """All that was appended to an open table after this version, from the append that goes beyond it on.

        Raises `Damaged`.
        """
        ...

    def append(self, append: Append, done: Callable[[JournalError | None], None]) -> None:
        """Calls `done` on the event loop: with None once it is durable, or with what kept it from being written.

        A callback and no coroutine, for this is the one thing that every move of every table waits for.
        """
        ...

    def note(self, note: Note, done: Callable[[JournalError | None], None]) -> None:
        """As `append`, but for the chronicle alone."""
        ...

    def seed(self, table: str) -> bytes | None:
        """The secret that this table has committed to last; for the dice tower alone."""
        ...

    def records(self, table: str, most: int | None = None) -> list[bytes]:
        """The finished games of a table, also of one that is closed, oldest first; with `most`, only the last ones."""
        ...

    def record(self, table: str, number: int, number_of: Callable[[bytes], int]) -> bytes | None:
        """One of them by its number, which grows from each to the next; found without reading all."""
        ...

    def chronicle(self, after: int, most: int) -> list[Noted]:
        """What was noted after a number, oldest first: the one order in which the hall's results are counted."""
        ...
