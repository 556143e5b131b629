"""The chronicle of a hall: finished games and what administrators did, in one order, with opaque ids and no names."""

from typing import TypeAlias

import msgspec

from dicehall.rules.values import Value, wire_name


class Finished(Value):
    """A game that was played to its end or broken off, as it is kept when its table is gone."""

    number: int
    at: float
    seats: tuple[str, ...]
    levels: tuple[str | None, ...]
    scores: tuple[int, ...]
    """Empty where the game was broken off."""
    places: tuple[int, ...]
    record: str
    left: tuple[int, ...] = ()
    """Seats whose players went before the end: a loss for them, whatever became of the game (P-17)."""
    ended: float = 0.0
    """Seconds since 1970, for people; nothing is decided by it."""
    public: bool = True


class Dated(Value, kw_only=True):
    when: float = 0.0
    """Seconds since 1970, for people; nothing is decided by it."""


class AdminAction(Dated, tag_field="type", tag=wire_name):
    """What somebody has done to the whole hall; a person is None where it was done on the machine itself."""

    at: float
    by: str | None


class Claimed(AdminAction):
    """Somebody owns the hall now."""


class Appointed(AdminAction):
    who: str
    kind: str


class Banned(AdminAction):
    who: str


class Unbanned(AdminAction):
    who: str


class Renamed(AdminAction):
    who: str


class Forgotten(AdminAction):
    """An account is gone; its id stays in the results and means nobody."""

    who: str


class LeaderboardReset(AdminAction):
    """Results begin anew, of one game or of all."""

    game: str | None = None


class EverythingReset(AdminAction):
    """Tables are closed and results begin anew."""


class TableClosed(AdminAction):
    table: str


class TableManaged(AdminAction, tag="table_minded"):
    """An administrator did at somebody else's table what only its host may."""

    table: str
    deed: str


AnyAdminAction: TypeAlias = (
    Claimed
    | Appointed
    | Banned
    | Unbanned
    | Renamed
    | Forgotten
    | LeaderboardReset
    | EverythingReset
    | TableClosed
    | TableManaged
)

_acts: msgspec.json.Decoder[AnyAdminAction] = msgspec.json.Decoder(AnyAdminAction)
_games = msgspec.json.Decoder(Finished)


def read(body: bytes) -> Finished | AnyAdminAction:
    """Games have no type: they were there first."""
    return _acts.decode(body) if body.startswith(b'{"type"') else _games.decode(body)


def write(noted: Finished | AnyAdminAction) -> bytes:
    return msgspec.json.encode(noted)
