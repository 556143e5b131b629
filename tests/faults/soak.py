"""The long proof for a hall on several machines: evening after evening, each with a fault, and a table of what it did.

`python -m tests.faults.soak`; the times are printed beside their targets, and no figure of them fails anything.
"""

import argparse
import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.faults.evening import Evening
from tests.faults.evidence import Findings
from tests.faults.injected import FAULTS, Fault
from tests.faults.stages import NAMES, NotRun
from tests.kit.scale import TRIALS
from tests.server.nodes.cluster import until_shared

PATIENCE = 300.0
"""Seconds for one evening; what takes longer is a fault too."""


@dataclass
class Tally:
    """What one fault has done, over all its evenings."""

    fault: Fault[Any]
    times: int = 0
    moves: int = 0
    seconds: list[float] = field(default_factory=list)
    findings: list[Findings] = field(default_factory=list)
    not_run: str = ""

    def add(self, evening: Evening) -> None:
        self.times += 1
        self.moves += evening.moves
        self.seconds += evening.seconds
        self.findings.append(evening.findings)

    @property
    def wrong(self) -> list[str]:
        return [line for each in self.findings for line in each.wrong]


async def spend(tally: Tally, times: int, folder: Path) -> None:
    """So many evenings on one stage."""
    async with tally.fault.stage(folder) as stage:
        for number in range(times):
            await until_shared(stage.database, *NAMES)
            evening = Evening(tally.fault, stage, number)
            async with asyncio.timeout(PATIENCE):
                await evening.spend()
            tally.add(evening)
            if tally.wrong:
                return


def report(tallies: list[Tally], console: Console) -> None:
    table = Table(box=SIMPLE_HEAD, title="Faults of a hall on two nodes")
    table.add_column("fault")
    for name in ("times", "moves", "first move s, p50 / max", "target", "lost", "twice", "out of order",
                 "told otherwise", "clocks run out", "secrets dealt twice"):  # fmt: skip
        table.add_column(name, justify="right")
    for tally in tallies:
        if tally.not_run:
            continue
        seconds = tally.seconds
        shown = f"{median(seconds):.1f} / {max(seconds):.1f}" if seconds else "none"
        kinds = ("lost", "twice", "out_of_order", "told_otherwise", "clocks", "secrets")
        counts = [sum(len(getattr(each, kind)) for each in tally.findings) for kind in kinds]
        row = (tally.fault.name, tally.times, tally.moves, shown, tally.fault.target, *counts)
        table.add_row(*map(str, row))
    console.print(table)
    for each in tallies:
        if each.not_run:
            console.print(f"not run: {each.fault.name}: {each.not_run}", markup=False, highlight=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=max(1, round(TRIALS / 2)), help="how often each fault comes")
    parser.add_argument("--only", default="", help="faults whose name contains this")
    given = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 170)
    tallies: list[Tally] = []
    for fault in FAULTS:
        if given.only not in fault.name:
            continue
        tallies.append(Tally(fault))
        print(f"{fault.name} …", flush=True)
        with TemporaryDirectory() as folder:
            try:
                asyncio.run(spend(tallies[-1], given.times, Path(folder)))
            except NotRun as reason:
                tallies[-1].not_run = str(reason)
    report(tallies, console)
    if wrong := [f"{tally.fault.name}: {line}" for tally in tallies for line in tally.wrong]:
        for line in wrong[:20]:
            console.print(line, markup=False, highlight=False)
        sys.exit(f"{len(wrong)} things are wrong.")


if __name__ == "__main__":
    main()
