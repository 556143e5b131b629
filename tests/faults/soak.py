"""The long proof for a hall on several machines: evening after evening, each with a fault, and a table of what it did.

`python -m tests.faults.soak`; the times are printed beside their targets, and no figure of them fails anything.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.proxy import Proxy
from tests.faults.checker import Outcome, Write
from tests.faults.evidence import Findings, find, logs_of
from tests.faults.injected import FAULTS, NOT_RUN, Fault, NotRun, Stage
from tests.kit.scale import TRIALS
from tests.server.kit import RunningHall, begin, come_in
from tests.server.nodes.cluster import Regular, until_shared

TABLES = 6
BEFORE = 3 * TABLES
"""Moves before the fault."""
PATIENCE = 300.0
"""Seconds for one evening; what takes longer is a fault too."""
NAMES = ("one", "other")


@dataclass
class Tally:
    """What one fault has done, over all its evenings."""

    fault: Fault
    times: int = 0
    moves: int = 0
    first_moves: list[float] = field(default_factory=list)
    """Seconds from the fault to the next move at a table that it touched."""
    findings: list[Findings] = field(default_factory=list)
    not_run: str = ""

    @property
    def wrong(self) -> list[str]:
        return [line for each in self.findings for line in each.wrong]


async def spend(tally: Tally, times: int, folder: Path) -> None:
    """So many evenings on one cluster. The first node reaches its database through a line that can be cut."""
    with PostgreSQL() as postgresql, Nats() as nats:
        database = postgresql.new_database()
        async with Proxy(postgresql) as line:
            urls = (line.url(database) if tally.fault.needs_line else database, database)
            nodes: list[RunningHall] = []
            try:
                for name, url in zip(NAMES, urls, strict=True):
                    words = ("--database", url, "--bus", nats.url, "--node", name, "--fast")
                    nodes.append(await asyncio.to_thread(RunningHall, folder, *words))
                stage = Stage(nodes, postgresql, nats, line)
                for number in range(times):
                    await until_shared(database, *NAMES)
                    async with asyncio.timeout(PATIENCE):
                        await evening(tally, stage, database, number)
                    if tally.wrong:
                        return
            finally:
                for node in nodes:
                    node.__exit__()


async def evening(tally: Tally, stage: Stage, database: str, number: int) -> None:
    pairs = [await sit_down(stage.nodes, f"{number}x{table}", table) for table in range(TABLES)]
    people = [person for pair in pairs for person in pair]
    touched = {pair[0].code for table, pair in enumerate(pairs) if not tally.fault.is_of_a_node or table % 2}
    harm: list[asyncio.Task[float]] = []

    def moved() -> None:
        if not harm and sum(person.acknowledged for person in people) >= BEFORE:
            harm.append(asyncio.ensure_future(tally.fault.inject(stage)))

    await asyncio.gather(*(person.play(moved) for person in people))
    since = await harm[0]
    await tally.fault.heal(stage)
    for person in people:
        for client in person.clients:
            await client.close()
    tally.times += 1
    tally.moves += sum(person.acknowledged for person in people)
    tally.first_moves += first_moves(people, touched, since)
    tally.findings.append(find(people, await logs_of(database, (person.code for person in people))))


async def sit_down(nodes: list[RunningHall], suffix: str, table: int) -> list[Regular]:
    """Two people at different nodes, at a table of the first node if its number is odd.

    At some of those tables both are at the other node: whoever is connected to a node that hangs cannot move before
    they notice it, and others may wait for them.
    """
    clients = [await come_in(node.url, f"{name}{suffix}") for node, name in zip(nodes, ("Ann", "Ben"), strict=True)]
    host, other = clients if table % 2 else reversed(clients)
    code = await begin(host, other, options={"rounds": 6})
    people = [Regular(client, nodes[1], code) for client in clients]
    people[1].doors.append(nodes[0])
    if table % 4 == 1:
        await people[0].come_again()
    return people


def first_moves(people: Iterable[Regular], codes: set[str], since: float) -> list[float]:
    """The quickest of the touched tables: at the others, those who are awaited may hold on to the node that is gone."""
    done = [event.answered for person in people if person.code in codes for event in person.story
            if isinstance(event, Write) and event.outcome is Outcome.DONE and event.sent >= since]  # fmt: skip
    return [min(done) - since] if done else []


def report(tallies: list[Tally], console: Console) -> None:
    table = Table(box=SIMPLE_HEAD, title="Faults of a hall on two nodes")
    table.add_column("fault")
    for name in ("times", "moves", "first move s, p50 / max", "target", "lost", "twice", "out of order",
                 "told otherwise", "clocks run out", "secrets dealt twice"):  # fmt: skip
        table.add_column(name, justify="right")
    for tally in tallies:
        if tally.not_run:
            continue
        seconds = tally.first_moves
        shown = f"{median(seconds):.1f} / {max(seconds):.1f}" if seconds else "none"
        kinds = ("lost", "twice", "out_of_order", "told_otherwise", "clocks", "secrets")
        counts = [sum(len(getattr(each, kind)) for each in tally.findings) for kind in kinds]
        row = (tally.fault.name, tally.times, tally.moves, shown, tally.fault.target, *counts)
        table.add_row(*map(str, row))
    console.print(table)
    for line in (*(f"{each.fault.name}: {each.not_run}" for each in tallies if each.not_run), *NOT_RUN):
        console.print(f"not run: {line}", markup=False, highlight=False)


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
