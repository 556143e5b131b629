"""What everyone sees of a table, what only one person knows, and what has changed in it."""

from typing import Any

import msgspec
from msgspec.structs import astuple

from dicehall.rules.chance import Source
from dicehall.rules.kernel import Awaited, Chance, Mine, Over
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Setting, Who
from dicehall.table.core.state import Due, Seated, Table


class WaitingForMoves(Value, tag_field="type", tag="ask"):
    """The game waits for players, for each until a certain hall time."""

    due: tuple[Due, ...]


class WaitingForThrow(Value, tag_field="type", tag="chance"):
    """The game waits for a throw: a player holds the dice."""

    source: Source
    thrower: Seat | None
    due: tuple[Due, ...]


class PublicTable(Value):
    """The public side of a table; the same for everyone, so it is encoded once."""

    setting: Setting
    host: Who | None
    seated: tuple[Seated, ...]
    locked: bool
    kicked: tuple[Who, ...]
    muted: tuple[Who, ...]
    spectators_talk: bool
    reactions: bool
    knocks: bool
    """Whether people who have only the code of a private table may knock."""
    wins: tuple[tuple[Who, int], ...]
    invited: tuple[Who, ...]
    """The people for whom a seat is kept."""
    commit: str
    """What the dice are bound to: those of the running game, or else of the next one."""
    fills_at: float | None
    games: int
    key: str
    """What the link of a private table has beside the code, for those who are inside to hand on."""
    players: tuple[Who, ...]
    """The players by seat; empty before the first game."""
    handed: tuple[Seat, ...]
    left: tuple[Seat, ...]
    game: str | None
    """The running game or the last one; None before the first. The setting may already name another one."""
    edition: int | None
    """Of its rules."""
    options: dict[str, Any]
    """All options of that game."""
    board: Any
    """As that game shows it to everyone; None before the first game."""
    waiting: WaitingForMoves | WaitingForThrow | Over | None


def show(table: Table) -> PublicTable:
    play = table.play
    commit = table.commit if play is None or play.over else play.started.commit
    lobby = (
        table.setting, table.host, table.seated, table.locked, table.kicked, table.muted, table.spectators_talk,
        table.reactions, table.knocks, table.wins, table.invited, commit, table.fills_at, table.games, table.key,
    )  # fmt: skip
    if play is None:
        return PublicTable(*lobby, (), (), (), None, None, {}, None, None)
    seen = play.game.view(play.state, None).table
    waiting: WaitingForMoves | WaitingForThrow | Over
    match seen.waiting:
        case Awaited():
            waiting = WaitingForMoves(play.due)
        case Chance(source, thrower):
            waiting = WaitingForThrow(source, thrower, play.due)
        case Over() as over:
            waiting = over
    return PublicTable(
        *lobby, play.seats, play.handed, play.left, play.listing.name, play.listing.edition, play.options, seen.board,
        waiting,
    )  # fmt: skip


def show_mine(table: Table) -> dict[Who, Mine[Any, Any]]:
    """What each player knows and may do; bots get theirs when they think."""
    play = table.play
    if play is None:
        return {}
    return {
        who: mine
        for seat, who in enumerate(play.seats)
        if play.levels[seat] is None and seat not in play.left
        if (mine := play.game.view(play.state, seat).mine) is not None
    }


def changes(before: Value, after: Value) -> dict[str, Any] | None:
    """The fields that differ; structs of the same type are compared in turn.

    The receiver merges an object into the one it has, field by field, unless the object has a `type`: then, like
    everything else, it replaces the old one. None if that cannot express the change, as when a mapping loses a key.
    """
    different: dict[str, Any] = {}
    for field, old, new in zip(after.__struct_fields__, astuple(before), astuple(after), strict=True):
        if old is new or old == new:
            continue
        if isinstance(new, dict):
            return None
        if isinstance(new, msgspec.Struct) and not new.__struct_config__.array_like and type(old) is type(new):
            inner = changes(old, new)  # type: ignore[arg-type]
            if inner is None:
                return None
            different[field] = inner
        elif isinstance(old, msgspec.Struct) and isinstance(new, msgspec.Struct) and new.__struct_config__.tag is None:
            return None
        else:
            different[field] = new
    return different
