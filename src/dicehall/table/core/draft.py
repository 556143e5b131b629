"""A decision in the making: entry by entry, on a draft of the table, until it is complete or refused."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from dicehall.ports.teams import Team
from dicehall.rules import keyed
from dicehall.rules.chance import NatureMove, Rng, Source
from dicehall.rules.errors import RulesError
from dicehall.rules.kernel import Over
from dicehall.rules.tower import Tower, commitment, digest_at_end
from dicehall.rules.values import NATURE, Event, Value
from dicehall.table.core.commands import SharedDice
from dicehall.table.core.events import Closed, Committed, Disclosed, GameEnded, GameReset, WentBack, Who
from dicehall.table.core.log import By, LogEntry, Played, evolve
from dicehall.table.core.state import Play, Table

KICKED = "The host has asked you to leave this table."


class Refused(Value):
    """The command is refused, and nothing happens."""

    reason: str
    """For programs: a word that stays the same."""
    message: str
    """For people: what was wrong and what is allowed."""


class Decided(NamedTuple):
    """The entries to append, the table after them, and the events to tell once they are in the log."""

    at: float
    entries: tuple[LogEntry, ...]
    table: Table
    events: tuple[Event, ...]
    seed: bytes | None = None
    """The secret that the table is bound to now; it is stored beside the log, never in it."""


class RefusedError(Exception):
    """A refusal on its way out of `decide`."""

    def __init__(self, reason: str, message: str) -> None:
        self.refused = Refused(reason, message)


class Inputs(NamedTuple):
    """What a decision needs from outside the table."""

    rng: Rng
    """For games whose dice are bound to no secret."""
    fresh: Callable[[], bytes] | None = None
    """Makes a new secret to bind dice to; None if dice are not bound."""
    seed: bytes | None = None
    """The secret that the table is bound to now."""
    won: Callable[[Who, str], int] = lambda _who, _game: 0
    """How many games of a kind a person has won in this hall (G-27)."""
    is_account: Callable[[Who], bool] = lambda _who: False
    """Whether a person has an account (H-06)."""
    team: Callable[[Who], Team | None] = lambda _who: None
    """The team that a person keeps in their profile."""
    administrator: bool = False
    """Whether an administrator gives the command."""
    present: Callable[[], Iterable[Who]] = tuple
    """The people who look at the table now."""


class Draft:
    """Entries one after the other, and the table they lead to; nobody has seen it yet."""

    def __init__(self, table: Table, now: float, inputs: Inputs) -> None:
        self.table = table
        self.now = round(float(now), 1)
        self.inputs = inputs
        self.seed = inputs.seed
        self.entries: list[LogEntry] = []
        self.events: list[Event] = []

    def add(self, entry: LogEntry) -> None:
        self.table, told = evolve(self.table, entry, self.now)
        self.entries.append(entry)
        self.events += told

    @contextmanager
    def if_possible(self) -> Iterator[None]:
        """What is added inside is kept whole or not at all; a refusal does not undo what was added before."""
        table, seed, entries, events = self.table, self.seed, len(self.entries), len(self.events)
        try:
            yield
        except (RefusedError, RulesError):
            self.table, self.seed = table, seed
            del self.entries[entries:], self.events[events:]

    def play(self) -> Play:
        """The running game; refused if there is none."""
        play = self.table.playing
        if play is None:
            raise RefusedError("no_game", "No game is running here; the host starts it.")
        return play

    def draw(self, play: Play, source: Source, by: By | None = None) -> None:
        """Nature moves: from the tower, if the game has committed to one."""
        secret = self.secret_of(play.started.commit)
        if secret is None:
            self.add(Played(NATURE, source.draw(self.inputs.rng), by))
            return
        tower = Tower(secret, play.started.client_seeds)
        self.add(
            Played(NATURE, duplicate(tower, play, source) if play.is_duplicate else tower.draw(source, play.draws), by)
        )

    def secret_of(self, commit: str) -> bytes | None:
        """The secret behind a commitment; None if there is no commitment or the secret is lost."""
        return self.seed if self.seed is not None and commitment(self.seed) == commit else None

    def commit(self) -> None:
        """Bind the dice of the next game to a new secret."""
        if self.inputs.fresh is not None:
            self.seed = self.inputs.fresh()
            self.add(Committed(commitment(self.seed)))

    def share(self, dice: SharedDice) -> None:
        """Bind the dice to the secret of a whole round, with what all entrants have mixed in."""
        self.seed = dice.secret
        self.add(Committed(commitment(dice.secret), dice.entrants))

    def end(self, over: Over) -> None:
        """The result, the secret of the dice unless others still play with it, and a new one for the next game."""
        play = self.table.play
        assert play is not None
        seed, digest = self.reveal(play)
        self.add(GameEnded(play.number, over.scores, over.places, "" if self.table.is_held else seed, digest))
        if not self.table.settled:
            self.commit()

    def disclose(self) -> None:
        play = self.table.play
        self.add(Disclosed(*(("", "") if play is None else self.reveal(play))))

    def reset(self) -> None:
        """People have seen dice that others still play with: at a table that is held, nothing is played any more."""
        if self.table.is_held:
            self.close()
            return
        self.add(GameReset(*self.reveal(self.play())))
        self.commit()

    def set_back(self, lost: int) -> None:
        """Nobody may use a secret whose dice people may have seen: the game is void, and the next one gets another."""
        if self.table.is_held:
            self._set_back_held(lost)
            return
        self.seed = None
        self.add(WentBack(lost))
        if self.table.playing is None:
            self.commit()
        else:
            self.reset()

    def _set_back_held(self, lost: int) -> None:
        """Other tables play on with this secret: a result stands, and any other game is void for good."""
        self.add(WentBack(lost))
        if not self.table.settled:
            self.close()

    def reveal(self, play: Play) -> tuple[str, str]:
        """The secret of a game and the digest of its record; empty if the secret is not known."""
        secret = self.secret_of(play.started.commit)
        return ("", "") if secret is None else (secret.hex(), digest_at_end(play.digest, secret))

    def close(self) -> None:
        """A game that is running ends without a result; what was held is told before it would be lost."""
        if self.table.playing is not None:
            self.add(GameReset(*(("", "") if self.table.is_held else self.reveal(self.table.playing))))
        elif self.table.settled and self.table.is_held:
            self.disclose()
        self.add(Closed())

    def lobby(self) -> None:
        if self.table.playing is not None:
            raise RefusedError("game_running", "A game is running: that has to wait until it ends.")


def duplicate(tower: Tower, play: Play, source: Source) -> NatureMove:
    assert play.listing.drawn_for is not None
    purpose = play.listing.drawn_for(play.game, play.state)
    return keyed.draw(tower, source, play.tally.keys(purpose), play.game.seats)


def only_if(condition: bool, reason: str, message: str) -> None:
    if not condition:
        raise RefusedError(reason, message)
