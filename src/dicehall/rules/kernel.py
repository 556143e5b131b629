"""The contract between a game and everything around it: what it waits for, legal moves, what a seat may see."""

from collections.abc import Mapping, Sequence
from functools import cache
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
    """Players have to choose: the legal moves of each seat, the safe one first."""

    options: Mapping[Seat, Sequence[Move]]
    """The legal moves of each seat that has any."""
    due: frozenset[Seat]
    """The seats the game waits for: only they have a clock, which plays their first legal move."""


class Chance(Value, tag_field="type", tag=wire_name):
    """The game needs dice, or a draw."""

    source: Source
    """What is thrown or drawn."""
    thrower: Seat | None = None
    """The seat whose throw the table waits for; None if the dice fall by themselves."""


class Over(Value, tag_field="type", tag=wire_name):
    """The end of the game."""

    scores: tuple[int, ...]
    """The score of each seat, as the game counts."""
    places: tuple[int, ...]
    """The place of each seat: 1 is the best, and equal places are shared."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple([seat for seat, place in enumerate(self.places) if place == 1])


Pending: TypeAlias = Ask | Chance | Over
"""What a game can wait for."""


class Step(NamedTuple, Generic[S]):
    """What a move leads to."""

    state: S
    """The state after the move."""
    events: Events
    """What happened, in order."""


class Awaited(Value, tag_field="type", tag="ask"):
    """What everyone may know of an `Ask`: who the game waits for, but not what they could do."""

    due: tuple[Seat, ...]
    """The seats the game waits for."""


class PublicTable(Value, Generic[Board]):
    """What everyone sees: the board, and what the game waits for."""

    board: Board
    """The public side of the game, as its own types have it."""
    waiting: Awaited | Chance | Over
    """What the game waits for, without anyone's legal moves."""


class Mine(Value, Generic[Secret, Option]):
    """What only this seat knows, and what it may do now."""

    seat: Seat
    secret: Secret
    """None in a game without secrets."""
    options: tuple[Option, ...]
    """This seat's legal moves, the safe one first."""


class View(Value, Generic[Board, Secret, Option]):
    """What one seat may know: the only way from a state to a person, a bot, a spectator or a replay."""

    table: PublicTable[Board]
    """The same for everyone."""
    mine: Mine[Secret, Option] | None
    """None for a spectator."""


class Game(Protocol[S]):
    """A game is five functions over frozen values, for a number of seats and a set of options."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        ...

    @property
    def options(self) -> Options:
        """The options of this game."""
        ...

    def start(self) -> S:
        """The state before the first move."""
        ...

    def pending(self, state: S) -> Pending:
        """What is the game waiting for?"""
        ...

    def apply(self, state: S, actor: Actor, move: Any) -> Step[S]:
        """Carry out a move without checking it; `play` checks first."""
        ...

    def withdraw(self, state: S, seat: Seat) -> Step[S]:
        """A player has left for good, in any phase; nothing changes if they are already out."""
        ...

    def view(self, state: S, seat: Seat | None) -> View[Any, Any, Any]:
        """What this seat may know; None is a spectator."""
        ...


@runtime_checkable
class Secretive(Protocol):
    """A game with secrets can also imagine them."""

    def imagine(self, view: View[Any, Any, Any], seat: Seat | None, rng: Rng) -> Any:
        """Draw a whole state that fits what this seat, or a spectator, knows, with the right probability."""
        ...


@runtime_checkable
class InParts(Protocol):
    """A game that can also give the parts of a view, so that the board is not built again for every seat.

    The conformance kit proves that they are what `view` shows.
    """

    def board(self, state: Any) -> Any:
        """What everyone may see."""
        ...

    def secret(self, state: Any, seat: Seat) -> Any:
        """What only this seat knows; None if it knows nothing more."""
        ...


@runtime_checkable
class OpenEnded(Protocol):
    """A game without a fixed length can also be stopped."""

    @property
    def open_ended(self) -> bool:
        """Whether this game, with its options, runs until it is stopped."""
        ...

    def stop(self, state: Any) -> Step[Any]:
        """End the match; the scores count."""
        ...


def play(game: Game[S], state: S, actor: Actor, move: Move) -> Step[S]:
    """Check a move, then apply it. Use this for every move from outside; an illegal one raises and changes nothing."""
    if actor == TABLE:
        return _table_move(game, state, move)
    return game.apply(state, actor, legal(game, game.pending(state), actor, move))


def legal(game: Game[Any], pending: Pending, actor: Actor, move: Move) -> Move:
    """The move as it may be applied, or the error that refuses it; pass `pending` if you already have it."""
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
    """Build a view: `table` does not depend on the seat, so a secret can only be in `mine`."""
    pending = game.pending(state)
    if isinstance(pending, Ask):
        table = PublicTable(board, Awaited(tuple(sorted(pending.due))))
        options = () if seat is None else tuple(pending.options.get(seat, ()))
    else:
        table = PublicTable(board, pending)
        options = ()
    return View(table, None if seat is None else Mine(seat, secret, options))


def board_of(game: Game[S], state: S) -> Any:
    """`view(state, None).table.board`, without the rest of the view where the game can."""
    parts = _in_parts(game.__class__)
    return game.view(state, None).table.board if parts is None else parts.board(game, state)


def mine_of(game: Game[S], state: S, pending: Pending, seats: Sequence[Seat]) -> list[Mine[Any, Any]]:
    """`view(state, seat).mine` for each of these seats, without the rest of the views where the game can."""
    parts = _in_parts(game.__class__)
    if parts is None:
        return [mine for seat in seats if (mine := game.view(state, seat).mine) is not None]
    options = pending.options if type(pending) is Ask else {}
    secret = parts.secret
    return [Mine(seat, secret(game, state, seat), tuple(options.get(seat, ()))) for seat in seats]


@cache
def _in_parts(kind: type) -> type[Any] | None:
    """Asked for every seat after every move, and slow to find out."""
    return kind if issubclass(kind, InParts) else None


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same tuple with one value replaced."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def ask(seat: Seat, options: Sequence[Move]) -> Ask:
    """An `Ask` of one seat, which the game waits for."""
    return Ask({seat: options}, frozenset((seat,)))


def others(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """These seats without one of them."""
    return tuple([other for other in seats if other != seat])


def next_seat(seats: Sequence[Seat], after: Seat) -> Seat:
    """The next of these seats around the table; give them in ascending order."""
    return next((seat for seat in seats if seat > after), seats[0])


def places(keys: Sequence[Any], left: Sequence[Seat] = ()) -> tuple[int, ...]:
    """Places from sortable keys, the greatest first: 1 is the best, and equal keys share a place.

    Seats in `left` come last, whatever their key; the later they left, the better their place.
    """
    ranks = [(0, left.index(seat)) if seat in left else (1, key) for seat, key in enumerate(keys)]
    ordered = sorted(ranks, reverse=True)
    return tuple([ordered.index(rank) + 1 for rank in ranks])
