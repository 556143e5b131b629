"""A table as its log has made it: who sits where, what is played, who is awaited until when."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from dicehall.rules.catalog import find
from dicehall.rules.kernel import Chance, Game, Over, Pending, Secretive
from dicehall.rules.listing import Listing
from dicehall.rules.values import Options, Seat, Value
from dicehall.table.core.events import Setting, Who, is_bot

IDLE_LOBBY = 60 * 60.0
IDLE_GAME = 48 * 60 * 60.0
"""How long after the last entry a table is closed, if nobody is there."""


class Seated(Value):
    who: Who
    level: str | None = None
    """Of the bot that sits here."""
    ready: bool = False


class Due(Value, array_like=True):
    """A seat that is awaited, until when and since when; until None where no clock runs, as for bots."""

    seat: Seat
    until: float | None
    since: float


@lru_cache(1024)
def _options(options: Options) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


class Play(NamedTuple):
    """The game that is being played, or the last one that was."""

    number: int
    began: int
    """The version of the table before it."""
    listing: Listing
    game: Game[Any]
    seats: tuple[Who, ...]
    levels: tuple[str | None, ...]
    state: Any
    pending: Pending
    due: tuple[Due, ...]
    timeouts: tuple[int, ...]
    """How often in a row the clock has played for each seat."""
    handed: tuple[Seat, ...] = ()
    """Seats that a bot holds until their players are back."""
    left: tuple[Seat, ...] = ()
    """Seats whose players have withdrawn."""
    commit: str = ""
    client_seeds: tuple[str, ...] = ()
    draws: int = 0
    """How often nature has moved: the number of the next draw from the tower."""
    digest: bytes = b""
    """Of the record so far; none where the dice are given."""

    @property
    def options(self) -> dict[str, Any]:
        """As everybody sees them; converted once a game."""
        return _options(self.game.options)

    @property
    def over(self) -> bool:
        return type(self.pending) is Over

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots plays, or may come back to play."""
        return any(level is None and seat not in self.left for seat, level in enumerate(self.levels))

    @property
    def is_held_by_people(self) -> bool:
        """Whether any seat is a person's at this moment."""
        return any(self.level_of(seat) is None and seat not in self.left for seat in range(len(self.seats)))

    def seat_of(self, who: Who) -> Seat | None:
        """Where this person plays; None for those who watch or have left."""
        if who in self.seats and (seat := self.seats.index(who)) not in self.left:
            return seat
        return None

    def level_of(self, seat: Seat) -> str | None:
        """Of the bot that holds this seat now; None where a person does."""
        return "house" if seat in self.handed else self.levels[seat]


class Table(Value):
    version: int = 0
    setting: Setting = Setting(game="", seats=2)
    host: Who | None = None
    seated: tuple[Seated, ...] = ()
    locked: bool = False
    kicked: tuple[Who, ...] = ()
    muted: tuple[Who, ...] = ()
    spectators_talk: bool = False
    wins: tuple[tuple[Who, int], ...] = ()
    """The evening's score."""
    games: int = 0
    """How many games were started here."""
    invited: tuple[Who, ...] = ()
    """For whom a occupant is kept."""
    commit: str = ""
    """What the dice of the next game are bound to."""
    seeds: tuple[tuple[Who, str], ...] = ()
    """What clients have sent since, to be mixed into them."""
    fills_at: float | None = None
    """When bots fill a quick table up."""
    touched: float = 0.0
    """The hall time of the last entry."""
    closed: bool = False
    play: Play | None = None

    @property
    def playing(self) -> Play | None:
        """The game that is running."""
        return self.play if self.play is not None and not self.play.over else None

    def seated_as(self, who: Who) -> Seated | None:
        return next((occupant for occupant in self.seated if occupant.who == who), None)

    def people(self) -> Iterator[Who]:
        """Those whose table it is: the host and the people on seated."""
        if self.host is not None:
            yield self.host
        yield from (occupant.who for occupant in self.seated if not is_bot(occupant.who))

    @property
    def secretive(self) -> bool:
        """Whether somebody holds a secret now."""
        return self.playing is not None and isinstance(self.playing.game, Secretive)

    @property
    def idle_at(self) -> float:
        return self.touched + (IDLE_LOBBY if self.playing is None else IDLE_GAME)

    @property
    def due_at(self) -> float:
        """When the next thing happens by itself."""
        play = self.playing
        if play is None:
            idle = self.touched + IDLE_LOBBY
            return idle if self.fills_at is None else min(idle, self.fills_at)
        return min([self.touched + IDLE_GAME, *(due.until for due in play.due if due.until is not None)])


def next_due(pending: Pending) -> tuple[Seat, ...]:
    """The seats that are awaited, be it for a move or for the gesture of a throw."""
    match pending:
        case Over():
            return ()
        case Chance(_, thrower):
            return () if thrower is None else (thrower,)
        case ask:
            return tuple(sorted(ask.due))


# A table as a snapshot. The running game is kept by name, edition and options, its state as its own types have it.


class SavedPlay(Value):
    number: int
    began: int
    game: str
    edition: int
    options: dict[str, Any]
    seats: tuple[Who, ...]
    levels: tuple[str | None, ...]
    state: msgspec.Raw
    due: tuple[Due, ...]
    timeouts: tuple[int, ...]
    handed: tuple[Seat, ...]
    left: tuple[Seat, ...]
    commit: str = ""
    client_seeds: tuple[str, ...] = ()
    draws: int = 0
    digest: bytes = b""


class Saved(Value):
    table: Table
    play: SavedPlay | None


def save(table: Table) -> bytes:
    play = table.play
    return msgspec.json.encode(Saved(msgspec.structs.replace(table, play=None), None if play is None else _saved(play)))


def _saved(play: Play) -> SavedPlay:
    return SavedPlay(
        number=play.number,
        began=play.began,
        game=play.listing.name,
        edition=play.listing.edition,
        options=play.options,
        seats=play.seats,
        levels=play.levels,
        state=msgspec.Raw(msgspec.json.encode(play.state)),
        due=play.due,
        timeouts=play.timeouts,
        handed=play.handed,
        left=play.left,
        commit=play.commit,
        client_seeds=play.client_seeds,
        draws=play.draws,
        digest=play.digest,
    )


def load(snapshot: bytes) -> Table:
    """Raises `UnknownEdition` where the game has changed its rules since."""
    saved = msgspec.json.decode(snapshot, type=Saved)
    table, play = saved.table, saved.play
    if play is None:
        return table
    listing = find(play.game, play.edition)
    game = listing.new(len(play.seats), play.options)
    state = msgspec.json.decode(play.state, type=listing.state)
    return msgspec.structs.replace(
        table,
        play=Play(
            play.number, play.began, listing, game, play.seats, play.levels, state, game.pending(state),
            play.due, play.timeouts, play.handed, play.left, play.commit, play.client_seeds, play.draws, play.digest,
        ),
    )  # fmt: skip
