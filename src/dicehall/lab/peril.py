"""Peril from any position: how often each seat wins, and how many rounds are still to come.

Numbers are exclusive and the die is fair, so it matters how many numbers a seat owns, never which ones. A round can do
two things: make one of the others the Peril Player, each with the same chance, or cost the Peril Player a life.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicehall.lab.report import Finding, Report, Tell
from dicehall.rules.kernel import put
from dicehall.rules.peril import Opening, Options, Peril, Picking, Rolling, State, Succession, Won, die_for, picks_each

Lives: TypeAlias = tuple[int, ...]
"""Of those who are still in, in the order of their seats."""
Numbers: TypeAlias = NDArray[Any]

MOST_EXACT = 7
"""Where the order of the seats matters, larger tables are reckoned in floats: 10 seats have 88,572 sets of lives."""
ROUNDING = 2.0**-53


class Outlook(NamedTuple):
    wins: tuple[Fraction | float, ...]
    """How often each seat wins."""
    rounds: Fraction | float
    """How many are still to come, on average; the one that is being played counts."""
    error: float
    """By which share each number may be off: 0 for fractions."""


def outlook(game: Peril, state: State) -> Outlook:
    """What happens from here on. Who has still to pick may take any numbers: it is the same."""
    alive = state.alive
    lives = tuple(state.lives[seat] for seat in alive)
    rounds = rounds_of(game.seats, game.options, exact=is_exact(game.options, len(alive)))
    match state.phase:
        case Won():
            values = rounds.values(lives)[0]
        case Opening() | Succession():
            values = rounds.values(lives).sum(axis=0) / len(alive)
        case Picking(peril, board) | Rolling(peril, board):
            queue = state.phase.queue if isinstance(state.phase, Picking) else ()
            owned = Counter(owner for owner in (*board, *queue) if owner is not None)
            numbers = [owned[seat] for seat in alive]
            values = rounds.played(lives, alive.index(peril), numbers, len(board))
    wins = dict(zip(alive, values[:-1], strict=True))
    return Outlook(tuple(wins.get(seat, Fraction(0)) for seat in range(game.seats)), values[-1], rounds.error(lives))


def is_exact(options: Options, players: int) -> bool:
    return options.peril_after_elimination == "random" or players <= MOST_EXACT


@cache
def weights_of(die: int, lives: Lives) -> dict[int, tuple[Fraction, Fraction, Fraction]]:
    """By a Peril Player's lives: how much of their value a lost life is, this round, and what all have in common.

    With the share s of the die that each owns: value = 1 + s * (sum - value) + (1 - s * others) * lost.
    """
    shares = {each: Fraction(picks_each(each), die) for each in lives}
    rest = 1 - sum(shares[each] / (1 + shares[each]) for each in lives)
    others = len(lives) - 1
    return {
        each: ((1 - others * share) / (1 + share), 1 / (1 + share), share / (1 + share) / rest)
        for each, share in shares.items()
    }


class Rounds:
    """The values of all sets of lives that have come up: a row for each Peril Player; a column for each seat's chance
    to win, and the last one for the rounds to come."""

    def __init__(self, seats: int, options: Options, *, exact: bool) -> None:
        self.seats = seats
        self.options = options
        self.number = Fraction if exact else float
        self.type = object if exact else float
        self.known: dict[Lives, Numbers] = {}

    def error(self, lives: Lives) -> float:
        """Nothing is ever subtracted, so roundings only add up: a dozen and a few for each life that can be lost."""
        return 0.0 if self.number is Fraction else sum(lives) * (len(lives) + 12) * ROUNDING

    def values(self, lives: Lives) -> Numbers:
        if self.options.peril_after_elimination != "random":
            return self.looked_up(lives)
        order = sorted(range(len(lives)), key=lives.__getitem__)  # the order of the seats changes nothing
        sorted_values = self.looked_up(tuple(lives[seat] for seat in order))
        place = [*np.argsort(order), len(lives)]
        return sorted_values[np.ix_(place[:-1], place)]

    def looked_up(self, lives: Lives) -> Numbers:
        if lives not in self.known:
            self.known[lives] = self.solved(lives)
        return self.known[lives]

    def solved(self, lives: Lives) -> Numbers:
        """Each Peril Player's value is an equation in all the others', but only by their sum. What is left of a value
        without it is `alone`; the sum follows from these, and the values from the sum."""
        players = len(lives)
        if players == 1:
            return np.array([[self.number(1), self.number(0)]], dtype=self.type)
        die = die_for(self.seats if self.options.die_scaling == "start" else players)
        weights = weights_of(die, tuple(sorted(lives)))
        kept, once, shared = (self.column([weights[each][which] for each in lives]) for which in range(3))
        alone = kept * np.stack([self.after_loss(lives, peril) for peril in range(players)])
        alone[:, -1:] += once
        solved: Numbers = alone + shared * alone.sum(axis=0)
        return solved

    def column(self, exact: list[Fraction]) -> Numbers:
        return np.array([[self.number(each)] for each in exact], dtype=self.type)

    def after_loss(self, lives: Lives, peril: int) -> Numbers:
        """The Peril Player goes on with a life less (P-10), or is out and someone follows (P-11)."""
        after: Numbers
        if lives[peril] > 1:
            after = self.values(put(lives, peril, lives[peril] - 1))[peril]
            return after
        values = self.values(lives[:peril] + lives[peril + 1 :])
        match self.options.peril_after_elimination:
            case "random":
                after = values.sum(axis=0) / (len(lives) - 1)
            case "next_seat":
                after = values[peril % (len(lives) - 1)]
            case "first_seat":
                after = values[0]
        return np.array([*after[:peril], self.number(0), *after[peril:]], dtype=self.type)

    def played(self, lives: Lives, peril: int, numbers: list[int], die: int) -> Numbers:
        """A round in which each owns this many numbers of the die; someone who has left owns none (P-16)."""
        values = self.values(lives)
        twists = [0 if seat == peril else owned for seat, owned in enumerate(numbers)]
        after = sum(owned * row for owned, row in zip(twists, values, strict=True))
        played: Numbers = (after + (die - sum(twists)) * self.after_loss(lives, peril)) / die
        played[-1] += 1
        return played


rounds_of = cache(Rounds)
"""What was reckoned for one position is kept for the next."""


def solve(game: Peril, _tell: Tell) -> Report:
    found = outlook(game, game.start())
    findings = [Finding(f"seat {seat} wins", wins, found.error * wins) for seat, wins in enumerate(found.wins, start=1)]
    method = "A linear equation for each set of lives, from the last life up, in " + (
        "floats whose roundings are counted." if found.error else "fractions."
    )
    return Report(method, (*findings, Finding("rounds in a game", found.rounds, found.error * found.rounds)))
