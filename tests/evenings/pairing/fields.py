"""Tournaments for the tests of the pairing: fields of entrants with a past, and pairings found by looking at all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

from hypothesis import strategies as st

from dicehall.evenings.pairing.draw import Candidate, Draw, draw
from dicehall.evenings.pairing.objective import Cost, Group, Player, cost
from dicehall.evenings.pairing.points import table_points


class Field:
    """Entrants who play rounds; places and lots come from a seed."""

    def __init__(self, entrants: int, seed: int, bots: int = 0) -> None:
        self.luck = Random(seed)
        self.names = [f"p{number}" for number in range(entrants)]
        self.bots = set(self.names[:bots])
        self.score = dict.fromkeys(self.names, Fraction(0))
        self.met: dict[str, Counter[str]] = {who: Counter() for who in self.names}
        self.sat: dict[str, Counter[int]] = {who: Counter() for who in self.names}
        self.byes: Counter[str] = Counter()

    def candidates(self) -> list[Candidate]:
        order = sorted(self.names, key=lambda who: (-self.score[who], self.luck.random()))
        return [self._candidate(at, who) for at, who in enumerate(order)]

    def _candidate(self, place: int, who: str) -> Candidate:
        met, sat = dict(self.met[who]), dict(self.sat[who])
        return Candidate(who, place, self.score[who], met, sat, self.byes[who], who in self.bots)

    def play(self, drawn: Draw) -> None:
        self.byes.update(drawn.byes)
        for table in drawn.tables:
            places = [self.luck.randint(1, len(table)) for _ in table]
            for seat, (who, points) in enumerate(zip(table, table_points(places), strict=True)):
                self.score[who] += points
                self.sat[who][seat] += 1
                self.met[who].update(other for other in table if other != who)


@st.composite
def tables_of(draws: st.DrawFn) -> tuple[int, int]:
    """The preferred and the least size."""
    preferred = draws(st.integers(2, 7))
    return preferred, draws(st.integers(2, preferred))


@st.composite
def pasts(draws: st.DrawFn, most: int = 40) -> tuple[list[Candidate], int, int]:
    """Candidates after some rounds, with the preferred and the least size of their tables."""
    preferred, least = draws(tables_of())
    field = Field(draws(st.integers(0, most)), draws(st.integers(0, 10**6)), bots=draws(st.integers(0, 3)))
    for _ in range(draws(st.integers(0, 4))):
        field.play(draw(field.candidates(), preferred, least))
    return field.candidates(), preferred, least


def every_sharing(everyone: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """All ways to share people out among tables of these sizes, some of them more than once."""
    if not sizes:
        yield ()
        return
    seated = everyone[: len(set(sizes)) == 1]  # where all sizes are alike, the first of all is at the first table
    for others in combinations(everyone[len(seated) :], sizes[0] - len(seated)):
        table = (*seated, *others)
        rest = [each for each in everyone if each not in table]
        for after in every_sharing(rest, sizes[1:]):
            if len(sizes) == 1 or sizes[1] != sizes[0] or table[0] < after[0][0]:
                yield (table, *after)


def least_cost(players: Sequence[Player], sizes: Sequence[int]) -> Cost:
    """By looking at every way to share them out, and for the best of these at every way to seat them."""
    everyone = range(len(players))
    apart = {table: cost(players, [table]) for size in set(sizes) for table in combinations(everyone, size)}
    best, level = None, []
    for tables in every_sharing(everyone, sizes):
        found = sum(apart[table].repeats for table in tables), sum(apart[table].spread for table in tables)
        if best is None or found < best:
            best, level = found, [tables]
        elif found == best:
            level.append(tables)
    assert best is not None
    seats = {
        table: min(cost(players, [order]).seats for order in permutations(table))
        for table in {table for tables in level for table in tables}
    }
    return Cost(best[0], Fraction(best[1]), min(sum(seats[table] for table in tables) for tables in level))
