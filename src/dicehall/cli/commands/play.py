"""`dicehall play`: a table inside this program, against bots or with others at one keyboard."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.commands.app import BOT_LEVEL, GameName, Options, Plain, PresetName, app, examples, given_options
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.files import write_file
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.size import is_full_screen


@app.command(
    epilog=examples(
        "dicehall play peril --seats 6",
        "dicehall play bluff --name Ann --name Ben --set claims=rising",
        "dicehall play mindroll --preset Sprint --plain",
    )
)
def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats (default: 4).")] = None,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Your name; repeat for each person.")] = None,
    people: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many people share this keyboard.")] = None,
    bots: Annotated[str, typer.Option(metavar="LEVEL", help=BOT_LEVEL)] = "normal",
    settings: Options = None,
    preset: PresetName = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="The same dice and bots every time.")] = None,
    plain: Plain = False,
    fast: Annotated[bool, typer.Option("--fast", metavar="", help="Bots move at once.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the record there when you stop.")] = None,
) -> None:
    """Play against bots, or with others at this keyboard."""
    import asyncio

    from dicehall.bots import find_bot
    from dicehall.cli.client.local import PACE, LocalLine, names_for
    from dicehall.cli.client.table import ClientTable
    from dicehall.cli.terminal.faces import show
    from dicehall.cli.terminal.visit import Visit
    from dicehall.table.core.events import Setting

    listing = find_game(game)
    find_bot(listing.name, bots)  # refused now rather than by the table
    people = people or max(1, len(name or []))
    seats = seats if seats is not None else max(people, min(4, listing.seats[1]))
    listing.check_seats(seats)
    if people > seats:
        raise refused("people-too-many", people=people, seats=seats)
    setting = Setting(
        game=listing.name, options=given_options(listing, preset, settings), seats=seats, on_timeout="wait"
    )
    plain = plain or not is_full_screen()
    pace = 0.0 if fast or not sys.stdout.isatty() else PACE
    names = names_for(seats, people, name or [])
    if save:
        write_file(save, "a", "")  # refused now rather than after the game
    line = LocalLine(setting, names, people=people, level=bots, seed=seed, pace=pace)
    table = ClientTable(line.people[0], "", others=line.people[1:])
    try:
        code = asyncio.run(show(Visit(line, table), plain=plain, paced=not fast))
    finally:
        if save:
            write_file(save, "w", line.record().write())
            print(say("record-saved", file=str(save)))
    if table.closed is not None:
        print(f"\n{table.closed}" if plain else table.closed)
    elif not save:
        print(say("game-left"))
    if code:
        sys.exit(code)
