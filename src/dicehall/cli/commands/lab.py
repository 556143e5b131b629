"""`dicehall solve`: what reckoning can say about a game."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from dicehall.cli.commands.app import GameName, Json, Options, PresetName, app, examples, given_options
from dicehall.cli.operate.progress import bars
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.words import say

if TYPE_CHECKING:
    from dicehall.lab.report import Finding, Report

LIBRARIES = {"numpy", "scipy"}
STEPS = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True))


@app.command(
    epilog=examples(
        "dicehall solve peril",
        "dicehall solve bluff --write src/dicehall/bots/tables",
        "dicehall solve peril --seats 10 --set peril_after_elimination=first_seat --json",
    )
)
def solve(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play; the fewest, unless given.")] = None,
    settings: Options = None,
    preset: PresetName = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="First make the tables that bots read, in this folder.")
    ] = None,
    json: Json = False,
) -> None:
    """Reckon what can be known about a game, and say how exactly."""
    listing = find_game(game)
    options = listing.read_options(given_options(listing, preset, settings))
    wanted = listing.new(listing.seats[0] if seats is None else seats, options)
    try:
        from dicehall.lab import find_solver, find_tables

        solver = find_solver(listing.name)
    except ModuleNotFoundError as error:
        if error.name not in LIBRARIES:
            raise
        raise refused("solve-needs") from None
    began = perf_counter()
    with bars(*STEPS) as progress:
        if write is not None:
            for name, table in find_tables(listing.name)(progress).items():
                (write / name).write_bytes(table)
        report = solver(wanted, progress)
    if json:
        print(as_json(report))
    else:
        show(report, listing.title, wanted.seats, perf_counter() - began)


def as_json(report: "Report") -> str:
    """Fractions as text, which loses nothing."""
    findings = [finding._asdict() for finding in report.findings]
    return msgspec.json.encode({"method": report.method, "findings": findings}, enc_hook=str).decode()


def show(report: "Report", title: str, seats: int, seconds: float) -> None:
    table = Table(
        title=say("solve-title", game=title, seats=seats), caption=say("solve-took", seconds=f"{seconds:.1f}")
    )
    table.add_column("")
    table.add_column(say("solve-value"), justify="right")
    table.add_column(say("solve-bound"), justify="right")
    for finding in report.findings:
        table.add_row(finding.what, *shown(finding))
    console = Console()
    console.print(table)
    console.print(report.method)


def shown(finding: "Finding") -> tuple[str, str]:
    return f"{float(finding.value):.9f}", say("solve-exact") if finding.bound == 0 else f"± {float(finding.bound):.1e}"
