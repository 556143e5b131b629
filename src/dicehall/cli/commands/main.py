"""`dicehall`: the games in a terminal."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from dicehall import __version__
from dicehall.narrate.story import LETTERS
from dicehall.rules.catalog import GAMES, find
from dicehall.rules.errors import DamagedRecord, RulesError
from dicehall.rules.listing import Listing
from dicehall.rules.values import Options

if TYPE_CHECKING:
    from dicehall.cli.client.local import LocalTable
    from dicehall.cli.terminal.screen import HallApp


def examples(*commands: str) -> str:
    """PublicTable below the options, one a line."""
    return "\n\n".join(("Examples:", *commands))


app = typer.Typer(
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A hall of dice games: open one for friends, play against bots or at one keyboard, record and replay.",
    epilog=examples(
        "dicehall games", "dicehall rules peril", "dicehall play peril", "dicehall serve", "dicehall join KIRO"
    ),
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of: " + ", ".join(game.name for game in GAMES))]
Setting = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change a rule; may be repeated. See: dicehall games GAME"),
]
PresetName = Annotated[
    str | None, typer.Option("--preset", metavar="TITLE", help="A named variation. See: dicehall games GAME")
]


HALL = "http://127.0.0.1:8000"
"""Where a hall is unless told otherwise."""


class Refused(RulesError):
    """Something about the command line is not right."""


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"dicehall {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def dicehall(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", metavar="", help="Print the version.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(epilog=examples("dicehall games", "dicehall games bluff"))
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Tell more about one game")] = None,
) -> None:
    """List the games, or one game's options and presets."""
    from dicehall.cli.terminal.show import show_game, show_games

    if game is None:
        show_games(GAMES)
    else:
        show_game(find_game(game))


@app.command(epilog=examples("dicehall rules three_dice"))
def rules(game: GameName) -> None:
    """Print the rules of a game in plain words."""
    from dicehall.cli.shared.rulebook import rules_page
    from dicehall.cli.terminal.show import show_markdown

    show_markdown(rules_page(find_game(game)))


@app.command(
    epilog=examples(
        "dicehall play peril --seats 6",
        "dicehall play bluff --name Ann --name Ben --set claims=rising",
        "dicehall play mindroll --preset Sprint --plain",
    )
)
def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many sit at the table; 4 unless you say.")] = None,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Your name; once for each person.")] = None,
    people: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many people share this keyboard.")] = None,
    bots: Annotated[str, typer.Option(metavar="LEVEL", help="How the bots play: house or uniform.")] = "house",
    settings: Setting = None,
    preset: PresetName = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="The same dice and bots every time.")] = None,
    plain: Annotated[bool, typer.Option("--plain", metavar="", help="Line by line: pipes, screen readers.")] = False,
    fast: Annotated[bool, typer.Option("--fast", metavar="", help="Bots answer at once.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the record there when you stop.")] = None,
) -> None:
    """Play against bots, or with others at this keyboard."""
    from dicehall.bots import find_bot
    from dicehall.cli.client.local import PAUSE, LocalTable, names_for

    listing = find_game(game)
    people = people or max(1, len(name or []))
    seats = seats if seats is not None else max(people, min(4, listing.seats[1]))
    listing.check_seats(seats)
    if people > seats:
        raise Refused(f"{people} people do not fit {seats} seats; take --seats {people} or more")
    table = LocalTable(
        listing,
        options_from(listing, preset, settings),
        names_for(seats, people, name or []),
        people=people,
        bot=find_bot(listing.name, bots),
        seed=seed,
        pause=0 if fast else PAUSE,
    )
    if save:
        write(save, "a", "")  # refused now rather than after the game
    try:
        left_early = run_table(table, plain)
    finally:
        if save:
            write(save, "w", table.record().write())
            print(f"The record is in {save}: dicehall replay {save}")
    if left_early and not save:
        print("You have left the game. With --save FILE its record is kept next time.")


def write(path: Path, mode: str, text: str) -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from None


def run_table(table: "LocalTable", plain: bool) -> bool:
    """Play, and say whether somebody left before the end."""
    if plain or not is_full_screen():
        from dicehall.cli.terminal.plain import play_plain

        try:
            play_plain(table)
        except EOFError:
            print("\nThe input has ended, and so has the game.")
        return False
    from dicehall.cli.terminal.screen import TableApp
    from dicehall.narrate.story import ranking
    from dicehall.rules.kernel import Over

    run_screen(TableApp(table))
    match table.game.pending(table.state):
        case Over() as over:
            print(ranking(over, table.narrator))
            return False
        case _:
            return True


def run_screen(app: "HallApp") -> None:
    """A screen that broke or was told to stop is no success."""
    app.run()
    if app.return_code:
        sys.exit(app.return_code)


def is_full_screen() -> bool:
    """True where a screen can be drawn: a real terminal on both ends, and not a dumb one."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@app.command(epilog=examples("dicehall record three_dice --seats 4 --seed 7 > game.jsonl"))
def record(
    game: GameName,
    seats: Annotated[int, typer.Option(metavar="N", help="How many bots play.")] = 4,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="The same game every time.")] = None,
    settings: Setting = None,
    preset: PresetName = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Which bot plays: house or uniform.")] = "house",
) -> None:
    """Let bots play a whole game and print its record."""
    from dicehall.bots import find_bot
    from dicehall.bots.match import play_out

    listing = find_game(game)
    options = options_from(listing, preset, settings)
    listing.check_seats(seats, listing.most_seats)
    played, _ = play_out(listing, [find_bot(listing.name, bot)] * seats, options, Random(seed))
    sys.stdout.write(played.write())


@app.command(
    epilog=examples("dicehall replay game.jsonl", "dicehall record bluff --seed 1 | dicehall replay - --seat B")
)
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input")],
    json: Annotated[bool, typer.Option("--json", metavar="", help="One line of JSON a step.")] = False,
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="Only what this seat could know: its number from 0, or its letter.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", metavar="", help="The whole story at once, no stepping.")] = False,
) -> None:
    """Tell a recorded game as a story; step through it with the arrow keys."""
    from dicehall.cli.commands.replay import json_lines, read_record
    from dicehall.narrate.story import tell

    told = read_record(file)
    eyes = seat_number(seat, told.game.seats)
    if json or plain or not is_full_screen():
        with damage_kept_secret(eyes):
            lines = list(json_lines(told, eyes) if json else tell(told, seat=eyes))
        for line in lines:
            print(line)
        return
    from dicehall.cli.terminal.screen import ReplayApp

    with damage_kept_secret(eyes):
        screen = ReplayApp(told, eyes)
    run_screen(screen)


@app.command(
    epilog=examples(
        "dicehall verify game.jsonl",
        "dicehall verify game.jsonl --digest 3f9a… --commit 81bc…",
        "curl -s http://192.0.2.7:8000/api/tables/KIRO/games/1 | dicehall verify -",
    )
)
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input")],
    commit: Annotated[
        str | None, typer.Option(metavar="HEX", help="What the table said before the game, if you noted it.")
    ] = None,
    digest: Annotated[str | None, typer.Option(metavar="HEX", help="What the table said when it had ended.")] = None,
    my_seed: Annotated[str | None, typer.Option(metavar="SEED", help="What your own client has mixed in.")] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="Where you sat: the number from 0, or the letter.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", metavar="", help="For programs.")] = False,
) -> None:
    """Check a record by itself, without any hall: its dice, its moves, and that nothing was changed."""
    from dicehall.cli.commands.verify import noted_from, verify_file

    if code := verify_file(file, noted_from(commit, digest, my_seed, seat), json=json):
        raise typer.Exit(code)


@contextmanager
def damage_kept_secret(eyes: int | None) -> Iterator[None]:
    """With a seat, what is wrong with a record is not described, for it may be a secret of another."""
    try:
        yield
    except DamagedRecord as error:
        if eyes is None:
            raise
        raise Refused(f"line {error.line}: this entry is against the rules") from None


def seat_number(seat: str | None, seats: int) -> int | None:
    """A seat by its number or its letter; None is everybody's."""
    if seat is None:
        return None
    names = {str(number): number for number in range(seats)} | {LETTERS[number]: number for number in range(seats)}
    number = names.get(seat.upper())
    if number is None:
        raise Refused(f"there is no seat {seat} in this game; seats are 0 to {seats - 1}, or A to {LETTERS[seats - 1]}")
    return number


def find_game(name: str) -> Listing:
    """The game of that name, however it is spelt: `Three-Dice` is `three_dice`."""
    return find(name.casefold().replace("-", "_").replace(" ", "_"))


def options_from(listing: Listing, preset: str | None, settings: list[str] | None) -> Options:
    """The preset's options with every `--set name=value` on top."""
    given: dict[str, Any] = {} if preset is None else msgspec.to_builtins(listing.preset(preset).options)
    return listing.read_options(given | values_of(settings))


def values_of(settings: list[str] | None) -> dict[str, Any]:
    """Every `--set name=value`."""
    given: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Refused(f"--set takes option=value, not {setting!r}")
        given[name] = parse_value(value)
    return given


def parse_value(text: str) -> Any:
    """`3`, `true` and `[1,0]` as JSON has them; anything else is a word."""
    text = text.encode(errors="replace").decode()  # bytes that are no text become question marks
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
