"""What the hall knows of its tables' logs from outside the journal, to notice when the journal has gone back."""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias


class Mark(NamedTuple):
    """How far a table's log is known to reach."""

    version: int
    digest: bytes
    """Of the log up to this version; empty if the table has none."""
    at: float
    """The hall time of its last entry."""
    origin: bytes
    """Where this history of the table begins: another one begins each time that the journal went back."""


Why: TypeAlias = Literal["behind", "changed", "gone", "head", "torn"]
"""The journal is behind a mark; it holds another history; the table is not there any more; a client has shown that the
table was further; commits at the end of the journal's write-ahead file cannot be read."""


class Setback(NamedTuple):
    """The journal has lost something that had happened at a table."""

    table: str
    """Empty if it is not known which."""
    why: Why
    known: int
    """How far the table is known to have been."""
    found: int
    """The version that the journal holds."""


class Marks(Protocol):
    """Kept outside the journal. A mark may lag behind its table, and is never ahead of what is on the disk."""

    @property
    def head_keys(self) -> tuple[bytes, ...]:
        """For the heads that clients are given: the first makes new ones; heads by the others are from before a backup
        was restored, and prove nothing."""
        ...

    def known(self) -> Mapping[str, Mark]: ...

    def remember(self, table: str, mark: Mark) -> None:
        """Called after every append, so it only takes a note."""
        ...

    def forget(self, table: str) -> None:
        """The table is closed."""
        ...

    async def keep_up(self, hall_time: Callable[[], float]) -> None:
        """Writes what was noted about once a second, until it is cancelled."""
        ...

    async def flush(self) -> None:
        """Writes it now."""
        ...

    def note(self, *setbacks: Setback) -> None:
        """For the operator, until they have seen it; the same one counts once."""
        ...

    def unseen(self) -> list[Setback]:
        """What the operator has not seen yet."""
        ...


class NoMarks:
    """For halls that are gone when they close."""

    head_keys: tuple[bytes, ...] = ()

    def known(self) -> Mapping[str, Mark]:
        return {}

    def remember(self, table: str, mark: Mark) -> None:
        pass

    def forget(self, table: str) -> None:
        pass

    async def keep_up(self, hall_time: Callable[[], float]) -> None:
        pass

    async def flush(self) -> None:
        pass

    def note(self, *setbacks: Setback) -> None:
        pass

    def unseen(self) -> list[Setback]:
        return []
