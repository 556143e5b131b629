"""Another checkout beside this one: the same figures from both, turn about, each with its own code and `.venv`.

The figures of a round are taken by a small script, run in the `benchmarks` folder of either checkout by the Python of
its `.venv`: it may only use names that both have. It is told what to do, and the folder of this file.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROUNDS = 4
"""An even number: each checkout goes first in half of them."""

Figures = dict[str, float]


def compare(script: str, other: Path, argument: str) -> None:
    """Run the script in turn in both checkouts, and print the medians of its figures and how they compare."""
    theirs: list[Figures] = []
    ours: list[Figures] = []
    checkouts = [(other.resolve() / "benchmarks", theirs), (HERE, ours)]
    for _ in track(range(ROUNDS), "Rounds"):
        for folder, rounds in checkouts:
            rounds.append(figures(script, folder, argument))
        checkouts.reverse()
    Console(width=110).print(table(theirs, ours, str(other)))


def figures(script: str, folder: Path, argument: str) -> Figures:
    python = folder.parent / ".venv/bin/python"
    if not python.exists():
        sys.exit(f"{python} is missing: run `make setup` in that checkout first.")
    source = (HERE / script).read_text()  # given as text, so that it imports what lies in the folder it runs in
    command = [str(python), "-c", source, argument, str(HERE)]
    output = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout
    taken: Figures = json.loads(output)
    return taken


def table(theirs: list[Figures], ours: list[Figures], other: str) -> Table:
    grid = Table(
        box=SIMPLE_HEAD, title=f"This checkout beside {other}: medians of {ROUNDS} rounds; x is this over that"
    )
    for column in ("", "this", "that", "x", "x in each round"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name in filter(theirs[0].__contains__, ours[0]):
        ratios = [our[name] / their[name] for our, their in zip(ours, theirs, strict=True)]
        grid.add_row(
            name,
            *(f"{statistics.median(each[name] for each in side):,.1f}" for side in (ours, theirs)),
            f"[bold]{statistics.median(ratios):.2f}[/]",
            " ".join(f"{ratio:.2f}" for ratio in ratios),
        )
    return grid
