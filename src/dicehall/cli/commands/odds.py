"""`dicehall odds`: each player's chances at a step of a recorded game, as one viewer could know them."""

import sys
from random import Random
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from dicehall.cli.commands.app import File, Json, app, examples
from dicehall.cli.commands.records import damage_hidden, read_record, seat_number
from dicehall.cli.operate.progress import bars
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.odds import EMPTY, FULL, Row, bar, notes, rows_of_options, rows_of_players, rows_of_risks
from dicehall.cli.shared.words import can_show, say
from dicehall.narrate import Narrator
from dicehall.narrate.story import LETTERS
from dicehall.ports.odds import Odds
from dicehall.rules.kernel import Over
from dicehall.rules.record import Record

STEPS = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True))
WIDTH = 24


@app.command(
    epilog=examples(
        "dicehall odds game.jsonl --step 40",
        "dicehall record bluff --seed 1 | dicehall odds - --step 12 --seat B",
        "dicehall odds game.jsonl --step 40 --all-secrets --games 5000 --json",
    )
)
def odds(
    file: File,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="After so many moves and throws; the last, unless given.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="What this seat could know: its number from 0, or its letter. Without it, a spectator."
        ),
    ] = None,
    all_secrets: Annotated[
        bool, typer.Option("--all-secrets", metavar="", help="As if all dice lay open; for finished games only.")
    ] = False,
    games: Annotated[
        int | None, typer.Option(min=10, metavar="N", help="Play on so often where nothing is exact, for closer odds.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Other luck; the same for the same number.")] = 0,
    json: Json = False,
) -> None:
    """Reckon each player's chance to win, and what each move is worth, at a step of a game."""
    from dicehall.odds import all_secrets as seeing_all
    from dicehall.odds import odds as seen_by
    from dicehall.odds.models import Budget

    told = read_record(file)
    eyes = seat_number(seat, told.game.seats)
    if all_secrets and eyes is not None:
        raise refused("odds-one-view")
    with damage_hidden(None if all_secrets else 0):
        state, is_over = position(told, step)
    if all_secrets and not is_over:
        raise refused("odds-not-over")
    budget = None if games is None else Budget(games, 3 * games)
    luck = Random(seed)
    with bars(*STEPS) as progress:

        def tell(done: int, of: int) -> None:
            progress(say("odds-playing"), done, of)

        found = (
            seeing_all(told.game, state, luck, budget=budget, tell=tell)
            if all_secrets
            else seen_by(told.game, told.game.view(state, eyes), eyes, luck, budget=budget, tell=tell)
        )
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, told, len(told.entries) if step is None else step, all_secrets=all_secrets)


def position(record: Record, step: int | None) -> tuple[Any, bool]:
    """The state after so many entries, and whether the whole game is over."""
    if step is not None and step > len(record.entries):
        raise refused("odds-no-step", step=str(step), last=len(record.entries))
    state = at = record.game.start()
    pending = record.game.pending(state)
    for number, moment in enumerate(record.replay(), start=1):
        state, pending = moment.state, moment.pending
        if number == step:
            at = state
    return (state if step is None else at), isinstance(pending, Over)


def show(found: Odds, record: Record, step: int, *, all_secrets: bool) -> None:
    narrator = Narrator(record.listing.name, LETTERS[: record.game.seats])
    viewer = "all" if all_secrets else "spectator" if found.seat is None else "seat"
    whose = "" if found.seat is None else narrator.names[found.seat]
    console = Console(highlight=False)
    title = say("odds-title", game=record.listing.title, step=step)
    console.print(f"[bold]{title}[/]  {say('odds-viewer', viewer=viewer, seat=whose)}")
    console.print(table(say("odds-wins"), rows_of_players(found, narrator)))
    if found.mover is not None and (options := rows_of_options(found, narrator)):
        console.print(table(say("odds-moves", seat=narrator.names[found.mover]), options))
    if found.risks:
        console.print(table(say("odds-risks"), rows_of_risks(found)))
    console.print(" ".join(notes(found)), style="dim")


def table(title: str, rows: list[Row]) -> Table:
    signs = (FULL, EMPTY) if can_show((FULL, EMPTY), sys.stdout.encoding) else ("#", ".")
    shown = Table(title=title, title_justify="left", box=None, show_header=False, pad_edge=False)
    shown.add_column(min_width=14)
    shown.add_column(no_wrap=True, style="green")
    shown.add_column(justify="right")
    shown.add_column(style="dim")
    for each in rows:
        shown.add_row(each.what, bar(each.value, WIDTH, *signs), each.chance, each.sure)
    return shown
