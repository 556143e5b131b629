"""A table as its log has made it: who sits where, what is played, and whom it waits for until when."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from dicehall.bots import NORMAL
from dicehall.ports.teams import Team
from dicehall.rules.catalog import find
from dicehall.rules.kernel import Ask, Chance, Game, Over, Pending, Secretive
from dicehall.rules.keyed import Tally
from dicehall.rules.listing import Listing
from dicehall.rules.values import Options, Seat, Value
from dicehall.table.core.events import Fixture, GameStarted, Night, Setting, Who, is_bot

IDLE_LOBBY = 60 * 60.0
IDLE_GAME = 48 * 60 * 60.0
"""How long after the last entry an empty table is closed."""
LOOK_BACK = 5 * 60.0
"""How long a table of a tournament stays open after its game."""


class Seated(Value):
    who: Who
    level: str | None = None
    """The level of the bot that sits here; None for a person."""
    ready: bool = False


class Due(Value, array_like=True):
    """A seat that the game waits for, until when and since when; `until` is None if no clock runs, as for bots."""

    seat: Seat
    until: float | None
    since: float


@lru_cache(1024)
def _options(options: Options) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


class SavedPlay(Value):
    """The game that is running, or the last one, as a snapshot keeps it."""

    started: GameStarted
    """The game and its options, who sits where, and what the dice are bound to."""
    began: int
    """The version of the table before the game."""
    state: Any
    timeouts: tuple[int, ...]
    """How often in a row the clock has played for each seat."""
    due: tuple[Due, ...] = ()
    handed: tuple[Seat, ...] = ()
    """Seats that a bot holds until their players are back."""
    left: tuple[Seat, ...] = ()
    """Seats whose players have left for good."""
    replaced: tuple[Seat, ...] = ()
    """Seats whose players the host has removed from a rated game: a bot plays them to the end (H-07)."""
    decided: bool = False
    """Whether a player has moved or thrown."""
    agreed: tuple[Who, ...] = ()
    """Who wants it to end without a result, and has not played on since (H-08)."""
    draws: int = 0
    """How often nature has moved: the number of the next draw from the tower."""
    digest: bytes = b""
    """Of the record so far; empty where the dice are given."""
    tally: Tally = Tally()
    """With duplicate dice, how often there was a draw for each thing."""

    @property
    def number(self) -> int:
        return self.started.number

    @property
    def is_duplicate(self) -> bool:
        """Whether its draws are told apart by what they are for."""
        return self.started.scheme == "duplicate"

    @property
    def seats(self) -> tuple[Who, ...]:
        return self.started.seats

    @property
    def rated(self) -> bool:
        """Whether it counts for the rating."""
        return self.started.rated

    @property
    def levels(self) -> tuple[str | None, ...]:
        return self.started.levels


class Play(SavedPlay, kw_only=True):
    """The same with what follows from it, so that each move works it out only once."""

    listing: Listing
    game: Game[Any]
    pending: Pending
    allowance: int = 0
    """Seconds of a climax that no question has followed yet; never any between two commands."""

    @property
    def options(self) -> dict[str, Any]:
        """As everyone sees them; converted once a game."""
        return _options(self.game.options)

    @property
    def over(self) -> bool:
        return type(self.pending) is Over

    @property
    def has_people(self) -> bool:
        """Whether any person plays, or may come back to play."""
        return any(
            level is None and seat not in self.left and seat not in self.replaced
            for seat, level in enumerate(self.levels)
        )

    @property
    def is_held_by_people(self) -> bool:
        """Whether a person holds any seat at this moment."""
        return any(self.level_of(seat) is None and seat not in self.left for seat in range(len(self.seats)))

    def seat_of(self, who: Who) -> Seat | None:
        """The seat of this person; None for spectators and players who have left."""
        seats = self.started.seats
        if who in seats and (seat := seats.index(who)) not in self.left and seat not in self.replaced:
            return seat
        return None

    def level_of(self, seat: Seat) -> str | None:
        """The level of the bot that holds this seat now; None if a person does."""
        return NORMAL if seat in self.handed or seat in self.replaced else self.levels[seat]


class Table(Value):
    version: int = 0
    setting: Setting = Setting(game="", seats=2)
    host: Who | None = None
    seated: tuple[Seated, ...] = ()
    locked: bool = False
    key: str = ""
    """What the link of a private table has beside the code; empty at tables from before there were keys."""
    let_in: tuple[Who, ...] = ()
    """Who has knocked and was let in."""
    inside: tuple[Who, ...] = ()
    """Who may come back to watch while the table is locked: they were inside."""
    kicked: tuple[Who, ...] = ()
    muted: tuple[Who, ...] = ()
    spectators_talk: bool = False
    reactions: bool = True
    """Whether people may send reactions."""
    knocks: bool = True
    """Whether people who have only the code of a private table may knock."""
    predictions: bool = True
    """Whether spectators may predict who wins."""
    wins: tuple[tuple[Who, int], ...] = ()
    """The evening's score."""
    teams: tuple[tuple[Who, Team], ...] = ()
    """Whose badge is whose, of everyone who sits, plays or has a score here."""
    games: int = 0
    """How many games have been started here."""
    invited: tuple[Who, ...] = ()
    """The people for whom a seat is kept."""
    expected: tuple[tuple[Who, str], ...] = ()
    """The names behind those of them who are nobody yet, for the host alone."""
    commit: str = ""
    """What the dice of the next game are bound to."""
    seeds: tuple[tuple[Who, str], ...] = ()
    """What clients have sent since, to be mixed into the dice."""
    entrants: tuple[str, ...] | None = None
    """With duplicate dice, what is mixed into them instead: what the clients of all entrants have sent."""
    fills_at: float | None = None
    """When bots fill the free seats of a quick table."""
    fixture: Fixture | None = None
    """The tournament that it belongs to."""
    starts_by: float | None = None
    """When it has waited long enough for its players; the tournament starts its game."""
    no_shows: tuple[Who, ...] = ()
    """Who has not come to it."""
    settled: bool = False
    """Whether the result of its one game stands."""
    disclosed: bool = False
    """With duplicate dice: whether the round is over, and everyone may know what was played here."""
    night: Night | None = None
    """The theme night that it belongs to."""
    touched: float = 0.0
    """The hall time of the last entry."""
    digest: bytes = b""
    """Of the whole log so far, chained append by append; empty at tables from before there were digests."""
    origins: tuple[bytes, ...] = ()
    """The digest after the first append, and after each time that the journal went back: what tells histories apart."""
    closed: bool = False
    play: Play | None = None

    @property
    def playing(self) -> Play | None:
        """The game that is running."""
        play = self.play
        return None if play is None or type(play.pending) is Over else play

    @property
    def is_held(self) -> bool:
        """Whether nothing of what is played here may be told elsewhere yet: other tables have the same dice."""
        return self.fixture is not None and self.fixture.duplicate and not self.disclosed

    @property
    def odds_allowed(self) -> bool:
        """Whether anyone may be given live odds here now, by any road: the table has them on, and no rated game runs.

        The setting cannot change while a game runs, so neither can this.
        """
        return self.setting.odds and not self.setting.is_rated and not (self.playing and self.playing.rated)

    @property
    def gathers(self) -> bool:
        """Whether this is a quick table that waits for people to play its first game."""
        return self.setting.quick and not self.games and not self.closed

    def seated_as(self, who: Who) -> Seated | None:
        for occupant in self.seated:
            if occupant.who == who:
                return occupant
        return None

    def team_of(self, who: Who) -> Team | None:
        """What they wear here."""
        return next((team for other, team in self.teams if other == who), None)

    def is_for(self, who: Who | None) -> bool:
        """Whether this person sits here or is the host."""
        return who is not None and (who == self.host or self.seated_as(who) is not None)

    def people(self) -> Iterator[Who]:
        """The host and the people who sit here."""
        if self.host is not None:
            yield self.host
        yield from (occupant.who for occupant in self.seated if not is_bot(occupant.who))

    @property
    def secretive(self) -> bool:
        """Whether a player may hold a secret now."""
        return self.playing is not None and isinstance(self.playing.game, Secretive)

    @property
    def idle_at(self) -> float:
        return self.touched + (IDLE_GAME if self.playing is not None else self._idle_lobby)

    @property
    def _idle_lobby(self) -> float:
        if self.settled and self.is_held:
            return IDLE_GAME  # the record is told when the round ends, and only then the table can be closed
        return LOOK_BACK if self.settled else IDLE_LOBBY

    @property
    def due_at(self) -> float:
        """When the next thing happens by itself."""
        play = self.playing
        if play is None:
            idle = self.touched + self._idle_lobby
            return idle if self.fills_at is None else min(idle, self.fills_at)
        earliest = self.touched + IDLE_GAME
        for due in play.due:
            if due.until is not None and due.until < earliest:
                earliest = due.until
        return earliest


def next_due(pending: Pending) -> tuple[Seat, ...]:
    """The seats that the game waits for, for a move or a throw."""
    match pending:
        case Ask(_, due):
            return tuple(sorted(due))
        case Chance(_, thrower):
            return () if thrower is None else (thrower,)
        case Over():
            return ()


# A table as a snapshot: a cache, since the log can always rebuild it.


class Snapshot(Value):
    table: Table
    play: SavedPlay | None


def save(table: Table) -> bytes:
    play = table.play
    saved = None if play is None else SavedPlay(*(getattr(play, name) for name in SavedPlay.__struct_fields__))
    return msgspec.json.encode(Snapshot(replace(table, play=None), saved))


def load(snapshot: bytes) -> Table:
    """Raises `RulesError` if the game has a new edition, `MsgspecError` if snapshots look different now."""
    saved = msgspec.json.decode(snapshot, type=Snapshot)
    return replace(saved.table, play=None if saved.play is None else _resumed(saved.play))


def _resumed(saved: SavedPlay) -> Play:
    started = saved.started
    listing = find(started.game, started.edition)
    game = listing.new(len(started.seats), started.options)
    state = msgspec.convert(saved.state, listing.state, str_keys=True)
    return Play(*astuple(replace(saved, state=state)), listing=listing, game=game, pending=game.pending(state))
