"""Many games of bots against each other, on several cores; how many there are changes nothing of the result."""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import starmap
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, cast, get_args

from dicehall.bots import Bot, UnknownBot, accepted, find_bot
from dicehall.bots.characters import Temper
from dicehall.bots.match import play_out
from dicehall.rules.catalog import find
from dicehall.rules.values import Options, Value

GAMES_AT_ONCE = 8
"""What a process plays before it reports."""


class Share(Value):
    """A mean, and half of its 95 % interval."""

    mean: float
    margin: float


class BotResult(Value):
    bot: str
    wins: Share
    """The share of games; a shared win counts in parts."""
    place: Share


class Simulation(Value):
    game: str
    games: int
    seed: int
    bots: tuple[BotResult, ...]
    """In the order in which they were named."""
    length: Share
    """Moves and throws in a game."""


class Match(NamedTuple):
    """What every process has to know."""

    game: str
    bots: tuple[str, ...]
    options: Options
    seed: int


class Played(NamedTuple):
    wins: tuple[float, ...]
    places: tuple[int, ...]
    length: int


def simulate(
    match: Match, games: int, processes: int | None = None, tell: Callable[[int], object] = lambda _done: None
) -> Simulation:
    """`tell` hears how many games are played; all cores work unless told how many processes."""
    for bot in match.bots:
        bot_named(match.game, bot)  # an unknown one is refused here, not in another process
    played: list[Played] = []
    for some in results(match, games, processes or cores()):
        played += some
        tell(len(played))
    bots = [
        BotResult(bot, share([each.wins[at] for each in played]), share([each.places[at] for each in played]))
        for at, bot in enumerate(match.bots)
    ]
    return Simulation(match.game, games, match.seed, tuple(bots), share([each.length for each in played]))


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results(match: Match, games: int, processes: int) -> Iterator[list[Played]]:
    """In the order of the games, whichever process is ready first."""
    tasks = [(match, range(games)[first : first + GAMES_AT_ONCE]) for first in range(0, games, GAMES_AT_ONCE)]
    if processes == 1:
        yield from starmap(play_games, tasks)
        return
    with get_context("spawn").Pool(min(processes, len(tasks))) as pool:
        yield from pool.imap(play_task, tasks)


def play_task(task: tuple[Match, Sequence[int]]) -> list[Played]:
    return play_games(*task)


def play_games(match: Match, numbers: Sequence[int]) -> list[Played]:
    return [play_game(match, number) for number in numbers]


def play_game(match: Match, number: int) -> Played:
    """Each game has luck of its own, and everyone sits one seat further than in the game before."""
    seats = len(match.bots)
    sits = [(bot + number) % seats for bot in range(seats)]
    bots = {seat: bot_named(match.game, match.bots[bot]) for bot, seat in enumerate(sits)}
    luck = Random(f"{match.seed}/{number}")
    record, over = play_out(find(match.game), [bots[seat] for seat in range(seats)], match.options, luck)
    wins = [(seat in over.winners) / len(over.winners) for seat in sits]
    return Played(tuple(wins), tuple([over.places[seat] for seat in sits]), len(record.entries))


def bot_named(game: str, name: str) -> Bot:
    """A level, whatever bot the game's module has under this name, or any `package.module:function`.

    A temper may follow a level: `hard-bold`.
    """
    level, _, temper = name.partition("-")
    if level in accepted(game) and temper in get_args(Temper):
        return find_bot(game, level, cast(Temper, temper))
    if name in accepted(game):
        return find_bot(game, name)
    module, colon, function = name.rpartition(":")
    try:
        bot: Bot = getattr(import_module(module if colon else f"dicehall.bots.{game}"), function)
    except (ImportError, AttributeError, ValueError):
        raise UnknownBot(game, name) from None
    return bot


def share(numbers: Sequence[float]) -> Share:
    margin = 1.96 * stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return Share(fmean(numbers), margin)
