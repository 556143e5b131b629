"""The dice tower under the tests that the page of dice uses, over very many draws of every size, and how fast it is.

Each draw has a stream of its own, as in a game. A p-value says how often fair dice would be at least as far off.
"""

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from multiprocessing import Pool
from operator import eq
from random import Random
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dicehall.bots import find_bot
from dicehall.bots.match import play_out
from dicehall.rules.catalog import GAMES
from dicehall.rules.chance import below
from dicehall.rules.tower import SEED_BYTES, Tower
from dicehall.server.results.statistics import Faces, Repeats, chi_square_tail, evenness, independence
from dicehall.store.results.dice import dice_of

COMMON = (2, 3, 4, 6, 8, 10, 12, 20)
CHUNK = 100_000
"""Draws that one core makes at a time."""
SHARE = 10
"""Every so many draws one is made with `random.Random` as well, for its speed."""


class Job(NamedTuple):
    seed: bytes
    sides: int
    first: int
    """The number of its first draw."""
    draws: int


class Fell(NamedTuple):
    """What came of it; the ends are kept, so that no pair is lost between two parts."""

    job: Job
    counts: Counter[int]
    repeats: int
    ends: tuple[int, int]
    seconds: float
    """Of the processor, for the draws alone."""
    seconds_of_random: float


def draw(job: Job) -> Fell:
    _, sides, first, draws = job
    stream = Tower(job.seed, (f"d{sides}",)).stream
    began = time.process_time()
    faces = [below(stream(number), sides) for number in range(first, first + draws)]
    seconds = time.process_time() - began
    ends = faces[0], faces[-1]
    return Fell(job, Counter(faces), sum(map(eq, faces, faces[1:])), ends, seconds, draw_with_random(job))


def draw_with_random(job: Job) -> float:
    rng, sides = Random(job.first), job.sides
    began = time.process_time()
    for _ in range(job.draws // SHARE):
        below(rng, sides)
    return (time.process_time() - began) * SHARE


def sizes_in_games() -> set[int]:
    """Of every game at every number of seats, as a game of bots shows them."""
    found = set()
    for listing in GAMES:
        bot = find_bot(listing.name, "uniform")
        for seats in range(listing.seats[0], listing.seats[1] + 1):
            record, _ = play_out(listing, [bot] * seats, listing.options(), Random(seats))
            found |= {die.sides for die in dice_of(record.write())}
    return found


def jobs(seed: bytes, sizes: Iterable[int], draws: int) -> list[Job]:
    return [
        Job(seed, sides, first, min(CHUNK, draws - first)) for sides in sizes for first in range(0, draws, CHUNK)
    ]  # fmt: skip


def draw_all(todo: Sequence[Job], console: Console) -> dict[int, list[Fell]]:
    """On all cores; by size, in the order of the numbers."""
    fell: dict[int, list[Fell]] = {job.sides: [] for job in todo}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Pool() as pool, Progress(*columns, console=console) as progress:
        task = progress.add_task("Drawing", total=len(todo))
        for part in pool.imap(draw, todo):
            fell[part.job.sides].append(part)
            progress.update(task, advance=1, description=f"Drawing d{part.job.sides}")
    return fell


class Judged(NamedTuple):
    row: list[str]
    faces: Faces
    repeats: Repeats


def judge(sides: int, parts: list[Fell]) -> Judged:
    counts = sum((part.counts for part in parts), Counter[int]())
    repeats = sum(part.repeats for part in parts) + sum(one.ends[1] == next.ends[0] for one, next in pairwise(parts))
    draws = counts.total()
    faces = evenness(tuple(counts[face] for face in range(sides)))
    repeated = independence(draws, sides, repeats)
    seconds, of_random = sum(part.seconds for part in parts), sum(part.seconds_of_random for part in parts)
    row = [
        f"d{sides}", f"{draws:,}", f"{faces.chi_square:.2f}", f"{faces.p:.4f}", f"{repeated.z:+.2f}",
        f"{repeated.p:.4f}", f"{draws / seconds:,.0f}", f"{of_random / seconds:.2f}",
    ]  # fmt: skip
    return Judged(row, faces, repeated)


def together(judged: Sequence[Judged]) -> list[tuple[str, float, int, float]]:
    """All sizes as one test each, to both sides: dice that are too regular are as wrong as loaded ones."""
    sums = (
        ("faces", sum(one.faces.chi_square for one in judged), sum(one.faces.degrees for one in judged)),
        ("repeats", sum(one.repeats.z**2 for one in judged), len(judged)),
    )
    tails = [(name, total, degrees, chi_square_tail(total, degrees)) for name, total, degrees in sums]
    return [(name, total, degrees, 2 * min(tail, 1 - tail)) for name, total, degrees, tail in tails]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=10_000_000, help="draws of each size (default ten million)")
    parser.add_argument("--seed", type=bytes.fromhex, help="of an earlier run, to draw the same again")
    arguments = parser.parse_args()
    if arguments.draws < 1000:
        parser.error("--draws takes 1000 or more: fewer show nothing")
    seed = arguments.seed or secrets.token_bytes(SEED_BYTES)
    console = Console()
    in_games = sizes_in_games()
    sizes = sorted(in_games | set(COMMON))
    fell = draw_all(jobs(seed, sizes, arguments.draws), console)
    table = Table(box=SIMPLE_HEAD, title="Dice from the tower")
    for column in ("die", "draws", "chi²", "p", "repeats z", "p", "draws/CPU-s", "ratio"):
        table.add_column(column, justify="right")
    judged = [judge(sides, parts) for sides, parts in fell.items()]
    for sides, one in zip(fell, judged, strict=True):
        table.add_row(*one.row, style="bold" if sides in in_games else None)
    console.print(table)
    console.print("Bold: used by the games. Ratio: speed against random.Random. All sizes together, to both sides:")
    for name, total, degrees, p in together(judged):
        console.print(f"  {name}: {total:.2f}, of fair dice {degrees} on average, p {p:.4f}")
    console.print(f"To draw the same again: --draws {arguments.draws} --seed {seed.hex()}", soft_wrap=True)


if __name__ == "__main__":
    main()
