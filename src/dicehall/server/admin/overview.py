"""What administrators are told of a hall, as values."""

from dicehall.ports import Kind
from dicehall.rules.values import Value
from dicehall.server.live.messages import Row


class Named(Value):
    id: str
    name: str | None
    """None for somebody who is gone."""


class Entry(Value, kw_only=True):
    number: int
    """Counted from 1, the oldest; it stays the same."""
    when: float
    """Seconds since 1970."""
    act: str
    by: Named | None
    """None where it was done on the hall's own machine."""
    who: Named | None = None
    """To whom, where it was done to somebody."""
    kind: str | None = None
    """What they were made."""
    table: str | None = None
    game: str | None = None
    """Whose leaderboard; None is all of them."""


class Known(Value):
    """Somebody, as administrators see them."""

    id: str
    name: str
    kind: Kind
    banned: str | None
    """Why they may not come in; None where nothing is held against them."""
    seen: float | None
    """Seconds since 1970; None for who is logged in nowhere."""
    windows: int
    """Open sockets."""


class Crowd(Value):
    people: tuple[Known, ...]
    more: bool
    """Whether these are not all: search for a part of the name."""


class OpenTable(Value):
    """A table, also a private one; nothing of what is played there."""

    row: Row
    public: bool
    host: Named | None
    people: tuple[Named, ...]
    watching: int


class Tables(Value):
    tables: tuple[OpenTable, ...]
    damaged: dict[str, str]
    """Those that cannot be read back, and why."""
    next: str | None
    """Ask for those `after` this one; None where there are no more."""
