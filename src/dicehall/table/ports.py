"""What tables ask of storage: a journal that is durable before it answers, and a book of the people who come."""

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

    def records(self, table: str) -> list[bytes]:
        """The finished games of a table, also of one that is closed, oldest first."""
        ...


class Guest(Value):
    """Somebody who came with a name."""

    id: str
    name: str


class Line(Value):
    """Something said at a table."""

    number: int
    """Counted for each audience, so that what one does not hear leaves no gap."""
    who: str
    name: str
    text: str


class People(Protocol):
    """Who is who: the log knows opaque ids only, and names can be forgotten here."""

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the secret token of their session."""
        ...

    def by_token(self, token: str) -> Guest | None: ...

    def by_id(self, person: str) -> Guest | None: ...

    async def rename(self, person: str, name: str) -> Guest:
        """Raises `KeyError` for a stranger."""
        ...

    async def say(self, table: str, audience: str, who: str, text: str) -> Line:
        """Keep a line of chat and number it."""
        ...

    def chat(self, table: str, audience: str, last: int) -> list[Line]:
        """The last lines that this audience heard, oldest first."""
        ...

    async def forget_chat(self, table: str) -> None: ...
