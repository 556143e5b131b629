"""Peril: everyone picks numbers, the Peril Player throws the die, the last one standing wins."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from dicehall.rules import values
from dicehall.rules.chance import Dice, OneOf
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Chance, Over, Pending, Step, View, ask, next_seat, others, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress
from dicehall.rules.values import Actor, Event, Events, Left, Move, Phase, Seat, Value

# Setup


class Options(values.Options):
    starting_lives: Annotated[int, Meta(ge=1, le=3)] = 3
    die_scaling: Literal["alive", "start"] = "alive"
    peril_after_elimination: Literal["random", "next_seat", "first_seat"] = "random"


def die_for(players: int) -> int:
    """Dice scaling system: the smallest die with three numbers for every player."""
    return next(sides for sides in (6, 12, 20, 30) if sides >= 3 * players)


def picks_each(peril_lives: int) -> int:
    """Number picking: four minus the Peril Player's lives, for everybody alike (P-03)."""
    return 4 - peril_lives


class Pick(Move):
    number: int


PICKS = tuple(Pick(number) for number in range(1, 31))

Owners: TypeAlias = tuple[Seat | None, ...]
"""Who owns each number of the die, from 1 up."""

# What the game can be in the middle of


class Opening(Phase):
    """The first Peril Player is about to be drawn."""


class Picking(Phase):
    peril: Seat
    board: Owners
    queue: tuple[Seat, ...]
    """Who has still to pick, once for each number owed; the first of them is picking."""


class Rolling(Phase):
    peril: Seat
    board: Owners


class Succession(Phase):
    """The Peril Player is gone, and the next one is about to be drawn."""


class Won(Phase):
    seat: Seat


class State(Value):
    lives: tuple[int, ...]
    fallen: tuple[Seat, ...]
    """Who is out, in the order of going."""
    phase: Opening | Picking | Rolling | Succession | Won

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, lives in enumerate(self.lives) if lives])


# What is told


class Began(Event):
    pass


class InPeril(Event):
    seat: Seat
    lives: int
    die: int
    picks: int


class Picked(Event):
    seat: Seat
    number: int


class Threw(Event):
    thrown: ClassVar[bool] = True
    allowance: ClassVar[int] = 6
    seat: Seat
    number: int


class PlotTwist(Event):
    seat: Seat
    saved: Seat


class DirectHit(Event):
    seat: Seat
    lives: int


class NoShield(Event):
    seat: Seat
    lives: int


class Eliminated(Event):
    seat: Seat
    remaining: int


class Victory(Event):
    seat: Seat


PerilEvent: TypeAlias = (
    Began | InPeril | Picked | Threw | PlotTwist | DirectHit | NoShield | Eliminated | Left | Victory
)


# The game


class Peril(Value):
    seats: int
    options: Options = Options()

    def start(self) -> State:
        return State((self.options.starting_lives,) * self.seats, (), Opening())

    def pending(self, state: State) -> Pending:
        match state.phase:
            case Picking(_, board, queue):
                return ask(queue[0], [PICKS[index] for index, owner in enumerate(board) if owner is None])
            case Rolling(peril, board):
                return Chance(Dice((len(board),)), thrower=peril)
            case Opening() | Succession():
                return Chance(OneOf(state.alive))
            case Won(winner):
                return self.result(state, winner)

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        match state.phase:
            case Picking() as phase:
                return self.pick(state, phase, move.number)
            case Rolling(peril, board):
                return self.resolve(state, peril, board, move.faces[0])
            case Opening():
                return self.new_round(state, move.seat, (Began(),))
            case Succession():
                return self.new_round(state, move.seat, ())
            case Won():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[State, None, Move]:
        """Picks are public at once (P-06): Peril has no secrets."""
        return view_of(self, state, seat, state)

    def board(self, state: State) -> State:
        return state

    def secret(self, _state: State, _seat: Seat) -> None:
        return None

    # Number picking phase

    def new_round(self, state: State, peril: Seat, events: Events) -> Step[State]:
        """The Peril Player picks first, all others in the order of their seats (P-05), from a fresh board."""
        alive = state.alive
        lives = state.lives[peril]
        die = die_for(len(alive) if self.options.die_scaling == "alive" else self.seats)
        each = picks_each(lives)
        queue = tuple([seat for seat in (peril, *others(alive, peril)) for _ in range(each)])
        phase = Picking(peril, (None,) * die, queue)
        return Step(replace(state, phase=phase), (*events, InPeril(peril, lives, die, each)))

    def pick(self, state: State, phase: Picking, number: int) -> Step[State]:
        """One number at a time, each final when made (P-07); a number is picked once a round."""
        seat = phase.queue[0]
        board = put(phase.board, number - 1, seat)
        after = self.picking_or_rolling(phase.peril, board, phase.queue[1:])
        return Step(replace(state, phase=after), (Picked(seat, number),))

    def picking_or_rolling(self, peril: Seat, board: Owners, queue: tuple[Seat, ...]) -> Picking | Rolling:
        """When everybody has picked, the die is in the Peril Player's hand."""
        return Picking(peril, board, queue) if queue else Rolling(peril, board)

    # Resolution phase

    def resolve(self, state: State, peril: Seat, board: Owners, number: int) -> Step[State]:
        """Plot Twist, Direct Hit or No Shield."""
        threw = Threw(peril, number)
        owner = board[number - 1]
        if owner is not None and owner != peril:
            return self.new_round(state, owner, (threw, PlotTwist(owner, saved=peril)))
        lives = state.lives[peril] - 1
        hurt = replace(state, lives=put(state.lives, peril, lives))
        wound = NoShield(peril, lives) if owner is None else DirectHit(peril, lives)
        if lives:
            return self.new_round(hurt, peril, (threw, wound))  # still the Peril Player (P-10)
        gone = Eliminated(peril, remaining=len(hurt.alive))
        return self.succeed(replace(hurt, fallen=(*state.fallen, peril)), (threw, wound, gone))

    # Elimination, victory

    def succeed(self, state: State, events: Events) -> Step[State]:
        """The last one standing wins (P-13); otherwise someone is the new Peril Player (P-11, P-12)."""
        alive = state.alive
        if len(alive) == 1:
            return Step(replace(state, phase=Won(alive[0])), (*events, Victory(alive[0])))
        match self.options.peril_after_elimination:
            case "random":
                return Step(replace(state, phase=Succession()), events)
            case "next_seat":
                return self.new_round(state, next_seat(alive, state.fallen[-1]), events)
            case "first_seat":
                return self.new_round(state, alive[0], events)

    def result(self, state: State, winner: Seat) -> Over:
        """The survivor is first; who fell later stands better (P-25)."""
        return Over(scores=put((0,) * self.seats, winner, 1), places=places(state.lives, state.fallen))

    # Leaving

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """Leaving is elimination: the leaver's picks go; a leaving Peril Player voids the round (P-16)."""
        if state.lives[seat] == 0:
            return Step(state, ())
        rest = replace(state, lives=put(state.lives, seat, 0), fallen=(*state.fallen, seat))
        events = (Left(seat),)
        if len(rest.alive) == 1:
            return self.succeed(rest, events)
        match state.phase:
            case Picking(peril) | Rolling(peril) if peril == seat:
                return self.succeed(rest, events)
            case Picking(peril, board, queue):
                phase = self.picking_or_rolling(peril, self.without(board, seat), others(queue, seat))
                return Step(replace(rest, phase=phase), events)
            case Rolling(peril, board):
                return Step(replace(rest, phase=Rolling(peril, self.without(board, seat))), events)
            case _:
                return Step(rest, events)

    def without(self, board: Owners, seat: Seat) -> Owners:
        return tuple([None if owner == seat else owner for owner in board])


def predictions_close(game: Peril, board: State) -> bool:
    """The first life is lost (W-01)."""
    return any(lives < game.options.starting_lives for lives in board.lives)


def progress(game: Peril, board: State) -> Progress:
    lives = game.seats * game.options.starting_lives
    return Progress("lives", lives - sum(board.lives), lives)


LISTING = Listing(
    name="peril",
    title="Peril",
    edition=1,
    seats=(2, 10),
    minutes=6,
    clock=600,  # P-14
    sentence="Pick your numbers, throw the die, and be the last one standing.",
    options=Options,
    presets=(
        Preset("Standard", Options()),
        Preset("High Stakes", Options(starting_lives=2)),
        Preset("Speed", Options(), clock=120),
        Preset("High Stakes Speed", Options(starting_lives=2), clock=120),
    ),
    game=Peril,
    state=State,
    view=View[State, None, Pick],
    move=Pick,
    event=PerilEvent,
    progress=progress,
    icon=(
        "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 1v4M12 19v4M1 12h4M19 12h4"
    ),
    colour="#ff7d73",
    colour_light="#b3261e",
    predictions_close=predictions_close,
)
