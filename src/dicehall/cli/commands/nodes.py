"""`dicehall nodes` and `dicehall drain`: for a hall that runs on several machines."""

import asyncio
import time
from typing import Annotated

import typer

from dicehall.cli.commands.app import app, examples
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.words import say

Database = Annotated[str, typer.Option("--database", metavar="URL", help="As given to `dicehall serve`.")]
LOOK_AGAIN = 0.5
"""Seconds."""


@app.command(epilog=examples("dicehall nodes --database postgresql://hall@db/hall"))
def nodes(database: Database) -> None:
    """Show the nodes of a hall on several machines: who is alive, and who runs how many tables."""
    from rich.console import Console
    from rich.table import Table

    from dicehall.store.postgres.overview import overview

    table = Table(*(say(f"nodes-{column}") for column in ("node", "state", "partitions", "tables", "renewed")))
    for row in asyncio.run(overview(database)):
        state = "draining" if row.is_draining and row.is_alive else "alive" if row.is_alive else "gone"
        renewed = say("nodes-ago", seconds=f"{row.renewed:.1f}") if row.is_alive else ""
        table.add_row(row.name, say(f"nodes-{state}"), str(row.partitions), str(row.tables), renewed)
    Console(highlight=False).print(table)


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
