"""`dicehall join`: play at a table of a hall."""

from typing import Annotated, Literal, TypeAlias

import typer
from msgspec import UNSET

from dicehall.cli.commands.app import BOT_LEVEL, Options, Plain, PresetName, app, examples, given_options, values_of
from dicehall.cli.commands.team_options import ColourOption, PatternOption, given_team
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.games import find_game

TimeOut: TypeAlias = Literal["play", "kick", "wait"]


@app.command(
    epilog=examples(
        "dicehall join http://192.0.2.7:8000/t/KIRO --name Ann",
        "dicehall join KIRO                                # in a hall on this machine",
        "dicehall join CUPRAMI                             # take part in a tournament",
        "dicehall join http://192.0.2.7:8000 --game peril  # a quick match",
        "dicehall join --game bluff --seats 2              # a game of two",
        "dicehall join --game any --people-only            # no bots",
        "dicehall join --open bluff --bots 2 --private",
        "dicehall join --open bluff --invite Ben --invite Cleo --fill",
        "dicehall join KIRO --team 'Red Foxes' --colour red --pattern stripes",
    )
)
def join(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[URL|CODE]", help="A link to a table or a tournament, its code, or the address of a hall"
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name (default: as last time).")] = None,
    rename: Annotated[str | None, typer.Option(metavar="NAME", help="Change your name in this hall.")] = None,
    hall: Annotated[str, typer.Option(metavar="URL", help="Address of the hall, for a bare code.")] = HALL,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="A quick match; any is any game.")] = None,
    open: Annotated[str | None, typer.Option(metavar="GAME", help="Open a table of your own.")] = None,
    bots: Annotated[int, typer.Option(min=0, max=26, metavar="N", help="With --open: how many bots sit down.")] = 0,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help=f"With --bots: {BOT_LEVEL[0].lower()}{BOT_LEVEL[1:]}")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="With --open: how many seats. With --game: 2 or as usual.")
    ] = None,
    people_only: Annotated[
        bool, typer.Option("--people-only", metavar="", help="With --game: wait for people, without bots.")
    ] = False,
    preset: PresetName = None,
    settings: Options = None,
    clock: Annotated[
        int | None, typer.Option(min=15, max=86400, metavar="SECONDS", help="With --open: the time to answer.")
    ] = None,
    on_timeout: Annotated[
        TimeOut | None, typer.Option(metavar="play|kick|wait", help="With --open: what happens when time is up.")
    ] = None,
    fill: Annotated[
        bool, typer.Option("--fill", metavar="", help="With --open: bots take the free seats at the start.")
    ] = False,
    invite: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="With --open: keep a seat for this visitor of the hall; may be repeated."),
    ] = None,
    private: Annotated[bool, typer.Option("--private", metavar="", help="With --open: not listed.")] = False,
    rated: Annotated[
        bool | None,
        typer.Option(
            "--rated/--unrated", metavar="", help="With --open: whether games count for the rating.", show_default=False
        ),
    ] = None,
    odds: Annotated[
        bool, typer.Option("--odds", metavar="", help="With --open: everyone can ask for the odds; unrated.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", metavar="", help="Only watch; with --open, only host.")] = False,
    team: Annotated[
        str | None,
        typer.Option("--team", metavar="LABEL", help="Wear this team's badge (default: your profile's)."),
    ] = None,
    colour: ColourOption = None,
    pattern: PatternOption = None,
    no_team: Annotated[bool, typer.Option("--no-team", metavar="", help="Wear no badge.")] = False,
    no_reactions: Annotated[
        bool, typer.Option("--no-reactions", metavar="", help="Neither show reactions nor offer them.")
    ] = False,
    new: Annotated[bool, typer.Option("--new", metavar="", help="Join as a new guest.")] = False,
    plain: Plain = False,
) -> None:
    """Play at a table of a hall that was opened with `dicehall serve`, or take part in a tournament."""
    from dicehall.bots import NORMAL, find_bot
    from dicehall.cli.client.entering import Wish, check, where
    from dicehall.cli.terminal.joining import join as join_table
    from dicehall.cli.terminal.size import is_full_screen, is_too_small
    from dicehall.server.live.client_messages import OpenTable

    place = where(target, hall)
    target_given = place.code or place.tournament
    if sum(given is not None for given in (target_given, game, open)) > 1:
        raise refused("join-one-only")
    if people_only and game is None:
        raise refused("join-needs-game")
    if game is not None and seats not in (None, 2):
        raise refused("join-quick-seats")
    opens_only = bots or level or preset or settings or clock or on_timeout or fill or invite or private or odds
    if open is None and (opens_only or rated is not None or (seats and game is None)):
        raise refused("join-needs-open")
    wanted = given_team(team, colour, pattern, none=no_team)
    if watch and wanted is not UNSET:
        raise refused("team-watches")
    opening = None
    if open is not None:
        listing = find_game(open)
        given_options(listing, preset, settings)  # refused now rather than by the hall
        find_bot(listing.name, level or NORMAL)
        opening = OpenTable(
            id=0, game=listing.name, preset=preset, options=values_of(settings), seats=seats,
            bots=(level or NORMAL,) * bots, public=not private, sit=not watch, clock=clock,
            on_timeout=on_timeout or "play", fill=fill, invite=tuple(invite or ()), rated=rated, odds=odds,
        )  # fmt: skip
        check(opening)
    quick = game if game in (None, "any") else find_game(game).name
    wish = Wish(
        place.code, quick, opening, watch, place.key, seats=2 if game is not None and seats else None,
        bots=not people_only, team=wanted,
    )  # fmt: skip
    plain = plain or not is_full_screen() or is_too_small()
    if place.tournament is not None:
        from dicehall.cli.terminal.tournament import take_part

        take_part(
            place, name, new=new, rename=rename, watch=watch, plain=plain, reactions=not no_reactions, team=wanted
        )
        return
    join_table(place, wish, name, new=new, rename=rename, plain=plain, reactions=not no_reactions)
