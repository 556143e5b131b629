"""Positions from games that bots have played."""

from functools import cache
from random import Random
from typing import Any

from dicehall.bots.match import play_out
from dicehall.bots.uniform import uniform
from dicehall.rules.catalog import find
from dicehall.rules.kernel import Ask, Game
from dicehall.rules.record import Moment, Record


@cache
def recorded(name: str, seats: int, seed: int = 0, **options: Any) -> Record:
    listing = find(name)
    return play_out(listing, [uniform] * seats, listing.read_options(options), Random(seed))[0]


def moments(name: str, seats: int, **options: Any) -> tuple[Game[Any], list[Moment]]:
    record = recorded(name, seats, **options)
    return record.game, list(record.replay())


def questions(name: str, seats: int, **options: Any) -> tuple[Game[Any], list[Moment]]:
    """Only those in which somebody has to choose."""
    game, played = moments(name, seats, **options)
    return game, [moment for moment in played if isinstance(moment.pending, Ask)]
