"""The levels of King of StLucia against each other and against a zoo of simple players, with 95 % intervals."""

import argparse
from itertools import pairwise

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots import Bot
from dicehall.bots.match import win_share
from dicehall.bots.stlucia import easy, hard, house, normal
from dicehall.bots.uniform import uniform
from dicehall.rules.stlucia import LISTING
from tests.kit.zoo_stlucia import ZOO

LEVELS: dict[str, Bot] = {"hard": hard, "normal": normal, "house": house, "easy": easy, "uniform": uniform}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games a row (default 1000)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--zoo", action="store_true", help="the zoo too")
    given = parser.parse_args()
    pairs = list(pairwise(LEVELS.items()))
    pairs += [((a, LEVELS[a]), (b, LEVELS[b])) for a, b in (("hard", "house"), ("hard", "easy"), ("normal", "easy"))]
    if given.zoo:
        pairs += [((name, bot), level) for level in pairs[0] for name, bot in ZOO.items()]
    table = Table(box=SIMPLE_HEAD, title=f"King of StLucia, {given.seats} seats, {given.games} games a row")
    for column in ("one", "among", "wins", "+/-", "fair share", "ratio"):
        table.add_column(column, justify="left" if column in {"one", "among"} else "right")
    for (name, bot), (other, others) in track(pairs, "Playing"):
        share, margin = win_share(LISTING, bot, others, seats=given.seats, games=given.games)
        fair = 1 / given.seats
        table.add_row(name, other, f"{share:.1%}", f"{margin:.1%}", f"{fair:.1%}", f"{share / fair:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
