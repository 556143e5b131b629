"""`dicehall` itself, and the arguments that several commands share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from dicehall import __version__
from dicehall.cli.shared.addresses import address
from dicehall.cli.shared.errors import refused
from dicehall.rules.catalog import GAMES
from dicehall.rules.listing import Listing

DATA = Path("data")
"""Where a hall keeps everything unless told otherwise."""


def examples(*commands: str) -> str:
    """Shown below the options, one on each line."""
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
Options = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change an option; may be repeated. See: dicehall games GAME"),
]
PresetName = Annotated[
    str | None, typer.Option("--preset", metavar="TITLE", help="A named set of options. See: dicehall games GAME")
]
BOT_LEVEL = "The bots' level: easy, normal, hard or uniform. See: dicehall games GAME"
Plain = Annotated[bool, typer.Option("--plain", metavar="", help="Line by line: for pipes and screen readers.")]
Json = Annotated[bool, typer.Option("--json", metavar="", help="JSON, for programs.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input")]
Hall = Annotated[str, typer.Option("--hall", metavar="URL", help="Address of the hall.", callback=address)]
Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The hall's data folder.")]
OnDatabase = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="For a hall on several machines: as given to `dicehall serve`."),
]
Yes = Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask for confirmation.")]
FromInput = Annotated[
    bool, typer.Option("--password-stdin", metavar="", help="Read passwords from standard input, one per line.")
]


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


def given_options(listing: Listing, preset: str | None, settings: list[str] | None) -> dict[str, Any]:
    """The preset's options with every `--set name=value` on top; refused unless they are options of the game."""
    given: dict[str, Any] = {} if preset is None else msgspec.to_builtins(listing.preset(preset).options)
    given |= values_of(settings)
    listing.read_options(given)
    return given


def values_of(settings: list[str] | None) -> dict[str, Any]:
    """Every `--set name=value`."""
    given: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise refused("set-bad", given=repr(setting))
        given[name] = parse_value(value)
    return given


def parse_value(text: str) -> Any:
    """`3`, `true` and `[1,0]` are read as JSON; anything else is a word."""
    text = text.encode(errors="replace").decode()  # bytes that are no text become question marks
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


@contextmanager
def the_extra() -> Iterator[None]:
    """Around imports of what only a hall on several machines needs."""
    try:
        yield
    except ModuleNotFoundError:
        raise refused("database-extra") from None
