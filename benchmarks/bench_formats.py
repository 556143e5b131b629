"""How often the strongest wins, by format: `python benchmarks/bench_formats.py --tournaments 10000 --seed 1`.

Everyone has a strength from the normal distribution. In a game each adds luck to it (Gumbel, so that a table of two
is won as in Elo's model), and the sum decides about the places. `SKILLS` says how much strength counts beside luck.
Rounds, arenas, cuts and standings are those of the hall; only games are not played.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from formats_picture import drawn
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.evenings.core.draws import past
from dicehall.evenings.core.events import Created, Entered, Paired, RoundEnded, Stage, Started, TableDrawn, TableEnded
from dicehall.evenings.core.log import evolve
from dicehall.evenings.core.lots import rank
from dicehall.evenings.core.setting import AnyFormat, Arena, KnockOut, Series, Setting, Swiss
from dicehall.evenings.core.standings import standings
from dicehall.evenings.core.state import Tournament
from dicehall.evenings.pairing.cut import Finisher, through
from dicehall.evenings.pairing.draw import Candidate, draw
from dicehall.evenings.pairing.pool import AGAIN, GATHER, Waiting, seat_free
from dicehall.evenings.pairing.seeding import by_seed
from dicehall.evenings.pairing.sizes import table_sizes

SKILLS = {"mostly luck": 0.4, "half and half": 1.0, "mostly skill": 2.5}
SEATS, LEAST, ENTRANTS = 4, 3, 32
GAME = (6 * 60, 12 * 60)
"""Seconds that a game takes, at least and at most."""
PICTURE = Path(__file__).parents[1] / "docs" / "tournaments.svg"


class Cup:
    """A tournament whose games are decided by strength and luck; its log is folded as in the hall."""

    def __init__(self, form: AnyFormat, entrants: int, skill: float, rng: Random) -> None:
        self.rng = rng
        self.strength = {f"p{number}": skill * rng.gauss(0, 1) for number in range(entrants)}
        setting = Setting(title="Cup", game="peril", seats=SEATS, least=LEAST, format=form)
        self.now, self.log = 0.0, Tournament()
        self.write(Created(None, setting))
        for who in self.strength:
            self.write(Entered(who))
        self.write(Started(0, self.lot()))

    def write(self, entry: Created | Entered | Started | Paired | TableEnded | RoundEnded) -> None:
        self.log = evolve(self.log, entry, self.now)

    def lot(self) -> str:
        return f"{self.rng.getrandbits(64):x}"

    def pair(self, stage: Stage, tables: Sequence[Sequence[str]], byes: tuple[str, ...] = ()) -> tuple[TableDrawn, ...]:
        number = len(self.log.rounds) + 1
        opened = tuple(TableDrawn(f"{number}-{nth}", nth, tuple(seats)) for nth, seats in enumerate(tables, start=1))
        self.write(Paired(number, stage, opened, byes))
        return opened

    def end(self, table: TableDrawn) -> None:
        form = [self.strength[who] - math.log(-math.log(self.rng.random())) for who in table.seats]
        self.write(TableEnded(table.code, tuple(1 + sum(other > mine for other in form) for mine in form)))

    def play(self, stage: Stage, tables: Sequence[Sequence[str]], byes: tuple[str, ...] = ()) -> None:
        for table in self.pair(stage, tables, byes):
            self.end(table)
        self.write(RoundEnded(len(self.log.rounds), self.lot()))

    @property
    def podium(self) -> list[bool]:
        """For each of the three best: whether this is the strongest."""
        strongest = max(self.strength, key=self.strength.__getitem__)
        return [standing.who == strongest for standing in standings(self.log)[:3]]


def swiss(cup: Cup) -> None:
    for _ in range(5):
        been = past(cup.log)
        drawn = draw(
            (
                Candidate(s.who, s.rank, s.points, been.met[s.who], been.sat[s.who], been.byes[s.who])
                for s in standings(cup.log)
            ),
            SEATS, LEAST,
        )  # fmt: skip
        cup.play("swiss", drawn.tables, drawn.byes)


def knock_out(cup: Cup) -> None:
    left = sorted(cup.strength, key=lambda who: rank(cup.log.lot, who))
    while True:
        sizes = table_sizes(len(left), SEATS, LEAST)
        tables = [[left[seed] for seed in table] for table in by_seed(sizes)]
        cup.play("knock_out", tables, tuple(left[sum(sizes) :]))
        if len(tables) == 1:
            return
        seeds = {who: seed for seed, who in enumerate(left)}
        results = [table.ended for table in cup.log.rounds[-1].tables]
        finished = [
            [Finisher(who, place, (seeds[who],), "") for who, place in zip(table, ended.places, strict=True)]
            for table, ended in zip(tables, results, strict=True)
            if ended is not None
        ]
        byes = [Finisher(who, 1, (seeds[who],), "") for who in cup.log.rounds[-1].byes]
        left = list(through(finished, byes, 2, LEAST))


def arena(cup: Cup, minutes: int = 60) -> None:
    running: list[tuple[float, TableDrawn]] = []
    while cup.now < minutes * 60 or running:
        free = list(cup.log.free())
        if free and cup.now < minutes * 60:
            been = past(cup.log)
            table = {s.who: s for s in standings(cup.log)}
            pool = (
                Waiting(e.who, cup.now - e.free, table[e.who].rank, been.last.get(e.who, ""), table[e.who].points,
                        been.met[e.who], been.sat[e.who])
                for e in free
            )  # fmt: skip
            tables = seat_free(pool, SEATS, LEAST)
            if tables:
                running += [(cup.now + cup.rng.uniform(*GAME), each) for each in cup.pair("arena", tables)]
        wakes = [e.free + wait for e in free for wait in (GATHER, AGAIN) if e.free + wait > cup.now]
        cup.now = min([minutes * 60.0] * (cup.now < minutes * 60) + wakes + [ends for ends, _ in running])
        for ends, each in [each for each in running if each[0] <= cup.now]:
            cup.end(each)
            running.remove((ends, each))


def series(cup: Cup) -> None:
    for number in range(5):
        seats = list(cup.strength)
        cup.play("series", [seats[number % len(seats) :] + seats[: number % len(seats)]])


FORMATS: dict[str, tuple[AnyFormat, int, Callable[[Cup], None]]] = {
    "Swiss, 5 rounds": (Swiss(rounds=5), ENTRANTS, swiss),
    "Knock-out, best 2": (KnockOut(advance=2), ENTRANTS, knock_out),
    "Arena, 60 minutes": (Arena(minutes=60), ENTRANTS, arena),
    "Series, 5 games": (Series(games=5), SEATS, series),
}


def one(job: tuple[str, str, int]) -> tuple[str, str, list[bool], float]:
    name, luck, seed = job
    form, entrants, run = FORMATS[name]
    cup = Cup(form, entrants, SKILLS[luck], Random(f"{name} {luck} {seed}"))
    run(cup)
    seats = sum(len(table.seats) for table in cup.log.tables())
    return name, luck, cup.podium, seats / entrants


def jobs(tournaments: int, seed: int) -> Iterator[tuple[str, str, int]]:
    kinds = [(name, luck) for name in FORMATS for luck in SKILLS]
    for number in range(tournaments):
        yield (*kinds[number % len(kinds)], seed * 10**9 + number)


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the strongest wins, by format.")
    parser.add_argument("--tournaments", type=int, default=10_000, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--picture", action="store_true", help=f"redraw {PICTURE.name} in docs")
    chosen = parser.parse_args()
    wins: dict[tuple[str, str], list[list[bool]]] = defaultdict(list)
    games: dict[str, list[float]] = defaultdict(list)
    with ProcessPoolExecutor(chosen.processes) as pool:
        done = pool.map(one, jobs(chosen.tournaments, chosen.seed), chunksize=12)
        for name, luck, podium, each in track(done, "Playing", chosen.tournaments, console=Console(stderr=True)):
            wins[name, luck].append(podium)
            games[name].append(each)
    shares = {kind: sum(podium[0] for podium in all_) / len(all_) for kind, all_ in wins.items()}
    shown = Table(
        title=f"How often the strongest wins (and is among the first three), {chosen.tournaments} tournaments"
    )
    for heading in ("format", "entrants", "games each", *SKILLS):
        shown.add_column(heading, justify="left" if heading == "format" else "right")
    for name, (_, entrants, _) in FORMATS.items():
        cells = []
        for luck in SKILLS:
            share, count = shares[name, luck], len(wins[name, luck])
            off = 1.96 * math.sqrt(share * (1 - share) / count)
            cells.append(f"{share:.1%} ±{off:.1%} ({sum(map(any, wins[name, luck])) / count:.0%})")
        shown.add_row(name, str(entrants), f"{sum(games[name]) / len(games[name]):.1f}", *cells)
    Console(width=120).print(shown)
    if chosen.picture:
        PICTURE.write_text(drawn(list(FORMATS), list(SKILLS), shares, chosen.tournaments), encoding="utf-8")


if __name__ == "__main__":
    main()
