"""`dicehall admin`: what administrators of a hall see and do."""

from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.commands.halls import DATA
from dicehall.cli.commands.main import HALL, app, examples, find_game

admin = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    help="Look after a hall: who may come in, what is open, the leaderboard, and who did what.",
    epilog=examples(
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET Ann     # the link that a fresh hall prints",
        "dicehall admin people",
        "dicehall admin ban Mallory --reason 'Shouting at people'",
        "dicehall admin audit",
    ),
)
reset = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    help="Begin anew; it cannot be taken back.",
    epilog=examples("dicehall admin reset leaderboard --game bluff", "dicehall admin reset everything"),
)
admin.add_typer(reset, name="reset")
app.add_typer(admin, name="admin")

Hall = Annotated[str, typer.Option("--hall", metavar="URL", help="Where the hall is.")]
As = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Who of this machine; else an administrator.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A name or an id")]
FromInput = Annotated[bool, typer.Option("--password-stdin", metavar="", help="Take the password from standard input.")]
Yes = Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask whether it is meant.")]


# Whose hall it is


@admin.command(
    epilog=examples(
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET Ann         # a new account",
        "dicehall admin claim http://127.0.0.1:8000/claim/SECRET --as Ann    # who plays at this machine already",
    )
)
def claim(
    link: Annotated[str, typer.Argument(metavar="LINK", help="As the hall has printed it")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Of the account that is made for you")] = None,
    who: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Make this guest or account of this machine the host.")
    ] = None,
    password_stdin: FromInput = False,
) -> None:
    """Make a hall yours by the one-time link that it prints: with a new account, or with one of this machine."""
    from dicehall.cli.commands import admin_deeds as deeds

    person, url = deeds.claim(link, name, who, from_input=password_stdin)
    elsewhere = "" if url == HALL else f"; its commands take --hall {url}"
    print(f"The hall at {url} is yours, {person.name}. See: dicehall admin --help{elsewhere}")


@admin.command(
    epilog=examples("dicehall admin link", "dicehall admin link --data ~/hall --hall https://dice.example.org")
)
def link(
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the hall keeps everything.")] = DATA,
    hall: Hall = HALL,
) -> None:
    """Make a new one-time link, on the machine of the hall, while it runs or not; earlier links are void."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    print(deeds.link(data, address(hall)))


# People


@admin.command(epilog=examples("dicehall admin people", "dicehall admin people mal"))
def people(
    like: Annotated[str, typer.Argument(metavar="[LIKE]", help="A part of the name")] = "",
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """List people: what they are, when they were seen last, how many windows they have open."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address
    from dicehall.cli.shared.lists import show_list

    rows, more = deeds.people(address(hall), who, like)
    show_list(("name", "id", "what", "seen", "windows", "banned"), rows, "There is nobody of such a name.")
    if more:
        print(f"These are the last {len(rows)}; give a part of the name to find others.")


@admin.command(epilog=examples("dicehall admin ban Mallory --reason 'Shouting at people'"))
def ban(
    whom: Who,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="They are told.")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Keep somebody out: they are told why, and lose their seats."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    print(f"{deeds.ban(address(hall), who, whom, reason)} is banned.")


@admin.command(epilog=examples("dicehall admin unban Mallory"))
def unban(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Let somebody in again."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    deeds.unban(address(hall), who, whom)
    print(f"{whom} may come in again.")


@admin.command(epilog=examples("dicehall admin rename Mallory 'Mal'"))
def rename(
    whom: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What they are called from now on")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Give somebody another name."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    print(f"{whom} is called {deeds.change(address(hall), who, whom, name=name)} from now on.")


@admin.command(epilog=examples("dicehall admin appoint Ben"))
def appoint(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Make an account an administrator, who may do everything that you may."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    print(f"{deeds.change(address(hall), who, whom, kind='administrator')} is an administrator.")


@admin.command(epilog=examples("dicehall admin dismiss Ben"))
def dismiss(whom: Who, who: As = None, hall: Hall = HALL) -> None:
    """Make an administrator a plain account again; nobody dismisses themselves, so one always stays."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    print(f"{deeds.change(address(hall), who, whom, kind='account')} is no administrator any more.")


# Tables


@admin.command(epilog=examples("dicehall admin tables"))
def tables(who: As = None, hall: Hall = HALL) -> None:
    """List all tables, also private ones and those that cannot be read back."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address
    from dicehall.cli.shared.lists import show_list

    rows = deeds.tables(address(hall), who)
    show_list(("code", "game", "state", "seated", "people", "host", "watching", ""), rows, "No table is open.")


@admin.command(epilog=examples("dicehall admin close KIRO"))
def close(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Of the table")], who: As = None, hall: Hall = HALL
) -> None:
    """Close a table; a running game ends without a result."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    deeds.close(address(hall), who, code)
    print(f"Table {code.upper()} is closed.")


# Beginning anew


@reset.command(epilog=examples("dicehall admin reset leaderboard", "dicehall admin reset leaderboard --game bluff"))
def leaderboard(
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only of this game.")] = None,
    who: As = None,
    hall: Hall = HALL,
    yes: Yes = False,
) -> None:
    """Empty the leaderboard: everybody begins anew. Finished games can still be looked at."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    listing = None if game is None else find_game(game)
    deeds.reset_leaderboard(address(hall), who, listing, yes=yes)
    print(f"The leaderboard{'' if listing is None else f' of {listing.title}'} begins anew.")


@reset.command(epilog=examples("dicehall admin reset everything"))
def everything(who: As = None, hall: Hall = HALL, yes: Yes = False) -> None:
    """Close all tables and empty the leaderboard. Accounts stay."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address

    closed = deeds.reset_everything(address(hall), who, yes=yes)
    print(f"{'1 table is' if closed == 1 else f'{closed} tables are'} closed, and the leaderboard begins anew.")


# Who did what


@admin.command(epilog=examples("dicehall admin audit", "dicehall admin audit --most 1000 --json"))
def audit(
    most: Annotated[int, typer.Option(min=1, metavar="N", help="So many of the latest.")] = 50,
    json: Annotated[bool, typer.Option("--json", metavar="", help="One line of JSON an entry.")] = False,
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """What administrators did, the latest first."""
    from dicehall.cli.commands import admin_deeds as deeds
    from dicehall.cli.commands.join import address
    from dicehall.cli.shared.lists import show_list

    entries = deeds.audit(address(hall), who, most)
    if json:
        for line in deeds.json_lines(entries):
            print(line)
    else:
        show_list(("number", "when", "what"), deeds.audit_rows(entries), "Nothing was done yet.")
