"""A record holds the moves and dice of a game, one per line; to replay it, fold it through `play`."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from dicehall.rules.catalog import GAMES, find
from dicehall.rules.chance import NatureMove
from dicehall.rules.errors import DamagedRecord, RulesError
from dicehall.rules.kernel import Game, Pending, play
from dicehall.rules.listing import Listing
from dicehall.rules.tower import Proof
from dicehall.rules.values import NATURE, TABLE, Actor, Event, Move, Options, TableMove, Value


class Header(Value):
    """The first line of a record."""

    game: str
    """The name of the game."""
    edition: int
    """The edition of its rules."""
    seats: int
    """How many seats play."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Its options by name."""
    dice: Proof | msgspec.UnsetType = msgspec.UNSET
    """Set if the dice came from a tower that committed to them."""


class Entry(Value):
    """One line of a record: who made which move."""

    actor: Actor
    """Who made the move."""
    move: Any
    """What they did."""


class _Line(Value, forbid_unknown_fields=True):
    actor: int | str
    move: msgspec.Raw


class _Move(Value):
    type: str


T = TypeVar("T")


class Moment(NamedTuple):
    """A game right after one entry of its record."""

    entry: Entry
    """The entry."""
    events: tuple[Event, ...]
    """What it caused."""
    state: Any
    """The state after it."""
    pending: Pending
    """What the game waits for now."""


class Record(NamedTuple):
    """A whole game."""

    listing: Listing
    """Which game."""
    game: Game[Any]
    """The game with its seats and options."""
    entries: tuple[Entry, ...]
    """All moves, in order."""
    dice: Proof | msgspec.UnsetType = msgspec.UNSET
    """Where the dice came from, if a tower committed to them."""

    @classmethod
    def of(cls, listing: Listing, seats: int, options: Options, entries: Iterable[Entry] = ()) -> "Record":
        """A record of a game with these entries."""
        return cls(listing, listing.new(seats, options), tuple(entries))

    def write(self) -> str:
        """JSON Lines: the header, then one entry per line."""
        options = msgspec.to_builtins(self.game.options)
        header = Header(self.listing.name, self.listing.edition, self.game.seats, options, self.dice)
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *self.entries))

    @classmethod
    def read(cls, text: str, games: tuple[Listing, ...] = GAMES) -> "Record":
        """Parse a record; raises `DamagedRecord` with the line. `replay` checks whether the moves are legal."""
        first, *rest = text.removesuffix("\n").split("\n")
        header = _decode(1, first, Header, 'a record begins with {"game","edition","seats","options"}')
        try:
            listing = find(header.game, header.edition, games)
            game = listing.new(header.seats, header.options)
        except RulesError as error:
            raise DamagedRecord(1, str(error)) from error
        entries = tuple(_entry(listing, number, line) for number, line in enumerate(rest, start=2))
        return cls(listing, game, entries, header.dice)

    def replay(self) -> Iterator[Moment]:
        """The game step by step; raises `DamagedRecord` with the line of an entry that breaks the rules."""
        state = self.game.start()
        for number, entry in enumerate(self.entries, start=2):
            try:
                state, events = play(self.game, state, entry.actor, entry.move)
            except RulesError as error:
                raise DamagedRecord(number, str(error)) from error
            yield Moment(entry, events, state, self.game.pending(state))


def _decode(number: int, text: str, kind: type[T], allowed: str) -> T:
    """One line of JSON; whatever is wrong with it becomes `DamagedRecord`."""
    if not text.strip():
        raise DamagedRecord(number, f"the line is blank; {allowed}")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DamagedRecord(number, f"{error}; {allowed}") from error


def _entry(listing: Listing, number: int, text: str) -> Entry:
    line = _decode(number, text, _Line, 'an entry is {"actor","move"}')
    try:
        return Entry(_actor(line.actor), read_move(listing, line.actor, line.move))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise DamagedRecord(number, str(error)) from error


def _actor(actor: int | str) -> Actor:
    match actor:
        case "nature":
            return NATURE
        case "table":
            return TABLE
        case int(seat):
            return seat
        case _:
            raise msgspec.ValidationError(f'the actor is a seat, "nature" or "table", not {actor!r}')


def read_move(listing: Listing, actor: Actor | str, raw: bytes | msgspec.Raw) -> Move:
    """Decode a move by this actor: players, nature and the table each have their own moves."""
    kind = {NATURE: NatureMove, TABLE: TableMove}.get(str(actor), listing.move)
    named = msgspec.json.decode(raw, type=_Move).type
    allowed = [each.__struct_config__.tag for each in get_args(kind) or (kind,)]
    if named not in allowed:
        raise msgspec.ValidationError(f"{named!r} is no move here; allowed: {', '.join(allowed)}")
    move: Move = msgspec.json.decode(raw, type=kind)
    return move
