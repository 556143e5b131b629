"""The long evening: tables of bots without end, people who come and go, and a look at what it leaves behind.

A hall in a process of its own is asked every few seconds how much memory, how many files, tasks and sockets it has.
When everybody has gone, nothing of them may be left.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.endurance.crowd import Host, Visitor, browser, patiently
from tests.endurance.curve import chart
from tests.endurance.samples import LONG_ENOUGH, Sample, Verdict, is_long_enough, judge, take
from tests.kit.scale import TRIALS
from tests.server.kit import ROOMY, RunningHall

TABLES_OF_A_HOST = 20
EVERY = 10.0
"""Seconds between two samples."""
SETTLED = 60.0
"""Seconds in which an empty hall has let go of everything."""
QUIET = ("--log-level", "error", "--metrics", "127.0.0.1:0")
"""What it says is read at the end only."""
LIMITS = (*ROOMY, "tables=100000", "guests_per_address=1000000000", "sockets=100000")


class LongEvening:
    """One run, and all that was seen of it."""

    def __init__(self, url: str, metrics: str, arguments: argparse.Namespace) -> None:
        self.url = url
        self.metrics = metrics
        self.arguments = arguments
        self.done: Counter[str] = Counter()
        self.troubles: list[str] = []
        self.samples: list[Sample] = []
        self.stop = asyncio.Event()

    async def spend(self, show: Callable[[Sample], None]) -> Verdict:
        async with browser(self.url) as http:
            before = await take(http, self.metrics)
            rng = Random(self.arguments.seed)
            hosts = await self._open_tables(http, rng)
            crowd = [
                asyncio.create_task(patiently(work, self.troubles))
                for work in (*(host.keep_going() for host in hosts), *self._visits(rng))
            ]
            await self._watch(http, show)
            await self._go_home(hosts, crowd)
            after = await self._settled(http, before)
        return judge(before, self.samples, after, self.arguments.most)

    async def _open_tables(self, http: httpx.AsyncClient, rng: Random) -> list[Host]:
        left, hosts = self.arguments.tables, list[Host]()
        while left > 0:
            hosts.append(Host(len(hosts), Random(rng.random())))
            await hosts[-1].come(self.url, http, min(left, TABLES_OF_A_HOST))
            left -= TABLES_OF_A_HOST
        return hosts

    def _visits(self, rng: Random) -> list[Coroutine[Any, Any, None]]:
        visitors = [
            Visitor(number, Random(rng.random()), self.url, self.done) for number in range(self.arguments.visitors)
        ]
        return [self._again_and_again(visitor) for visitor in visitors]

    async def _again_and_again(self, visitor: Visitor) -> None:
        """Anyone who runs into trouble comes back, but the trouble counts."""
        while not self.stop.is_set():
            await patiently(visitor.come_and_go(self.stop), self.troubles)

    async def _watch(self, http: httpx.AsyncClient, show: Callable[[Sample], None]) -> None:
        until = monotonic() + 60 * self.arguments.minutes
        while monotonic() < until:
            self.samples.append(await take(http, self.metrics))
            show(self.samples[-1])
            await asyncio.sleep(min(EVERY, max(0.0, until - monotonic())))

    async def _go_home(self, hosts: list[Host], crowd: list[asyncio.Task[None]]) -> None:
        self.stop.set()
        await asyncio.wait(crowd[len(hosts) :])
        for task in crowd[: len(hosts)]:
            task.cancel()
        for host in hosts:
            await patiently(host.go(), self.troubles)

    async def _settled(self, http: httpx.AsyncClient, before: Sample) -> Sample:
        """The last samples, until all is as before or it has had time enough."""
        until = monotonic() + SETTLED
        while (
            judge(before, self.samples, sample := await take(http, self.metrics), float("inf")).wrong
            and monotonic() < until
        ):
            await asyncio.sleep(1)
        return sample


def soak(arguments: argparse.Namespace, console: Console) -> tuple[LongEvening, Verdict]:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left:"),
               TimeRemainingColumn(compact=True), TextColumn("{task.fields[told]}"))  # fmt: skip
    with TemporaryDirectory() as folder, RunningHall(Path(folder) / "data", *QUIET, limits=LIMITS) as hall:
        evening = LongEvening(hall.url, hall.metrics, arguments)
        with Progress(*columns, console=console) as progress:
            bar = progress.add_task("A long evening", total=arguments.minutes * 60, told="")
            begun = monotonic()

            def show(sample: Sample) -> None:
                told = (
                    f"{sample.memory:.0f} MB, {sample.tables} tables, {sample.sockets} sockets, {sample.moves:,} moves"
                )
                progress.update(bar, completed=monotonic() - begun, told=told)

            verdict = asyncio.run(evening.spend(show))
        said = hall.stop()
        if "Traceback" in said:
            verdict.wrong.append(f"the hall has complained: {said[-2000:]}")
    return evening, verdict


def report(evening: LongEvening, verdict: Verdict, console: Console) -> None:
    samples = evening.samples
    console.print(f"\nMemory of the hall in MB, {len(samples)} samples over {evening.arguments.minutes:g} minutes:")
    console.print(chart([sample.memory for sample in samples]), highlight=False)
    first, last = samples[0], samples[-1]
    seconds = max(last.at - first.at, 1.0)
    appends = max(last.appends - first.appends, 1)
    console.print(f"{last.moves:,} moves, {(last.moves - first.moves) / seconds:,.0f} a second; an append took "
                  f"{1000 * (last.append_seconds - first.append_seconds) / appends:.1f} ms on average")  # fmt: skip
    console.print(", ".join(f"{count:,} {what}" for what, count in sorted(evening.done.items())))
    console.print(f"Growth after the warm-up: {verdict.growth:+.1f} MB in ten minutes", style="bold")
    if not is_long_enough(samples):
        console.print(f"(less than {LONG_ENOUGH:g} minutes prove nothing about memory: only leaks are judged)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=TRIALS, help="how long (default: TRIALS)")
    parser.add_argument("--tables", type=int, default=200, help="tables of bots (default 200)")
    parser.add_argument("--visitors", type=int, default=30, help="people who come and go at a time (default 30)")
    parser.add_argument(
        "--most", type=float, default=5.0, help="MB by which memory may grow in ten minutes (default 5)"
    )
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="to choose the same crowd")
    arguments = parser.parse_args()
    console = Console()
    console.print(f"Seed {arguments.seed}")
    evening, verdict = soak(arguments, console)
    report(evening, verdict, console)
    for trouble, times in Counter(evening.troubles).most_common(10):
        console.print(f"{times} × {trouble}", markup=False, highlight=False)
    wrong = [*verdict.wrong, *(["someone of the crowd ran into trouble"] if evening.troubles else [])]
    if wrong:
        sys.exit("\n".join(wrong))
    console.print("Nothing is left of anybody: no socket, no task, no file, no table.", style="bold green")


if __name__ == "__main__":
    main()
