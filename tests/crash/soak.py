"""The long proof: a thousand kills under load, evening after evening, each on a folder of its own."""

import argparse
import asyncio
import sys
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tests.crash.evening import KilledEvening
from tests.crash.halls import MortalHall
from tests.kit.scale import scaled

KILLS_AN_EVENING = 50


async def spend(evening: KilledEvening, kills: int, progress: Progress, bar: TaskID) -> None:
    async for _ in evening.survive(kills):
        progress.advance(bar)
        if evening.findings.wrong:
            return


def soak(kills: int, seed: int, console: Console) -> list[KilledEvening]:
    """Until all kills are done, or something is wrong."""
    evenings: list[KilledEvening] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left:"), TimeRemainingColumn(compact=True))  # fmt: skip
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("Killing the hall", total=kills)
        while (left := kills - sum(evening.findings.kills for evening in evenings)) > 0:
            with TemporaryDirectory() as folder, MortalHall(Path(folder) / "data", "--fast") as hall:
                evening = KilledEvening(hall, Path(folder) / "aside", seed + len(evenings))
                evenings.append(evening)
                asyncio.run(spend(evening, min(left, KILLS_AN_EVENING), progress, bar))
            if evening.findings.wrong:
                break
    return evenings


def report(evenings: list[KilledEvening], console: Console) -> None:
    findings = [evening.findings for evening in evenings]
    table = Table(box=SIMPLE_HEAD, title="kill -9 under load", show_header=False)
    table.add_column("what")
    table.add_column("how many", justify="right")
    for what, number in {
        "kills": sum(found.kills for found in findings),
        "tables": sum(len(evening.witness.opened) for evening in evenings),
        "commands acknowledged": sum(found.acknowledged for found in findings),
        "commands on their way when the kill came": sum(found.unanswered for found in findings),
        "entries kept and compared": sum(found.entries for found in findings),
        "lost": sum(len(found.lost) for found in findings),
        "doubled": sum(len(found.doubled) for found in findings),
        "conflicts (one version in two ways)": sum(len(found.conflicts) for found in findings),
        "clocks not credited": sum(len(found.clocks) for found in findings),
        "false alarms (a kill taken for a journal that went back)": sum(len(found.alarms) for found in findings),
    }.items():
        table.add_row(what, f"{number:,}")
    table.add_row("slowest recovery, start to everybody seated", f"{max(e.slowest for e in evenings):.2f} s")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=scaled(50), help="how many (default: 50 × TRIALS)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="to choose the same moments")
    arguments = parser.parse_args()
    console = Console()
    console.print(f"Seed {arguments.seed}")
    evenings = soak(arguments.kills, arguments.seed, console)
    report(evenings, console)
    wrong = evenings[-1].findings.wrong
    for line in wrong[:20]:
        console.print(line, markup=False, highlight=False)
    if wrong:
        sys.exit(f"Seed {arguments.seed + len(evenings) - 1} has found {len(wrong)} faults.")


if __name__ == "__main__":
    main()
