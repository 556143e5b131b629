"""How a decision is thought out: entry by entry, on a table that nobody has seen yet, until it stands or is refused."""

from typing import NamedTuple

from dicehall.rules.chance import Rng
from dicehall.rules.values import Event, Value
from dicehall.table.log import Entry, evolve
from dicehall.table.state import Play, Table

KICKED = "The owner has asked you to leave this table."


class Refused(Value):
    """Nothing follows."""

    reason: str
    """For programs: a word that stays the same."""
    message: str
    """For people: what was wrong and what is allowed."""


class Decided(NamedTuple):
    """The entries to append, and what the table is and tells once they are in the log."""

    at: float
    entries: tuple[Entry, ...]
    table: Table
    events: tuple[Event, ...]


class No(Exception):
    """A refusal on its way out of `decide`."""

    def __init__(self, reason: str, message: str) -> None:
        self.refused = Refused(reason, message)


class Draft:
    """Entries as they are thought out, one after the other, on a table that nobody has seen yet."""

    def __init__(self, table: Table, now: float, rng: Rng) -> None:
        self.table = table
        self.now = round(float(now), 1)
        self.rng = rng
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def add(self, entry: Entry) -> None:
        self.table, told = evolve(self.table, entry, self.now)
        self.entries.append(entry)
        self.events += told

    def play(self) -> Play:
        """The running game, if there is one."""
        if self.table.playing is None:
            raise No("no_game", "No game is running here; it begins when the owner starts it.")
        return self.table.playing

    def lobby(self) -> None:
        if self.table.playing is not None:
            raise No("game_running", "The game has begun: that has to wait for its end.")


def only_if(condition: bool, reason: str, message: str) -> None:
    if not condition:
        raise No(reason, message)
