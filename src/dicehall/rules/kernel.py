"""The contract between a game and everything around it: what it waits for, what may be done, what may be seen."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from dicehall.rules.chance import Rng, Source
from dicehall.rules.errors import GameOver, NotAnOption, NotYourTurn, UnknownSeat
from dicehall.rules.values import NATURE, TABLE, Actor, Events, Move, Options, Seat, Stop, Value, Withdraw, wire_name

S = TypeVar("S")
T = TypeVar("T")
Board = TypeVar("Board")
Secret = TypeVar("Secret")
Option = TypeVar("Option")


class Ask(Value, tag_field="type", tag=wire_name):
    """Players are asked: the moves open to each seat, the safe one first."""

    options: Mapping[Seat, Sequence[Move]]
    due: frozenset[Seat]
    """The seats the game waits for: only they have a clock, and it plays their first option."""


class Chance(Value, tag_field="type", tag=wire_name):
    """Dice are owed."""

    source: Source
    thrower: Seat | None = None
    """The seat whose gesture the table waits for; None where the dice fall by themselves."""


class Over(Value, tag_field="type", tag=wire_name):
    """The end: scores as the game counts, and places, 1 the best, equal places shared."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, place in enumerate(self.places) if place == 1])


Pending: TypeAlias = Ask | Chance | Over


class Step(NamedTuple, Generic[S]):
    """What a move leads to."""

    state: S
    events: Events


class Awaited(Value, tag_field="type", tag="ask"):
    """What everybody may know of an `Ask`: who is waited for, not what they could do."""

    due: tuple[Seat, ...]


class PublicTable(Value, Generic[Board]):
    """What everybody sees: the board, and what the game waits for."""

    board: Board
    waiting: Awaited | Chance | Over


class Mine(Value, Generic[Secret, Option]):
    """What only this seat knows, and what it may do now."""

    seat: Seat
    secret: Secret
    options: tuple[Option, ...]


class View(Value, Generic[Board, Secret, Option]):
    """The one gate from a state to a person, a bot, a spectator or a replay."""

    table: PublicTable[Board]
    mine: Mine[Secret, Option] | None


class Game(Protocol[S]):
    """A game is five functions over frozen values, for so many seats and with these options."""

    @property
    def seats(self) -> int: ...

    @property
    def options(self) -> Options: ...

    def start(self) -> S: ...

    def pending(self, state: S) -> Pending:
        """What is the game waiting for?"""
        ...

    def apply(self, state: S, actor: Actor, move: Any) -> Step[S]:
        """Carry out a move that is known to be legal."""
        ...

    def withdraw(self, state: S, seat: Seat) -> Step[S]:
        """A player has left for good, in whatever phase; one who is out already changes nothing."""
        ...

    def view(self, state: S, seat: Seat | None) -> View[Any, Any, Any]:
        """What this seat may know; None is a spectator."""
        ...


@runtime_checkable
class Secretive(Protocol):
    """Games with secrets can also imagine them."""

    def imagine(self, view: View[Any, Any, Any], seat: Seat, rng: Rng) -> Any:
        """A whole state this seat could be in, drawn as likely as it is."""
        ...


@runtime_checkable
class OpenEnded(Protocol):
    """Games that can run without a set length can also be stopped."""

    @property
    def open_ended(self) -> bool: ...

    def stop(self, state: Any) -> Step[Any]: ...


def play(game: Game[S], state: S, actor: Actor, move: Move) -> Step[S]:
    """Check a move, then apply it: the only door for moves from outside. What is refused changes nothing."""
    if actor == TABLE:
        return _table_move(game, state, move)
    return game.apply(state, actor, legal(game, game.pending(state), actor, move))


def legal(game: Game[Any], pending: Pending, actor: Actor, move: Move) -> Move:
    """The move as it may be applied, if that is what the game waits for; whoever knows `pending` saves asking twice."""
    if actor != NATURE and not (type(actor) is int and 0 <= actor < game.seats):
        raise UnknownSeat(actor, game.seats)
    match pending:
        case Ask() as ask:
            mine = ask.options.get(actor) if actor != NATURE else None
            if mine is None:
                raise NotYourTurn(actor, ask.due)
            try:
                return mine[mine.index(move)]  # the option itself: what only equals it, as True does 1, stays outside
            except ValueError:
                raise NotAnOption(move, mine) from None
        case Chance() as chance:
            if actor != NATURE:
                raise NotYourTurn(actor, {NATURE})
            if not chance.source.allows(move):
                raise NotAnOption(move, f"what {chance.source} can give")
            return move
        case Over():
            raise GameOver


def _table_move(game: Game[S], state: S, move: Move) -> Step[S]:
    if isinstance(game.pending(state), Over):
        raise GameOver
    match move:
        case Withdraw(seat) if type(seat) is int and 0 <= seat < game.seats:
            return game.withdraw(state, seat)
        case Withdraw(seat):
            raise UnknownSeat(seat, game.seats)
        case Stop() if isinstance(game, OpenEnded) and game.open_ended:
            return game.stop(state)
        case _:
            raise NotAnOption(move, "withdraw of a seat, and stop where the match has no set length")


def view_of(
    game: Game[S], state: S, seat: Seat | None, board: Board, secret: Secret | None = None
) -> View[Board, Secret | None, Move]:
    """A view in its two parts: `table` cannot depend on the seat, so secrets can only be in `mine`."""
    pending = game.pending(state)
    if isinstance(pending, Ask):
        table = PublicTable(board, Awaited(tuple(sorted(pending.due))))
        options = () if seat is None else tuple(pending.options.get(seat, ()))
    else:
        table = PublicTable(board, pending)
        options = ()
    return View(table, None if seat is None else Mine(seat, secret, options))


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same tuple with one value in place of another."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def ask(seat: Seat, options: Sequence[Move]) -> Ask:
    """One seat is asked, and the game waits for it."""
    return Ask({seat: options}, frozenset((seat,)))


def others(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """These seats without that one."""
    return tuple([other for other in seats if other != seat])


def next_seat(seats: Sequence[Seat], after: Seat) -> Seat:
    """The next of these seats round the table; they stand in ascending order."""
    return next((seat for seat in seats if seat > after), seats[0])


def places(keys: Sequence[Any], left: Sequence[Seat] = ()) -> tuple[int, ...]:
    """Places from sortable keys, greater is better: 1 is best, equal keys share a place.

    Who has left is last, whatever the key; who left later stands better.
    """
    ranks = [(0, left.index(seat)) if seat in left else (1, key) for seat, key in enumerate(keys)]
    ordered = sorted(ranks, reverse=True)
    return tuple([ordered.index(rank) + 1 for rank in ranks])
