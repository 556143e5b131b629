"""MindRoll: everyone hides one die, calls on the total climb, and a player who doubts them reveals all the dice."""

from functools import cache, lru_cache
from operator import add
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from dicehall.rules import values
from dicehall.rules.chance import Dice, OneOf, Rng
from dicehall.rules.errors import GameOver
from dicehall.rules.kernel import Ask, Chance, Over, Pending, Step, View, ask, next_seat, others, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress, in_round, most_points
from dicehall.rules.purpose import Purpose, deal, lot
from dicehall.rules.values import Event, Events, Left, Move, Phase, Seat, Value


class Options(values.Options):
    reveal_by: Literal["turn_player", "anyone_but_caller"] = "turn_player"
    turn_order: Literal["random", "seat"] = "random"
    next_starter: Literal["auto", "random", "alternate", "loser", "winner"] = "auto"
    match: Literal["rounds", "target", "open"] = "rounds"
    rounds: Annotated[int, Meta(ge=1, le=50)] = 10
    target: Annotated[int, Meta(ge=3, le=10)] = 5


# Dice attributes

Colour: TypeAlias = Literal["red", "yellow", "green", "blue", "black"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "green", "blue", "black")


class Die(Value):
    """A number from 1 to 6 and one of five colours, each as likely as the others (M-22)."""

    number: int
    colour: Colour


DICE = {
    (number, face): Die(number, colour)
    for number in range(1, 7)
    for face, colour in enumerate(COLOURS, start=1)
}  # fmt: skip
"""Every die by its two faces in a record."""
DEALS = tuple(Dice((6, len(COLOURS)) * players) for players in range(11))
"""One die each, by the number of players."""

# Turn-based calls


class Call(Move):
    total: int


class Reveal(Move):
    pass


REVEAL = Reveal()
ONLY_REVEAL = (REVEAL,)
CALLS = tuple(Call(total) for total in range(61))
"""By their totals, up to six for each of ten players."""


def least_call(players: int) -> int:
    """The initial call must be 3 x n + 1 or higher (M-06)."""
    return 3 * players + 1


def most_call(players: int) -> int:
    return 6 * players


@cache
def openings(players: int) -> tuple[Move, ...]:
    """There is nothing to reveal before the first call (M-02)."""
    return CALLS[least_call(players) : most_call(players) + 1]


@cache
def answers(players: int, call: int) -> tuple[Move, ...]:
    """Reveal, or call more (M-05); at the maximum only a reveal is left (M-04)."""
    return (REVEAL, *CALLS[call + 1 : most_call(players) + 1])


# Winning and losing rules

Reason: TypeAlias = Literal["colour", "number", "sum"]


def decided_by(revealer: Die, caller: Die) -> Reason:
    """Equal colours or numbers lose for the revealer; the total counts where both differ (M-08)."""
    if revealer.colour == caller.colour:
        return "colour"
    return "number" if revealer.number == caller.number else "sum"


# What the game can be in the middle of


class Dealing(Phase):
    """Between two rounds: the dice are about to be dealt."""


class Starting(Phase):
    """The dice are dealt, and the starter is about to be drawn."""


class Opening(Phase):
    """The starter owes the first call."""

    starter: Seat


class Heard(Value):
    """A call of this round: everyone has heard who made it."""

    seat: Seat
    total: int


class Passing(Phase):
    """The call stands, and who must answer it is about to be drawn."""

    starter: Seat
    call: int
    caller: Seat
    calls: tuple[Heard, ...] = ()
    """All of this round, the first one first."""


class Answering(Phase):
    """The player in turn reveals or calls more."""

    starter: Seat
    call: int
    caller: Seat
    turn: Seat
    calls: tuple[Heard, ...] = ()


class Finished(Phase):
    pass


class Duel(Value):
    """How a round went, as far as the next one asks."""

    starter: Seat
    winner: Seat
    loser: Seat


@lru_cache(4096)
def change_by(duel: Duel | None, seats: int) -> tuple[int, ...]:
    """The winner of a round earns a point, the loser loses one (M-14)."""
    nothing = (0,) * seats
    return nothing if duel is None else put(put(nothing, duel.winner, 1), duel.loser, -1)


class Board(Value):
    """All that is public."""

    scores: tuple[int, ...]
    left: tuple[Seat, ...]
    """Who has left, in the order of going."""
    played: int
    """Rounds that were played to a reveal; void ones do not count (M-17)."""
    last: Duel | None
    """The last round that counted."""
    phase: Dealing | Starting | Opening | Passing | Answering | Finished

    @property
    def present(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in range(len(self.scores)) if seat not in self.left])

    @property
    def players(self) -> int:
        """n: a round runs with those who were dealt dice, because anyone who leaves voids it (M-16)."""
        return len(self.scores) - len(self.left)


class PublicBoard(Board):
    """The board as it is shown, with what follows from it by the rules."""

    change: tuple[int, ...]
    """What the last round that counted has done to each score."""
    least: int
    """The least and the most that can be called among those present."""
    most: int


class State(Value):
    board: Board
    dice: tuple[Die | None, ...]
    """The die of each seat that holds one: everybody in the match, while a round runs."""


# What is told


class Dealt(Event):
    thrown: ClassVar[bool] = True
    round: int
    least: int
    most: int


class Starts(Event):
    seat: Seat


class Called(Event):
    seat: Seat
    total: int


class Chosen(Event):
    seat: Seat


class Revealed(Event):
    seat: Seat
    caller: Seat
    call: int


class Shown(Event):
    reveals: ClassVar[bool] = True

    seat: Seat
    number: int
    colour: Colour


class Verdict(Event):
    reveals: ClassVar[bool] = True
    allowance: ClassVar[int] = 9

    winner: Seat
    loser: Seat
    reason: Reason
    call: int
    total: int
    too_high: bool
    """Whether the call is above the total, which decides where the reason is the sum."""


class Gained(Event):
    seat: Seat
    score: int


class Lost(Event):
    seat: Seat
    score: int


class Stopped(Event):
    pass


class Voided(Event):
    round: int


class Won(Event):
    seat: Seat
    score: int


class Shared(Event):
    seats: tuple[Seat, ...]
    score: int


RoundEvent: TypeAlias = Dealt | Starts | Called | Chosen | Revealed | Shown | Verdict | Gained | Lost
MindRollEvent: TypeAlias = RoundEvent | Left | Stopped | Voided | Won | Shared


# The game


class MindRoll(Value):
    seats: int
    options: Options = Options()

    def start(self) -> State:
        return State(Board((0,) * self.seats, (), 0, None, Dealing()), self.no_dice)

    def pending(self, state: State) -> Pending:
        board = state.board
        match board.phase:
            case Answering() as phase:
                return self.answering(board, phase)
            case Passing(_, _, caller):
                return Chance(OneOf(others(board.present, caller)))
            case Opening(starter):
                return ask(starter, openings(board.players))
            case Dealing():
                return Chance(DEALS[board.players])
            case Starting():
                return Chance(OneOf(board.present))
            case Finished():
                return self.result(board)

    def apply(self, state: State, actor: Any, move: Any) -> Step[State]:
        match state.board.phase:
            case Answering() as phase if isinstance(move, Call):
                return self.call(state, phase.starter, phase.turn, move.total, phase.calls)
            case Answering() as phase:
                return self.reveal(state, phase, actor)
            case Passing(starter, call, caller, calls):
                return self.go_on(state, Answering(starter, call, caller, move.seat, calls), Chosen(move.seat))
            case Opening(starter):
                return self.call(state, starter, starter, move.total)
            case Dealing():
                return self.deal(state.board, move.faces)
            case Starting():
                return self.go_on(state, Opening(move.seat), Starts(move.seat))
            case Finished():
                raise GameOver

    def view(self, state: State, seat: Seat | None) -> View[PublicBoard, Die | None, Move]:
        """Until the reveal a player sees only their own die (M-10)."""
        return view_of(self, state, seat, self.board(state), None if seat is None else self.secret(state, seat))

    def board(self, state: State) -> PublicBoard:
        board, players = state.board, state.board.players
        return PublicBoard(
            board.scores,
            board.left,
            board.played,
            board.last,
            board.phase,
            change_by(board.last, self.seats),
            least_call(players),
            most_call(players),
        )

    def secret(self, state: State, seat: Seat) -> Die | None:
        return state.dice[seat]

    def imagine(self, view: View[PublicBoard, Die | None, Move], seat: Seat | None, rng: Rng) -> State:
        """My die as it is, all the others thrown again: calls are talk, they prove nothing about a die."""
        shown = view.table.board
        board = Board(shown.scores, shown.left, shown.played, shown.last, shown.phase)
        if isinstance(board.phase, Dealing | Finished):
            return State(board, self.no_dice)
        dice = self.hand_out(board, DEALS[board.players].draw(rng).faces)
        return State(board, dice if seat is None or view.mine is None else put(dice, seat, view.mine.secret))

    # (1) Game start

    def deal(self, board: Board, faces: tuple[int, ...]) -> Step[State]:
        """New dice for everyone every round (M-11), then someone starts."""
        players = board.players
        dealt = Dealt(board.played + 1, least_call(players), most_call(players))
        dice = self.hand_out(board, faces)
        starter = self.starter(board)
        if starter is None:
            return Step(State(replace(board, phase=Starting()), dice), (dealt,))
        return Step(State(replace(board, phase=Opening(starter)), dice), (dealt, Starts(starter)))

    def hand_out(self, board: Board, faces: tuple[int, ...]) -> tuple[Die | None, ...]:
        """Number and colour for everybody present, in the order of the seats."""
        pairs = iter(faces)
        return tuple([None if seat in board.left else DICE[next(pairs), next(pairs)] for seat in range(self.seats)])

    @property
    def no_dice(self) -> tuple[None, ...]:
        return (None,) * self.seats

    def starter(self, board: Board) -> Seat | None:
        """Who starts, by the last round that counted (M-12, M-24); None where the lot decides (M-23, M-25)."""
        rule = self.options.next_starter
        if rule == "auto":
            rule = "alternate" if board.players == 2 else "random"  # also two who are left of more (M-30)
        last = board.last
        if last is None or rule == "random":
            return None
        if rule == "alternate":
            return next_seat(board.present, last.starter)
        heir = last.loser if rule == "loser" else last.winner
        return None if heir in board.left else heir

    # (2) Turn-based calls

    def answering(self, board: Board, phase: Answering) -> Ask:
        """The game waits for the player in turn; where anyone may reveal, the caller alone may not (M-01, M-26)."""
        options = {phase.turn: answers(board.players, phase.call)}
        if self.options.reveal_by == "anyone_but_caller":
            bystanders = [seat for seat in board.present if seat not in (phase.turn, phase.caller)]
            options |= dict.fromkeys(bystanders, ONLY_REVEAL)
        return Ask(options, frozenset((phase.turn,)))

    def call(
        self, state: State, starter: Seat, caller: Seat, total: int, before: tuple[Heard, ...] = ()
    ) -> Step[State]:
        """Two players alternate; among more the next is drawn from all but the caller (M-03)."""
        board, calls = state.board, (*before, Heard(caller, total))
        phase: Passing | Answering
        if self.options.turn_order == "random" and board.players > 2:
            phase = Passing(starter, total, caller, calls)
        else:
            phase = Answering(starter, total, caller, next_seat(board.present, caller), calls)
        return self.go_on(state, phase, Called(caller, total))

    def go_on(self, state: State, phase: Opening | Passing | Answering, told: Event) -> Step[State]:
        """The round goes on with the same dice."""
        return Step(State(replace(state.board, phase=phase), state.dice), (told,))

    # (3) Reveal result

    def reveal(self, state: State, phase: Answering, revealer: Seat) -> Step[State]:
        """All dice are shown (M-10); only the revealer and the last caller win or lose by them (M-09)."""
        shown = [(seat, die) for seat, die in enumerate(state.dice) if die is not None]
        dice = dict(shown)
        total = sum([die.number for _, die in shown])
        reason = decided_by(dice[revealer], dice[phase.caller])
        too_high = phase.call > total  # a call that equals the total stands (M-07)
        if reason == "sum" and too_high:
            winner, loser = revealer, phase.caller
        else:
            winner, loser = phase.caller, revealer
        events = (
            Revealed(revealer, phase.caller, phase.call),
            *[Shown(seat, die.number, die.colour) for seat, die in shown],
            Verdict(winner, loser, reason, phase.call, total, too_high),
        )
        return self.score(state.board, Duel(phase.starter, winner, loser), events)

    # Scoring rules

    def score(self, board: Board, duel: Duel, events: Events) -> Step[State]:
        """Scores change without a floor (M-14); then the next round, or the end."""
        scores = tuple(map(add, board.scores, change_by(duel, self.seats)))
        events = (*events, Gained(duel.winner, scores[duel.winner]), Lost(duel.loser, scores[duel.loser]))
        after = Board(scores, board.left, board.played + 1, duel, Dealing())
        if self.is_decided(after):
            return self.end(after, events)
        return Step(State(after, self.no_dice), events)

    def is_decided(self, board: Board) -> bool:
        """A match is so many rounds, the first to a score, or open (M-13)."""
        match self.options.match:
            case "rounds":
                return board.played == self.options.rounds
            case "target":
                return self.options.target in board.scores
            case "open":
                return False

    # The end of a match

    def end(self, board: Board, events: Events) -> Step[State]:
        """The highest score wins, equal ones share the win (M-13); the last one there wins with any score (M-29)."""
        winners = self.result(board).winners
        score = board.scores[winners[0]]
        won = Won(winners[0], score) if len(winners) == 1 else Shared(winners, score)
        return Step(State(replace(board, phase=Finished()), self.no_dice), (*events, won))

    def result(self, board: Board) -> Over:
        """Leavers keep their scores and are listed last (M-17), the later ones better (M-27)."""
        return Over(board.scores, places(board.scores, board.left))

    @property
    def open_ended(self) -> bool:
        return self.options.match == "open"

    def stop(self, state: State) -> Step[State]:
        """An open match ends at once with the scores as they are (M-28)."""
        return self.end(state.board, (Stopped(), *self.voided(state.board)))

    # Leaving

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        """The round is void, and those who remain are dealt new dice; one left ends the match (M-17)."""
        board = state.board
        if seat in board.left:
            return Step(state, ())
        events = (Left(seat), *self.voided(board))
        rest = replace(board, left=(*board.left, seat), phase=Dealing())
        if rest.players == 1:
            return self.end(rest, events)
        return Step(State(rest, self.no_dice), events)

    def voided(self, board: Board) -> Events:
        """The running round counts for nobody (M-17); between rounds there is none (M-31)."""
        return () if isinstance(board.phase, Dealing) else (Voided(board.played + 1),)


def drawn_for(_game: MindRoll, state: State) -> Purpose:
    """A round that was void is dealt once more."""
    number = state.board.played + 1
    match state.board.phase:
        case Dealing():
            return deal(number, state.board.present, 2)
        case Starting():
            return lot(number, "starter")
        case _:
            return lot(number, "answer")


def predictions_close(game: MindRoll, board: Board) -> bool:
    """Three tenths of the rounds are played, or three rounds of a match without a set number of them (W-01)."""
    rounds = game.options.rounds if game.options.match == "rounds" else 10
    return 10 * board.played >= 3 * rounds or isinstance(board.phase, Finished)


def progress(game: MindRoll, board: Board) -> Progress:
    options = game.options
    if options.match == "target":
        return most_points(board.scores, options.target)
    return in_round(board.played + 1, options.rounds if options.match == "rounds" else None)


LISTING = Listing(
    name="mindroll",
    title="MindRoll",
    edition=1,
    seats=(2, 10),
    minutes=4,
    sentence="Hide your die, push the call on the total, and reveal when someone has gone too far.",
    options=Options,
    presets=(
        Preset("Standard", Options()),
        Preset("Sprint", Options(match="target", target=3)),
    ),
    game=MindRoll,
    state=State,
    view=View[PublicBoard, Die | None, Call | Reveal],
    move=Call | Reveal,
    event=MindRollEvent,
    progress=progress,
    icon=(
        "M9.5 20v-2.5C6 17 4 14.3 4 11a7.5 7.5 0 0 1 15 0l1.5 3.5-2 .5v2.5h-3V20"
        "M9.5 9.2c0-1.5 1-2.5 2.3-2.5s2.3 1 2.3 2.3c0 1.8-2.3 2-2.3 3.7M11.8 15v.1"
    ),
    colour="#8ab4ff",
    colour_light="#2355a8",
    points=True,
    predictions_close=predictions_close,
    drawn_for=drawn_for,
)
