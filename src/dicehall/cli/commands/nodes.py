"""`dicehall nodes` and `dicehall drain`: for a hall that runs on several machines."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.commands.app import app, examples
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.words import say

if TYPE_CHECKING:
    from dicehall.store.postgres.overview import Standby

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

    columns = ("nodes-node", "nodes-state", "nodes-partitions", "nodes-tables", "nodes-renewed")
    table = Table(*map(say, columns))
    seen = asyncio.run(picture(database))
    for row in seen.nodes:
        renewed = say("nodes-ago", seconds=f"{row.renewed:.1f}") if row.is_alive else ""
        table.add_row(row.name, say(STATES[row.state]), str(row.partitions), str(row.tables), renewed)
    console = Console(highlight=False)
    console.print(table)
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
    from dicehall.store.postgres.overview import overview

    if not asyncio.run(begin(database, node)):
        raise refused("drain-not-there", node=repr(node))
    left: int | None = None
    while True:
        rows = asyncio.run(overview(database))
        mine = next(row for row in rows if row.name == node)
        if not mine.is_alive:
            break
        if not any(row.is_alive and not row.is_draining for row in rows):
            raise refused("drain-alone")
        if mine.partitions != left:
            left = mine.partitions
            print(say("drain-left", partitions=left))
        time.sleep(LOOK_AGAIN)
    print(say("drain-done", node=node))
