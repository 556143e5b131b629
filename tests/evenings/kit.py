"""A tournament and its log: commands go in one after the other, and every answer is held to the laws of the log."""

from collections.abc import Callable, Iterable
from itertools import count
from random import Random

import msgspec

from dicehall.evenings.core import commands
from dicehall.evenings.core.agenda import codes_wanted, due_at, to_do
from dicehall.evenings.core.commands import AnyCommand
from dicehall.evenings.core.decide import decide
from dicehall.evenings.core.draft import Decided, Inputs
from dicehall.evenings.core.events import TournamentEvent
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.setting import AnyFormat, Setting, Swiss
from dicehall.evenings.core.state import RoundTable, Tournament, load, save
from dicehall.rules.tower import SEED_BYTES
from dicehall.table.core.draft import Refused
from dicehall.table.core.events import Who

HOST = "host"
START = 1_000_000


def setting(form: AnyFormat | None = None, *, seats: int = 3, least: int = 2, **other: object) -> Setting:
    given = {"title": "Cup", "game": "peril", "seats": seats, "least": least, "format": form or Swiss(2)} | other
    return Setting(**given)  # type: ignore[arg-type]  # each test names what it wants


class Cup:
    """Time stands still until a test lets it pass; hall time and the calendar go together."""

    def __init__(self, seed: int = 0) -> None:
        self.tournament = Tournament()
        self.now = 1000.0
        self.log: list[tuple[float, TournamentEvent]] = []
        self.secrets = Random(seed)
        self.seed: bytes | None = None
        self.numbers = count(1)
        self.games: dict[str, tuple[Who, ...]] = {}
        """The tables that were opened, by their codes, with those who sit there."""

    def inputs(self) -> Inputs:
        codes = tuple(f"t{next(self.numbers)}" for _ in range(codes_wanted(self.tournament)))
        wall = START + int(self.now)
        return Inputs(lambda: self.secrets.randbytes(SEED_BYTES), self.seed, wall, codes, lambda who: who != "guest")

    def ask(self, who: Who | None, command: AnyCommand) -> Decided | Refused:
        before = save(self.tournament)
        answer = decide(self.tournament, who, command, self.now, self.inputs())
        assert save(self.tournament) == before
        if isinstance(answer, Refused):
            assert answer.reason
            assert answer.message.endswith(".")
            return answer
        folded = self.tournament
        for entry in answer.entries:
            stored = msgspec.json.decode(msgspec.json.encode(entry), type=TournamentEvent)
            assert stored == entry
            folded = evolve(folded, stored, answer.at)
        assert folded == answer.tournament
        assert load(save(folded)) == folded
        self.tournament, self.seed = answer.tournament, answer.seed
        self.log += [(answer.at, entry) for entry in answer.entries]
        return answer

    def do(self, who: Who | None, *given: AnyCommand) -> "Cup":
        for command in given:
            answer = self.ask(who, command)
            assert isinstance(answer, Decided), answer
        return self

    def refused(self, who: Who | None, command: AnyCommand) -> str:
        answer = self.ask(who, command)
        assert isinstance(answer, Refused), answer
        return answer.reason

    def create(self, form: AnyFormat | None = None, *entrants: Who, bots: int = 0, **other: object) -> "Cup":
        self.do(HOST, commands.Create(setting(form, **other), "secret"))  # type: ignore[arg-type]
        for who in entrants:
            self.do(who, commands.Enter(f"seed-of-{who}"))
        return self.do(HOST, *(commands.AddBot() for _ in range(bots)))

    def due(self) -> float | None:
        return due_at(self.tournament, self.now, START + self.now)

    def tick(self) -> "Cup":
        """Up to the next deadline, and what is due then."""
        due = self.due()
        assert due is not None
        self.now = max(self.now, due)
        if isinstance(answer := self.ask(None, commands.TimeUp()), Refused):
            assert answer.reason == "too_early"
        return self

    def open_tables(self) -> "Cup":
        """As the shell does it: a table is opened once, whatever happens."""
        for table in to_do(self.tournament, self.now).open:
            assert self.games.setdefault(table.code, table.seats) == table.seats
            self.do(None, commands.ReportOpened(table.code))
        return self

    def gather(self, *absent: Who) -> "Cup":
        for table in to_do(self.tournament, self.now).wait:
            for who in table.awaited:
                if who not in absent:
                    self.do(None, commands.ReportArrived(table.code, who))
        return self

    def finish(self, result: Callable[[RoundTable], tuple[int, ...]]) -> "Cup":
        for table in to_do(self.tournament, self.now).start:
            self.do(None, commands.ReportResult(table.code, result(table)))
        return self

    def pair(self) -> "Cup":
        """Up to a pairing whose tables are open."""
        rounds = len(self.tournament.rounds)
        while len(self.tournament.rounds) == rounds:
            self.tick()
        return self.wait_for_opening()

    def wait_for_opening(self) -> "Cup":
        self.now = max(self.now, self.tournament.rounds[-1].opens)
        return self.open_tables()

    def play_round(self, result: Callable[[RoundTable], tuple[int, ...]] | None = None) -> "Cup":
        return self.pair().gather().finish(result or by_name)

    def play_on(self, result: Callable[[RoundTable], tuple[int, ...]] | None = None, most: int = 200) -> "Cup":
        """To the end."""
        for _ in range(most):
            self.open_tables().gather().finish(result or by_name)
            if self.tournament.is_over:
                return self
            self.tick()
        raise AssertionError("it does not end")


def folded(log: Iterable[tuple[float, TournamentEvent]]) -> Tournament:
    """What a hall knows that has nothing but the log."""
    tournament = Tournament()
    for at, entry in log:
        tournament = evolve(tournament, entry, at)
    return tournament


def by_name(table: RoundTable) -> tuple[int, ...]:
    """The one whose name comes first wins."""
    order = sorted(table.seats)
    return tuple(order.index(who) + 1 for who in table.seats)
