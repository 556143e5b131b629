"""How well the house bots play: one of them among uniform ones, in every seat in turn, with 95 % intervals."""

import argparse

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots import find_bot
from dicehall.bots.match import win_share
from dicehall.rules.catalog import GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games a row (default 1000)")
    games = parser.parse_args().games
    table = Table(box=SIMPLE_HEAD, title=f"One house bot among uniform bots, {games} games a row")
    for column in ("game", "seats", "wins", "+/-", "fair share", "ratio"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows = [(listing, seats) for listing in GAMES for seats in (2, 4)]
    for listing, seats in track(rows, "Playing"):
        house, uniform = find_bot(listing.name, "house"), find_bot(listing.name, "uniform")
        share, margin = win_share(listing, house, uniform, seats=seats, games=games)
        table.add_row(
            listing.name, str(seats), f"{share:.1%}", f"{margin:.1%}", f"{1 / seats:.0%}", f"{share * seats:.2f}"
        )
    console = Console()
    console.print(table)
    console.print("In Peril no choice matters, so nothing can beat chance there; its house bot is the uniform one.")


if __name__ == "__main__":
    main()
