"""The kit itself can fail: games broken on purpose are each caught by the law that should catch them."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, TypeAlias

import msgspec
import pytest

from dicehall.rules import values
from dicehall.rules.chance import Dice, Drawn, OneOf, Rng, Rolled, below
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Ask, Chance, Over, Pending, Step, View, places, put, view_of
from dicehall.rules.listing import Listing, Preset
from dicehall.rules.progress import Progress, in_round
from dicehall.rules.values import Actor, Event, Move, Options, Phase, Seat, Value, Withdraw
from tests.kit import laws, trials
from tests.kit.walk import Stand, any_entry, table, walk

# Cups, a game that keeps all laws: a die under each cup, everyone says something about it, the highest wins.


class Say(Move):
    high: bool


SAYINGS = (Say(False), Say(True))


class Dealing(Phase):
    pass


class Talking(Phase):
    queue: tuple[Seat, ...]


class Done(Phase):
    scores: tuple[int, ...]


class Board(Value):
    out: tuple[Seat, ...]
    phase: Dealing | Talking | Done


class State(Value):
    board: Board
    faces: tuple[int, ...]


class Cup(Value):
    face: int


class Dealt(Event):
    pass


class Said(Event):
    seat: Seat
    high: bool


class Lifted(Event):
    reveals: ClassVar[bool] = True
    faces: tuple[int, ...]


class Left(Event):
    seat: Seat


CupsEvent: TypeAlias = Dealt | Said | Lifted | Left


class Cups(Value):
    seats: int
    options: Options = values.Options()

    def start(self) -> State:
        return State(Board((), Dealing()), ())

    def pending(self, state: State) -> Pending:
        match state.board.phase:
            case Dealing():
                return Chance(Dice((6,) * self.seats))
            case Talking(queue):
                return Ask({queue[0]: SAYINGS}, frozenset(queue[:1]))
            case Done(scores):
                return Over(scores, places(scores))

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        match state.board.phase, move:
            case Dealing(), Rolled(faces):
                return Step(State(Board(state.board.out, Talking(self.alive(state))), faces), (Dealt(),))
            case Talking(queue), Say(high):
                return self.go_on(state, queue[1:], (Said(queue[0], high),))
            case _:
                raise AssertionError(move)

    def go_on(self, state: State, queue: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
        if queue:
            return Step(State(Board(state.board.out, Talking(queue)), state.faces), events)
        shown = tuple(0 if seat in state.board.out else face for seat, face in enumerate(state.faces))
        return Step(State(Board(state.board.out, Done(shown)), state.faces), (*events, Lifted(shown)))

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        if seat in state.board.out:
            return Step(state, ())
        rest = State(Board((*state.board.out, seat), state.board.phase), state.faces)
        alive = self.alive(rest)
        if len(alive) == 1:
            return Step(State(Board(rest.board.out, Done(put((0,) * self.seats, alive[0], 1))), rest.faces), ())
        if isinstance(rest.board.phase, Talking):
            return self.go_on(rest, tuple(other for other in rest.board.phase.queue if other != seat), (Left(seat),))
        return Step(rest, (Left(seat),))

    def view(self, state: State, seat: Seat | None) -> View[Any, Any, Any]:
        return view_of(self, state, seat, state.board, self.cup(state, seat))

    def imagine(self, view: View[Board, Cup | None, Say], seat: Seat, rng: Rng) -> State:
        board = view.table.board
        if isinstance(board.phase, Dealing):
            return State(board, ())
        faces = Dice((6,) * self.seats).draw(rng).faces
        assert view.mine is not None
        return State(board, put(faces, seat, view.mine.secret.face) if view.mine.secret else faces)

    def cup(self, state: State, seat: Seat | None) -> Cup | None:
        return None if seat is None or not state.faces or seat in state.board.out else Cup(state.faces[seat])

    def alive(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in state.board.out)


def listed(game: Callable[[int, Any], Any], state: Any = State, event: Any = CupsEvent, move: Any = Say) -> Listing:
    return Listing(
        name="cups",
        title="Cups",
        edition=1,
        seats=(2, 4),
        minutes=1,
        sentence="What is under yours?",
        options=values.Options,
        presets=(Preset("Standard", values.Options()),),
        game=game,
        state=state,
        view=View[Board, Cup | None, Say],
        move=move,
        event=event,
        progress=lambda _game, board: in_round(len(board.out) + 1),
    )


CAUGHT = (AssertionError, IndexError, RulesError, msgspec.MsgspecError, pytest.fail.Exception)


def caught_by(law: Callable[..., Any], listing: Listing, trial: Callable[[Listing, range], None]) -> None:
    """The trial fails, and it is inside this law that it fails."""
    with pytest.raises(CAUGHT) as caught:
        trial(listing, range(20))
    assert law.__name__ in [entry.name for entry in caught.traceback]


every_step = trials.a_random_game_keeps_every_law_of_a_step
leaving = trials.a_player_may_leave_in_any_phase
secrecy = trials.what_a_seat_cannot_know_changes_nothing_it_sees


def test_a_game_that_is_further_than_its_end_is_caught() -> None:
    listing = listed(Cups)._replace(progress=lambda _game, _board: Progress("lives", 1, 0))
    caught_by(laws.progress_is_bounded, listing, trials.all_of_them)


def test_a_game_that_keeps_the_laws_passes_all_trials() -> None:
    trials.all_of_them(listed(Cups), range(60))


# Secrets


class Muttered(Event):
    seat: Seat
    face: int


class Mutters(Cups):
    """Tells the face along with what is said."""

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        after, events = super().apply(state, actor, move)
        return Step(after, (Muttered(actor, state.faces[actor]), *events) if isinstance(actor, int) else events)


class Gasps(Cups):
    """Something is told only when someone has a six."""

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        after, events = super().apply(state, actor, move)
        return Step(after, (*events, Dealt()) if isinstance(move, Rolled) and 6 in move.faces else events)


class Glass(Cups):
    """The cups are made of glass: the public board is the whole state."""

    def view(self, state: State, seat: Seat | None) -> View[Any, Any, Any]:
        return view_of(self, state, seat, state, self.cup(state, seat))


class HighestFirst(Cups):
    """Whom the game waits for gives the highest face away."""

    def pending(self, state: State) -> Pending:
        match state.board.phase:
            case Talking(queue):
                best = max(queue, key=lambda seat: state.faces[seat])
                return Ask({best: SAYINGS}, frozenset({best}))
            case _:
                return super().pending(state)

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        match state.board.phase:
            case Talking(queue) if isinstance(actor, int):
                rest = tuple(seat for seat in queue if seat != actor)
                return self.go_on(state, rest, (Said(actor, True),))
            case _:
                return super().apply(state, actor, move)


class Hints(Cups):
    """What a seat may say depends on the cup of the next one."""

    def pending(self, state: State) -> Pending:
        match state.board.phase:
            case Talking(queue):
                six = state.faces[(queue[0] + 1) % self.seats] == 6
                return Ask({queue[0]: SAYINGS[:1] if six else SAYINGS}, frozenset(queue[:1]))
            case _:
                return super().pending(state)


@pytest.mark.parametrize("game", [Mutters, Gasps, Glass, HighestFirst, Hints])
def test_a_leak_is_caught(game: type[Cups]) -> None:
    caught_by(laws.secrets_do_not_interfere, listed(game), secrecy)


def test_a_leak_into_an_event_is_named() -> None:
    with pytest.raises(AssertionError, match="a secret has leaked"):
        secrecy(listed(Mutters), range(20))
    with pytest.raises(AssertionError, match="a secret has leaked into the number of events"):
        secrecy(listed(Gasps), range(20))


class OwnTable(Cups):
    """The board is different for each seat."""

    def view(self, state: State, seat: Seat | None) -> View[Any, Any, Any]:
        return view_of(self, state, seat, self.cup(state, seat))


class ForgottenOptions(Cups):
    """A view that forgets what its seat may do."""

    def view(self, state: State, seat: Seat | None) -> View[Any, Any, Any]:
        view = super().view(state, seat)
        return View(view.table, msgspec.structs.replace(view.mine, options=()) if view.mine else None)


class SpectatorsPlay(Cups):
    """Spectators are shown what seat 0 knows."""

    def view(self, state: State, seat: Seat | None) -> View[Any, Any, Any]:
        return super().view(state, seat or 0)


def look_around(listing: Listing, seeds: range) -> None:
    for seed in seeds:
        game = table(listing, seed)
        for stand in walk(game, Random(seed)):
            laws.the_table_is_the_same_for_all(game, stand)


@pytest.mark.parametrize("game", [OwnTable, ForgottenOptions, SpectatorsPlay])
def test_a_view_that_is_no_view_is_caught(game: type[Cups]) -> None:
    caught_by(laws.the_table_is_the_same_for_all, listed(game), look_around)


class Daydream(Cups):
    """Imagines another face under its own cup."""

    def imagine(self, view: View[Board, Cup | None, Say], seat: Seat, rng: Rng) -> State:
        state = super().imagine(view, seat, rng)
        return State(state.board, tuple(7 - face for face in state.faces))


def test_an_imagination_that_does_not_fit_is_caught() -> None:
    caught_by(laws.imagination_fits_the_view, listed(Daydream), every_step)


# Purity, encoding, records


class Ledger(Value):
    board: Board
    faces: tuple[int, ...]
    said: list[bool] = msgspec.field(default_factory=list)


class Scribbles(Cups):
    """Writes into the state it was given."""

    def start(self) -> Any:
        return Ledger(Board((), Dealing()), ())

    def go_on(self, state: Any, queue: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[Any]:
        state.said.append(True)
        after, told = super().go_on(state, queue, events)
        return Step(Ledger(after.board, after.faces, state.said), told)

    def apply(self, state: Any, actor: Actor, move: Rolled | Say) -> Step[Any]:
        after, told = super().apply(state, actor, move)
        return Step(Ledger(after.board, after.faces, state.said), told)


class Fickle(Cups):
    """Throws dice of its own behind the table's back."""

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        after, told = super().apply(state, actor, move)
        return Step(after, (*told, Left(random.randrange(1_000_000))))


@pytest.mark.parametrize("game", [Scribbles, Fickle])
def test_a_step_that_is_not_pure_is_caught(game: type[Cups]) -> None:
    caught_by(laws.steps_are_pure, listed(game, state=Ledger if game is Scribbles else State), every_step)


class Sloppy(Cups):
    """Keeps a list where a tuple is declared."""

    def apply(self, state: State, actor: Actor, move: Rolled | Say) -> Step[State]:
        after, told = super().apply(state, actor, move)
        return Step(State(after.board, list(after.faces)), told)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "listing",
    [listed(Sloppy), listed(Cups, event=Dealt | Said | Lifted), listed(Cups, event=Said | Lifted | Left)],
    ids=["state", "event of leaving", "event of play"],
)
def test_what_does_not_survive_encoding_is_caught(listing: Listing) -> None:
    def both(listing: Listing, seeds: range) -> None:
        every_step(listing, seeds)
        leaving(listing, seeds)

    caught_by(laws.same_after_encoding, listing, both)


class Grumbles(Move):
    pass


def test_a_move_that_is_not_in_the_listing_is_caught() -> None:
    caught_by(laws.all_survives_encoding, listed(Cups, move=Grumbles), every_step)


class Dragged(Event):
    allowance: ClassVar[int] = 11


def test_a_climax_that_takes_too_long_is_caught() -> None:
    caught_by(laws.allowances_are_short, listed(Cups, event=CupsEvent | Dragged), trials.all_of_them)


class Grudge(Cups):
    """Remembers between games: what was played before tells in the next."""

    games: ClassVar[list[int]] = []

    def start(self) -> State:
        self.games.append(1)
        return super().start()

    def go_on(self, state: State, queue: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
        return super().go_on(state, queue, (*events, Left(len(self.games))))


def test_a_record_that_does_not_replay_is_caught() -> None:
    caught_by(laws.the_record_replays, listed(Grudge), every_step)


# Questions


def asks(pending: Pending) -> Stand:
    return Stand(None, pending, None, ())


@pytest.mark.parametrize(
    "pending",
    [
        Ask({}, frozenset()),
        Ask({0: SAYINGS}, frozenset()),
        Ask({0: ()}, frozenset({0})),
        Ask({0: SAYINGS}, frozenset({1})),
        Ask({0: SAYINGS, 1: ()}, frozenset({0})),
        Ask({0: (Say(True), Say(True))}, frozenset({0})),
        Ask({3: SAYINGS}, frozenset({3})),
        Chance(OneOf((2,))),
        Chance(Dice((1, 1))),
        Chance(Dice(())),
        Chance(Dice((6,)), thrower=3),
        Chance(Dice((6,)), thrower=-1),
        Over((0, 0), (1, 1)),
        Over((0, 0, 0), (1, 1)),
        Over((9, 5, 1), (1, 3, 3)),
        Over((9, 9, 1), (1, 1, 2)),
        Over((9, 5, 1), (0, 1, 2)),
        Over((9, 5, 1), (2, 2, 2)),
    ],
    ids=str,
)
def test_a_malformed_question_is_caught(pending: Pending) -> None:
    with pytest.raises(AssertionError):
        laws.questions_are_well_formed(Cups(3), asks(pending))


@pytest.mark.parametrize(
    "pending",
    [
        Ask({0: SAYINGS, 2: SAYINGS[:1]}, frozenset({2})),
        Chance(OneOf((2, 0)), thrower=0),
        Over((9, 9, 1), (1, 1, 3)),
        Over((0, 0, 0), (1, 1, 1)),
    ],
    ids=str,
)
def test_a_well_formed_question_passes(pending: Pending) -> None:
    laws.questions_are_well_formed(Cups(3), asks(pending))


class Loner(Cups):
    """Asks for a draw that has one possibility."""

    def pending(self, state: State) -> Pending:
        return Chance(OneOf((0,))) if isinstance(state.board.phase, Dealing) else super().pending(state)

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        return super().apply(state, actor, Rolled((1,) * self.seats) if isinstance(move, Drawn) else move)


class Echo(Cups):
    """Offers everything twice."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return (
            Ask(dict.fromkeys(pending.due, (*SAYINGS, *SAYINGS)), pending.due) if isinstance(pending, Ask) else pending
        )


class NobodyWins(Cups):
    """Counts places from 2."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Over):
            return pending
        return Over(pending.scores, tuple(place + 1 for place in pending.places))


@pytest.mark.parametrize("game", [Loner, Echo, NobodyWins])
def test_a_game_with_a_malformed_question_is_caught(game: type[Cups]) -> None:
    caught_by(laws.questions_are_well_formed, listed(game), every_step)


class Mute(Cups):
    """Asks, but offers nothing."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return Ask(dict.fromkeys(pending.options, ()), pending.due) if isinstance(pending, Ask) else pending


def test_a_game_that_offers_nothing_is_caught_on_the_walk() -> None:
    caught_by(any_entry, listed(Mute), every_step)


# The end


class Endless(Cups):
    """Starts again whenever everybody has spoken."""

    def go_on(self, state: State, queue: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
        return super().go_on(state, queue or self.alive(state), events)


def test_a_game_that_never_ends_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.walk.LONGEST", 500)
    caught_by(walk, listed(Endless), every_step)


# Leaving


class Patient(Cups):
    """Goes on asking the one who left."""

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        after, told = super().withdraw(state, seat)
        match state.board.phase, after.board.phase:
            case Talking(queue), Talking():
                return Step(State(Board(after.board.out, Talking(queue)), after.faces), told)
            case _:
                return Step(after, told)


class InTheHand(Cups):
    """The dice stay in the hand of seat 0 even if that player has left."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return Chance(pending.source, thrower=0) if isinstance(pending, Chance) else pending


class Farewells(Cups):
    """Says goodbye again and again."""

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        return Step(super().withdraw(state, seat).state, (Left(seat),))


class Clingy(Cups):
    """A player who leaves stays."""

    def withdraw(self, state: State, seat: Seat) -> Step[State]:
        return Step(state, ())


@pytest.mark.parametrize("game", [Patient, InTheHand, Farewells, Clingy])
def test_a_game_that_does_not_let_go_is_caught(game: type[Cups]) -> None:
    caught_by(laws.leaving_is_always_legal, listed(game), leaving)


# Trespass


class Anything(tuple[Move, ...]):
    """Options among which every move is found."""

    def index(self, *_: object) -> int:
        return 0


class Anarchy(Cups):
    """Takes any move of the one whose turn it is."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return (
            Ask({seat: Anything(SAYINGS) for seat in pending.due}, pending.due) if isinstance(pending, Ask) else pending
        )

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        return super().apply(state, actor, move if isinstance(move, Rolled | Say) else Say(True))


class Everyone(dict[Seat, Sequence[Move]]):
    def get(self, seat: Seat, default: Any = None) -> Any:
        return SAYINGS


class Shouting(Cups):
    """Hears anyone who speaks, asked or not."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return Ask(Everyone(pending.options), pending.due) if isinstance(pending, Ask) else pending


@pytest.mark.parametrize("game", [Anarchy, Shouting])
def test_a_game_open_to_trespassers_is_caught(game: type[Cups]) -> None:
    caught_by(laws.trespassers_are_refused, listed(game), every_step)


# Chance


class Loaded(Value):
    """A coin with a name of its own for everything that can be wrong with it."""

    fault: str

    def draw(self, rng: Rng) -> Drawn:
        return Drawn(2 if self.fault == "draws what it does not allow" else below(rng, 2))

    def allows(self, move: Move) -> bool:
        return move in (Drawn(0), Drawn(1))

    def outcomes(self) -> Iterator[tuple[Drawn, Fraction]]:
        share = Fraction(1, 3 if self.fault == "does not sum to one" else 2)
        yield Drawn(0), share
        match self.fault:
            case "lists an outcome twice":
                yield Drawn(0), share
            case "lists what it does not allow":
                yield Drawn(2), share
            case _:
                yield Drawn(1), share


def test_a_coin_without_fault_passes() -> None:
    laws.chance_is_exact(Loaded("none"), Random(0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fault",
    [
        "draws what it does not allow",
        "does not sum to one",
        "lists an outcome twice",
        "lists what it does not allow",
    ],
)
def test_a_loaded_coin_is_caught(fault: str) -> None:
    with pytest.raises(AssertionError):
        laws.chance_is_exact(Loaded(fault), Random(0))  # type: ignore[arg-type]


class Weighted(Cups):
    """Deals with a coin that is not fair."""

    def pending(self, state: State) -> Pending:
        fair = super().pending(state)
        return Chance(Loaded("does not sum to one")) if isinstance(fair, Chance) else fair  # type: ignore[arg-type]

    def apply(self, state: State, actor: Actor, move: Any) -> Step[State]:
        return super().apply(state, actor, Rolled((1,) * self.seats) if isinstance(move, Drawn) else move)


def test_a_game_with_a_loaded_coin_is_caught() -> None:
    caught_by(laws.chance_is_exact, listed(Weighted), trials.probabilities_sum_to_one)


# Walks


def test_a_walk_ends_at_the_end_and_every_step_of_it_is_legal() -> None:
    *steps, end = walk(Cups(3), Random(5))
    assert [stand.entry is None for stand in steps] == [False] * 4
    assert isinstance(end.pending, Over)
    assert end.entry is None


def test_on_a_walk_players_leave_as_often_as_they_are_let() -> None:
    moves = [stand.entry.move for stand in walk(Cups(4), Random(5), leaving=1) if stand.entry]
    assert moves
    assert all(isinstance(move, Withdraw) for move in moves)
    assert not any(isinstance(stand.entry.move, Withdraw) for stand in walk(Cups(4), Random(5)) if stand.entry)
