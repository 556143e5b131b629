"""Many games of bots on all cores, for `bench_bots.py`: how often one of a kind, or two who help each other, win."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from dicehall.bots import Bot
from dicehall.bots.match import play_out
from dicehall.bots.simulate import bot_named, cores
from dicehall.bots.uniform import uniform
from dicehall.lab.zoo import exploiters, helping, lessons
from dicehall.lab.zoo.trained import train
from dicehall.rules.catalog import find
from dicehall.rules.chance import Rng
from dicehall.rules.kernel import Game, View
from dicehall.rules.values import Move

AT_ONCE = 20
"""Games that a process plays before it reports."""
TRAINED = "trained on "
HELPING = "two who help each other"


def first(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    assert view.mine is not None
    move: Move = view.mine.options[0]
    return move


def last(_game: Game[Any], view: View[Any, Any, Any], _rng: Rng) -> Move:
    assert view.mine is not None
    move: Move = view.mine.options[-1]
    return move


PLAIN: Mapping[str, Bot] = {bot.__name__: bot for bot in (uniform, first, last)}
"""Those that every game has."""


class Row(NamedTuple):
    """One of a kind among others: the first is asked about."""

    game: str
    one: str
    others: str
    seats: int


class Share(NamedTuple):
    mean: float
    margin: float
    """Half of the 95 % interval."""

    @property
    def other_side(self) -> "Share":
        """What the other one of two wins."""
        return Share(1 - self.mean, self.margin)

    def __str__(self) -> str:
        return f"{self.mean:.1%} ± {self.margin:.1%}"


def played(rows: Sequence[Row], games: int, tell: Callable[[int, int], object]) -> Mapping[Row, Share]:
    """The games are the same every time, whatever the number of processes. The one sits in every seat in turn."""
    tasks = [
        (row, some)
        for row in rows
        for some in ([range(games)] if row.one.startswith(TRAINED) else pieces(games))  # who learns, learns once
    ]
    wins: dict[Row, list[float]] = {row: [] for row in rows}
    done, of = 0, games * len(rows)
    with get_context("spawn").Pool(min(cores(), len(tasks))) as pool:
        for row, some in pool.imap(play_task, tasks):
            wins[row] += some
            done += len(some)
            tell(done, of)
    return {row: share(each) for row, each in wins.items()}


def pieces(games: int) -> list[range]:
    return [range(games)[first : first + AT_ONCE] for first in range(0, games, AT_ONCE)]


def play_task(task: tuple[Row, range]) -> tuple[Row, list[float]]:
    row, numbers = task
    return row, [won(row, number) for number in numbers]


def won(row: Row, number: int) -> float:
    """What the one has won of a game; of two who help each other, what both have."""
    listing, others = find(row.game), player(row.game, row.others, row)
    bots = [others] * row.seats
    mine = [number % row.seats]
    if row.one == HELPING:
        mine.append((number + 1 + number // row.seats % (row.seats - 1)) % row.seats)
        for seat, partner in (mine, mine[::-1]):
            bots[seat] = helping(row.game, partner)
    else:
        bots[mine[0]] = player(row.game, row.one, row)
    _, over = play_out(listing, bots, listing.options(), Random(number))
    return len(set(mine) & set(over.winners)) / len(over.winners)


@cache
def player(game: str, name: str, row: Row) -> Bot:
    """A level, an exploiter, or one who has learned to play against the others of this row."""
    if name.startswith(TRAINED):
        return train(lessons(game), player(game, row.others, row), seats=row.seats, games=int(name.split()[2]))
    return PLAIN.get(name) or exploiters(game).get(name) or bot_named(game, name)


def share(wins: Sequence[float]) -> Share:
    return Share(fmean(wins), 1.96 * stdev(wins) / math.sqrt(len(wins)))
