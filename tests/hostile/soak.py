"""The long proof against bad visitors: ten thousand of them while fifty honest tables play on, who tell what they felt.

The hall runs with its usual limits. Everybody comes from loopback addresses of their own, which Linux allows.
"""

import argparse
import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable
from pathlib import Path
from random import Random, SystemRandom
from subprocess import PIPE
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from dicehall.server.bounds.limits import allow_files
from tests.hostile.attack import Report
from tests.hostile.honest import Felt, Tables
from tests.kit.scale import scaled
from tests.server.kit import PATIENCE, RunningHall

QUIET_TIME = 10.0
"""Seconds of honest play before and after."""
GONE_WITHIN = 60.0
"""Seconds after which nothing of the attack may be left in the hall."""
SPARE = 20
"""Open files that may come and go by themselves."""


class Size(NamedTuple):
    """Of the hall's process."""

    memory: int
    files: int
    cpu: float


class WatchedHall(RunningHall):
    """Its output is kept, and its process can be measured."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "--fast", limits=())
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self._listening.join(PATIENCE)
        return self.said

    def size(self) -> Size:
        process = Path(f"/proc/{self.process.pid}")
        memory = 1024 * int(process.joinpath("status").read_text().partition("VmRSS:")[2].split()[0])
        fields = process.joinpath("stat").read_text().rpartition(")")[2].split()
        cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return Size(memory, len(os.listdir(process / "fd")), cpu)  # noqa: PTH208, for counting only


class Plan(NamedTuple):
    tables: int
    connections: int
    seconds: float
    seed: int


class Findings:
    def __init__(self) -> None:
        self.felt: dict[str, Felt] = {}
        self.sizes: dict[str, Size] = {}
        self.report = Report(0, 0, {})
        self.faults: list[str] = []


class Soak:
    """One hall, its honest tables, and what happens to them in every phase."""

    def __init__(self, hall: WatchedHall, plan: Plan, told: Progress) -> None:
        self.hall = hall
        self.plan = plan
        self.told = told
        self.tables = Tables(hall.url, plan.tables, Random(plan.seed))
        self.found = Findings()

    async def run(self) -> Findings:
        found, bar = self.found, self.told.add_task("Honest tables", total=self.plan.tables)
        async for _ in self.tables.open():
            self.told.advance(bar)
        await asyncio.sleep(3)
        self.tables.felt()
        await self.phase("before", asyncio.sleep(QUIET_TIME))
        await self.phase("during", self.attack())
        await self.phase("right after", self.until_gone(found.sizes["before"].files))
        await self.phase("after", asyncio.sleep(QUIET_TIME))
        if found.sizes["after"].files > found.sizes["before"].files + SPARE:
            found.faults.append(f"the hall still has {found.sizes['after'].files} files open")
        found.faults += await self.tables.close()
        return found

    async def phase(self, name: str, work: Awaitable[None]) -> None:
        cpu, began = self.hall.size().cpu, monotonic()
        await work
        size = self.hall.size()
        self.found.felt[name] = self.tables.felt()
        self.found.sizes[name] = size._replace(cpu=(size.cpu - cpu) / (monotonic() - began))
        self.found.faults += self.tables.faults()

    async def attack(self) -> None:
        plan, found = self.plan, self.found
        command = ("-m", "tests.hostile.attack", *map(str, (self.hall.port, plan.connections, plan.seconds, plan.seed)))
        process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE, limit=1 << 20)
        assert process.stdout is not None
        bar = self.told.add_task("Hostile connections", total=plan.connections)
        largest = self.hall.size()
        async for line in process.stdout:
            found.report = msgspec.json.decode(line, type=Report)
            size = self.hall.size()
            largest = Size(max(largest.memory, size.memory), max(largest.files, size.files), 0.0)
            said = f"Hostile connections ({found.report.open:,} open)"
            self.told.update(bar, completed=found.report.opened, description=said)
        found.sizes["at most"] = largest
        if await process.wait():
            found.faults.append("the attack itself has failed")

    async def until_gone(self, files: int) -> None:
        """The person who attacked has gone; the hall has to notice."""
        bar, until = self.told.add_task("Letting go of them", total=1), monotonic() + GONE_WITHIN
        while self.hall.size().files > files + SPARE and monotonic() < until:
            await asyncio.sleep(0.5)
        self.told.update(bar, completed=1)


# What is printed


def report(found: Findings, console: Console) -> None:
    felt = Table(box=SIMPLE_HEAD, title="What the honest ones felt: from a click to the word that it is on disk")
    for column in ("", "moves", "usual", "slowest of 100", "slowest", "CPU of the hall"):
        felt.add_column(column, justify="left" if not column else "right")
    for name, each in found.felt.items():
        times = [f"{1000 * time:.1f} ms" for time in (each.usual, each.slow, each.worst)]
        felt.add_row(name, f"{each.moves:,}", *times, f"{found.sizes[name].cpu:.0%}")
    console.print(felt)
    bad = Table(box=SIMPLE_HEAD, title="What became of the others")
    bad.add_column("kind")
    bad.add_column("connections", justify="right")
    bad.add_column("became")
    for kind, outcomes in found.report.outcomes.items():
        became = ", ".join(f"{count:,} × {name}" for name, count in sorted(outcomes.items(), key=lambda each: -each[1]))
        bad.add_row(kind, f"{sum(outcomes.values()):,}", became)
    console.print(bad)
    sizes = Table(box=SIMPLE_HEAD, title="The hall")
    for column in ("", "memory", "open files"):
        sizes.add_column(column, justify="left" if not column else "right")
    for name in ("before", "at most", "after"):
        size = found.sizes[name]
        sizes.add_row(name, f"{size.memory / 2**20:.0f} MiB", f"{size.files:,}")
    console.print(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=scaled(500), help="hostile ones (default: 500 × TRIALS)")
    parser.add_argument("--tables", type=int, default=50, help="honest ones (default 50)")
    parser.add_argument("--seconds", type=float, default=60.0, help="of the attack (default 60)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    console = Console()
    if sys.platform != "linux":
        console.print("This needs Linux, whose loopback has many addresses.")
        return
    allow_files()
    console.print(f"Seed {arguments.seed}")
    if (load := os.getloadavg()[0]) > 1:
        console.print(f"Other programs keep this machine busy (load {load:.1f}): the times below include them.")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with TemporaryDirectory() as folder, WatchedHall(Path(folder) / "data") as hall, Progress(*columns) as told:
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(hall.process.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 2)))
        plan = Plan(arguments.tables, arguments.connections, arguments.seconds, arguments.seed)
        found = asyncio.run(Soak(hall, plan, told).run())
        if "Traceback" in (said := hall.stop()):
            found.faults.append(f"the hall has failed somewhere: {said[-2000:]}")
    report(found, console)
    for fault in found.faults[:20]:
        console.print(fault, markup=False, highlight=False)
    if found.faults:
        sys.exit(f"{len(found.faults)} things went wrong for honest people.")


if __name__ == "__main__":
    main()
