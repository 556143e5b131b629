"""How a decision is thought out: entry by entry, on a table that nobody has seen yet, until it stands or is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from dicehall.rules.chance import Rng, Source
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Over
from dicehall.rules.tower import Tower, commitment, digest_at_end
from dicehall.rules.values import NATURE, Event, Value
from dicehall.table.core.events import Closed, Committed, GameEnded, GameReset, Who
from dicehall.table.core.log import By, Entry, Played, evolve
from dicehall.table.core.state import Play, Table

KICKED = "The host has asked you to leave this table."


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
    seed: bytes | None = None
    """The secret that the table is bound to now; it belongs beside the log, never into it."""


class No(Exception):
    """A refusal on its way out of `decide`."""

    def __init__(self, reason: str, message: str) -> None:
        self.refused = Refused(reason, message)


class Given(NamedTuple):
    """What a decision is made with, from outside the table."""

    rng: Rng
    """For games whose dice are bound to no secret."""
    fresh: Callable[[], bytes] | None = None
    """New secrets to bind dice to; None where that is not wanted."""
    seed: bytes | None = None
    """The secret that the table is bound to now."""
    won: Callable[[Who, str], int] = lambda _who, _game: 0
    """How many games of a kind somebody has won in this hall (G-27)."""
    administrator: bool = False
    """Whether the command comes from one."""


class Draft:
    """Entries as they are thought out, one after the other, on a table that nobody has seen yet."""

    def __init__(self, table: Table, now: float, given: Given) -> None:
        self.table = table
        self.now = round(float(now), 1)
        self.given = given
        self.seed = given.seed
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def add(self, entry: Entry) -> None:
        self.table, told = evolve(self.table, entry, self.now)
        self.entries.append(entry)
        self.events += told

    @contextmanager
    def if_possible(self) -> Iterator[None]:
        """What is thought out inside happens whole or not at all, and refuses nothing that was thought out before."""
        table, seed, entries, events = self.table, self.seed, len(self.entries), len(self.events)
        try:
            yield
        except (No, RulesError):
            self.table, self.seed = table, seed
            del self.entries[entries:], self.events[events:]

    def play(self) -> Play:
        """The running game, if there is one."""
        if self.table.playing is None:
            raise No("no_game", "No game is running here; it begins when the host starts it.")
        return self.table.playing

    def draw(self, play: Play, source: Source, by: By | None = None) -> None:
        """Nature moves: out of the tower, if the game has committed to one."""
        secret = self.secret_of(play.commit)
        rng = self.given.rng if secret is None else Tower(secret, play.client_seeds).stream(play.draws)
        self.add(Played(NATURE, source.draw(rng), by))

    def secret_of(self, commit: str) -> bytes | None:
        """What a commitment was made to; None where nothing was, or where it is lost."""
        return self.seed if self.seed is not None and commitment(self.seed) == commit else None

    def commit(self) -> None:
        """Bind the dice of the next game to a new secret."""
        if self.given.fresh is not None:
            self.seed = self.given.fresh()
            self.add(Committed(commitment(self.seed)))

    def end(self, over: Over) -> None:
        """The result, the secret of the dice, and a new one for the next game."""
        play = self.table.play
        assert play is not None
        self.add(GameEnded(play.number, over.scores, over.places, *self.reveal(play)))
        self.commit()

    def reset(self) -> None:
        self.add(GameReset(*self.reveal(self.play())))
        self.commit()

    def reveal(self, play: Play) -> tuple[str, str]:
        """The secret of a game and the digest of its record; empty where there is none to be had."""
        secret = self.secret_of(play.commit)
        return ("", "") if secret is None else (secret.hex(), digest_at_end(play.digest, secret))

    def close(self) -> None:
        """A game that is running ends without a result."""
        if self.table.playing is not None:
            self.add(GameReset(*self.reveal(self.table.playing)))
        self.add(Closed())

    def lobby(self) -> None:
        if self.table.playing is not None:
            raise No("game_running", "The game has begun: that has to wait for its end.")


def only_if(condition: bool, reason: str, message: str) -> None:
    if not condition:
        raise No(reason, message)
