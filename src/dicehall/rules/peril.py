"""Peril: everyone picks numbers, the Peril Player throws the die, the last one standing wins."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from dicehall.rules import values
from dicehall.rules.chance import Dice, OneOf
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Ask, Chance, Over, Pending, Step, View, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.values import Actor, Event, Move, Phase, Seat, Value

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

# What the game can be in the middle of


class Opening(Phase):
    """The first Peril Player is about to be drawn."""


class Picking(Phase):
    peril: Seat
    each: int
    board: tuple[Seat | None, ...]
    """Who owns each number of the die, from 1 up."""
    queue: tuple[Seat, ...]
    """Who has still to pick; the first of them is picking."""
    left: int
    """How many more numbers the one who is picking owes."""


class Rolling(Phase):
    peril: Seat
    board: tuple[Seat | None, ...]


class Succession(Phase):
    """The Peril Player is gone, and the next one is about to be drawn."""


class Won(Phase):
    seat: Seat


class State(Value):
    lives: tuple[int, ...]
    fallen: tuple[Seat, ...]
    """Who is out, in the order of going."""
    phase: Opening | Picking | Rolling | Succession | Won


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


class Left(Event):
    seat: Seat


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
            case Picking(_, _, board, queue):
                free = [PICKS[index] for index, owner in enumerate(board) if owner is None]
                return Ask({queue[0]: free}, frozenset(queue[:1]))
            case Rolling(peril, board):
                return Chance(Dice((len(board),)), thrower=peril)
            case Opening() | Succession():
                return Chance(OneOf(self.alive(state)))
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
        return view_of(self, state, seat, board=state)

    # Number picking phase

    def new_round(self, state: State, peril: Seat, events: tuple[Event, ...]) -> Step[State]:
        """The Peril Player picks first, all others in the order of their seats (P-05), from a fresh board."""
        alive = self.alive(state)
        lives = state.lives[peril]
        die = die_for(len(alive) if self.options.die_scaling == "alive" else self.seats)
        queue = (peril, *(seat for seat in alive if seat != peril))
        each = picks_each(lives)
        phase = Picking(peril, each, (None,) * die, queue, left=each)
        return Step(State(state.lives, state.fallen, phase), (*events, InPeril(peril, lives, die, each)))

    def pick(self, state: State, phase: Picking, number: int) -> Step[State]:
        """One number at a time, each final when made (P-07); a number is picked once a round."""
        seat = phase.queue[0]
        board = (*phase.board[: number - 1], seat, *phase.board[number:])
        if phase.left > 1:
            queue, left = phase.queue, phase.left - 1
        else:
            queue, left = phase.queue[1:], phase.each
        return Step(
            State(state.lives, state.fallen, picking_or_rolling(phase, board, queue, left)), (Picked(seat, number),)
        )

    # Resolution phase

    def resolve(self, state: State, peril: Seat, board: tuple[Seat | None, ...], number: int) -> Step[State]:
        """Plot Twist, Direct Hit or No Shield."""
        threw = Threw(peril, number)
        owner = board[number - 1]
        if owner is not None and owner != peril:
            return self.new_round(state, owner, (threw, PlotTwist(owner, saved=peril)))
        lives = state.lives[peril] - 1
        hurt = State(put(state.lives, peril, lives), state.fallen, state.phase)
        wound = NoShield(peril, lives) if owner is None else DirectHit(peril, lives)
        if lives:
            return self.new_round(hurt, peril, (threw, wound))  # still the Peril Player (P-10)
        gone = Eliminated(peril, remaining=len(self.alive(hurt)))
        return self.succeed(self.fall(hurt, peril), peril, (threw, wound, gone))

    # Elimination, victory

    def fall(self, state: State, seat: Seat) -> State:
        return State(put(state.lives, seat, 0), (*state.fallen, seat), state.phase)

    def succeed(self, state: State, gone: Seat, events: tuple[Event, ...]) -> Step[State]:
        """The last one standing wins (P-13); otherwise somebody is the new Peril Player (P-11, P-12)."""
        alive = self.alive(state)
        if len(alive) == 1:
            return Step(State(state.lives, state.fallen, Won(alive[0])), (*events, Victory(alive[0])))
        match self.options.peril_after_elimination:
            case "random":
                return Step(State(state.lives, state.fallen, Succession()), events)
            case "next_seat":
                return self.new_round(state, next((seat for seat in alive if seat > gone), alive[0]), events)
            case "first_seat":
                return self.new_round(state, alive[0], events)

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """Leaving is elimination: the leaver's picks go; a leaving Peril Player voids the round (P-16)."""
        if state.lives[seat] == 0:
            return Step(state, ())
        rest = self.fall(state, seat)
        events = (Left(seat),)
        match state.phase:
            case Picking(peril) | Rolling(peril) if peril == seat or len(self.alive(rest)) == 1:
                return self.succeed(rest, seat, events)
            case Picking(_, each, board, queue, left) as phase:
                queue_left = tuple(other for other in queue if other != seat)
                left = left if queue_left[:1] == queue[:1] else each
                return Step(
                    State(rest.lives, rest.fallen, picking_or_rolling(phase, without(board, seat), queue_left, left)),
                    events,
                )
            case Rolling(peril, board):
                return Step(State(rest.lives, rest.fallen, Rolling(peril, without(board, seat))), events)
            case _ if len(self.alive(rest)) == 1:
                return self.succeed(rest, seat, events)
            case _:
                return Step(rest, events)

    def alive(self, state: State) -> tuple[Seat, ...]:
        return tuple([seat for seat, lives in enumerate(state.lives) if lives])

    def result(self, state: State, winner: Seat) -> Over:
        """The survivor is first; who fell later stands better (P-25)."""
        order = (*state.fallen, winner)
        return Over(
            scores=tuple(int(seat == winner) for seat in range(self.seats)),
            places=tuple(self.seats - order.index(seat) for seat in range(self.seats)),
        )


def picking_or_rolling(
    phase: Picking, board: tuple[Seat | None, ...], queue: tuple[Seat, ...], left: int
) -> Picking | Rolling:
    """When everybody has picked, the die is in the Peril Player's hand."""
    return Picking(phase.peril, phase.each, board, queue, left) if queue else Rolling(phase.peril, board)


def without(board: tuple[Seat | None, ...], seat: Seat) -> tuple[Seat | None, ...]:
    return tuple(None if owner == seat else owner for owner in board)


LISTING = Listing(
    name="peril",
    title="Peril",
    edition=1,
    seats=(2, 10),
    minutes=20,
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
)
