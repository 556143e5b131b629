"""Three Dice: throw, throw again, and do not be the lowest, for the lowest drinks the pot."""

from functools import cache
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from dicehall.rules import values
from dicehall.rules.chance import OneOf, Shuffle
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Ask, Chance, Over, Pending, Step, View, ask, next_seat, others, places, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress, in_round
from dicehall.rules.purpose import Purpose, lot, roll_off, throw
from dicehall.rules.rerolls import THROWS, Keep, Reroll, asks, first_throws, rerolls, thrown_again
from dicehall.rules.values import Actor, Event, Events, Left, Move, Phase, Seat, Value

# Setup


class Options(values.Options):
    special_locks: bool = False
    shit_stairs_sip: Literal["every_roll", "final_only"] = "every_roll"
    tie: Literal["all_drink", "roll_off", "first_roller", "last_roller"] = "all_drink"
    all_safe: Literal["reset", "carry_over"] = "reset"
    first_roll_456: Literal["plain", "false_start"] = "plain"
    award_split: bool = False
    gentlemen: Literal["warn", "off", "enforce"] = "warn"
    lowest_roll: Literal["off", "everyone_drinks"] = "off"
    turn_order: Literal["seat", "shuffle"] = "seat"
    match: Literal["rounds", "open"] = "rounds"
    rounds: Annotated[int, Meta(ge=1, le=50)] = 10


class Award(Move, omit_defaults=True):
    """Sips for another player: all of them, or with `award_split` so many of them."""

    to: Seat
    sips: Annotated[int, Meta(ge=1)] | None = None


MOST_SEATS = 26
MOST_ROLLS = 3
CHOICES: tuple[Keep | Reroll, ...] = (Keep(), *rerolls(3))
KEEP_OR_REROLL = asks(CHOICES, MOST_SEATS)
FIRST_THROW = first_throws(3, MOST_SEATS)
LOWEST = 7
"""The points of 2-2-3, below which nothing but a special roll counts."""

# Dice values, special rolls

POINTS = {1: 100, 2: 2, 3: 3, 4: 4, 5: 5, 6: 60}
TRIPLE_SIPS = {1: 7, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}

Roll: TypeAlias = Literal["plain", "triple", "stairs", "super_stairs", "shit_stairs"]


class Hand(Value):
    """Three dice and what they count."""

    dice: tuple[int, ...]
    roll: Roll
    points: int

    @property
    def safe(self) -> bool:
        """Special rolls are safe; shit stairs are not, whatever their heading says (T-02)."""
        return self.roll in ("triple", "stairs", "super_stairs")


def roll_of(dice: tuple[int, ...], after_stairs: bool) -> Roll:
    """The name of a roll, in whatever order its dice lie (T-29); 4-5-6 is super stairs only after stairs (T-04)."""
    match sorted(dice):
        case [first, _, last] if first == last:
            return "triple"
        case [1, 2, 3]:
            return "stairs"
        case [4, 5, 6] if after_stairs:
            return "super_stairs"
        case [2, 3, 4] | [3, 4, 5]:
            return "shit_stairs"
        case _:
            return "plain"


@cache
def read(dice: tuple[int, ...], after_stairs: bool = False) -> Hand:
    """What three dice count."""
    return Hand(dice, roll_of(dice, after_stairs), sum(POINTS[face] for face in dice))


def worth(hand: Hand, position: int) -> int:
    """The sips that a special roll adds to the pot (three of a kind) or lets its roller award (stairs)."""
    match hand.roll:
        case "triple":
            return TRIPLE_SIPS[hand.dice[0]]
        case "stairs":
            return position
        case "super_stairs":
            return 2 * position
        case _:
            return 0


@cache
def kept_by(dice: tuple[int, ...], which: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that stay on the table while those at `which` are thrown again."""
    return tuple([face for index, face in enumerate(dice) if index not in which])


@cache
def least(kept: tuple[int, ...]) -> int:
    """The lowest points that these dice can end with, whatever joins them, short of a special roll (T-26)."""
    thrown = product(POINTS, repeat=3 - len(kept))
    return min(hand.points for faces in thrown if not (hand := read((*kept, *faces))).safe)


def is_able_to_lose(dice: tuple[int, ...], move: Keep | Reroll, mark: int) -> bool:
    """Whether this choice can still end at the mark or below it."""
    kept = kept_by(dice, move.dice) if isinstance(move, Reroll) else dice
    return least(kept) <= mark


# Seats in their order


def behind(order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """All the others from this seat on, round the table."""
    place = order.index(seat)
    return (*order[place + 1 :], *order[:place])


def those_with(number: int, numbers: dict[Seat, int]) -> tuple[Seat, ...]:
    """Those who have just so many points, or this face."""
    return tuple([seat for seat, other in numbers.items() if other == number])


# What the game can be in the middle of


class Round(Value):
    """What is true of the round that is being played."""

    order: tuple[Seat, ...]
    """Who rolls, in this order; it stays as it began, so positions do not change when someone leaves (T-34)."""
    hands: tuple[Hand | None, ...]
    """What each ended the turn with, in the same order, up to the one who rolls now; None for those who left before."""
    pot: int
    limit: int | None
    """How many rolls everybody has; None while the starter still finds out by using them (T-12)."""

    @property
    def roller(self) -> Seat:
        return self.order[len(self.hands)]

    @property
    def position(self) -> int:
        """The roller's place in the order, counted from 1 (T-20)."""
        return len(self.hands) + 1

    @property
    def after_stairs(self) -> bool:
        """Whether the last one who ended a turn ended it on stairs (T-05, T-06, T-07, T-36)."""
        for hand in reversed(self.hands):
            if hand is not None:
                return hand.roll == "stairs"
        return False

    def starter(self, left: tuple[Seat, ...]) -> Seat:
        """Who started, or the next in order still at the table."""
        return next(seat for seat in self.order if seat not in left)

    def waiting(self, left: tuple[Seat, ...]) -> list[Seat]:
        """Those at the table who roll after the roller."""
        return [seat for seat in self.order[self.position :] if seat not in left]

    def unsafe(self, left: tuple[Seat, ...]) -> dict[Seat, int]:
        """The points of those who can lose: neither the safe nor those who have left (T-14, T-34)."""
        points = {}
        for place, hand in enumerate(self.hands):
            if hand and not hand.safe and self.order[place] not in left:
                points[self.order[place]] = hand.points
        return points

    def safe(self, left: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Whom a special roll has saved."""
        hands = zip(self.order, self.hands, strict=False)
        return tuple([seat for seat, hand in hands if hand and hand.safe and seat not in left])

    def lowest(self, left: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Who has the lowest points of those who can lose; several where they tie."""
        unsafe = self.unsafe(left)
        return those_with(min(unsafe.values()), unsafe) if unsafe else ()

    def hand_of(self, seat: Seat) -> Hand | None:
        """What this seat has ended its turn with."""
        return dict(zip(self.order, self.hands, strict=False)).get(seat)

    def cannot_lose(self, seat: Seat, left: tuple[Seat, ...]) -> bool:
        """Whether the pot is for someone else by now: this seat is safe, or another has fewer points (T-17)."""
        mine = self.hand_of(seat)
        return mine is not None and (mine.safe or mine.points > min(self.unsafe(left).values()))


class Starting(Phase):
    """The first starter is about to be drawn (T-23)."""


class Ordering(Phase):
    """Those behind the starter are about to be shuffled (T-22)."""

    starter: Seat


class Throwing(Phase):
    """The roller has all three dice in the hand."""

    round: Round


class Choosing(Phase):
    """The roller stays, or throws some dice again."""

    round: Round
    dice: tuple[int, ...]
    used: int


class Rerolling(Phase):
    round: Round
    dice: tuple[int, ...]
    used: int
    which: tuple[int, ...]


class Awarding(Phase):
    """The giver's turn is over but for the sips that stairs are worth."""

    round: Round
    giver: Seat
    sips: int


class StarterRollOff(Phase):
    """The tied have drunk; the highest die starts the next round (T-15)."""

    tied: tuple[Seat, ...]


class LoserRollOff(Phase):
    """The lowest die of the tied drinks the pot and starts the next round (T-15)."""

    tied: tuple[Seat, ...]
    points: int
    pot: int


class Finished(Phase):
    pass


ThreeDicePhase: TypeAlias = (
    Starting | Ordering | Throwing | Choosing | Rerolling | Awarding | StarterRollOff | LoserRollOff | Finished
)


class State(Value):
    sips: tuple[int, ...]
    lost: tuple[int, ...]
    """How many rounds each has lost."""
    left: tuple[Seat, ...]
    """Who has left, in the order of going."""
    played: int
    """How many rounds are over."""
    carry: int
    """What the next pot begins with beyond the one sip that is always in it."""
    phase: ThreeDicePhase

    @property
    def present(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in range(len(self.sips)) if seat not in self.left])

    @property
    def round(self) -> Round | None:
        """The round that is being rolled."""
        match self.phase:
            case Throwing(round) | Choosing(round) | Rerolling(round) | Awarding(round):
                return round
            case _:
                return None


class PublicBoard(State):
    """The state as it is shown, with how those stand who have ended their turns in the round."""

    safe: tuple[Seat, ...]
    lowest: tuple[Seat, ...]
    """Of those who can lose; several where they tie."""


# What is told


class RoundBegan(Event):
    round: int
    starter: Seat
    pot: int


class OrderDrawn(Event):
    order: tuple[Seat, ...]


class Threw(Event):
    thrown: ClassVar[bool] = True
    allowance: ClassVar[int] = 5
    seat: Seat
    dice: tuple[int, ...]
    roll: Roll
    points: int
    safe: bool

    @property
    def is_climax(self) -> bool:
        return self.roll != "plain"


class ThrewAgain(Event):
    thrown: ClassVar[bool] = True
    allowance: ClassVar[int] = 5
    seat: Seat
    kept: tuple[int, ...]
    again: int
    """How many dice were thrown again."""
    faces: tuple[int, ...]
    dice: tuple[int, ...]
    roll: Roll
    points: int
    safe: bool

    @property
    def is_climax(self) -> bool:
        return self.roll != "plain"


class ShitStairs(Event):
    seat: Seat


class LowestRoll(Event):
    allowance: ClassVar[int] = 5
    seat: Seat


class FalseStart(Event):
    allowance: ClassVar[int] = 5
    seat: Seat


class Ungentlemanly(Event):
    seat: Seat
    lowest: int


class Stayed(Event):
    """A turn is over; `sips` were added to the pot, or are to be awarded."""

    seat: Seat
    roll: Roll
    points: int
    safe: bool
    sips: int
    pot: int


class LimitSet(Event):
    rolls: int


class Awarded(Event):
    seat: Seat
    to: Seat
    sips: int


class Drank(Event):
    seat: Seat
    sips: int
    total: int


class Lost(Event):
    allowance: ClassVar[int] = 4
    seat: Seat
    points: int


class AllSafe(Event):
    allowance: ClassVar[int] = 4
    pot: int
    carry: int


class RollOff(Event):
    tied: tuple[Seat, ...]
    decides: Literal["starter", "loser"]


class RolledOff(Event):
    thrown: ClassVar[bool] = True
    seat: Seat
    face: int


class Stopped(Event):
    pass


class Voided(Event):
    round: int


class MatchOver(Event):
    rounds: int
    winners: tuple[Seat, ...]


ThreeDiceEvent: TypeAlias = (
    RoundBegan | OrderDrawn | Threw | ThrewAgain | ShitStairs | LowestRoll | FalseStart | Ungentlemanly | Stayed
    | LimitSet | Awarded | Drank | Lost | AllSafe | RollOff | RolledOff | Left | Stopped | Voided | MatchOver
)  # fmt: skip


# The game


class ThreeDice(Value):
    seats: int
    options: Options = Options()

    def start(self) -> State:
        nothing = (0,) * self.seats
        return State(nothing, nothing, (), 0, 0, Starting())

    def pending(self, state: State) -> Pending:
        match state.phase:
            case Choosing() as phase:
                return self.choices(state, phase)
            case Rerolling() as phase:
                return THROWS[len(phase.which)]
            case Throwing() as phase:
                return FIRST_THROW[phase.round.roller]
            case Awarding() as phase:
                return ask(phase.giver, self.awards(state, phase))
            case StarterRollOff(tied) | LoserRollOff(tied):
                return THROWS[len(tied)]
            case Ordering(starter):
                return Chance(Shuffle(behind(state.present, starter)))
            case Starting():
                return Chance(OneOf(state.present))
            case Finished():
                return self.result(state)

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        match state.phase:
            case Choosing() as phase:
                return self.reroll(state, phase, move) if isinstance(move, Reroll) else self.keep(state, phase, move)
            case Rerolling() as phase:
                return self.threw_again(state, phase, move.faces)
            case Throwing() as phase:
                return self.threw(state, phase.round, move.faces)
            case Awarding() as phase:
                return self.award(state, phase, move)
            case StarterRollOff(tied) | LoserRollOff(tied) as phase:
                return self.rolled_off(state, phase, dict(zip(tied, move.faces, strict=True)))
            case Ordering(starter):
                order = (starter, *move.order)
                return self.first_turn(state, order, (OrderDrawn(order),))
            case Starting():
                return self.new_round(state, move.seat, ())
            case Finished():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[PublicBoard, None, Move]:
        """Everything lies on the table: Three Dice has no secrets."""
        return view_of(self, state, seat, self.board(state))

    def board(self, state: State) -> PublicBoard:
        round, left = state.round, state.left
        safe, lowest = ((), ()) if round is None else (round.safe(left), round.lowest(left))
        return PublicBoard(state.sips, state.lost, left, state.played, state.carry, state.phase, safe, lowest)

    def secret(self, _state: State, _seat: Seat) -> None:
        return None

    # Playing the game

    def new_round(self, state: State, starter: Seat, events: Events) -> Step[State]:
        """The previous loser starts, and the pot begins with one sip."""
        began = RoundBegan(state.played + 1, starter, state.carry + 1)
        return self.line_up(state, starter, (*events, began))

    def line_up(self, state: State, starter: Seat, events: Events) -> Step[State]:
        """Seat order from the starter on, or shuffled behind (T-22); one alone has nothing to shuffle."""
        following = behind(state.present, starter)
        if self.options.turn_order == "shuffle" and len(following) > 1:
            return Step(replace(state, phase=Ordering(starter)), events)
        return self.first_turn(state, (starter, *following), events)

    def first_turn(self, state: State, order: tuple[Seat, ...], events: Events) -> Step[State]:
        return Step(replace(state, phase=Throwing(Round(order, (), state.carry + 1, None))), events)

    def threw(self, state: State, round: Round, dice: tuple[int, ...]) -> Step[State]:
        """A turn begins with all three dice."""
        if round.limit is None:
            hand = read(dice, self.options.first_roll_456 == "false_start")  # T-08
            if hand.safe:
                return self.false_start(state, round, hand)
        else:
            hand = read(dice, round.after_stairs)
        return self.look(state, round, hand, 1, (Threw(round.roller, dice, hand.roll, hand.points, hand.safe),))

    def look(self, state: State, round: Round, hand: Hand, used: int, events: Events) -> Step[State]:
        """What the dice bring at once; then the roller chooses, unless no rolls are left or the roll locks (T-01)."""
        if hand.roll == "shit_stairs" and self.options.shit_stairs_sip == "every_roll":
            state, events = self.shit_stairs(state, round.roller, events)
        if hand.points == LOWEST and self.options.lowest_roll == "everyone_drinks":
            state, events = self.everyone_drinks(state, round.roller, events)
        if used == (round.limit or MOST_ROLLS) or (self.options.special_locks and hand.safe):
            return self.stay(state, round, hand, used, events)
        return Step(replace(state, phase=Choosing(round, hand.dice, used)), events)

    def keep(self, state: State, phase: Choosing, move: Keep) -> Step[State]:
        """Stay with the current roll."""
        hand = read(phase.dice, phase.round.after_stairs)
        return self.stay(state, phase.round, hand, phase.used, self.frowns(state, phase, move))

    def reroll(self, state: State, phase: Choosing, move: Reroll) -> Step[State]:
        """Roll whichever dice they want again, also dice kept before (T-13)."""
        frowns = self.frowns(state, phase, move)
        return Step(replace(state, phase=Rerolling(phase.round, phase.dice, phase.used, move.dice)), frowns)

    def threw_again(self, state: State, phase: Rerolling, faces: tuple[int, ...]) -> Step[State]:
        round, which = phase.round, phase.which
        hand = read(thrown_again(phase.dice, which, faces), round.after_stairs)
        kept = kept_by(phase.dice, which)
        threw = ThrewAgain(round.roller, kept, len(which), faces, hand.dice, hand.roll, hand.points, hand.safe)
        return self.look(state, round, hand, phase.used + 1, (threw,))

    def stay(self, state: State, round: Round, hand: Hand, used: int, events: Events) -> Step[State]:
        """The turn is over, and its last roll is what counts (T-01): points, or safety and sips (T-21)."""
        if hand.roll == "shit_stairs" and self.options.shit_stairs_sip == "final_only":
            state, events = self.shit_stairs(state, round.roller, events)
        sips = worth(hand, round.position)
        pot = round.pot + sips if hand.roll == "triple" else round.pot
        events = (*events, Stayed(round.roller, hand.roll, hand.points, hand.safe, sips, pot))
        if round.limit is None:
            events = (*events, LimitSet(used))
        after = replace(round, hands=(*round.hands, hand), pot=pot, limit=round.limit or used)
        if hand.roll in ("stairs", "super_stairs"):
            return Step(replace(state, phase=Awarding(after, round.roller, sips)), events)
        return self.next_turn(state, after, events)

    def next_turn(self, state: State, round: Round, events: Events) -> Step[State]:
        """The next player at the table rolls; after the last one the round ends."""
        while len(round.hands) < len(round.order):
            if round.roller not in state.left:
                return Step(replace(state, phase=Throwing(round)), events)
            round = replace(round, hands=(*round.hands, None))
        return self.end_round(state, round, events)

    # Special rolls

    def award(self, state: State, phase: Awarding, move: Award) -> Step[State]:
        """Awarded sips are drunk at once and never in the pot (T-19); split, until all are given away (T-18)."""
        round, giver, left = phase.round, phase.giver, phase.sips
        sips = left if move.sips is None else move.sips
        state, events = self.drink(state, (move.to,), sips, (Awarded(giver, move.to, sips),))
        if sips < left:
            return Step(replace(state, phase=Awarding(round, giver, left - sips)), events)
        return self.next_turn(state, round, events)

    def awards(self, state: State, phase: Awarding) -> list[Award]:
        """One other player, safe or not (T-18), in turn order from the giver on (T-33)."""
        receivers = [seat for seat in behind(phase.round.order, phase.giver) if seat not in state.left]
        shares = range(phase.sips, 0, -1) if self.options.award_split else (None,)
        return [Award(seat, sips) for seat in receivers for sips in shares]

    def shit_stairs(self, state: State, seat: Seat, events: Events) -> Step[State]:
        """A sip and a smack on one's own forehead (T-03)."""
        return self.drink(state, (seat,), 1, (*events, ShitStairs(seat)))

    def everyone_drinks(self, state: State, seat: Seat, events: Events) -> Step[State]:
        """2-2-3 on any roll: a sip for everybody at the table, the roller too (T-32)."""
        return self.drink(state, state.present, 1, (*events, LowestRoll(seat)))

    def drink(self, state: State, seats: tuple[Seat, ...], sips: int, events: Events) -> Step[State]:
        totals = list(state.sips)
        drank = []
        for seat in seats:
            totals[seat] += sips
            drank.append(Drank(seat, sips, totals[seat]))
        return Step(replace(state, sips=tuple(totals)), (*events, *drank))

    # The end of a round

    def end_round(self, state: State, round: Round, events: Events) -> Step[State]:
        """The lowest points among the unsafe lose (T-14); the table has chosen what a tie means (T-15)."""
        tied = round.lowest(state.left)
        if not tied:
            return self.end_safe_round(state, round, events)
        lowest = round.unsafe(state.left)[tied[0]]
        match self.options.tie:
            case "all_drink":
                return self.lose(state, tied, lowest, round.pot, events)
            case "roll_off":
                return self.roll_off_pot(state, tied, lowest, round.pot, events)
            case "first_roller":
                return self.lose(state, tied[:1], lowest, round.pot, events)
            case "last_roller":
                return self.lose(state, tied[-1:], lowest, round.pot, events)

    def lose(self, state: State, losers: tuple[Seat, ...], points: int, pot: int, events: Events) -> Step[State]:
        """The losers drink the whole pot, and one of them starts the next round."""
        state, events = self.drink(state, losers, pot, (*events, *[Lost(seat, points) for seat in losers]))
        lost = tuple([count + (seat in losers) for seat, count in enumerate(state.lost)])
        after = replace(state, lost=lost, played=state.played + 1, carry=0)
        if self.is_last_round_over(after):
            return self.finish(after, events)
        return self.roll_off_start(after, losers, events)

    def end_safe_round(self, state: State, round: Round, events: Events) -> Step[State]:
        """Nobody loses, the same player starts again, and the pot is emptied or carried over (T-16)."""
        carry = round.pot if self.options.all_safe == "carry_over" else 0
        after = replace(state, played=state.played + 1, carry=carry)
        events = (*events, AllSafe(round.pot, carry))
        if self.is_last_round_over(after):
            return self.finish(after, events)
        return self.new_round(after, round.starter(after.left), events)

    def roll_off_start(self, state: State, tied: tuple[Seat, ...], events: Events) -> Step[State]:
        """One die each for the start of the next round, until one is left (T-15)."""
        if len(tied) == 1:
            return self.new_round(state, tied[0], events)
        return Step(replace(state, phase=StarterRollOff(tied)), (*events, RollOff(tied, "starter")))

    def roll_off_pot(self, state: State, tied: tuple[Seat, ...], points: int, pot: int, events: Events) -> Step[State]:
        """One die each for the pot, until one is left (T-15)."""
        if len(tied) == 1:
            return self.lose(state, tied, points, pot, events)
        return Step(replace(state, phase=LoserRollOff(tied, points, pot)), (*events, RollOff(tied, "loser")))

    def rolled_off(self, state: State, phase: StarterRollOff | LoserRollOff, thrown: dict[Seat, int]) -> Step[State]:
        """The highest die starts, or the lowest loses; equal ones throw again (T-15)."""
        events = tuple([RolledOff(seat, face) for seat, face in thrown.items()])
        if isinstance(phase, StarterRollOff):
            return self.roll_off_start(state, those_with(max(thrown.values()), thrown), events)
        lowest = those_with(min(thrown.values()), thrown)
        return self.roll_off_pot(state, lowest, phase.points, phase.pot, events)

    # Special rules: first roll of the round

    def false_start(self, state: State, round: Round, hand: Hand) -> Step[State]:
        """The starter drinks what the roll would have brought (T-09), and the round starts over (T-10).

        There is nothing to undo, for nobody has ended a turn in it; and the roll saves nobody.
        """
        seat = round.roller
        told = (Threw(seat, hand.dice, hand.roll, hand.points, safe=False), FalseStart(seat))
        state, events = self.drink(state, (seat,), worth(hand, round.position), told)
        return Step(replace(state, phase=Throwing(round)), events)

    # Special rules: gentlemen's rules

    def mark(self, state: State, phase: Choosing) -> int | None:
        """The lowest score so far, which the last player's last roll has to be able to reach (T-26).

        None where nobody is bound: earlier players, earlier rolls, special rolls, nobody else to lose.
        """
        round = phase.round
        if phase.used + 1 != round.limit or round.waiting(state.left) or read(phase.dice, round.after_stairs).safe:
            return None
        return min(round.unsafe(state.left).values(), default=None)

    def choices(self, state: State, phase: Choosing) -> Ask:
        """Stay, which a time-out plays (T-33), or throw any dice again; gentlemen may insist on risk (T-26)."""
        roller = phase.round.roller
        mark = self.mark(state, phase) if self.options.gentlemen == "enforce" else None
        if mark is None:
            return KEEP_OR_REROLL[roller]
        return ask(roller, [move for move in CHOICES if is_able_to_lose(phase.dice, move, mark)])

    def frowns(self, state: State, phase: Choosing, move: Keep | Reroll) -> Events:
        """It is frowned upon to break the rule, no more (T-26)."""
        mark = self.mark(state, phase) if self.options.gentlemen == "warn" else None
        if mark is None or is_able_to_lose(phase.dice, move, mark):
            return ()
        return (Ungentlemanly(phase.round.roller, mark),)

    # The end, and leaving before it

    @property
    def open_ended(self) -> bool:
        return self.options.match == "open"

    def stop(self, state: State) -> Step[State]:
        """The host ends an open match; the round that is being played is void (T-42)."""
        match state.phase:
            case Starting() | StarterRollOff():
                return self.finish(state, (Stopped(),))
            case _:
                return self.finish(state, (Stopped(), Voided(state.played + 1)))

    def is_last_round_over(self, state: State) -> bool:
        return not self.open_ended and state.played == self.options.rounds

    def finish(self, state: State, events: Events) -> Step[State]:
        over = MatchOver(state.played, self.result(state).winners)
        return Step(replace(state, phase=Finished()), (*events, over))

    def result(self, state: State) -> Over:
        """Fewest sips, then fewest rounds lost, then shared (T-24); who left is last, the later the better (T-34)."""
        keys = [(-sips, -lost) for sips, lost in zip(state.sips, state.lost, strict=True)]
        return Over(tuple([-sips for sips in state.sips]), places(keys, state.left))

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """A leaver's turn is dropped, and an award still owed lapses; one left ends the game (T-34)."""
        if seat in state.left:
            return Step(state, ())
        rest = replace(state, left=(*state.left, seat))
        events = (Left(seat),)
        if len(rest.present) == 1:
            return self.finish(rest, events)
        match state.phase:
            case Ordering(starter) if starter == seat:
                return self.new_round(rest, next_seat(rest.present, seat), events)
            case Ordering(starter):
                return self.line_up(rest, starter, events)
            case Throwing(round) | Choosing(round) | Rerolling(round) if round.roller == seat:
                return self.drop_turn(rest, round, events)
            case Awarding(round, giver) if giver == seat:
                return self.next_turn(rest, round, events)
            case StarterRollOff(tied) if seat in tied:
                return self.roll_off_start(rest, others(tied, seat), events)
            case LoserRollOff(tied, points, pot) if seat in tied:
                return self.roll_off_pot(rest, others(tied, seat), points, pot, events)
            case _:
                return Step(rest, events)

    def drop_turn(self, state: State, round: Round, events: Events) -> Step[State]:
        """The next player rolls, and is the new starter where the limit was not set yet (T-34)."""
        if round.limit is None:
            events = (*events, RoundBegan(state.played + 1, round.starter(state.left), round.pot))
        return self.next_turn(state, round, events)


def drawn_for(_game: ThreeDice, state: State) -> Purpose:
    """The dice of a round by seat, whoever starts it; a roll-off for the start is of the round that it starts."""
    number = state.played + 1
    match state.phase:
        case Throwing(round):
            return throw(number, round.roller, range(3))
        case Rerolling(round, _, _, which):
            return throw(number, round.roller, which)
        case StarterRollOff(tied):
            return roll_off(number, "start", tied)
        case LoserRollOff(tied):
            return roll_off(number, "pot", tied)
        case Ordering():
            return lot(number, "order")
        case _:
            return lot(number, "starter")


def predictions_close(game: ThreeDice, board: State) -> bool:
    """Three tenths of the rounds are played, or three rounds of a match without a set number of them (W-01)."""
    rounds = game.options.rounds if game.options.match == "rounds" else 10
    return 10 * board.played >= 3 * rounds or isinstance(board.phase, Finished)


def progress(game: ThreeDice, board: State) -> Progress:
    return in_round(board.played + 1, game.options.rounds if game.options.match == "rounds" else None)


LISTING = Listing(
    name="three_dice",
    title="Three Dice",
    edition=1,
    seats=(2, 12),
    most_seats=MOST_SEATS,
    minutes=6,
    sentence="Roll, risk it all for three of a kind, and leave the pot to someone else.",
    options=Options,
    presets=(
        Preset("Standard", Options()),
        Preset("Gentlemen", Options(gentlemen="enforce")),
    ),
    game=ThreeDice,
    state=State,
    view=View[PublicBoard, None, Keep | Reroll | Award],
    move=Keep | Reroll | Award,
    event=ThreeDiceEvent,
    progress=progress,
    icon=(
        "M6 8h9v12H6zM15 10h2.5a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H15M9 11.5v5M12 11.5v5"
        "M6 8a2.5 2.5 0 0 1 2-4 3 3 0 0 1 5.5 0A2.2 2.2 0 0 1 15 8"
    ),
    colour="#f2b04c",
    colour_light="#8a5300",
    predictions_close=predictions_close,
    drawn_for=drawn_for,
)
