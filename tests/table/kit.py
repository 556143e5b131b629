"""An evening at a table: commands go in one after the other, and every answer is held to the laws of the log."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from dicehall.ports import Finished
from dicehall.rules.kernel import Ask, Chance
from dicehall.rules.record import Record
from dicehall.rules.tower import SEED_BYTES
from dicehall.rules.values import Event, Move
from dicehall.table.core import commands
from dicehall.table.core.commands import AnyCommand
from dicehall.table.core.decide import decide
from dicehall.table.core.draft import Decided, Inputs, Refused
from dicehall.table.core.events import Setting, Who
from dicehall.table.core.state import Play, Table, save
from dicehall.table.core.stored import chained, finished, fold, write

ANN, BOB, CID, DEE, EVE = "ann", "bob", "cid", "dee", "eve"
HALL = None


class Luck:
    """Dice that remember whether anybody has touched them."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self.draws = 0

    def getrandbits(self, k: int, /) -> int:
        self.draws += 1
        return self.random.getrandbits(k)


class Evening:
    """A table and its log; the time stands still until a test lets it pass.

    A fair one throws the dice of every game out of a committed tower; the others throw what luck has.
    """

    def __init__(self, table: Table | None = None, now: float = 1000.0, seed: int = 0, *, fair: bool = False) -> None:
        self.table = table or Table()
        self.now = now
        self.luck = Luck(seed)
        self.secrets = Random(seed)
        self.inputs = Inputs(self.luck, self.new_secret if fair else None)
        """With the secret that lies beside the log."""
        self.bodies: list[bytes] = []
        self.told: list[Event] = []

    def new_secret(self) -> bytes:
        return self.secrets.randbytes(SEED_BYTES)

    def ask(self, who: Who | None, command: AnyCommand) -> Decided | Refused:
        """What `decide` says. Refused, nothing has happened; decided, the entries alone lead to the same table."""
        before, draws = save(self.table), self.luck.draws
        answer = decide(self.table, who, command, self.now, self.inputs)
        assert save(self.table) == before
        if isinstance(answer, Refused):
            assert self.luck.draws == draws, "dice have fallen in a refused command"
            assert answer.reason
            assert answer.message[-1] in ".?", answer.message
            return answer
        body = write(answer.at, answer.entries)
        answer = answer._replace(table=chained(self.table, answer.table, body, answer.entries))
        assert save(fold(self.table, [body])) == save(answer.table)
        assert answer.table.version == self.table.version + len(answer.entries)
        self.table = answer.table
        self.inputs = self.inputs._replace(seed=answer.seed)
        self.bodies.append(body)
        self.told += answer.events
        return answer

    def do(self, who: Who | None, *given: AnyCommand) -> "Evening":
        for command in given:
            answer = self.ask(who, command)
            assert isinstance(answer, Decided), answer
        return self

    def refused(self, who: Who | None, command: AnyCommand) -> str:
        """Why not, in a word."""
        answer = self.ask(who, command)
        assert isinstance(answer, Refused), answer
        return answer.reason

    def message(self, who: Who | None, command: AnyCommand) -> str:
        """Why not, in a sentence."""
        answer = self.ask(who, command)
        assert isinstance(answer, Refused), answer
        return answer.message

    def after(self, seconds: float) -> "Evening":
        self.now += seconds
        return self

    @property
    def secret(self) -> bytes:
        """What the table is bound to now, and nobody knows."""
        assert self.inputs.seed is not None
        return self.inputs.seed

    @property
    def game(self) -> Finished:
        """The game that has ended last, as the hall keeps it."""
        found = finished(self.bodies, ended=0.0, public=True)
        assert found is not None
        return found

    def heard(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    # What there is to see

    @property
    def play(self) -> Play:
        """The game, running or over."""
        assert self.table.play is not None
        return self.table.play

    @property
    def seated(self) -> list[Who]:
        return [occupant.who for occupant in self.table.seated]

    @property
    def ready(self) -> list[Who]:
        return [occupant.who for occupant in self.table.seated if occupant.ready]

    @property
    def awaited(self) -> Who:
        """The one who is awaited, where it is only one."""
        (due,) = self.play.due
        return self.play.seats[due.seat]

    @property
    def until(self) -> float | None:
        (due,) = self.play.due
        return due.until

    def options(self, who: Who) -> list[dict[str, Any]]:
        """The moves open to someone, as they come over the wire."""
        seat, pending = self.play.seat_of(who), self.play.pending
        return (
            [wire(move) for move in pending.options.get(seat, ())]
            if isinstance(pending, Ask) and seat is not None
            else []
        )

    # A running game goes on

    def step(self) -> "Evening":
        """The person who is awaited throws, or plays the first option."""
        who = self.awaited
        seat = self.play.seats.index(who)
        if self.play.level_of(seat) is not None:
            return self.do(HALL, commands.BotTurn(seat, None))
        if isinstance(self.play.pending, Chance):
            return self.do(who, commands.Throw())
        return self.do(who, move(self.options(who)[0]))

    def to_the_end(self) -> "Evening":
        while self.table.playing is not None:
            self.step()
        return self

    def until_dice_are_held(self) -> "Evening":
        while not isinstance(self.play.pending, Chance):
            self.step()
        return self


def wire(value: Move) -> dict[str, Any]:
    """A move as its player sends it."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return built


def move(*moves: dict[str, Any]) -> commands.MakeMoves:
    return commands.MakeMoves(moves)


def pick(*numbers: int) -> commands.MakeMoves:
    return move(*({"type": "pick", "number": number} for number in numbers))


def setting(game: str = "peril", seats: int = 4, **rest: Any) -> Setting:
    """A setting as it comes from outside, with all its bounds checked."""
    return msgspec.convert({"game": game, "seats": seats, **rest}, Setting)


def lobby(
    *people: Who, host: Who | None = None, bots: Iterable[str] = (), seed: int = 0, fair: bool = False, **given: Any
) -> Evening:
    """The first of these people has opened the table and sits with the others; a `host` opens it without a seat."""
    evening = Evening(seed=seed, fair=fair)
    evening.do(host or people[0], commands.Open(setting(**given), sit=host is None, bots=tuple(bots)))
    for who in people if host else people[1:]:
        evening.do(who, commands.Sit())
    return evening


def running(*people: Who, host: Who | None = None, **given: Any) -> Evening:
    """The same, everybody ready and the game begun."""
    evening = lobby(*people, host=host, **given)
    for who in people if host else people[1:]:
        evening.do(who, commands.Ready())
    return evening.do(host or people[0], commands.Start())


def quick(seats: int = 3, *, fair: bool = False, **given: Any) -> Evening:
    """A table of the hall's own that fills with anyone who comes."""
    return Evening(fair=fair).do(HALL, commands.Open(setting(seats=seats, quick=True, clock=60, **given)))


SHORT: dict[str, Any] = {"game": "mindroll", "options": {"rounds": 1, "turn_order": "seat"}}
"""A match of one call and one reveal."""


def games_of(evening: Evening) -> list[Finished]:
    """Every game of an evening, as the hall would keep it."""
    found: list[Finished] = []
    for number, body in enumerate(evening.bodies, start=1):
        if b'"game_ended"' in body or b'"game_reset"' in body:
            game = finished(evening.bodies[:number], ended=0.0, public=True)
            if game is not None and game not in found:
                found.append(game)
    return found


def entries_of(evening: Evening) -> list[Any]:
    """The entries of the game that runs, as its record would have them."""
    again = Evening(evening.table, evening.now).do(HALL, commands.Reset())
    found = finished([*evening.bodies, *again.bodies], ended=0.0, public=True)
    assert found is not None
    return list(Record.read(found.record).entries)
