"""The commands that have to do with a hall: to open one, to play in one, to look after one."""

from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Literal, TypeAlias

import typer

from dicehall.cli.commands.main import (
    HALL,
    PresetName,
    Refused,
    Setting,
    app,
    examples,
    find_game,
    is_full_screen,
    options_from,
    values_of,
)

TimeOut: TypeAlias = Literal["play", "kick", "wait"]
LogFormat: TypeAlias = Literal["text", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
DATA = Path("data")
"""Where a hall keeps everything unless told otherwise."""


@app.command(
    epilog=examples(
        "dicehall serve",
        "dicehall serve --host 0.0.0.0     # for everybody on your network",
        "dicehall serve --data ~/hall --public-url https://dice.example.org --port 8001",
    )
)
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0 takes any free one.")] = 8000,
    data: Annotated[
        Path, typer.Option(metavar="DIR", help="Where everything is kept; made if it is not there.")
    ] = DATA,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="How people reach the hall, if not by its own address.")
    ] = None,
    reset_on_start: Annotated[
        bool, typer.Option("--reset-on-start", metavar="", help="End games that were running; nobody wins or loses.")
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", metavar="", help="Bots answer at once.")] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Another limit; may be repeated. See docs/limits.md"),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy before the hall, whose X-Forwarded-For is believed."),
    ] = None,
    log_format: Annotated[LogFormat, typer.Option(metavar="text|json", help="How the log is written.")] = "text",
    log_level: Annotated[
        LogLevel | None, typer.Option(metavar="debug|info|warning|error", help="How much of it.")
    ] = None,
) -> None:
    """Open the hall: friends play in it over the network, with bots and spectators."""
    from dicehall.cli.operate.serve import Wanted
    from dicehall.cli.operate.serve import serve as open_hall
    from dicehall.table.live.table import PAUSE

    open_hall(
        Wanted(
            host=host,
            port=port,
            data=data,
            public_url=public_url,
            reset=reset_on_start,
            pace=0.0 if fast else PAUSE,
            limits=tuple(limit or ()),
            proxies=tuple(trusted_proxy or ()),
            log_format=log_format,
            log_level=log_level,
        )
    )


@app.command(
    epilog=examples(
        "dicehall join http://192.0.2.7:8000/t/KIRO --name Ann",
        "dicehall join KIRO                                # in a hall of your own",
        "dicehall join http://192.0.2.7:8000 --game peril  # a quick match",
        "dicehall join --open bluff --bots 2 --private",
        "dicehall join --open bluff --invite Ben --invite Cleo --fill",
    )
)
def join(
    target: Annotated[
        str | None, typer.Argument(metavar="[URL|CODE]", help="A link to a table, its code, or the address of a hall")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Who you are; else as last time.")] = None,
    rename: Annotated[str | None, typer.Option(metavar="NAME", help="Be called that from now on.")] = None,
    hall: Annotated[str, typer.Option(metavar="URL", help="Where a bare code is looked for.")] = HALL,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="A quick match; any is any game.")] = None,
    open: Annotated[str | None, typer.Option(metavar="GAME", help="Open a table of your own.")] = None,
    bots: Annotated[int, typer.Option(min=0, max=26, metavar="N", help="With --open: bots that sit down.")] = 0,
    seats: Annotated[int | None, typer.Option(metavar="N", help="With --open: how many may sit.")] = None,
    preset: PresetName = None,
    settings: Setting = None,
    clock: Annotated[
        int | None, typer.Option(min=15, max=86400, metavar="SECONDS", help="With --open: the time to answer.")
    ] = None,
    on_timeout: Annotated[
        TimeOut | None, typer.Option(metavar="play|kick|wait", help="With --open: what happens when it is over.")
    ] = None,
    fill: Annotated[
        bool, typer.Option("--fill", metavar="", help="With --open: bots take the free seats at the start.")
    ] = False,
    invite: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="With --open: keep a seat for who has been in the hall; may be repeated."),
    ] = None,
    private: Annotated[bool, typer.Option("--private", metavar="", help="With --open: only by its code.")] = False,
    watch: Annotated[bool, typer.Option("--watch", metavar="", help="Only watch; with --open, only host.")] = False,
    new: Annotated[bool, typer.Option("--new", metavar="", help="Come in as somebody else than last time.")] = False,
    plain: Annotated[bool, typer.Option("--plain", metavar="", help="Line by line: pipes, screen readers.")] = False,
) -> None:
    """Play at a live table, in a hall that somebody has opened with `dicehall serve`."""
    from dicehall.cli.commands.join import Opening, Wish, where
    from dicehall.cli.commands.join import join as join_table

    place = where(target, hall)
    if sum(given is not None for given in (place.code, game, open)) > 1:
        raise Refused("one of a table, --game and --open, please: only one can be joined at a time")
    if open is None and (bots or seats or preset or settings or clock or on_timeout or fill or invite or private):
        raise Refused(
            "--bots, --seats, --preset, --set, --clock, --on-timeout, --fill, --invite and --private are for a table "
            "that you --open"
        )
    opening = None
    if open is not None:
        listing = find_game(open)
        options_from(listing, preset, settings)  # refused now rather than by the hall
        opening = Opening(
            listing.name, preset, values_of(settings), seats, bots, public=not private, sit=not watch, clock=clock,
            on_timeout=on_timeout or "play", fill=fill, invite=tuple(invite or ()),
        )  # fmt: skip
        opening.check()
    quick = game if game in (None, "any") else find_game(game).name
    plain = plain or not is_full_screen() or is_too_small()
    join_table(place, Wish(place.code, quick, opening, watch), name, new=new, rename=rename, plain=plain)


def is_too_small() -> bool:
    """Then a table is played line by line, which needs no room."""
    from dicehall.cli.terminal.screen import LEAST

    width, height = get_terminal_size()
    if width >= LEAST[0] and height >= LEAST[1]:
        return False
    print(f"(This screen is {width} × {height}; below {LEAST[0]} × {LEAST[1]} a table is played line by line.)")
    return True


Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="Where the hall keeps everything.")]


@app.command(epilog=examples("dicehall backup friday.zip", "dicehall backup /srv/backups --data ~/hall    # a folder"))
def backup(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file that is not there yet, or a folder: then its name is the time"),
    ],
    data: Data = DATA,
) -> None:
    """Copy a hall into one file, also while it runs."""
    from dicehall.cli.operate.backup import backup as back_up

    back_up(file, data)


@app.command(epilog=examples("dicehall restore friday.zip --data ~/hall", "dicehall restore friday.zip --replace"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `dicehall backup` has written")],
    data: Data = DATA,
    replace: Annotated[
        bool, typer.Option("--replace", metavar="", help="Put what is there aside, and the backup in its place.")
    ] = False,
) -> None:
    """Put a backup back; the hall must not be running."""
    from dicehall.cli.operate.backup import restore as put_back

    put_back(file, data, replace=replace)


@app.command(epilog=examples("dicehall doctor", "dicehall doctor --data ~/hall --url https://dice.example.org"))
def doctor(
    data: Data = DATA,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Where people find it, to look at that too.")] = None,
) -> None:
    """Look at a hall and its machine, running or not, and say what to do; nothing is changed."""
    from dicehall.cli.operate.doctor import doctor as examine

    if code := examine(data, url):
        raise typer.Exit(code)
