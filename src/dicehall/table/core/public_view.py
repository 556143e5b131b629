"""What everybody sees of a table, what one person alone knows, and what has changed of it."""

from typing import Any

import msgspec
from msgspec.structs import astuple

from dicehall.rules.chance import Source
from dicehall.rules.kernel import Awaited, Chance, Mine, Over
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Setting, Who
from dicehall.table.core.state import Due, Seated, Table


class WaitingForMoves(Value, tag_field="type", tag="ask"):
    """Players are awaited, each until a time of the hall."""

    due: tuple[Due, ...]


class WaitingForThrow(Value, tag_field="type", tag="chance"):
    """A throw is awaited: the dice are in somebody's hand."""

    source: Source
    thrower: Seat | None
    due: tuple[Due, ...]


class PublicTable(Value):
    """The public side of a table; the same for everybody, so it is encoded once."""

    setting: Setting
    host: Who | None
    seated: tuple[Seated, ...]
    locked: bool
    kicked: tuple[Who, ...]
    muted: tuple[Who, ...]
    spectators_talk: bool
    wins: tuple[tuple[Who, int], ...]
    invited: tuple[Who, ...]
    """For whom a occupant is kept."""
    commit: str
    """What the dice are bound to: those of the game that runs, else those of the next one."""
    fills_at: float | None
    games: int
    players: tuple[Who, ...]
    """Who plays, by seat; empty before the first game."""
    handed: tuple[Seat, ...]
    left: tuple[Seat, ...]
    game: str | None
    """What is or was played; None before the first game. The setting may name another one by now."""
    edition: int | None
    """Of its rules."""
    options: dict[str, Any]
    """All options of that game."""
    board: Any
    """As that game's own view has it; None before the first game."""
    waiting: WaitingForMoves | WaitingForThrow | Over | None


def show(table: Table) -> PublicTable:
    play = table.play
    commit = table.commit if play is None or play.over else play.commit
    lobby = (
        table.setting, table.host, table.seated, table.locked, table.kicked, table.muted, table.spectators_talk,
        table.wins, table.invited, commit, table.fills_at, table.games,
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
    """What each person who plays knows and may do; bots get theirs when they think."""
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

    A receiver lays an object over the one that is there, field by field, unless it has a `type`: then, like
    everything else, it replaces. None where that rule could not express the change, as for a mapping that lost a key.
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
