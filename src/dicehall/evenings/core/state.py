"""A tournament as its log has made it: who takes part, what was played, and what it waits for."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from dicehall.evenings.core.events import Code, Lot, Stage, TableDrawn, TableEnded, Wall, Why
from dicehall.evenings.core.setting import Setting
from dicehall.ports.teams import Team
from dicehall.rules.values import Phase, Value
from dicehall.table.core.events import Who, is_bot

NO_SHOW_AFTER = 120.0
"""How long a table waits for those who sit at it."""
COUNTDOWN = 20.0
"""Between a pairing and the opening of its tables."""
ARENA_COUNTDOWN = 5.0
"""The same in an arena, where people are seated at once."""
LATE_START = 15 * 60
"""How long after its time a tournament can still start; later it is called off."""
STREAK = 2
"""Wins in a row after which, in an arena, the next games count double."""


class Entrant(Value):
    who: Who
    level: str | None = None
    """Of a bot; None for a person."""
    team: Team | None = None
    seed: str = ""
    """What their client mixes into the lots."""
    status: Literal["in", "away", "removed"] = "in"
    """Away: has left or did not show up, and may come back for the next round."""
    since: int = 1
    """The first round that they could play in; more than 1 for those who came late."""
    free: float = 0.0
    """In an arena: since when they wait for a table."""

    @property
    def is_bot(self) -> bool:
        return is_bot(self.who)


class RoundTable(Value):
    """A table of a round, from the pairing to its result."""

    drawn: TableDrawn
    opened: float | None = None
    """The hall time since when it waits for everyone."""
    arrived: tuple[Who, ...] = ()
    no_shows: tuple[Who, ...] = ()
    ended: TableEnded | None = None
    """The result; it never changes."""

    @property
    def code(self) -> Code:
        return self.drawn.code

    @property
    def seats(self) -> tuple[Who, ...]:
        return self.drawn.seats

    @property
    def awaited(self) -> tuple[Who, ...]:
        """Who sits here, has not come yet and is still waited for."""
        return tuple(
            who for who in self.seats if not is_bot(who) and who not in self.arrived and who not in self.no_shows
        )

    @property
    def present(self) -> tuple[Who, ...]:
        """Who sits here, without those who did not come; until the table waits no longer, those it waits for too."""
        return tuple(who for who in self.seats if who not in self.no_shows)

    @property
    def is_ready(self) -> bool:
        """Whether its game can be started, or runs already: everyone is there, or a bot plays for them."""
        return self.opened is not None and self.ended is None and not self.awaited

    @property
    def no_show_at(self) -> float | None:
        """When it waits no longer."""
        if self.opened is None or self.ended is not None or not self.awaited:
            return None
        return round(self.opened + NO_SHOW_AFTER, 1)


class Round(Value):
    """One pairing and its tables."""

    number: int
    stage: Stage
    tables: tuple[RoundTable, ...]
    byes: tuple[Who, ...] = ()
    opens: float = 0.0
    """The hall time at which its tables open."""
    commit: str = ""
    """With duplicate dice: what its dice are bound to."""
    seeds: tuple[str, ...] = ()
    """With duplicate dice: what the clients of all entrants had mixed in at the pairing, in the order of entry."""
    seed: str = ""
    """With duplicate dice: the secret that they came from, once the round has ended."""
    ended: bool = False
    through: tuple[Who, ...] | None = None
    """Who goes on from here, the best seed first; None where nobody is cut."""

    @property
    def is_played(self) -> bool:
        """Whether every table has its result."""
        return all(table.ended is not None for table in self.tables)

    @property
    def entrants(self) -> Iterator[Who]:
        """Who has a seat or sits out."""
        yield from (who for table in self.tables for who in table.seats)
        yield from self.byes


# What the tournament is in the middle of


class Gathering(Phase):
    """People enter; it has not started."""


class Between(Phase):
    """The next round is paired at this hall time."""

    pairs: float


class Running(Phase):
    """The tables of the last round are about to open, or play."""


class Open(Phase):
    """An arena: whoever is free is seated, up to this hall time. Tables that run then are played to their end."""

    ends: float


class Done(Phase):
    """It is over; the first of the podium has the title."""

    wall: Wall
    podium: tuple[Who, ...]


class Cancelled(Phase):
    """It was called off: nobody has the title."""

    wall: Wall
    why: Why


AnyPhase: TypeAlias = Gathering | Between | Running | Open | Done | Cancelled
OVER = (Done, Cancelled)


class Tournament(Value):
    version: int = 0
    setting: Setting = Setting(title="-", game="", seats=2)
    host: Who | None = None
    second: Who | None = None
    """May do what the host may do, except name a second."""
    key: str = ""
    """What the link has beside the code; only the host and the second know it."""
    entrants: tuple[Entrant, ...] = ()
    """In the order in which they entered."""
    barred: tuple[Who, ...] = ()
    """Removed before the start; later an entrant has the status `removed`."""
    phase: AnyPhase = Gathering()
    rounds: tuple[Round, ...] = ()
    """Every pairing that was not undone, the running one last."""
    lot: Lot = ""
    """The latest lot; empty before the start."""
    lots: int = 0
    """How many lots were drawn: the number of the next one from the tower."""
    commit: str = ""
    """What later lots are bound to."""
    seed: str = ""
    """The secret that the lots came from, once it is over."""
    paused: float | None = None
    """Since when nobody is paired; None if it goes on."""
    created: Wall = 0
    started: Wall | None = None
    touched: float = 0.0
    """The hall time of the last entry."""
    digest: bytes = b""
    """Of the whole log so far, chained append by append."""

    @property
    def is_over(self) -> bool:
        return isinstance(self.phase, OVER)

    def entrant(self, who: Who) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.who == who), None)

    def is_run_by(self, who: Who | None) -> bool:
        return who is not None and who in (self.host, self.second)

    def tables(self) -> Iterator[RoundTable]:
        return (table for each in self.rounds for table in each.tables)

    def table(self, code: Code) -> RoundTable | None:
        return next((table for table in self.tables() if table.code == code), None)

    def present(self) -> frozenset[Who]:
        """Who takes part now."""
        return frozenset(entrant.who for entrant in self.entrants if entrant.status == "in")

    def free(self) -> Iterator[Entrant]:
        """Who takes part and sits at no table."""
        busy = {who for table in self.tables() if table.ended is None for who in table.seats}
        return (entrant for entrant in self.entrants if entrant.status == "in" and entrant.who not in busy)

    def plays_on(self) -> bool:
        """Whether any table is without its result."""
        return any(table.ended is None for table in self.tables())

    def table_of(self, who: Who) -> RoundTable | None:
        """The table that this person sits at now, or will when it opens."""
        return next((table for table in self.tables() if table.ended is None and who in table.seats), None)


# A tournament as a snapshot: a cache, since the log can always rebuild it.


def save(tournament: Tournament) -> bytes:
    return msgspec.json.encode(tournament)


def load(snapshot: bytes) -> Tournament:
    """Raises `MsgspecError` if snapshots look different now."""
    return msgspec.json.decode(snapshot, type=Tournament)
