"""What administrators are told about a hall, as values."""

from dicehall.ports import Kind
from dicehall.rules.values import Value
from dicehall.server.live.messages import Row


class Named(Value):
    id: str
    name: str | None
    """None for a deleted person."""


class AuditEntry(Value, kw_only=True):
    number: int
    """Counted from 1, the oldest; it does not change."""
    when: float
    """Seconds since 1970."""
    act: str
    by: Named | None
    """None where it was done on the hall's own machine."""
    who: Named | None = None
    """To whom, where it was done to a person."""
    kind: str | None = None
    """The new kind of a person."""
    table: str | None = None
    game: str | None = None
    """Of a leaderboard; None is all of them."""


class Known(Value):
    """A person, as administrators see them."""

    id: str
    name: str
    kind: Kind
    banned: str | None
    """Why they are banned; None if they are not."""
    seen: float | None
    """Seconds since 1970; None for a person who is signed in nowhere."""
    windows: int
    """Open sockets."""


class Crowd(Value):
    people: tuple[Known, ...]
    more: bool
    """Whether there are more: search for a part of the name."""


class OpenTable(Value):
    """A table, public or private; nothing about its game."""

    row: Row
    public: bool
    host: Named | None
    people: tuple[Named, ...]
    watching: int


class Tables(Value):
    tables: tuple[OpenTable, ...]
    damaged: dict[str, str]
    """Those that cannot be read, and why."""
    next: str | None
    """Ask for those `after` this one; None where there are no more."""
