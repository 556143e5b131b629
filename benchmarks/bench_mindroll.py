"""How strong the bots of MindRoll are: every level among every other, and against simple players with one habit each.

Matches with the usual options, seats in rotation, 95 % intervals. The games are the same every time.
"""

import argparse
from functools import partial
from itertools import product

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots import Bot
from dicehall.bots.match import win_share
from dicehall.bots.mindroll import easy, hard, normal
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.strength import Gain, gain_among, table_among, whole
from dicehall.lab.mindroll.zoo import zoo
from dicehall.rules.catalog import find

LEVELS: dict[str, Bot] = {"hard": hard, "normal": normal, "easy": easy, "uniform": uniform}
MINDROLL = find("mindroll")


def show(title: str, columns: list[str], rows: list[list[str]]) -> None:
    table = Table(box=SIMPLE_HEAD, title=title)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def points(gain: Gain) -> str:
    return f"{gain.points:+.4f} ± {gain.margin:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="matches a number (default 1000)")
    parser.add_argument("--skip-habits", action="store_true", help="only the levels")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 6, 10])
    given = parser.parse_args()

    players: dict[str, Bot] = {**LEVELS, **zoo()}

    def wins(bot: str, others: str, seats: int) -> str:
        share, margin = win_share(MINDROLL, players[bot], players[others], seats=seats, games=given.games)
        return f"{share:.1%} ± {margin:.1%}"

    names = list(LEVELS)
    for seats in given.seats:
        tables = {name: whole(bot, seats, partial(table_among, players=seats)) for name, bot in LEVELS.items()}
        gains = {pair: gain_among(tables[pair[0]], tables[pair[1]], seats) for pair in product(names, names)}
        rows = [[one, *[points(gains[one, other]) for other in names]] for one in names]
        show(f"Points a round of one of a row among {seats - 1} of a column, in a first round", ["", *names], rows)
        rows = [[one, *[wins(one, other, seats) for other in names]] for one in track(names, f"{seats} seats")]
        show(f"One of a row among {seats - 1} of a column (fair: {1 / seats:.1%})", ["", *names], rows)
    if given.skip_habits:
        return
    if 2 in given.seats:
        rows = [[kind, wins("hard", kind, 2), wins("normal", kind, 2)] for kind in track(zoo(), "against a habit")]
        show("Two players: what hard and normal win against each", ["habit", "hard", "normal"], rows)
    crowds = [seats for seats in given.seats if seats > 2]
    rows = [
        [kind, *[wins(kind, "hard", seats) for seats in crowds], *[wins("hard", kind, seats) for seats in crowds]]
        for kind in track(zoo() if crowds else (), "one among many")
    ]
    if rows:
        fair = [f"1 of {seats} ({1 / seats:.1%})" for seats in crowds]
        show("One with a habit among hard, and one hard among those with a habit", ["habit", *fair, *fair], rows)


if __name__ == "__main__":
    main()
