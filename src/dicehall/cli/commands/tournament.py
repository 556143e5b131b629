"""`dicehall tournament`: what there is to play in a hall, and everything that hosts do."""

import sys
from typing import Annotated, Literal, TypeAlias

import msgspec
import typer

from dicehall.bots import NORMAL, find_bot
from dicehall.cli.client.hosting import act, create_tournament
from dicehall.cli.commands.app import Hall, Json, Options, PresetName, Yes, examples, given_options, values_of
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.asking import confirm
from dicehall.cli.shared.errors import Refused
from dicehall.cli.shared.games import find_game
from dicehall.cli.shared.lists import moment, show_list
from dicehall.cli.shared.moments import moment_of
from dicehall.cli.shared.words import words
from dicehall.evenings.core import commands
from dicehall.evenings.core.entering import checked
from dicehall.evenings.core.setting import USUAL_CLOCK, AnyFormat, Arena, KnockOut, Series, Setting, Swiss, TeamScoring
from dicehall.rules.listing import Listing
from dicehall.table.core.draft import RefusedError

say = words("terminal-tournament")
USUAL_SEATS = 4
"""At a table, if the game takes so many."""

tournament = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    epilog=examples(
        "dicehall tournament list",
        "dicehall tournament create bluff --title 'Friday cup' --rounds 5 --bots 3",
        "dicehall tournament start CUPRAMI",
        "dicehall tournament follow CUPRAMI",
        "dicehall join CUPRAMI                  # take part",
    ),
)

FormatName: TypeAlias = Literal["swiss", "knock-out", "arena", "series"]
FORMATS: dict[FormatName, type[AnyFormat]] = {"swiss": Swiss, "knock-out": KnockOut, "arena": Arena, "series": Series}
Code = Annotated[str, typer.Argument(metavar="CODE", help="The code of a tournament, or a link to it")]
As = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="Saved identity to use (default: the last account).")
]
Level = Annotated[
    str, typer.Option(metavar="LEVEL", help="The bots' level: easy, normal, hard or uniform. See: dicehall games GAME")
]


@tournament.command("list", epilog=examples("dicehall tournament list", "dicehall tournament list --json"))
def list_them(hall: Hall = HALL, json: Json = False) -> None:
    """List the tournaments of a hall: those that run, those to come, and the latest that are over."""
    from dicehall.cli.client.tournament_list import ask_list, row

    told = ask_list(hall)
    if json:
        print(msgspec.json.encode(told).decode())
        return
    show_list(
        ("code", "title", "game", "format", "state", "entrants", "host"),
        [row(each, told.now) for each in told.tournaments],
        say("list-none", url=hall),
    )


@tournament.command(
    epilog=examples(
        "dicehall tournament create bluff --title 'Friday cup'",
        "dicehall tournament create mindroll --format swiss --rounds 4 --last 8 --start 20:30",
        "dicehall tournament create bluff --rounds 4 --duplicate",
        "dicehall tournament create peril --format knock-out --advance 2 --most 32 --by-link",
        "dicehall tournament create stlucia --format arena --minutes 45 --no-bots",
        "dicehall tournament create three-dice --format series --games 5 --seats 3 --bots 2",
        "dicehall tournament create bluff --teams sum         # or --teams 3: the points of the best three",
    )
)
def create(
    game: Annotated[str, typer.Argument(metavar="GAME", help="What is played. See: dicehall games")],
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="What it is called (default: the game).")] = None,
    format: Annotated[
        FormatName, typer.Option(metavar="FORMAT", help="swiss, knock-out, arena or series.")
    ] = "swiss",
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Swiss: how many rounds (5).")] = None,
    last: Annotated[
        int | None, typer.Option(metavar="N", help="Swiss: how many of the best then play a knock-out (none).")
    ] = None,
    advance: Annotated[
        int | None, typer.Option(metavar="N", help="Knock-out: how many of each table go on (2, or half).")
    ] = None,
    minutes: Annotated[int | None, typer.Option(metavar="N", help="Arena: how long (60).")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Series: how many games (5).")] = None,
    preset: PresetName = None,
    settings: Options = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Seats at a table (4, if the game allows it).")
    ] = None,
    least: Annotated[int | None, typer.Option(metavar="N", help="The fewest seats at a table.")] = None,
    most: Annotated[int | None, typer.Option(metavar="N", help="How many may enter (500).")] = None,
    start_at: Annotated[
        str | None,
        typer.Option(
            "--start", metavar="TIME",
            help="When it starts, in the time of this machine: 20:30, '2026-12-24 20:30' or +15 (minutes). "
            "Without it: when it is full, or when you start it.",
        ),
    ] = None,
    by_link: Annotated[bool, typer.Option("--by-link", metavar="", help="Only those who have the link enter.")] = False,
    clock: Annotated[int, typer.Option(min=15, max=600, metavar="SECONDS", help="The time to answer.")] = USUAL_CLOCK,
    between: Annotated[
        int, typer.Option(min=0, max=3600, metavar="SECONDS", help="From a round to the next pairing.")
    ] = 30,
    teams: Annotated[
        str | None, typer.Option(metavar="sum|N", help="Score teams: the points of all members, or of the best N.")
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", metavar="", help="Swiss: all tables of a round have the same dice.")
    ] = False,
    no_bots: Annotated[bool, typer.Option("--no-bots", metavar="", help="Bots may not enter.")] = False,
    no_predictions: Annotated[
        bool, typer.Option("--no-predictions", metavar="", help="Spectators cannot predict who wins.")
    ] = False,
    bots: Annotated[int, typer.Option(min=0, max=499, metavar="N", help="Bots that enter at once.")] = 0,
    level: Level = NORMAL,
    who: As = None,
    hall: Hall = HALL,
) -> None:  # fmt: skip
    """Set up a tournament, and print its code and link. You need an account: `dicehall account register`."""
    listing = find_game(game)
    given_options(listing, preset, settings)  # refused now rather than by the hall
    find_bot(listing.name, level)
    if bots and no_bots:
        raise Refused(say("create-bots-none"))
    preferred = seats if seats is not None else min(max(USUAL_SEATS, listing.seats[0]), listing.seats[1])
    setting = the_setting(
        listing, preset, settings,
        title=title or listing.title,
        format=the_format(format, preferred, rounds=rounds, last=last, advance=advance, minutes=minutes, games=games),
        seats=preferred,
        least=least if least is not None else min(listing.seats[0], preferred),
        starts=None if start_at is None else moment_of(start_at),
        open=not by_link, clock=clock, bots=not no_bots, between=between, duplicate=duplicate,
        teams=team_scoring(teams), predictions=not no_predictions,
        **({} if most is None else {"most": most}),
    )  # fmt: skip
    made = create_tournament(hall, who, setting, bots, level)
    print(say("created", title=made.shown.setting.title, code=made.code))
    print(made.invitation)
    print(say("others-enter", link=made.invitation))
    starts = setting.starts
    print(
        say(
            "create-starts",
            when="none" if starts is None else moment(starts),
            start=f"dicehall tournament start {made.code}",
        )
    )


def the_setting(listing: Listing, preset: str | None, settings: list[str] | None, **chosen: object) -> Setting:
    """Refused where it cannot be played."""
    options = {} if preset is None else msgspec.to_builtins(listing.preset(preset).options)
    return as_checked({"game": listing.name, "options": options | values_of(settings), **chosen})


def as_checked(raw: dict[str, object]) -> Setting:
    """Refused here, in the words of the hall."""
    try:
        return checked(msgspec.convert(msgspec.to_builtins(raw), Setting))
    except RefusedError as error:
        raise Refused(str(error)) from None
    except msgspec.ValidationError as error:
        raise Refused(say("create-bad", why=str(error))) from None


def team_scoring(given: str | None) -> TeamScoring | None:
    """`sum`, or how many of the best count."""
    if given is None:
        return None
    try:
        return msgspec.convert({"count": given if given == "sum" else int(given)}, TeamScoring)
    except ValueError:  # as which msgspec tells a number that is too big, too
        raise Refused(say("create-teams", given=repr(given))) from None


def the_format(name: FormatName, seats: int, **given: int | None) -> AnyFormat:
    """With the parameters that were given; one of another format is a mistake."""
    kind = FORMATS[name]
    chosen = {key: value for key, value in given.items() if value is not None}
    for key in chosen:
        if key not in kind.__struct_fields__:
            owners = [owner for owner, each in FORMATS.items() if key in each.__struct_fields__]
            raise Refused(say("create-parameter", option=f"--{key}", formats=" / ".join(owners)))
    if "advance" in kind.__struct_fields__:
        chosen.setdefault("advance", max(1, seats // 2))
    try:
        return msgspec.convert(chosen, kind)
    except msgspec.ValidationError as error:
        raise Refused(say("create-bad", why=str(error))) from None


@tournament.command(epilog=examples("dicehall tournament follow CUPRAMI", "dicehall tournament follow CUPRAMI --json"))
def follow(
    code: Code,
    hall: Hall = HALL,
    json: Annotated[
        bool, typer.Option("--json", metavar="", help="Everything as JSON, a line for each change; for programs.")
    ] = False,
) -> None:
    """Print the standings, and what happens, until the tournament is over. You need no seat and no account."""
    from dicehall.cli.terminal.tournament_follow import follow_it

    follow_it(hall, code, json=json)
    sys.stdout.flush()


# What hosts do


@tournament.command(epilog=examples("dicehall tournament start CUPRAMI"))
def start(code: Code, who: As = None, hall: Hall = HALL) -> None:
    """Start now, whether or not it is full."""
    act(hall, code, who, commands.Begin())
    print(say("did-start"))


@tournament.command(epilog=examples("dicehall tournament pause CUPRAMI"))
def pause(code: Code, who: As = None, hall: Hall = HALL) -> None:
    """Draw no round and open no table until you resume; tables that are open play on."""
    act(hall, code, who, commands.Pause())
    print(say("did-pause"))


@tournament.command(epilog=examples("dicehall tournament resume CUPRAMI"))
def resume(code: Code, who: As = None, hall: Hall = HALL) -> None:
    """Go on after a pause."""
    act(hall, code, who, commands.Resume())
    print(say("did-resume"))


@tournament.command(epilog=examples("dicehall tournament undo CUPRAMI", "dicehall tournament resume CUPRAMI"))
def undo(code: Code, who: As = None, hall: Hall = HALL) -> None:
    """Undo the last pairing before its tables open. It is paused then; `resume` draws anew."""
    act(hall, code, who, commands.UndoPairing())
    print(say("did-undo"))


@tournament.command(
    epilog=examples("dicehall tournament bots CUPRAMI 3", "dicehall tournament bots CUPRAMI 1 --level hard")
)
def bots(
    code: Code,
    count: Annotated[int, typer.Argument(min=1, max=499, metavar="N", help="How many enter")] = 1,
    level: Level = NORMAL,
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Let bots enter. They are marked, never take a person's place, and win no title."""
    act(hall, code, who, *(commands.AddBot(level) for _ in range(count)))
    print(say("did-bots", count=count))


@tournament.command(epilog=examples("dicehall tournament remove CUPRAMI Mallory"))
def remove(
    code: Code,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A person or a bot, as in the standings")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Remove someone; they cannot come back by themselves. What they have played stays as it is."""
    act(hall, code, who, lambda cup: commands.Remove(cup.find(name)))
    print(say("did-remove", name=name))


@tournament.command(epilog=examples("dicehall tournament readmit CUPRAMI Mallory"))
def readmit(
    code: Code,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whom you have removed")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Let someone whom you have removed take part again; they enter, or come back, themselves."""
    act(hall, code, who, lambda cup: commands.Readmit(cup.find_removed(name)))
    print(say("did-readmit", name=name))


@tournament.command(
    epilog=examples("dicehall tournament second CUPRAMI Ann", "dicehall tournament second CUPRAMI --nobody")
)
def second(
    code: Code,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A person who takes part")] = None,
    nobody: Annotated[bool, typer.Option("--nobody", metavar="", help="Have no second any more.")] = False,
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Name a second, who can do all that you can, except name a second."""
    if (name is None) != nobody:
        raise Refused(say("second-who"))
    act(hall, code, who, lambda cup: commands.NameSecond(None if name is None else cup.find(name)))
    print(say("did-second-none") if name is None else say("did-second", name=name))


@tournament.command("call-off", epilog=examples("dicehall tournament call-off CUPRAMI"))
def call_off(code: Code, who: As = None, hall: Hall = HALL, yes: Yes = False) -> None:
    """End it without a title; what was played stays as it is."""
    confirm(say("call-off-what", code=code), "off", yes=yes)
    act(hall, code, who, commands.CallOff())
    print(say("did-call-off"))


from dicehall.cli.commands import tournament_change  # noqa: E402, F401  # adds its command, last in the help
