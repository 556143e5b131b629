"""What a bot's move costs: every level of every game, by seats, at the median and at the slowest one in a hundred."""

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.bots import Bot, find_bot, is_quick, levels_of
from dicehall.bots.match import play_out
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Game, View
from dicehall.rules.listing import Listing
from dicehall.rules.values import Move

ALLOWED = 50.0
"""Milliseconds that a move may take at the slowest one in a hundred."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300, help="how many at least in each row")
    given = parser.parse_args()
    table = Table(box=SIMPLE_HEAD, title=f"A bot's move in milliseconds, {given.moves} moves or more a row")
    for column in ("game", "seats", "level", "p50", "p99", f"p99 of {ALLOWED:.0f} ms", "thinks"):
        table.add_column(column, justify="left" if column in ("game", "level", "thinks") else "right")
    for listing, seats, level in rows():
        taken = sorted(timed(listing, seats, level, given.moves))
        middle, slow = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
        where = "in the hall" if is_quick(listing.name, level) else "apart"
        table.add_row(
            listing.name, str(seats), level, f"{middle:.3f}", f"{slow:.3f}", f"{slow / ALLOWED:.1%}", where
        )  # fmt: skip
    Console().print(table)


def rows() -> Iterator[tuple[Listing, int, str]]:
    for listing in GAMES:
        for seats in sorted({2, 4, listing.seats[1]}):
            for level in levels_of(listing.name) or ("uniform",):
                yield listing, seats, level


def timed(listing: Listing, seats: int, level: str, moves: int) -> list[float]:
    """Milliseconds of each move in whole games of this level; the first game, which loads tables, is left out."""
    bot = find_bot(listing.name, level)
    taken: list[float] = []

    def watched(game: Game, view: View, rng: Random) -> Move:  # type: ignore[type-arg]
        began = process_time()
        move = bot(game, view, rng)
        taken.append((process_time() - began) * 1000)
        return move

    bots: list[Bot] = [watched] * seats  # type: ignore[list-item]
    play_out(listing, bots, listing.options(), Random(0))
    taken.clear()
    seed = 0
    while len(taken) < moves:
        seed += 1
        play_out(listing, bots, listing.options(), Random(seed))
    return taken


if __name__ == "__main__":
    main()
