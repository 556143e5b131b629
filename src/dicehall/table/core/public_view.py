"""What everyone sees of a table, what only one person knows, and what has changed in it."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from dicehall.ports.teams import Team
from dicehall.rules.chance import Source
from dicehall.rules.kernel import Ask, Chance, Mine, Over, board_of, mine_of
from dicehall.rules.values import Seat, Value
from dicehall.table.core.events import Fixture, Night, Setting, Who
from dicehall.table.core.state import Due, Play, Seated, Table


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
    rated: bool
    """Whether that game counts for the rating; False before the first game."""
    board: Any
    """As that game shows it to everyone; None before the first game."""
    waiting: WaitingForMoves | WaitingForThrow | Over | None
    agreed: tuple[Who, ...] = ()
    """Who wants the running game, which is rated, to end without a result."""
    fixture: Fixture | None = None
    """The tournament that the table belongs to."""
    starts_by: float | None = None
    """Until when it waits for its players."""
    no_shows: tuple[Who, ...] = ()
    """Who has not come to it."""
    settled: bool = False
    """Whether the result of its one game stands: nothing more is played there."""
    night: Night | None = None
    """The theme night that the table belongs to."""
    disclosed: bool = False
    """With duplicate dice: whether the round has ended, so that its dice are no secret any more."""
    predictions: bool = True
    """Whether spectators may predict who wins, as far as the host says."""
    teams: tuple[tuple[Who, Team], ...] = ()
    """The badges that people and bots wear."""


def show(table: Table) -> PublicTable:
    play = table.play
    commit = table.commit if play is None or play.over else play.started.commit
    lobby = (
        table.setting, table.host, table.seated, table.locked, table.kicked, table.muted, table.spectators_talk,
        table.reactions, table.knocks, table.wins, table.invited, commit, table.fills_at, table.games, table.key,
    )  # fmt: skip
    evening = (
        table.fixture, table.starts_by, table.no_shows, table.settled, table.night, table.disclosed, table.predictions,
        table.teams,
    )  # fmt: skip
    if play is None:
        return PublicTable(*lobby, (), (), (), None, None, {}, False, None, None, (), *evening)
    return PublicTable(
        *lobby, play.seats, (*play.handed, *play.replaced), play.left, play.listing.name, play.listing.edition,
        play.options, play.rated, board_of(play.game, play.state), _waiting(play), play.agreed,
        *evening,
    )  # fmt: skip


def show_moved(shown: PublicTable, table: Table) -> PublicTable:
    """The same as `show` after nothing but moves in a game that goes on: these change no more than this."""
    play = table.play
    assert play is not None
    return replace(shown, board=board_of(play.game, play.state), waiting=_waiting(play), agreed=play.agreed)


def _waiting(play: Play) -> WaitingForMoves | WaitingForThrow | Over:
    match play.pending:
        case Ask():
            return WaitingForMoves(play.due)
        case Chance(source, thrower):
            return WaitingForThrow(source, thrower, play.due)
        case Over() as over:
            return over


def show_mine(table: Table) -> dict[Who, Mine[Any, Any]]:
    """What each player knows and may do; bots get theirs when they think."""
    play = table.play
    if play is None:
        return {}
    left, replaced, who = play.left, play.replaced, play.seats
    people = [
        seat for seat, level in enumerate(play.levels) if level is None and seat not in left and seat not in replaced
    ]
    return {who[mine.seat]: mine for mine in mine_of(play.game, play.state, play.pending, people)}


def changes(before: Value, after: Value) -> dict[str, Any] | None:
    """The fields that differ; structs of the same type are compared in turn.

    The receiver merges an object into the one it has, field by field, unless the object has a `type`: then, like
    everything else, it replaces the old one. `{"more": [...]}` goes to the end of the list that is there. None if that
    cannot express the change, as when a mapping loses a key.
    """
    return _different(zip(after.__struct_fields__, astuple(before), astuple(after), strict=True))


def changes_by_moves(before: PublicTable, after: PublicTable) -> dict[str, Any] | None:
    """The same where there were only moves: `show_moved` says what these can change."""
    fields = (
        ("board", before.board, after.board),
        ("waiting", before.waiting, after.waiting),
        ("agreed", before.agreed, after.agreed),
    )
    return _different(fields)


def _different(fields: Iterable[tuple[str, Any, Any]]) -> dict[str, Any] | None:
    """Of fields by name, before and after."""
    different: dict[str, Any] = {}
    for field, old, new in fields:
        if old is new:
            continue
        kind = new.__class__
        if old.__class__ is kind and _has_named_fields(kind):
            inner = changes(old, new)
            if inner is None:
                return None
            if inner:
                different[field] = inner
        elif old != new:
            if kind is tuple:
                different[field] = {"more": new[len(old) :]} if _has_grown(old, new) else new
            elif kind is dict or (isinstance(old, msgspec.Struct) and _is_laid_over(kind)):
                return None
            else:
                different[field] = new
    return different


def _has_grown(old: object, new: tuple[Any, ...]) -> bool:
    """Whether a list of objects, such as all calls of a round, has only got more of them."""
    if type(old) is not tuple or not 0 < len(old) < len(new):
        return False
    return isinstance(new[0], msgspec.Struct) and new[: len(old)] == old


@cache
def _has_named_fields(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) and not kind.__struct_config__.array_like


@cache
def _is_laid_over(kind: type) -> bool:
    """Whether what only the struct before had would be left behind."""
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is None
