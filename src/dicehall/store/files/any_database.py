"""What people and results need of a database, whichever it is: the same statements run on all of them."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable, Row

T = TypeVar("T")
Rows: TypeAlias = list[Row[*tuple[Any, ...]]]

PEOPLE_TURN: Final = "people"
"""Whoever gives or takes a name writes in this turn: no two of them look for a free name at once."""


class AnyDatabase(Protocol):
    """A write has three outcomes: it is done, or refused (`Unwritable`), or nobody knows (`Uncertain`)."""

    async def read(self, statement: Executable) -> Rows:
        """For quick reads; raises `JournalError`."""
        ...

    async def read_slowly(self, statement: Executable) -> Rows:
        """For reads of more than a few rows: everything else goes on meanwhile."""
        ...

    def read_now(self, statement: Executable) -> Rows:
        """The caller waits: for the start of a hall, and for tools."""
        ...

    async def write(
        self, work: Callable[[Connection], T], after: Callable[[], None] | None = None, *, turn: str = PEOPLE_TURN
    ) -> T:
        """One transaction, durable when it returns. It is done even if the caller is cancelled.

        Writes of the same turn come one after the other, on all machines. `work` may be called again if it has to give
        way to another write. `after` is called whether it succeeded or not, before anyone is told.
        """
        ...

    def write_now(self, work: Callable[[Connection], T], after: Callable[[], None] | None = None) -> T:
        """Like `write`, but the caller waits: for the start of a hall, and for tools."""
        ...

    def write_later(self, work: Callable[[Connection], object], after: Callable[[], None] | None = None) -> None:
        """In the background; if it fails, only the operator is told."""
        ...

    async def erase_deleted(self) -> None:
        """If personal data was deleted, make sure that the files do not keep it."""
        ...

    def close(self) -> None:
        """Finish pending writes first."""
        ...
