"""`dicehall solve` and `dicehall simulate`: what reckoning can say about a game, and what playing it many times can."""

from inspect import signature
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
    from dicehall.bots.simulate import Share, Simulation
    from dicehall.lab.report import Finding, Report

LIBRARIES = {"numpy", "scipy"}
STEPS = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True))


@app.command(
    epilog=examples(
        "dicehall solve peril",
        "dicehall solve mindroll --write src/dicehall/bots/tables",
        "dicehall solve peril --seats 10 --set peril_after_elimination=first_seat --json",
        "dicehall solve stlucia --work /tmp/king --write src/dicehall/bots/tables",
        "dicehall solve mindroll --bot my_bots.sly:play",
        "dicehall solve bluff --seats 3 --lessons 1000000",
    )
)
def solve(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play; the fewest, unless given.")] = None,
    settings: Options = None,
    preset: PresetName = None,
    work: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where long work is kept, so that it can go on later.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Make the tables that bots read, in this folder.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT", help="MindRoll for two: what this bot gives away too; a level, or package.module:function."
        ),
    ] = None,
    lessons: Annotated[
        int | None,
        typer.Option(
            min=1000,
            metavar="N",
            help="Bluff for more, or rising: from how many games a guest learns to beat the bots.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Reckon what can be known about a game, and say how exactly."""
    listing = find_game(game)
    options = listing.read_options(given_options(listing, preset, settings))
    wanted = listing.new(listing.seats[0] if seats is None else seats, options)
    try:
        from dicehall.lab import find_solver

        solver = find_solver(listing.name)
    except ModuleNotFoundError as error:
        if error.name not in LIBRARIES:
            raise
        raise refused("solve-needs") from None
    wishes = {"work": work, "write": write, "bot": bot, "lessons": lessons}
    given = {name: wish for name, wish in wishes.items() if wish}
    for name in sorted(given.keys() - signature(solver).parameters.keys()):
        raise refused("solve-takes-no", game=listing.title, option=f"--{name}")
    began = perf_counter()
    with bars(*STEPS) as progress:
        report = solver(wanted, progress, **given)
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


@app.command(
    epilog=examples(
        "dicehall simulate three_dice --bot hard --bot normal --games 1000",
        "dicehall simulate bluff --bot hard --bot hard --bot easy --games 500 --seed 7 --json",
    )
)
def simulate(
    game: GameName,
    bot: Annotated[
        list[str],
        typer.Option(metavar="BOT", help="Who plays, one for each seat: a level, or package.module:function."),
    ],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Other games; the same for the same number.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many work side by side; as many as there are cores.")
    ] = None,
    settings: Options = None,
    preset: PresetName = None,
    json: Json = False,
) -> None:
    """Let bots play many games, each in every seat in turn, and count who wins."""
    from dicehall.bots.simulate import Match
    from dicehall.bots.simulate import simulate as play

    listing = find_game(game)
    options = listing.read_options(given_options(listing, preset, settings))
    listing.check_seats(len(bot), listing.most_seats)
    match = Match(listing.name, tuple(bot), options, seed)
    with bars(*STEPS) as progress:
        simulation = play(match, games, processes, lambda done: progress(say("simulate-playing"), done, games))
    if json:
        print(msgspec.json.encode(simulation).decode())
    else:
        show_simulation(simulation, listing.title)


def show_simulation(simulation: "Simulation", title: str) -> None:
    length = around(simulation.length, "{:.1f}")
    table = Table(
        title=say("simulate-title", game=title, games=simulation.games, seed=simulation.seed),
        caption=say("simulate-length", length=length),
    )
    table.add_column(say("simulate-bot"))
    table.add_column(say("simulate-wins"), justify="right")
    table.add_column(say("simulate-place"), justify="right")
    for each in simulation.bots:
        table.add_row(each.bot, around(each.wins, "{:.1%}"), around(each.place, "{:.2f}"))
    Console().print(table)


def around(share: "Share", form: str) -> str:
    return f"{form.format(share.mean)} ± {form.format(share.margin)}"
