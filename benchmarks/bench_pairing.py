"""How good and how quick the pairing of a large Swiss tournament is: `python benchmarks/bench_pairing.py`.

Nobody knows the best pairing of 500; but no pairing can have fewer repeat opponents or a smaller spread than the two
bounds, each of which is taken as if the other did not matter. For twelve, where the best pairing is known, the second
table says how often the search for many players finds it.
"""

import time
from collections import Counter
from fractions import Fraction
from random import Random

from rich.console import Console
from rich.table import Table

from dicehall.evenings.pairing.bounds import least_repeats, least_spread
from dicehall.evenings.pairing.objective import Cost, Group, Player, cost
from dicehall.evenings.pairing.points import table_points
from dicehall.evenings.pairing.sizes import table_sizes
from dicehall.evenings.pairing.swiss import Search, pair

FIELDS = ((500, 6, 3, 9), (500, 4, 3, 9), (500, 2, 2, 9), (100, 5, 3, 7), (22, 6, 4, 5), (40, 10, 6, 5))
"""Entrants, preferred size, least size, rounds."""

TRIES = 100


class Field:
    """A tournament in which the stronger usually win."""

    def __init__(self, entrants: int, luck: Random) -> None:
        self._luck = luck
        self._strength = [luck.gauss(0, 1) for _ in range(entrants)]
        self._score = [Fraction(0)] * entrants
        self._met: list[Counter[int]] = [Counter() for _ in range(entrants)]
        self._sat: list[Counter[int]] = [Counter() for _ in range(entrants)]
        self.earlier: list[Group] = []

    def players(self) -> list[Player]:
        return [Player(*each) for each in zip(self._score, self._met, self._sat, strict=True)]

    def play(self, table: Group) -> None:
        self.earlier.append(table)
        form = [self._strength[each] + self._luck.gauss(0, 1.5) for each in table]
        places = [1 + sum(other > mine for other in form) for mine in form]
        for seat, (each, points) in enumerate(zip(table, table_points(places), strict=True)):
            self._score[each] += points
            self._sat[each][seat] += 1
            self._met[each].update(other for other in table if other != each)


def against_bounds() -> Table:
    shown = Table(title="Swiss pairing, against bounds that nothing can beat")
    for heading in ("entrants", "seats", "round", "seconds", "repeats", "least", "spread", "least", "ratio"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for entrants, preferred, least, rounds in FIELDS:
        field, sizes = Field(entrants, Random(1)), table_sizes(entrants, preferred, least)
        for number in range(1, rounds + 1):
            players = field.players()
            began = time.perf_counter()
            tables = pair(players, sizes)
            took = time.perf_counter() - began
            if number in (2, (rounds + 2) // 2, rounds):
                got, spread = cost(players, tables), least_spread(players, sizes)
                ratio = f"{float(got.spread / spread):.2f}" if spread else "-"
                shown.add_row(
                    str(entrants), f"{sizes[-1]}-{sizes[0]}", str(number), f"{took:.2f}", str(got.repeats),
                    str(least_repeats(players, sizes, field.earlier)), f"{float(got.spread):.2f}",
                    f"{float(spread):.2f}", ratio,
                )  # fmt: skip
            for table in tables:
                field.play(table)
    return shown


def against_the_best() -> Table:
    shown = Table(title=f"{TRIES} fields of twelve in their fourth round: the search against the best of all pairings")
    for heading in ("seats", "as few repeats", "and as little spread", "repeats", "least", "spread", "least"):
        shown.add_column(heading, justify="right")
    for size in (2, 3, 4, 6):
        both = [searched_and_best(size, seed) for seed in range(TRIES)]
        as_few = [pair for pair in both if pair[0].repeats == pair[1].repeats]
        shown.add_row(
            str(size), f"{len(as_few) / TRIES:.0%}",
            f"{sum(found.spread == best.spread for found, best in as_few) / TRIES:.0%}",
            *(f"{sum(each[of].repeats for each in both) / TRIES:.2f}" for of in (0, 1)),
            *(f"{float(sum(each[of].spread for each in as_few)) / max(1, len(as_few)):.2f}" for of in (0, 1)),
        )  # fmt: skip
    return shown


def searched_and_best(size: int, seed: int) -> tuple[Cost, Cost]:
    field, sizes = Field(12, Random(seed)), table_sizes(12, size, 2)
    for _ in range(3):
        for table in pair(field.players(), sizes):
            field.play(table)
    players = field.players()
    search = Search(players, sizes)
    search.improve()
    return cost(players, [tuple(group) for group in search.groups]), cost(players, pair(players, sizes))


def main() -> None:
    console = Console(width=100)
    console.print(against_bounds())
    console.print(against_the_best())


if __name__ == "__main__":
    main()
