"""A decision in the making: entry by entry, on a draft of the tournament, until it is complete or refused."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from dicehall.evenings.core.events import CalledOff, Code, Committed, Concluded, Lot, TournamentEvent, WentBack, Why
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.lots import draw, round_secret
from dicehall.evenings.core.standings import podium, standings
from dicehall.evenings.core.state import Round, Tournament
from dicehall.ports.teams import Team
from dicehall.rules.tower import commitment
from dicehall.table.core.commands import SharedDice
from dicehall.table.core.draft import RefusedError
from dicehall.table.core.events import Who


class Inputs(NamedTuple):
    """What a decision needs from outside the tournament."""

    fresh: Callable[[], bytes]
    """Makes a new secret to bind lots to."""
    seed: bytes | None = None
    """The secret that the tournament is bound to now."""
    wall: int = 0
    """The calendar's time, in seconds since 1970."""
    codes: tuple[Code, ...] = ()
    """For tables that may be drawn now, as many as `agenda.codes_wanted` says; the rest can be given back."""
    is_account: Callable[[Who], bool] = lambda _who: False
    team: Callable[[Who], Team | None] = lambda _who: None
    """The team that a person keeps in their profile."""
    administrator: bool = False
    """Whether an administrator gives the command."""


class Decided(NamedTuple):
    """The entries to append and the tournament after them; each entry is told to everyone once it is in the log."""

    at: float
    entries: tuple[TournamentEvent, ...]
    tournament: Tournament
    seed: bytes | None
    """The secret that the tournament is bound to now; it is stored beside the log, never in it."""


class Draft:
    """Entries one after the other, and the tournament they lead to; nobody has seen it yet."""

    def __init__(self, tournament: Tournament, now: float, inputs: Inputs) -> None:
        self.tournament = tournament
        self.now = round(float(now), 1)
        self.inputs = inputs
        self.seed = inputs.seed
        self.entries: list[TournamentEvent] = []

    def add(self, entry: TournamentEvent) -> None:
        self.tournament = evolve(self.tournament, entry, self.now)
        self.entries.append(entry)

    def commit(self) -> None:
        """Bind all lots from now on to a new secret."""
        self.seed = self.inputs.fresh()
        self.add(Committed(commitment(self.seed)))

    def lot(self) -> Lot:
        """The next lot; where the secret is lost, from a new one."""
        secret = self._secret_or_new()
        seeds = [entrant.seed for entrant in self.tournament.entrants]
        return draw(secret, seeds, self.tournament.lots)

    def round_commitment(self, number: int) -> str:
        """What the duplicate dice of a round are bound to."""
        return commitment(round_secret(self._secret_or_new(), number))

    def round_revealed(self) -> str:
        """The secret of the last round's duplicate dice; empty if there is none, or it is lost."""
        last, secret = self.tournament.rounds[-1], self._secret()
        found = None if secret is None else dice_of(last, secret)
        return "" if found is None else found.secret.hex()

    def codes(self, count: int) -> Iterator[Code]:
        if count > len(self.inputs.codes):
            raise RefusedError("codes", f"{count} codes for tables are needed, and {len(self.inputs.codes)} are there.")
        return iter(self.inputs.codes)

    def conclude(self) -> None:
        best = podium(self.tournament, standings(self.tournament))
        self.add(Concluded(self.inputs.wall, best, self._revealed()))

    def call_off(self, why: Why) -> None:
        self.add(CalledOff(self.inputs.wall, why, self._revealed()))

    def set_back(self, lost: int) -> None:
        """Nobody may use a secret whose lots people may have seen."""
        self.add(WentBack(lost))
        if not self.tournament.is_over:
            self.commit()

    def _secret_or_new(self) -> bytes:
        secret = self._secret()
        if secret is None:
            self.commit()
            assert self.seed is not None
            return self.seed
        return secret

    def _secret(self) -> bytes | None:
        return self.seed if self.seed is not None and commitment(self.seed) == self.tournament.commit else None

    def _revealed(self) -> str:
        """Not while tables play with dice that follow from it."""
        secret, rounds = self._secret(), self.tournament.rounds
        is_in_use = bool(rounds) and bool(rounds[-1].commit) and not rounds[-1].ended
        return "" if secret is None or is_in_use else secret.hex()


def dice_of(played: Round, secret: bytes) -> SharedDice | None:
    """The duplicate dice of a round; None if it has none, or this is not the secret that they are bound to."""
    own = round_secret(secret, played.number)
    if not played.commit or commitment(own) != played.commit:
        return None
    return SharedDice(own, played.seeds)
