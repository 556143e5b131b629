"""What the laboratory costs: seconds and memory of the solvers, and the size of the tables that bots read.

Every solve runs in a process of its own. Those that take minutes are not run: their commands are printed below.
"""

import argparse
import resource
from multiprocessing import get_context
from time import process_time
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dicehall.bots.tables import FOLDER
from dicehall.lab import find_solver
from dicehall.rules.catalog import GAMES, find

SOLVES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("peril", 2, {}),
    ("peril", 10, {}),
    ("mindroll", 2, {}),
    ("mindroll", 3, {}),
    ("mindroll", 4, {}),
    ("three_dice", 2, {}),
    ("three_dice", 4, {}),
    ("stlucia", 2, {"threshold": 3}),
)
LONG = (
    "dicehall solve mindroll --write FOLDER        (all tables of MindRoll: some minutes)",
    "dicehall solve stlucia --work FOLDER          (two players to 15 points: some minutes)",
    "dicehall solve bluff                          (the best opponent of the shipped table: some minutes)",
    "dicehall solve bluff --seats 4                (a guest who learns against the table for four: seconds)",
)


class Cost(NamedTuple):
    seconds: float
    """Of work, so that other work on the machine does not count."""
    megabytes: float
    """The most that the process held at once, with numpy and scipy."""


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    console = Console()
    table = Table(box=SIMPLE_HEAD, title="Solvers")
    for column in ("solve", "seconds", "peak, MB"):
        table.add_column(column, justify="left" if column == "solve" else "right")
    for game, seats, options in track(SOLVES, "Solving", transient=True):
        with get_context("spawn").Pool(1) as pool:
            cost = pool.apply(solved, (game, seats, options))
        settings = "".join(f" --set {name}={value}" for name, value in options.items())
        table.add_row(
            f"dicehall solve {game} --seats {seats}{settings}", f"{cost.seconds:.1f}", f"{cost.megabytes:.0f}"
        )
    console.print(table)
    console.print("Not run here:", *LONG, sep="\n  ", soft_wrap=True)
    sizes = Table(box=SIMPLE_HEAD, title="Tables that bots read")
    for column in ("game", "files", "bytes"):
        sizes.add_column(column, justify="left" if column == "game" else "right")
    for listing in GAMES:
        files = [path.stat().st_size for path in FOLDER.glob(f"{listing.name}*.bin")]
        sizes.add_row(listing.title, str(len(files)), f"{sum(files):,}")
    console.print(sizes)


def solved(game: str, seats: int, options: dict[str, Any]) -> Cost:
    solver, listing = find_solver(game), find(game)
    began = process_time()
    solver(listing.new(seats, options), lambda _what, _done, _of: None)
    return Cost(process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)  # Linux counts kB


if __name__ == "__main__":
    main()
