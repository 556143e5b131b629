"""Bluff: everyone claims what three hidden dice add up to, and the next player believes it or calls the bluff."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from msgspec import Meta
from msgspec.structs import astuple, replace

from dicehall.rules import values
from dicehall.rules.chance import Dice, OneOf, Rng, Shuffle
from dicehall.rules.errors import BadOptions, GameOver
from dicehall.rules.kernel import Chance, Over, Pending, Step, View, ask, others, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress, in_round
from dicehall.rules.purpose import Purpose, deal, lot
from dicehall.rules.values import Actor, Event, Events, Left, Move, Phase, Seat, Value

# Setup


class Options(values.Options):
    claims: Literal["free", "rising"] = "free"
    laps: Annotated[int, Meta(ge=1, le=10)] = 3
    min_claim: Annotated[int, Meta(ge=1, le=3)] = 3
    bluff: Literal["not_equal", "over_only"] = "not_equal"
    immunity: bool = True
    elimination_rounds: Annotated[int, Meta(ge=0, le=3)] = 3
    rounds: Annotated[int, Meta(ge=1, le=5)] = 3
    games_won: tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...] = ()
    """How many games each seat has won before this one; none given is none won."""

    def for_seats(self, seats: int) -> Self:
        """Career wins are told for every seat; none told is none won (G-39)."""
        if not self.games_won:
            return replace(self, games_won=(0,) * seats)
        if len(self.games_won) != seats:
            given = ", ".join(map(str, self.games_won))
            raise BadOptions(f"games_won cannot be [{given}]; allowed: a count for each of the {seats} seats, or none")
        return self


class Claim(Move):
    total: int


class CallBluff(Move):
    pass


class Accept(Move):
    pass


class PlayImmunity(Move):
    pass


class DeclineImmunity(Move):
    pass


BluffMove: TypeAlias = Claim | CallBluff | Accept | PlayImmunity | DeclineImmunity

HIGHEST = 18
CLAIMS = tuple(Claim(total) for total in range(1, HIGHEST + 1))
OPENINGS = {least: CLAIMS[least - 1 :] for least in range(1, HIGHEST + 1)}
"""What may be claimed while no claim stands, by the least claim."""
ANSWERS = {least: (CallBluff(), *CLAIMS[least - 1 :]) for least in range(1, HIGHEST + 2)}
"""The answers to a claim, by the least claim that may follow it."""
LAST_ANSWERS = (CallBluff(), Accept())
CARD_CHOICES = (DeclineImmunity(), PlayImmunity())

Throw: TypeAlias = tuple[int, int, int]


def three_halves(total: int) -> int:
    """What a true claim is worth when its bluff was called (G-07)."""
    return total * 3 // 2


# What the game can be in the middle of


class Shuffling(Phase):
    """The players of the round are about to get a random order."""


class Leading(Phase):
    """The leader is about to be drawn from those who are tied."""

    order: tuple[Seat, ...]
    tied: tuple[Seat, ...]


class Dealing(Phase):
    """Everyone is about to roll three dice; the first in the order will begin."""

    order: tuple[Seat, ...]


class Claiming(Phase):
    """No claim stands: the first of the circle makes one."""

    circle: tuple[Seat, ...]
    """The players of the round in their order, beginning with the one whose turn it is."""
    claims: tuple[tuple[int, ...], ...]
    """What each seat has claimed in this round."""


class Answering(Phase):
    """A claim stands: the last of the circle has made it, the first of the circle answers."""

    circle: tuple[Seat, ...]
    claims: tuple[tuple[int, ...], ...]

    @property
    def claimant(self) -> Seat:
        return self.circle[-1]

    @property
    def total(self) -> int:
        return self.claims[self.claimant][-1]


class Immunity(Phase):
    """A bluff has been called rightly, and the claimant, whose dice all have seen, may play the card."""

    claimant: Seat
    accuser: Seat
    total: int
    dice: Throw


class Tiebreak(Phase):
    """The winner is about to be drawn from the players who are still tied."""


class Finished(Phase):
    winners: tuple[Seat, ...]


BluffPhase: TypeAlias = Shuffling | Leading | Dealing | Claiming | Answering | Immunity | Tiebreak | Finished


# What is told


class RoundBegan(Event):
    round: int
    leader: Seat
    score: int
    order: tuple[Seat, ...]


class EliminationBegan(Event):
    allowance: ClassVar[int] = 4
    elimination: int
    leader: Seat
    score: int
    order: tuple[Seat, ...]


class Dealt(Event):
    thrown: ClassVar[bool] = True


class Claimed(Event):
    seat: Seat
    total: int


class Believed(Event):
    seat: Seat
    claimant: Seat
    points: int
    score: int


class BluffCalled(Event):
    seat: Seat
    claimant: Seat
    total: int


class Shown(Event):
    reveals: ClassVar[bool] = True
    seat: Seat
    dice: Throw
    total: int


class NoBluff(Event):
    reveals: ClassVar[bool] = True
    allowance: ClassVar[int] = 8
    seat: Seat
    total: int


class WasBluff(Event):
    reveals: ClassVar[bool] = True
    allowance: ClassVar[int] = 8
    seat: Seat
    total: int


class ImmunityPlayed(Event):
    allowance: ClassVar[int] = 4
    seat: Seat


class ImmunityDeclined(Event):
    seat: Seat


class Gained(Event):
    seat: Seat
    points: int
    score: int


class Lost(Event):
    seat: Seat
    points: int
    score: int


class Tied(Event):
    seats: tuple[Seat, ...]
    score: int


class StillTied(Event):
    seats: tuple[Seat, ...]
    score: int


class ClaimVoid(Event):
    seat: Seat
    total: int


class Won(Event):
    seat: Seat
    score: int


class SharedWin(Event):
    seats: tuple[Seat, ...]
    score: int


BluffEvent: TypeAlias = (
    RoundBegan | EliminationBegan | Dealt | Claimed | Believed | BluffCalled | Shown | NoBluff | WasBluff
    | ImmunityPlayed | ImmunityDeclined | Gained | Lost | Tied | StillTied | Left | ClaimVoid | Won | SharedWin
)  # fmt: skip


# The table


class Board(Value):
    """All that is public."""

    scores: tuple[int, ...]
    cards: tuple[bool, ...]
    """Who still has the immunity card."""
    left: tuple[Seat, ...]
    """Who has left, in the order of going."""
    round: int
    depth: tuple[int, ...]
    """How many elimination rounds each seat has come into; the most of all is `elimination`."""
    players: tuple[Seat, ...]
    """Who plays this round, in the order of the seats."""
    leader: Seat | None
    """Who led last."""
    phase: BluffPhase

    @property
    def elimination(self) -> int:
        """The number of the running elimination round; 0 before the first."""
        return max(self.depth)

    def highest(self, keys: Sequence[Any]) -> tuple[Seat, ...]:
        """Those players of the round whose key is the highest; a key for every seat."""
        most = max([keys[seat] for seat in self.players])
        return tuple([seat for seat in self.players if keys[seat] == most])

    def believe(self, phase: Answering) -> tuple["Board", Believed]:
        """Who does not call the bluff declines to: only then does the claimant score (G-05, G-06)."""
        claimant, total = phase.claimant, phase.total
        score = self.scores[claimant] + total
        believed = Believed(phase.circle[0], claimant, total, score)
        return replace(self, scores=put(self.scores, claimant, score)), believed

    def gain(self, seat: Seat, points: int) -> tuple["Board", Gained]:
        score = self.scores[seat] + points
        return replace(self, scores=put(self.scores, seat, score)), Gained(seat, points, score)

    def lose(self, seat: Seat, points: int) -> tuple["Board", Lost]:
        """In no case can a score become less than 0 (G-08)."""
        score = max(0, self.scores[seat] - points)
        return replace(self, scores=put(self.scores, seat, score)), Lost(seat, self.scores[seat] - score, score)

    def at_stake(self, phase: Answering) -> "Stakes":
        """The winner of a call gains in full, whatever the loser has left to lose (G-07, G-08)."""
        accuser, claimant, total = phase.circle[0], phase.claimant, phase.total
        loss = {seat: -min(total, self.scores[seat]) for seat in (accuser, claimant)}
        return Stakes((total, loss[claimant]), (loss[accuser], three_halves(total)))


class Stakes(Value):
    """What a call would do to the scores of accuser and claimant, in this order."""

    bluff: tuple[int, int]
    """If the claim is a bluff and the claimant does not play the card."""
    truth: tuple[int, int]


class PublicBoard(Board):
    """The board as it is shown, with what follows from it by the rules."""

    stakes: Stakes | None
    """What calling the bluff wins and costs while a claim waits for an answer."""


class State(Value):
    board: Board
    dice: tuple[Throw | None, ...]
    """What each seat has rolled in this round."""


class Secret(Value):
    dice: Throw
    total: int


# The game


class Bluff(Value):
    seats: int
    options: Options = Options()

    def start(self) -> State:
        """Everybody comes into possession of an immunity card, once for the whole game (G-15)."""
        cards = (self.options.immunity,) * self.seats
        nothing = (0,) * self.seats
        return self.hidden(Board(nothing, cards, (), 1, nothing, tuple(range(self.seats)), None, Shuffling()))

    def pending(self, state: State) -> Pending:
        match state.board.phase:
            case Answering(circle) as phase:
                return ask(circle[0], self.answers(phase))
            case Claiming(circle) as phase:
                return ask(circle[0], self.openings(phase))
            case Immunity(claimant):
                return ask(claimant, CARD_CHOICES)
            case Shuffling():
                return Chance(Shuffle(state.board.players))
            case Leading(_, tied):
                return Chance(OneOf(tied))
            case Dealing(order):
                return Chance(Dice((6, 6, 6) * len(order)))
            case Tiebreak():
                return Chance(OneOf(state.board.players))
            case Finished(winners):
                return self.result(state.board, winners)

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        board = state.board
        match board.phase:
            case Answering() as phase if isinstance(move, CallBluff):
                return self.call_bluff(state, phase)
            case Answering() as phase if isinstance(move, Accept):
                board, believed = board.believe(phase)
                return self.end_round(board, (believed,))
            case Answering() as phase:
                board, believed = board.believe(phase)
                return self.claim(State(board, state.dice), phase, move.total, (believed,))
            case Claiming() as phase:
                return self.claim(state, phase, move.total, ())
            case Immunity() as phase if isinstance(move, PlayImmunity):
                return self.play_immunity(board, phase)
            case Immunity() as phase:
                return self.punish(board, phase, (ImmunityDeclined(phase.claimant),))
            case Shuffling():
                return self.find_leader(board, move.order, ())
            case Leading(order):
                return self.lead(board, order, move.seat, ())
            case Dealing(order):
                return self.deal(board, order, move.faces)
            case Tiebreak():
                return self.finish(board, (move.seat,), ())
            case Finished():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[PublicBoard, Secret | None, Move]:
        """Everybody sees only their own dice; the others stay secret (G-26)."""
        return view_of(self, state, seat, self.board(state), None if seat is None else self.secret(state, seat))

    def board(self, state: State) -> PublicBoard:
        board, phase = state.board, state.board.phase
        return PublicBoard(
            board.scores,
            board.cards,
            board.left,
            board.round,
            board.depth,
            board.players,
            board.leader,
            phase,
            board.at_stake(phase) if isinstance(phase, Answering) else None,
        )

    def secret(self, state: State, seat: Seat) -> Secret | None:
        dice = state.dice[seat]
        return None if dice is None else Secret(dice, sum(dice))

    def imagine(self, view: View[PublicBoard, Secret | None, Move], seat: Seat | None, rng: Rng) -> State:
        """The dice this seat has seen are as they are; all others may be anything."""
        board = Board(*astuple(view.table.board)[: len(Board.__struct_fields__)])
        match board.phase:
            case Claiming() | Answering() | Immunity():
                dice = self.hands(board.players, Dice((6, 6, 6) * len(board.players)).draw(rng).faces)
            case _:
                return self.hidden(board)
        if isinstance(board.phase, Immunity):
            dice = put(dice, board.phase.claimant, board.phase.dice)
        if seat is not None and view.mine and view.mine.secret:
            dice = put(dice, seat, view.mine.secret.dice)
        return State(board, dice)

    # The players are randomly assigned an order, and the leader begins

    def find_leader(self, board: Board, order: tuple[Seat, ...], events: Events) -> Step[State]:
        """Highest score, then most games won (G-09), then the old leader (G-10), then the lot."""
        games_won = self.options.games_won or (0,) * self.seats
        ranks = [(board.scores[seat], games_won[seat], seat == board.leader) for seat in range(self.seats)]
        tied = board.highest(ranks)
        if len(tied) == 1:
            return self.lead(board, order, tied[0], events)
        return Step(self.hidden(replace(board, phase=Leading(order, tied))), events)

    def lead(self, board: Board, order: tuple[Seat, ...], leader: Seat, events: Events) -> Step[State]:
        """The order is turned until the leader is first (G-11)."""
        first = order.index(leader)
        order = order[first:] + order[:first]
        began: Event = RoundBegan(board.round, leader, board.scores[leader], order)
        if board.elimination:
            began = EliminationBegan(board.elimination, leader, board.scores[leader], order)
        return Step(self.hidden(replace(board, leader=leader, phase=Dealing(order))), (*events, began))

    # Each player rolls three six-sided dice

    def deal(self, board: Board, order: tuple[Seat, ...], faces: tuple[int, ...]) -> Step[State]:
        """The dice are kept for the round (G-12), and nobody has claimed yet."""
        opened = replace(board, phase=Claiming(order, ((),) * self.seats))
        return Step(State(opened, self.hands(board.players, faces)), (Dealt(),))

    def hands(self, players: tuple[Seat, ...], faces: tuple[int, ...]) -> tuple[Throw | None, ...]:
        """Three dice for each player of the round, in the order of the seats."""
        throws = dict(zip(players, zip(faces[::3], faces[1::3], faces[2::3], strict=True), strict=True))
        return tuple([throws.get(seat) for seat in range(self.seats)])

    def hidden(self, board: Board) -> State:
        """Between two rounds there are no dice on the table."""
        return State(board, (None,) * self.seats)

    # The player whose turn it is claims a total

    def claim(self, state: State, phase: Claiming | Answering, total: int, events: Events) -> Step[State]:
        """True or false (G-23); the claimant goes to the end of the circle, and the next player is to answer."""
        seat, *rest = phase.circle
        claims = put(phase.claims, seat, (*phase.claims[seat], total))
        board = replace(state.board, phase=Answering((*rest, seat), claims))
        return Step(State(board, state.dice), (*events, Claimed(seat, total)))

    # The leader makes a claim

    def openings(self, phase: Claiming) -> Sequence[Move]:
        """Any total; rising claims go on above those that were believed when the last one became void (G-33)."""
        least = self.options.min_claim
        if self.options.claims == "rising":
            least = max([least, *(claims[-1] + 1 for claims in phase.claims if claims)])
        return OPENINGS[least]

    # The next player calls the bluff, or declines to do so

    def answers(self, phase: Answering) -> Sequence[Move]:
        """Rising claims end at 18 (G-25, G-32); free ones when everyone has claimed in every lap (G-01, G-34)."""
        if self.options.claims == "rising":
            return ANSWERS[phase.total + 1]
        if len(phase.claims[phase.circle[0]]) >= self.options.laps:  # the others have claimed as often, or once more
            return LAST_ANSWERS
        return ANSWERS[self.options.min_claim]

    def call_bluff(self, state: State, phase: Answering) -> Step[State]:
        """The claimant's dice, and no others, are shown to all (G-26)."""
        accuser, claimant, total = phase.circle[0], phase.claimant, phase.total
        dice = state.dice[claimant]
        assert dice is not None
        events: Events = (BluffCalled(accuser, claimant, total), Shown(claimant, dice, sum(dice)))
        if not self.is_bluff(sum(dice), total):
            return self.reward(state.board, phase, (*events, NoBluff(claimant, total)))
        events = (*events, WasBluff(claimant, total))
        caught = Immunity(claimant, accuser, total, dice)
        if state.board.cards[claimant]:
            return Step(replace(state, board=replace(state.board, phase=caught)), events)
        return self.punish(state.board, caught, events)

    def is_bluff(self, dice: int, claimed: int) -> bool:
        """Any other total is a bluff, or only a claim above the dice (G-03)."""
        return dice != claimed if self.options.bluff == "not_equal" else dice < claimed

    def reward(self, board: Board, phase: Answering, events: Events) -> Step[State]:
        """A wrong accusation: the claimant gains half as much again (G-07), the accuser loses the claim."""
        board, gained = board.gain(phase.claimant, three_halves(phase.total))
        board, lost = board.lose(phase.circle[0], phase.total)
        return self.end_round(board, (*events, gained, lost))

    def punish(self, board: Board, caught: Immunity, events: Events) -> Step[State]:
        """A right accusation: the claimant loses the claim, the accuser, if still there (G-37), gains it all (G-08)."""
        board, lost = board.lose(caught.claimant, caught.total)
        if caught.accuser in board.left:
            return self.end_round(board, (*events, lost))
        board, gained = board.gain(caught.accuser, caught.total)
        return self.end_round(board, (*events, lost, gained))

    def play_immunity(self, board: Board, caught: Immunity) -> Step[State]:
        """Nobody's score changes, the card is gone, and the round ends (G-14, G-16)."""
        spent = replace(board, cards=put(board.cards, caught.claimant, False))
        return self.end_round(spent, (ImmunityPlayed(caught.claimant),))

    # After the last round the highest score wins

    def end_round(self, board: Board, events: Events) -> Step[State]:
        """Another round (G-20), a winner, or an elimination round for those who are tied (G-17, G-19)."""
        if board.round < self.options.rounds:
            return Step(self.hidden(replace(board, round=board.round + 1, phase=Shuffling())), events)
        best = board.highest(board.scores)
        if len(best) == 1 or self.options.elimination_rounds == 0:
            return self.finish(board, best, events)
        if board.elimination < self.options.elimination_rounds:
            return self.eliminate(board, best, events)
        still_tied = StillTied(best, board.scores[best[0]])
        return Step(self.hidden(replace(board, players=best, phase=Tiebreak())), (*events, still_tied))

    def eliminate(self, board: Board, tied: tuple[Seat, ...], events: Events) -> Step[State]:
        """An elimination round is like any other, for those who are tied, with their scores (G-18)."""
        depth = tuple([deep + (seat in tied) for seat, deep in enumerate(board.depth)])
        extra = replace(board, depth=depth, players=tied, phase=Shuffling())
        return Step(self.hidden(extra), (*events, Tied(tied, board.scores[tied[0]])))

    def finish(self, board: Board, winners: tuple[Seat, ...], events: Events) -> Step[State]:
        score = board.scores[winners[0]]
        won = Won(winners[0], score) if len(winners) == 1 else SharedWin(winners, score)
        return Step(self.hidden(replace(board, phase=Finished(winners))), (*events, won))

    def result(self, board: Board, winners: tuple[Seat, ...]) -> Over:
        """The winner, then who came further in the elimination rounds, then by score; leavers last (G-31, G-40)."""
        ranks = [(seat in winners, board.depth[seat], board.scores[seat]) for seat in range(self.seats)]
        return Over(board.scores, places(ranks, board.left))

    # Leaving

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """The leaver is removed from the order; the last player of a round that is left wins (G-29, G-38)."""
        before, phase = state.board, state.board.phase
        if seat in before.left:
            return Step(state, ())
        board = replace(before, left=(*before.left, seat), players=others(before.players, seat))
        events: Events = (Left(seat),)
        if len(board.players) == 1:
            return self.finish(board, board.players, events)
        match phase:
            case Leading(order):
                return self.find_leader(board, others(order, seat), events)
            case Dealing(order):
                board = replace(board, phase=Dealing(others(order, seat)))
            case Answering(circle, claims) if phase.claimant == seat:
                believed = put(claims, seat, claims[seat][:-1])
                board = replace(board, phase=Claiming(others(circle, seat), believed))
                events = (*events, ClaimVoid(seat, phase.total))
            case Claiming(circle) | Answering(circle):
                board = replace(board, phase=replace(phase, circle=others(circle, seat)))
            case Immunity(claimant, _, total) if claimant == seat:
                return self.end_round(board, (*events, ClaimVoid(seat, total)))
            case Immunity() | Shuffling() | Tiebreak() | Finished():
                pass
        return Step(State(board, put(state.dice, seat, None)), events)


def drawn_for(_game: Bluff, state: State) -> Purpose:
    """Elimination rounds are counted on."""
    board = state.board
    number = board.round + board.elimination
    match board.phase:
        case Dealing():
            return deal(number, board.players, 3)
        case Shuffling():
            return lot(number, "order")
        case Leading():
            return lot(number, "leader")
        case _:
            return lot(number, "tiebreak")


def predictions_close(_game: Bluff, board: Board) -> bool:
    """The first round is over (W-01)."""
    return board.round > 1 or board.elimination > 0 or isinstance(board.phase, Finished)


def progress(game: Bluff, board: Board) -> Progress:
    """Elimination rounds come after the rounds that were set, and nobody knows how many (G-17)."""
    if board.elimination:
        return in_round(board.round + board.elimination)
    return in_round(board.round, game.options.rounds)


LISTING = Listing(
    name="bluff",
    title="Bluff",
    edition=1,
    seats=(2, 7),
    minutes=2,
    sentence="Three dice that only you can see, and a claim: will the next player believe you?",
    options=Options,
    presets=(Preset("Standard", Options()), Preset("Rising", Options(claims="rising"))),
    game=Bluff,
    state=State,
    view=View[PublicBoard, Secret | None, BluffMove],
    move=BluffMove,
    event=BluffEvent,
    progress=progress,
    icon=(
        "M3.5 6.5c5.5-2 11.5-2 17 0 .5 7-3 12.5-8.5 12.5S3 13.5 3.5 6.5zM7 11c1-.8 2.5-.8 3.5 0"
        "M13.5 11c1-.8 2.5-.8 3.5 0M8.5 14.5c2 1.6 5 1.6 7 0"
    ),
    colour="#d99bff",
    colour_light="#7a2aa8",
    wants_games_won=True,
    predictions_close=predictions_close,
    drawn_for=drawn_for,
)
