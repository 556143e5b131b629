"""How soon 5,000 running tables are back: a hall that was killed and started again, and a killed node of two.

The tables were played for a moment each, and nobody is connected when the kill comes. Then the player in turn comes
back to each of them, is shown the table, and moves. A hall of one process has one core, nodes have all. The two take
turns, and figures are medians of the rounds.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

import hall_nodes
import hall_servers
from hall_recovery import Recovery, killed_hall, killed_node
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid

ROWS: tuple[tuple[str, str, Callable[[Recovery], float]], ...] = (
    ("s until it answers, or the other node has its partitions", "", lambda found: found.there.seconds),
    ("s until all tables are there again", "< 2 for 1,000", lambda found: found.awake.seconds),
    ("s until each was shown to the player in turn", "", lambda found: found.shown.seconds),
    ("s until each has moved on, durably", "", lambda found: found.continued.seconds),
    ("CPU-seconds until all tables are there again", "", lambda found: found.awake.cpu),
    ("CPU-seconds until each has moved on", "", lambda found: found.continued.cpu),
    ("moves behind each table", "", lambda found: found.moves),
    ("cores used by players and others meanwhile", "", lambda found: found.others),
)


def report(tables: int, found: dict[str, list[Recovery]]) -> Grid:
    rounds = max(map(len, found.values()))
    grid = Grid(box=SIMPLE_HEAD, title=f"{tables:,} tables of six after a kill -9, medians of {rounds}")
    for column in ("", *found, "aim"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, aim, tell in ROWS:
        grid.add_row(name, *(f"{statistics.median(map(tell, each)):.2f}" for each in found.values()), aim)
    return grid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="500 tables, for a first look")
    given = parser.parse_args()
    tables = 500 if given.quick else given.tables
    hall_servers.allow_sockets()
    cases = {"one process": killed_hall}
    if hall_nodes.can_run():
        cases["a node of two"] = killed_node
    before = os.getloadavg()[0]
    found: dict[str, list[Recovery]] = {name: [] for name in cases}
    for _ in range(given.rounds):
        for name, recover in cases.items():
            with tempfile.TemporaryDirectory() as folder:
                found[name].append(recover(Path(folder), tables, seconds=1))
    console = Console(width=120)
    console.print(report(tables, found))
    load = f"{before:.1f} before, {os.getloadavg()[0]:.1f} after"
    console.print(f"This machine has {os.cpu_count()} cores. Load average: {load}.", highlight=False)
    if len(cases) == 1:
        console.print("Not run here: a node of two, as PostgreSQL or NATS is missing (make setup).")


if __name__ == "__main__":
    main()
