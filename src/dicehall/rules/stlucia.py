"""King of StLucia: six dice to score, heal and attack, and one town that everybody wants to hold."""

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from dicehall.rules import values
from dicehall.rules.chance import OneOf
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Chance, Over, Pending, Step, View, next_seat, others, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress, most_points
from dicehall.rules.purpose import Purpose, lot, throw
from dicehall.rules.rerolls import THROWS, Die, Keep, Reroll, asks, first_throws, rerolls, thrown_again
from dicehall.rules.values import Actor, Event, Events, Left, Move, Phase, Seat, Value

# Setup


class Options(values.Options):
    threshold: Annotated[int, Meta(ge=1, le=100)] = 15
    first_player: Literal["random", "first_seat"] = "random"
    resident_killed: Literal["attacker_claims", "becomes_empty"] = "attacker_claims"


FACES = "123HAP"
"""The letters of the faces in numerical order (K-25)."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6, extra={"faces": FACES})]
Throw: TypeAlias = tuple[Face, ...]
HEART, ATTACK, TOKEN = 4, 5, 6

MOST_SEATS = 26
MOST_HEALTH = 10
REROLLS = 2
MOST_TURNS = 200
"""Nobody has more turns than this (K-22)."""
TOKENS_FOR_A_POINT = 10
FOR_CLAIMING = 1
FOR_BEGINNING_INSIDE = 2


def points_for(dice: Throw) -> int:
    """Three of a number are worth the number, every further one a point; all sets count (K-15, K-16)."""
    return sum([face + count - 3 for face in (1, 2, 3) if (count := dice.count(face)) > 2])


class Stay(Move):
    """The attacked resident holds StLucia."""


class Leave(Move):
    """The attacked resident gives StLucia up to the attacker."""


KingMove: TypeAlias = Keep | Reroll | Stay | Leave

FIRST_THROW = first_throws(6, MOST_SEATS)
KEEP_OR_REROLL = asks((Keep(), *rerolls(6)), MOST_SEATS)
STAY_OR_LEAVE = asks((Stay(), Leave()), MOST_SEATS)


# What the game can be in the middle of


class Opening(Phase):
    """The first player is about to be drawn."""


class Throwing(Phase):
    seat: Seat


class Choosing(Phase):
    seat: Seat
    dice: Throw
    rerolls_left: int


class Rerolling(Phase):
    seat: Seat
    dice: Throw
    which: tuple[Die, ...]
    rerolls_left: int


class Deciding(Phase):
    """The attacked resident may leave; only then the attacker's dice bring points."""

    attacker: Seat
    resident: Seat
    dice: Throw


class Won(Phase):
    seat: Seat


class WornOut(Phase):
    """Everybody has had all turns (K-22)."""


KingPhase: TypeAlias = Opening | Throwing | Choosing | Rerolling | Deciding | Won | WornOut


class State(Value):
    health: tuple[int, ...]
    """Who has none is out."""
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    turns: tuple[int, ...]
    """How many turns each seat has begun."""
    resident: Seat | None
    """Who is in StLucia; all others are outside."""
    fallen: tuple[tuple[Seat, ...], ...]
    """Who is out, in the order of going; those of one group fell together."""
    phase: KingPhase

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, health in enumerate(self.health) if health])


# What is told


class TurnBegan(Event):
    seat: Seat
    health: int
    points: int
    tokens: int
    inside: bool


class Threw(Event):
    thrown: ClassVar[bool] = True
    seat: Seat
    dice: Throw


class ThrewAgain(Event):
    thrown: ClassVar[bool] = True
    seat: Seat
    again: Throw
    dice: Throw


class Kept(Event):
    seat: Seat


class Healed(Event):
    seat: Seat
    amount: int
    health: int


class Hit(Event):
    allowance: ClassVar[int] = 6
    seat: Seat
    target: Seat
    damage: int
    health: int


class Stayed(Event):
    seat: Seat


class MovedOut(Event):
    seat: Seat


class Claimed(Event):
    allowance: ClassVar[int] = 4
    seat: Seat


class Emptied(Event):
    pass


class Saved(Event):
    seat: Seat
    gained: int
    tokens: int


class Traded(Event):
    seat: Seat
    tokens: int


class Scored(Event):
    seat: Seat
    points: int
    town: int
    """What StLucia brought of them: 2 for beginning the turn there, 1 for claiming it."""
    total: int


class Eliminated(Event):
    seats: tuple[Seat, ...]
    remaining: int


class Crowned(Event):
    seat: Seat
    points: int


class LastStanding(Event):
    seat: Seat


class TurnsUsedUp(Event):
    turns: int
    winners: tuple[Seat, ...]


KingEvent: TypeAlias = (
    TurnBegan
    | Threw
    | ThrewAgain
    | Kept
    | Healed
    | Hit
    | Stayed
    | MovedOut
    | Claimed
    | Emptied
    | Saved
    | Traded
    | Scored
    | Eliminated
    | Left
    | Crowned
    | LastStanding
    | TurnsUsedUp
)

# The game


class King(Value):
    seats: int
    options: Options = Options()

    def start(self) -> State:
        """All players start outside, with ten health and nothing else; who is first is drawn (K-02)."""
        nothing = (0,) * self.seats
        state = State((MOST_HEALTH,) * self.seats, nothing, nothing, nothing, None, (), Opening())
        return state if self.options.first_player == "random" else self.begin_turn(state, 0, ()).state

    def pending(self, state: State) -> Pending:
        match state.phase:
            case Choosing() as phase:
                return KEEP_OR_REROLL[phase.seat]
            case Rerolling() as phase:
                return THROWS[len(phase.which)]
            case Throwing() as phase:
                return FIRST_THROW[phase.seat]
            case Deciding() as phase:
                return STAY_OR_LEAVE[phase.resident]
            case Opening():
                return Chance(OneOf(state.alive))
            case Won() | WornOut():
                return self.result(state)

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        match state.phase:
            case Choosing() as phase if isinstance(move, Reroll):
                again = Rerolling(phase.seat, phase.dice, move.dice, phase.rerolls_left - 1)
                return Step(replace(state, phase=again), ())
            case Choosing() as phase:
                return self.act(state, phase.seat, phase.dice, (Kept(phase.seat),))
            case Rerolling() as phase:
                return self.rerolled(state, phase, move.faces)
            case Throwing() as phase:
                threw = Threw(phase.seat, move.faces)
                return Step(replace(state, phase=Choosing(phase.seat, move.faces, REROLLS)), (threw,))
            case Deciding() as phase if isinstance(move, Leave):
                return self.claim(state, phase.attacker, phase.dice, (MovedOut(phase.resident),))
            case Deciding() as phase:
                return self.book(state, phase.attacker, phase.dice, 0, (Stayed(phase.resident),))
            case Opening():
                return self.begin_turn(state, move.seat, ())
            case Won() | WornOut():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[State, None, Move]:
        """Everything is public (K-23)."""
        return view_of(self, state, seat, state)

    def board(self, state: State) -> State:
        return state

    def secret(self, _state: State, _seat: Seat) -> None:
        return None

    # A turn: throw, and throw some of the dice again, twice at most

    def begin_turn(self, state: State, seat: Seat, events: Events) -> Step[State]:
        """A player who has had all turns begins no other: the game is over (K-22)."""
        turns = state.turns[seat]
        if turns == MOST_TURNS:
            return self.wear_out(state, events)
        throwing = replace(state, turns=put(state.turns, seat, turns + 1), phase=Throwing(seat))
        inside = state.resident == seat
        began = TurnBegan(seat, state.health[seat], state.points[seat], state.tokens[seat], inside)
        return Step(throwing, (*events, began))

    def rerolled(self, state: State, phase: Rerolling, faces: Throw) -> Step[State]:
        """Dice chosen together are thrown together; after the second time nothing is asked (K-03)."""
        dice = thrown_again(phase.dice, phase.which, faces)
        events = (ThrewAgain(phase.seat, tuple([phase.dice[index] for index in phase.which]), dice),)
        if phase.rerolls_left:
            return Step(replace(state, phase=Choosing(phase.seat, dice, phase.rerolls_left)), events)
        return self.act(state, phase.seat, dice, events)

    # The dice are acted upon: healing, attack and damage, the resident's answer, claim, points, eliminations (K-04)

    def act(self, state: State, seat: Seat, dice: Throw, events: Events) -> Step[State]:
        """A resident strikes outwards; all others heal, then attack StLucia."""
        if state.resident == seat:
            return self.strike_outwards(state, seat, dice, events)
        healed = self.heal(state, seat, dice.count(HEART), events)
        return self.attack_town(healed.state, seat, dice, healed.events)

    def strike_outwards(self, state: State, seat: Seat, dice: Throw, events: Events) -> Step[State]:
        """In StLucia: H has no effect (K-06), A hurts all others (K-17), and beginning there is worth 2 (K-05)."""
        struck = self.hit(state, seat, others(state.alive, seat), dice.count(ATTACK), events)
        return self.book(struck.state, seat, dice, FOR_BEGINNING_INSIDE, struck.events)

    def heal(self, state: State, seat: Seat, hearts: int, events: Events) -> Step[State]:
        """Outside, each H gives 1 health, up to ten (K-07); a healing of 0 is told too."""
        if not hearts:
            return Step(state, events)
        health = min(state.health[seat] + hearts, MOST_HEALTH)
        healed = Healed(seat, health - state.health[seat], health)
        return Step(replace(state, health=put(state.health, seat, health)), (*events, healed))

    def attack_town(self, state: State, seat: Seat, dice: Throw, events: Events) -> Step[State]:
        """From outside, A claims an empty StLucia (K-08) or hurts the resident, who then decides (K-09, K-10)."""
        attacks = dice.count(ATTACK)
        resident = state.resident
        if not attacks:
            return self.book(state, seat, dice, 0, events)
        if resident is None:
            return self.claim(state, seat, dice, events)
        hurt, told = self.hit(state, seat, (resident,), attacks, events)
        if hurt.health[resident]:
            return Step(replace(hurt, phase=Deciding(seat, resident, dice)), told)
        if self.options.resident_killed == "attacker_claims":
            return self.claim(hurt, seat, dice, told)
        return self.book(replace(hurt, resident=None), seat, dice, 0, (*told, Emptied()))

    def hit(self, state: State, seat: Seat, targets: tuple[Seat, ...], attacks: int, events: Events) -> Step[State]:
        """Damage is at most the health that is left (K-07)."""
        if not attacks:
            return Step(state, events)
        health = list(state.health)
        told = list(events)
        for target in targets:
            damage = min(attacks, health[target])
            health[target] -= damage
            told.append(Hit(seat, target, damage, health[target]))
        return Step(replace(state, health=tuple(health)), tuple(told))

    def claim(self, state: State, seat: Seat, dice: Throw, events: Events) -> Step[State]:
        """A player who claims StLucia, empty or from another, gains 1 point (K-08, K-09)."""
        return self.book(replace(state, resident=seat), seat, dice, FOR_CLAIMING, (*events, Claimed(seat)))

    def book(self, state: State, seat: Seat, dice: Throw, town: int, events: Events) -> Step[State]:
        """All points of the turn at once: for StLucia, for sets, and for ten tokens (K-05, K-14)."""
        told = list(events)
        gained = dice.count(TOKEN)
        tokens = state.tokens[seat] + gained
        points = town + points_for(dice)
        if gained:
            told.append(Saved(seat, gained, tokens))
        if tokens >= TOKENS_FOR_A_POINT:
            tokens -= TOKENS_FOR_A_POINT
            points += 1
            told.append(Traded(seat, tokens))
        total = state.points[seat] + points
        if points:
            told.append(Scored(seat, points, town, total))
        booked = replace(state, points=put(state.points, seat, total), tokens=put(state.tokens, seat, tokens))
        return self.eliminate(booked, seat, tuple(told))

    def eliminate(self, state: State, seat: Seat, events: Events) -> Step[State]:
        """A player with no health left is out; those hit together fall together (K-11)."""
        no_health = [other for other, health in enumerate(state.health) if not health]
        dead = tuple([other for other in no_health if all(other not in group for group in state.fallen)])
        if not dead:
            return self.end_turn(state, seat, events)
        gone = Eliminated(dead, remaining=len(state.alive))
        return self.end_turn(replace(state, fallen=(*state.fallen, dead)), seat, (*events, gone))

    # The end

    def end_turn(self, state: State, seat: Seat, events: Events) -> Step[State]:
        """The threshold is reached (K-19), or one player is left, or the next one alive has the dice (K-02)."""
        alive = state.alive
        if state.points[seat] >= self.options.threshold:
            return Step(replace(state, phase=Won(seat)), (*events, Crowned(seat, state.points[seat])))
        if len(alive) == 1:
            return Step(replace(state, phase=Won(alive[0])), (*events, LastStanding(alive[0])))
        return self.begin_turn(state, next_seat(alive, seat), events)

    def wear_out(self, state: State, events: Events) -> Step[State]:
        """Points decide, then health, and equals share the place (K-22)."""
        worn_out = replace(state, phase=WornOut())
        return Step(worn_out, (*events, TurnsUsedUp(MOST_TURNS, self.result(worn_out).winners)))

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """Leaving is elimination (K-29): a resident empties StLucia at once (K-28), a leaver's own turn is void (K-20).

        If the resident goes instead of answering, nobody claims and the attacker's points are booked (K-26);
        if the attacker goes meanwhile, the damage stands and nothing is booked (K-27).
        """
        if not state.health[seat]:
            return Step(state, ())
        rest = replace(state, health=put(state.health, seat, 0), fallen=(*state.fallen, (seat,)))
        events: Events = (Left(seat),)
        if state.resident == seat:
            rest, events = replace(rest, resident=None), (*events, Emptied())
        match state.phase:
            case Deciding(attacker, resident, dice) if resident == seat:
                return self.book(rest, attacker, dice, 0, events)
            case Throwing(active) | Choosing(active) | Rerolling(active) | Deciding(active) if active == seat:
                return self.end_turn(rest, seat, events)
            case _ if len(rest.alive) == 1:
                return self.end_turn(rest, seat, events)
            case _:
                return Step(rest, events)

    def result(self, state: State) -> Over:
        """Survivors by points, then the fallen, the later the better (K-24); health counts only at the cap (K-30)."""
        survived = len(state.fallen)
        health = state.health if isinstance(state.phase, WornOut) else (0,) * self.seats
        keys = [(survived, *rest) for rest in zip(state.points, health, strict=True)]
        for order, group in enumerate(state.fallen):
            for seat in group:
                keys[seat] = (order, 0, 0)
        return Over(state.points, places(keys))


def drawn_for(_game: King, state: State) -> Purpose:
    """Each player's turns are counted for themselves."""
    match state.phase:
        case Throwing(seat):
            return throw(state.turns[seat], seat, range(6))
        case Rerolling(seat, _, which):
            return throw(state.turns[seat], seat, which)
        case _:
            return lot(0, "first player")


def predictions_close(game: King, board: State) -> bool:
    """Anyone has a third of the points that win, or is out (W-01)."""
    return bool(board.fallen) or 3 * max(board.points) >= game.options.threshold


def progress(game: King, board: State) -> Progress:
    return most_points(board.points, game.options.threshold)


LISTING = Listing(
    name="stlucia",
    title="King of StLucia",
    edition=1,
    seats=(2, 12),
    usual_seats=8,
    most_seats=MOST_SEATS,
    minutes=4,
    sentence="Six dice, ten health and one town: take it, hold it, and know when to run.",
    options=Options,
    presets=(
        Preset("Standard", Options()),
        Preset("Long", Options(threshold=20)),
    ),
    game=King,
    state=State,
    view=View[State, None, KingMove],
    move=KingMove,
    event=KingEvent,
    progress=progress,
    icon="M4 18h16l1.2-10-5.2 4L12 5.5 8 12 2.8 8z",
    colour="#7bd88f",
    colour_light="#1d6b35",
    predictions_close=predictions_close,
    drawn_for=drawn_for,
)
