"""`dicehall record` and `dicehall replay`: whole games as records."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Annotated, Any

import msgspec
import typer

from dicehall.cli.commands.app import (
    BOT_LEVEL,
    File,
    GameName,
    Options,
    Plain,
    PresetName,
    app,
    examples,
    given_options,
)
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.files import read_file
from dicehall.cli.shared.games import find_game
from dicehall.cli.terminal.size import is_full_screen
from dicehall.narrate.story import LETTERS, tell
from dicehall.rules.errors import DamagedRecord
from dicehall.rules.kernel import Ask
from dicehall.rules.record import Moment, Record
from dicehall.rules.values import NATURE, Seat


@app.command(epilog=examples("dicehall record three_dice --seats 4 --seed 7 > game.jsonl"))
def record(
    game: GameName,
    seats: Annotated[int, typer.Option(metavar="N", help="How many bots play.")] = 4,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="The same game every time.")] = None,
    settings: Options = None,
    preset: PresetName = None,
    bot: Annotated[str, typer.Option(metavar="LEVEL", help=BOT_LEVEL)] = "normal",
) -> None:
    """Let bots play a whole game and print its record."""
    from dicehall.bots import find_bot
    from dicehall.bots.match import play_out

    listing = find_game(game)
    options = listing.read_options(given_options(listing, preset, settings))
    listing.check_seats(seats, listing.most_seats)
    played, _ = play_out(listing, [find_bot(listing.name, bot)] * seats, options, Random(seed))
    sys.stdout.write(played.write())


@app.command(
    epilog=examples("dicehall replay game.jsonl", "dicehall record bluff --seed 1 | dicehall replay - --seat B")
)
def replay(
    file: File,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One line of JSON for each step.")] = False,
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="Only what this seat could know: its number from 0, or its letter.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Tell a recorded game as a story; step through it with the arrow keys."""
    told = read_record(file)
    eyes = seat_number(seat, told.game.seats)
    if json or plain or not is_full_screen():
        with damage_hidden(eyes):
            lines = list(json_lines(told, eyes) if json else tell(told, seat=eyes))
        for line in lines:
            print(line)
        return
    from dicehall.cli.terminal.replay_screen import ReplayScreen

    with damage_hidden(eyes):
        screen = ReplayScreen(told, eyes)
    screen.run()
    if screen.return_code:  # a screen that broke or was told to stop is no success
        sys.exit(screen.return_code)


@contextmanager
def damage_hidden(eyes: Seat | None) -> Iterator[None]:
    """With a seat, damage to a record is not described: it may be another seat's secret."""
    try:
        yield
    except DamagedRecord as error:
        if eyes is None:
            raise
        raise refused("record-damaged", line=str(error.line)) from None


def seat_number(seat: str | None, seats: int) -> Seat | None:
    """A seat by its number or its letter; None sees everything."""
    if seat is None:
        return None
    names = {str(number): number for number in range(seats)} | {LETTERS[number]: number for number in range(seats)}
    number = names.get(seat.upper())
    if number is None:
        raise refused("seat-unknown", seat=seat, last=seats - 1, letter=LETTERS[seats - 1])
    return number


def read_record(file: str) -> Record:
    try:
        return Record.read(read_file(file).decode())
    except UnicodeDecodeError:
        raise refused("file-not-text", file=file) from None


def json_lines(record: Record, seat: Seat | None) -> Iterator[str]:
    """A line for each step; with a seat, only what that seat could know."""
    before = record.game.start()
    for moment in record.replay():
        step = moment._asdict() if seat is None else known(record, before, moment, seat)
        yield msgspec.json.encode(step).decode()
        before = moment.state


def known(record: Record, before: Any, moment: Moment, seat: Seat) -> dict[str, Any]:
    """The step as this seat saw it: the public board and its own `mine`; a deal of secrets shows no faces."""
    view = record.game.view(moment.state, seat)
    entry: Any = moment.entry
    if entry.actor == NATURE and _secrets(record, before) != _secrets(record, moment.state):
        entry = {"actor": NATURE, "move": {"type": entry.move.__struct_config__.tag}}
    pending: Any = moment.pending
    if isinstance(pending, Ask):
        mine = {seat: pending.options[seat]} if seat in pending.options else {}
        pending = Ask(mine, pending.due)
    return {
        "entry": entry,
        "events": moment.events,
        "state": view.table.board,
        "mine": view.mine,
        "pending": pending,
    }


def _secrets(record: Record, state: Any) -> list[Any]:
    views = (record.game.view(state, seat) for seat in range(record.game.seats))
    return [view.mine.secret for view in views if view.mine]
