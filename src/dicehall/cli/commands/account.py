"""`dicehall account`: who this machine is in a hall, with a password and everything that comes with one."""

import sys
from typing import Annotated, Literal, TypeAlias

import typer

from dicehall.cli.commands.main import HALL, Refused, app, examples

account = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    help="Your account in a hall: register, log in and out, tokens for bots, your data.",
    epilog=examples(
        "dicehall account register Ann",
        "dicehall account register --as Ann      # the guest of this machine, with all that she has",
        "dicehall account log-in Ann --hall https://dice.example.org",
        "dicehall account tokens new 'my bot' --scope play",
    ),
)
tokens = typer.Typer(rich_markup_mode="rich", help="Tokens for bots and scripts: list, make and revoke them.")
account.add_typer(tokens, name="tokens", invoke_without_command=True)
app.add_typer(account, name="account")

Hall = Annotated[str, typer.Option("--hall", metavar="URL", help="Where the hall is.")]
As = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Who of this machine; else the last account.")]
FromInput = Annotated[
    bool, typer.Option("--password-stdin", metavar="", help="Take passwords from standard input, a line each.")
]
Yes = Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask whether it is meant.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="What you are called there")]
TokenScope: TypeAlias = Literal["play", "read"]


@account.command(epilog=examples("dicehall account register Ann", "dicehall account register --as Ann"))
def register(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="What you want to be called")] = None,
    guest: Annotated[
        str | None, typer.Option("--as", metavar="GUEST", help="Make an account of this guest of this machine.")
    ] = None,
    hall: Hall = HALL,
    password_stdin: FromInput = False,
) -> None:
    """Make an account: a new one, or of a guest, who keeps seats, results and invitations."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    person = deeds.register(address(hall), name, guest, from_input=password_stdin)
    print(f"{person.name} has an account at {address(hall)} now. `dicehall join` comes in with it.")


@account.command("log-in", epilog=examples("dicehall account log-in Ann"))
def log_in(name: Name, hall: Hall = HALL, password_stdin: FromInput = False) -> None:
    """Log in with name and password; `dicehall join` comes in with the account then."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    person = deeds.log_in(address(hall), name, from_input=password_stdin)
    print(f"{person.name} is logged in at {address(hall)}.")


@account.command("log-out", epilog=examples("dicehall account log-out", "dicehall account log-out --as Ann"))
def log_out(who: As = None, hall: Hall = HALL) -> None:
    """Log this machine out; seats are kept."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    print(f"{deeds.log_out(address(hall), who)} is logged out at {address(hall)}.")


@account.command(epilog=examples("dicehall account password"))
def password(who: As = None, hall: Hall = HALL, password_stdin: FromInput = False) -> None:
    """Change your password: first the old one, then the new one. Your other browsers are logged out."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    name = deeds.change_password(address(hall), who, from_input=password_stdin)
    print(f"{name} has a new password. All other browsers are logged out; tokens stay.")


@account.command(epilog=examples("dicehall account who"))
def who(hall: Hall = HALL) -> None:
    """Who this machine is known as in a hall."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address
    from dicehall.cli.shared.lists import show_list

    url = address(hall)
    show_list(("name", "what", "now"), deeds.everybody(url), f"Nobody from this machine is known at {url}.")


@account.command(epilog=examples("dicehall account export me.json", "dicehall account export - | less"))
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it, or - for standard output")],
    who: As = None,
    hall: Hall = HALL,
    force: Annotated[bool, typer.Option("--force", metavar="", help="Write over a file that is there.")] = False,
) -> None:
    """Write down everything that a hall keeps about you, as JSON."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    deeds.export(address(hall), who, file, force=force)
    if file != "-":
        print(f"All that the hall keeps about you is in {file}.")


@account.command(epilog=examples("dicehall account delete", "dicehall account delete --as Ann"))
def delete(who: As = None, hall: Hall = HALL, yes: Yes = False, password_stdin: FromInput = False) -> None:
    """Delete yourself: you leave all tables, and name, sessions and chat are gone for good."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    if password_stdin and not yes:
        raise Refused("with --password-stdin nobody can be asked whether it is meant: say --yes too")
    name = deeds.delete(address(hall), who, yes=yes, from_input=password_stdin)
    print(f"{name} is gone from {address(hall)}.")


# Tokens


@tokens.callback(epilog=examples("dicehall account tokens", "dicehall account tokens new 'my bot' --scope play"))
def list_tokens(context: typer.Context, who: As = None, hall: Hall = HALL) -> None:
    """Tokens for bots and scripts; without a command, list yours."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address
    from dicehall.cli.shared.lists import show_list

    if context.invoked_subcommand is None:
        rows = deeds.tokens(address(hall), who)
        show_list(("key", "what it is for", "may", "made", "used"), rows, "You have no tokens.")


@tokens.command("new", epilog=examples("dicehall account tokens new 'my bot' --scope play"))
def new_token(
    label: Annotated[str, typer.Argument(metavar="LABEL", help="What it is for")],
    scope: Annotated[
        TokenScope, typer.Option(metavar="play|read", help="play may sit and move, read may only look.")
    ] = "play",
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Make a token and print it: this once, for the hall does not keep it."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    print(deeds.new_token(address(hall), who, label, scope))
    print("PublicTable once: keep it.", file=sys.stderr)


@tokens.command("revoke", epilog=examples("dicehall account tokens revoke 4f1c0c7d2f1e9a35"))
def revoke_token(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `dicehall account tokens` lists it")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Revoke a token: whatever uses it is shut out at once."""
    from dicehall.cli.commands import account_deeds as deeds
    from dicehall.cli.commands.join import address

    deeds.revoke_token(address(hall), who, key)
    print(f"The token {key} is revoked.")
