"""How well the house bots play: one of them among uniform ones, in every seat in turn, with 95 % intervals."""

import argparse
import math
from random import Random

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots import find_bot
from dicehall.bots.match import play_out
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing


def win_share(listing: Listing, seats: int, games: int) -> tuple[float, float]:
    """The share of wins of the house bot (a shared win counts in parts), and half its 95 % interval."""
    house, uniform = find_bot(listing.name, "house"), find_bot(listing.name, "uniform")
    shares = []
    for number in range(games):
        seat = number % seats
        bots = [house if other == seat else uniform for other in range(seats)]
        _, over = play_out(listing, bots, listing.options(), Random(number))
        shares.append((over.places[seat] == 1) / over.places.count(1))
    mean = sum(shares) / games
    variance = sum((share - mean) ** 2 for share in shares) / (games - 1)
    return mean, 1.96 * math.sqrt(variance / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games a row (default 1000)")
    games = parser.parse_args().games
    table = Table(box=SIMPLE_HEAD, title=f"One house bot among uniform bots, {games} games a row")
    for column in ("game", "seats", "wins", "+/-", "fair share", "ratio"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows = [(listing, seats) for listing in GAMES for seats in (2, 4)]
    for listing, seats in track(rows, "Playing"):
        share, margin = win_share(listing, seats, games)
        table.add_row(
            listing.name, str(seats), f"{share:.1%}", f"{margin:.1%}", f"{1 / seats:.0%}", f"{share * seats:.2f}"
        )
    console = Console()
    console.print(table)
    console.print("In Peril no choice matters, so nothing can beat chance there; its house bot is the uniform one.")


if __name__ == "__main__":
    main()
