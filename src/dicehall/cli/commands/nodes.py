"""`dicehall nodes` and `dicehall drain`: for a hall that runs on several machines."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.commands.app import app, examples
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.words import say, together

if TYPE_CHECKING:
    from dicehall.store.postgres.overview import NodeRow, Standby

Database = Annotated[str, typer.Option("--database", metavar="URL", help="As given to `dicehall serve`.")]
STATES = {"alive": "nodes-alive", "draining": "nodes-draining", "gone": "nodes-gone"}
LOOK_AGAIN = 0.5
"""Seconds."""


@app.command(epilog=examples("dicehall nodes --database postgresql://hall@db/hall"))
def nodes(database: Database) -> None:
    """Show the nodes of a hall on several machines: who is alive, who runs how many tables, and what lags behind."""
    from rich.console import Console
    from rich.table import Table

    from dicehall.store.postgres.overview import picture

    columns = ("nodes-node", "nodes-state", "nodes-version", "nodes-partitions", "nodes-tables", "nodes-renewed")
    table = Table(*map(say, columns))
    seen = asyncio.run(picture(database))
    for row in seen.nodes:
        renewed = say("nodes-ago", seconds=f"{row.renewed:.1f}") if row.is_alive else ""
        table.add_row(row.name, say(STATES[row.state]), row.version, str(row.partitions), str(row.tables), renewed)
    console = Console(highlight=False)
    console.print(table)
    if seen.waiting:
        versions = sorted({each.version for each in seen.waiting})
        console.print(say("nodes-waiting", partitions=len(seen.waiting), versions=together(versions)), soft_wrap=True)
    for line in standbys_said(seen.standbys):
        console.print(line, soft_wrap=True, markup=False)


def standbys_said(standbys: "Sequence[Standby]") -> list[str]:
    """How far the copies of the database are behind it."""
    if not standbys:
        return [say("standbys-without")]
    return [standby_said(standby) for standby in standbys]


def standby_said(standby: "Standby") -> str:
    name, state, sync, behind, size = standby
    if state is None:
        return say("standby-hidden", name=name)
    if size is None:
        return say("standby-copying", name=name, state=state)
    return say("standby-behind", name=name, state=state, sync=sync or "", bytes=size, seconds=f"{behind or 0:.1f}")


@app.command(epilog=examples("dicehall drain one --database postgresql://hall@db/hall"))
def drain(
    node: Annotated[str, typer.Argument(metavar="NODE", help="Its name, as `dicehall nodes` shows it")],
    database: Database,
) -> None:
    """End a node: its tables go to the others one by one, its people connect again there, and then it closes."""
    from dicehall.store.postgres.overview import drain as begin

    if (row := alive(database, node)) is None or not asyncio.run(begin(database, node)):
        raise refused("drain-not-there", node=repr(node))
    left: int | None = None
    while row is not None:
        if row.partitions != left:
            left = row.partitions
            print(say("drain-left", partitions=left))
        time.sleep(LOOK_AGAIN)
        row = alive(database, node)
    print(say("drain-done", node=node))


def alive(database: str, node: str) -> "NodeRow | None":
    """The node, while it is there; refused if what it still has can go nowhere."""
    from dicehall.store.postgres.overview import overview, takers

    rows = asyncio.run(overview(database))
    found = next((row for row in rows if row.name == node and row.is_alive), None)
    if found is None or not found.partitions or takers(rows, found):
        return found
    others = sorted({row.version for row in rows if row.is_alive and not row.is_draining and row is not found})
    if not others:
        raise refused("drain-alone")
    raise refused("drain-older", node=node, version=found.version, versions=together(others))
