"""How strong bots are: every level among every other, and whether anyone can farm them, with 95 % intervals.

Whole games with the usual options; the one who is asked about sits in every seat in turn. The games are the same every
time. Where a limit is promised, the last column says whether it is kept, or how far the interval reaches past it.
"""

import argparse
from collections.abc import Mapping
from itertools import combinations

from bots_matches import HELPING, TRAINED, Row, Share, played
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dicehall.bots import Bot
from dicehall.bots.mindroll import easy, hard, normal
from dicehall.bots.uniform import uniform
from dicehall.lab.mindroll.strength import Gain, gains_of
from dicehall.lab.zoo import exploiters, lessons
from dicehall.rules.catalog import GAMES, find

LEVELS = ("hard", "normal", "easy", "uniform")
A_ROW = {"three_dice": 200, "stlucia": 100}
"""Games a row; they take some 30 and 60 milliseconds there, and less than one elsewhere."""
USUAL = 1000
QUICK = 4
"""With `--quick`, so many times fewer."""
LEAST_OF_TWO = {"hard": 0.47, "normal": 0.40}
"""What they win against every exploiter."""
MORE_THAN_FAIR = 0.03
"""By so much one exploiter may be above its share among hard bots."""
MINDROLL: Mapping[str, Bot] = {"hard": hard, "normal": normal, "easy": easy, "uniform": uniform}

console = Console()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[listing.name for listing in GAMES], help="this game only")
    parser.add_argument("--games", type=int, help="games a row")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4], help="table sizes (default 2 and 4)")
    parser.add_argument("--quick", action="store_true", help="a quarter of the games")
    parser.add_argument("--only", choices=["levels", "zoo"], help="one half of it")
    given = parser.parse_args()
    for listing in GAMES:
        if given.game in (None, listing.name):
            games = given.games or A_ROW.get(listing.name, USUAL) // (QUICK if given.quick else 1)
            if not exploiters(listing.name):
                no_skill(listing.name, games, given.seats)
                continue
            if given.only != "zoo":
                levels(listing.name, games, given.seats)
            if given.only != "levels":
                zoo(listing.name, games, given.seats, quick=given.quick)


def shares(rows: list[Row], games: int) -> Mapping[Row, Share]:
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(find(rows[0].game).title)
        return played(rows, games, lambda done, of: progress.update(task, completed=done, total=of))


def show(title: str, columns: list[str], rows: list[list[str]]) -> None:
    table = Table(box=SIMPLE_HEAD, title=title)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def no_skill(game: str, games: int, sizes: list[int]) -> None:
    """Bots that choose as differently as can be win the same."""
    rows = [Row(game, one, "uniform", seats) for seats in sizes for one in ("first", "last")]
    found = shares(rows, games)
    show(
        f"{find(game).title}: no choice matters, so there are no levels ({games} games a row)",
        ["one who always takes the", "among random bots", "wins", "fair share"],
        [[f"{row.one} move", f"{row.seats - 1}", str(found[row]), f"{1 / row.seats:.1%}"] for row in rows],
    )


def levels(game: str, games: int, sizes: list[int]) -> None:
    pairs = list(combinations(LEVELS, 2))
    rows = [Row(game, *pair, seats) for seats in sizes for pair in pairs]
    found = shares(rows, games)
    show(
        f"{find(game).title}: one of a level among others of another ({games} games a row)",
        ["one", "among", *[f"{seats} players (fair: {1 / seats:.1%})" for seats in sizes]],
        [[*pair, *[verdict(found[Row(game, *pair, seats)], least=1 / seats) for seats in sizes]] for pair in pairs],
    )
    if game == "mindroll":
        for seats in sizes:
            gains = [[one, other, points(gains_of(MINDROLL[one], MINDROLL[other], seats))] for one, other in pairs]
            show(f"MindRoll, {seats} players: points that one gains in a first round", ["one", "among", "gains"], gains)


def points(gain: Gain) -> str:
    return f"{gain.points:+.4f} ± {gain.margin:.4f}"


def zoo(game: str, games: int, sizes: list[int], *, quick: bool) -> None:
    """A player who has learned is the last of them: what they win is a lower bound of what can be won."""
    kinds = [*exploiters(game), f"{TRAINED}{lessons(game).games // (QUICK if quick else 1)} games"]
    title = f"{find(game).title}: %s ({games} games a row)"
    if 2 in sizes:
        rows = {(level, kind): Row(game, kind, level, 2) for level in LEAST_OF_TWO for kind in kinds}
        found = shares(list(rows.values()), games)
        show(
            title % "what is won against one exploiter; at least 47 % by hard and 40 % by normal",
            ["exploiter", *LEAST_OF_TWO],
            [
                [
                    kind,
                    *[
                        verdict(found[rows[level, kind]].other_side, least=least)
                        for level, least in LEAST_OF_TWO.items()
                    ],
                ]
                for kind in kinds
            ],
        )
    for seats in [size for size in sizes if size > 2]:
        fair = 1 / seats
        alone = [Row(game, "hard", kind, seats) for kind in exploiters(game)]
        rows_of = [*[Row(game, kind, "hard", seats) for kind in kinds], *alone, Row(game, HELPING, "hard", seats)]
        found = shares(rows_of, games)
        show(
            title % f"{seats} players",
            ["exploiter", f"one among hard bots: at most {fair + MORE_THAN_FAIR:.1%}", "one hard bot among them"],
            [
                [
                    kind,
                    verdict(found[Row(game, kind, "hard", seats)], most=fair + MORE_THAN_FAIR),
                    str(found.get(Row(game, "hard", kind, seats), "")),
                ]
                for kind in kinds
            ],
        )
        both = found[Row(game, HELPING, "hard", seats)]
        console.print(f"Two who help each other win {both} of these games together; fair would be {2 * fair:.1%}.")
    console.print(
        "One hard bot among exploiters, and two who help each other: nothing is promised. See docs/knowledge."
    )


def verdict(share: Share, *, least: float | None = None, most: float | None = None) -> str:
    """Kept: the whole interval lies on the right side of the limit. Missed: it lies on the wrong one."""
    low, high = share.mean - share.margin, share.mean + share.margin
    if least is not None:
        word = "kept" if low >= least else "MISSED" if high < least else "open"
    else:
        assert most is not None
        word = "kept" if high <= most else "MISSED" if low > most else "open"
    return f"{share}  {word}"


if __name__ == "__main__":
    main()
