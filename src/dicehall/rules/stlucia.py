"""King of StLucia: six dice to score, heal and attack, and one town that everybody wants to hold."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from dicehall.rules import values
from dicehall.rules.chance import Dice, OneOf
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Ask, Chance, Over, Pending, Step, View, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.rerolls import Die, Keep, Reroll, rerolls, thrown_again
from dicehall.rules.values import Actor, Event, Move, Phase, Seat, Value

# Setup


class Options(values.Options):
    threshold: Annotated[int, Meta(ge=1, le=100)] = 15
    first_player: Literal["random", "first_seat"] = "random"
    resident_killed: Literal["attacker_claims", "becomes_empty"] = "attacker_claims"


Face: TypeAlias = Annotated[int, Meta(ge=1, le=6, title="king face")]
"""The faces in numerical order are 1, 2, 3, H, A, P (K-25)."""
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


# What is told


class TurnBegan(Event):
    seat: Seat
    health: int
    points: int
    tokens: int
    inside: bool


class Threw(Event):
    seat: Seat
    dice: Throw


class ThrewAgain(Event):
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
    seat: Seat
    target: Seat
    damage: int
    health: int


class Stayed(Event):
    seat: Seat


class MovedOut(Event):
    seat: Seat


class Claimed(Event):
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


class Left(Event):
    seat: Seat


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

# What is asked: the same questions and dice again and again, made once

FIRST_THROW = tuple(Chance(Dice((6,) * 6), thrower=seat) for seat in range(MOST_SEATS))
THROW_AGAIN = tuple(Chance(Dice((6,) * count)) for count in range(7))
KEEP_OR_REROLL = tuple(Ask({seat: (Keep(), *rerolls(6))}, frozenset({seat})) for seat in range(MOST_SEATS))
STAY_OR_LEAVE = tuple(Ask({seat: (Stay(), Leave())}, frozenset({seat})) for seat in range(MOST_SEATS))


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
            case Choosing(seat):
                return KEEP_OR_REROLL[seat]
            case Rerolling(_, _, which):
                return THROW_AGAIN[len(which)]
            case Throwing(seat):
                return FIRST_THROW[seat]
            case Deciding(_, resident):
                return STAY_OR_LEAVE[resident]
            case Opening():
                return Chance(OneOf(self.alive(state)))
            case Won() | WornOut():
                return Over(state.points, self.ranking(state))

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        match state.phase:
            case Choosing(seat, dice, rerolls_left) if isinstance(move, Reroll):
                return Step(in_phase(state, Rerolling(seat, dice, move.dice, rerolls_left - 1)), ())
            case Choosing(seat, dice):
                return self.act(state, seat, dice, (Kept(seat),))
            case Rerolling() as phase:
                return self.rerolled(state, phase, move.faces)
            case Throwing(seat):
                return Step(in_phase(state, Choosing(seat, move.faces, REROLLS)), (Threw(seat, move.faces),))
            case Deciding(attacker, resident, dice) if isinstance(move, Leave):
                return self.claim(state, attacker, dice, (MovedOut(resident),))
            case Deciding(attacker, resident, dice):
                return self.book(state, attacker, dice, 0, (Stayed(resident),))
            case Opening():
                return self.begin_turn(state, move.seat, ())
            case Won() | WornOut():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[State, None, Move]:
        """Everything is public (K-23)."""
        return view_of(self, state, seat, board=state)

    # A turn: throw, and throw some of the dice again, twice at most

    def begin_turn(self, state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
        """A player who has had all turns begins no other: the game is over (K-22)."""
        turns = state.turns[seat]
        if turns == MOST_TURNS:
            return self.wear_out(state, events)
        throwing = State(
            state.health,
            state.points,
            state.tokens,
            put(state.turns, seat, turns + 1),
            state.resident,
            state.fallen,
            Throwing(seat),
        )
        inside = state.resident == seat
        began = TurnBegan(seat, state.health[seat], state.points[seat], state.tokens[seat], inside)
        return Step(throwing, (*events, began))

    def rerolled(self, state: State, phase: Rerolling, faces: Throw) -> Step[State]:
        """Dice chosen together are thrown together; after the second time nothing is asked (K-03)."""
        dice = thrown_again(phase.dice, phase.which, faces)
        events = (ThrewAgain(phase.seat, tuple([phase.dice[index] for index in phase.which]), dice),)
        if phase.rerolls_left:
            return Step(in_phase(state, Choosing(phase.seat, dice, phase.rerolls_left)), events)
        return self.act(state, phase.seat, dice, events)

    # The dice are acted upon: healing, attack and damage, the resident's answer, claim, points, eliminations (K-04)

    def act(self, state: State, seat: Seat, dice: Throw, events: tuple[Event, ...]) -> Step[State]:
        """A resident strikes outwards; all others heal, then attack StLucia."""
        if state.resident == seat:
            return self.strike_outwards(state, seat, dice, events)
        healed = self.heal(state, seat, dice.count(HEART), events)
        return self.attack_town(healed.state, seat, dice, healed.events)

    def strike_outwards(self, state: State, seat: Seat, dice: Throw, events: tuple[Event, ...]) -> Step[State]:
        """In StLucia: H has no effect (K-06), A hurts all others (K-17), and beginning there is worth 2 (K-05)."""
        others = [other for other in self.alive(state) if other != seat]
        struck = self.hit(state, seat, others, dice.count(ATTACK), events)
        return self.book(struck.state, seat, dice, FOR_BEGINNING_INSIDE, struck.events)

    def heal(self, state: State, seat: Seat, hearts: int, events: tuple[Event, ...]) -> Step[State]:
        """Outside, each H gives 1 health, up to ten (K-07); a healing of 0 is told too."""
        if not hearts:
            return Step(state, events)
        health = min(state.health[seat] + hearts, MOST_HEALTH)
        healed = Healed(seat, health - state.health[seat], health)
        return Step(with_health(state, put(state.health, seat, health)), (*events, healed))

    def attack_town(self, state: State, seat: Seat, dice: Throw, events: tuple[Event, ...]) -> Step[State]:
        """From outside, A claims an empty StLucia (K-08) or hurts the resident, who then decides (K-09, K-10)."""
        attacks = dice.count(ATTACK)
        resident = state.resident
        if not attacks:
            return self.book(state, seat, dice, 0, events)
        if resident is None:
            return self.claim(state, seat, dice, events)
        hurt, told = self.hit(state, seat, (resident,), attacks, events)
        if hurt.health[resident]:
            return Step(in_phase(hurt, Deciding(seat, resident, dice)), told)
        if self.options.resident_killed == "attacker_claims":
            return self.claim(hurt, seat, dice, told)
        return self.book(with_resident(hurt, None), seat, dice, 0, (*told, Emptied()))

    def hit(
        self, state: State, seat: Seat, targets: Iterable[Seat], attacks: int, events: tuple[Event, ...]
    ) -> Step[State]:
        """Damage is at most the health that is left (K-07)."""
        if not attacks:
            return Step(state, events)
        health = list(state.health)
        told = list(events)
        for target in targets:
            damage = min(attacks, health[target])
            health[target] -= damage
            told.append(Hit(seat, target, damage, health[target]))
        return Step(with_health(state, tuple(health)), tuple(told))

    def claim(self, state: State, seat: Seat, dice: Throw, events: tuple[Event, ...]) -> Step[State]:
        """Whoever claims StLucia, empty or from another, gains 1 point (K-08, K-09)."""
        return self.book(with_resident(state, seat), seat, dice, FOR_CLAIMING, (*events, Claimed(seat)))

    def book(self, state: State, seat: Seat, dice: Throw, town: int, events: tuple[Event, ...]) -> Step[State]:
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
        booked = State(
            state.health,
            put(state.points, seat, total),
            put(state.tokens, seat, tokens),
            state.turns,
            state.resident,
            state.fallen,
            state.phase,
        )
        return self.eliminate(booked, seat, tuple(told))

    def eliminate(self, state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
        """Whoever has no health left is out; those hit together fall together (K-11)."""
        no_health = [other for other, health in enumerate(state.health) if not health]
        dead = tuple([other for other in no_health if all(other not in group for group in state.fallen)])
        if not dead:
            return self.end_turn(state, seat, events)
        gone = Eliminated(dead, remaining=len(self.alive(state)))
        return self.end_turn(with_fallen(state, dead), seat, (*events, gone))

    # The end

    def end_turn(self, state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
        """The threshold is reached (K-19), or one player is left, or the next one alive has the dice (K-02)."""
        alive = self.alive(state)
        if state.points[seat] >= self.options.threshold:
            return Step(in_phase(state, Won(seat)), (*events, Crowned(seat, state.points[seat])))
        if len(alive) == 1:
            return Step(in_phase(state, Won(alive[0])), (*events, LastStanding(alive[0])))
        return self.begin_turn(state, next((other for other in alive if other > seat), alive[0]), events)

    def wear_out(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Points decide, then health, and equals share the place (K-22)."""
        worn_out = in_phase(state, WornOut())
        winners = tuple([seat for seat, place in enumerate(self.ranking(worn_out)) if place == 1])
        return Step(worn_out, (*events, TurnsUsedUp(MOST_TURNS, winners)))

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """Leaving is elimination (K-29): a resident empties StLucia at once (K-28), a leaver's own turn is void (K-20).

        If the resident goes instead of answering, nobody claims and the attacker's points are booked (K-26);
        if the attacker goes meanwhile, the damage stands and nothing is booked (K-27).
        """
        if not state.health[seat]:
            return Step(state, ())
        rest = with_fallen(with_health(state, put(state.health, seat, 0)), (seat,))
        events: tuple[Event, ...] = (Left(seat),)
        if state.resident == seat:
            rest, events = with_resident(rest, None), (Left(seat), Emptied())
        match state.phase:
            case Deciding(attacker, resident, dice) if resident == seat:
                return self.book(rest, attacker, dice, 0, events)
            case Throwing(active) | Choosing(active) | Rerolling(active) | Deciding(active) if active == seat:
                return self.end_turn(rest, seat, events)
            case _ if len(self.alive(rest)) == 1:
                return self.end_turn(rest, seat, events)
            case _:
                return Step(rest, events)

    def alive(self, state: State) -> tuple[Seat, ...]:
        return tuple([seat for seat, health in enumerate(state.health) if health])

    def ranking(self, state: State) -> tuple[int, ...]:
        """Survivors by points, then the fallen, the later the better (K-24); health counts only at the cap (K-30)."""
        survived = len(state.fallen)
        health = state.health if isinstance(state.phase, WornOut) else (0,) * self.seats
        keys = [(survived, *rest) for rest in zip(state.points, health, strict=True)]
        for order, group in enumerate(state.fallen):
            for seat in group:
                keys[seat] = (order, 0, 0)
        return places(keys)


# The same state with one thing changed


def in_phase(state: State, phase: KingPhase) -> State:
    return State(state.health, state.points, state.tokens, state.turns, state.resident, state.fallen, phase)


def with_health(state: State, health: tuple[int, ...]) -> State:
    return State(health, state.points, state.tokens, state.turns, state.resident, state.fallen, state.phase)


def with_resident(state: State, resident: Seat | None) -> State:
    return State(state.health, state.points, state.tokens, state.turns, resident, state.fallen, state.phase)


def with_fallen(state: State, group: tuple[Seat, ...]) -> State:
    fallen = (*state.fallen, group)
    return State(state.health, state.points, state.tokens, state.turns, state.resident, fallen, state.phase)


LISTING = Listing(
    name="stlucia",
    title="King of StLucia",
    edition=1,
    seats=(2, 8),
    most_seats=MOST_SEATS,
    minutes=15,
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
)
