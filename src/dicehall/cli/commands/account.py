"""`dicehall account`: your account in a hall, and everything that comes with one."""

import os
import sys
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote

import msgspec
import typer

from dicehall.cli.client import identities
from dicehall.cli.client.caller import ACCOUNTS, EVERYBODY, Caller, caller, known, sign_in
from dicehall.cli.client.http import Unknown, ask
from dicehall.cli.client.identities import SavedIdentity, login_name, saved_at
from dicehall.cli.commands.app import FromInput, Hall, Json, Yes, examples
from dicehall.cli.commands.team_options import ColourOption, PatternOption, given_team
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.asking import confirm, new_password
from dicehall.cli.shared.asking import password as ask_password
from dicehall.cli.shared.errors import HallRefused, refused
from dicehall.cli.shared.lists import moment, show_list
from dicehall.cli.shared.words import say
from dicehall.cli.terminal.predictions import ask_mine, mine_in_words
from dicehall.cli.terminal.profile import drop_team, keep_team, team_in_words
from dicehall.names.clean import clean, clean_name
from dicehall.ports import Person, SignIn
from dicehall.ports.teams import Team

account = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    epilog=examples(
        "dicehall account register Ann",
        "dicehall account register --as Ann      # a guest of this machine, with everything she has",
        "dicehall account log-in Ann --hall https://dice.example.org",
        "dicehall account team 'Red Foxes' --colour red --pattern stripes",
        "dicehall account tokens new 'my bot' --scope play",
    ),
)
tokens = typer.Typer(rich_markup_mode="rich", help="Access tokens for bots and scripts: list, make and revoke them.")
account.add_typer(tokens, name="tokens", invoke_without_command=True)

As = Annotated[
    str | None, typer.Option("--as", metavar="NAME", help="Saved identity to use (default: the last account).")
]
TokenScope: TypeAlias = Literal["play", "read"]


# Signing in and out


@account.command(epilog=examples("dicehall account register Ann", "dicehall account register --as Ann"))
def register(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The name you want")] = None,
    guest: Annotated[
        str | None, typer.Option("--as", metavar="GUEST", help="Turn this guest of this machine into an account.")
    ] = None,
    hall: Hall = HALL,
    password_stdin: FromInput = False,
) -> None:
    """Make an account. A guest who becomes one keeps seats, results and invitations."""
    before = None if guest is None else known(hall, guest)
    if before is not None and before.kind != "guest":
        raise refused("account-exists", name=before.name, url=hall)
    wanted = clean_name(name or (login_name() if before is None else before.name))
    if before is None and (same := identities.named(saved_at(hall), wanted)) is not None and same.kind == "guest":
        raise refused("account-is-guest", name=same.name, quoted=repr(same.name), url=hall)
    body = {"name": wanted, "password": new_password(from_input=password_stdin)}
    print(say("account-made", name=sign_in(hall, "/api/accounts", body, before).name, url=hall))


@account.command("log-in", epilog=examples("dicehall account log-in Ann"))
def log_in(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your account")],
    hall: Hall = HALL,
    password_stdin: FromInput = False,
) -> None:
    """Sign in with name and password; `dicehall join` uses the account from then on."""
    same = identities.named(saved_at(hall), clean(name))
    before = None if same is None or same.kind == "guest" else same  # its old session ends; guests stay
    body = {"name": name, "password": ask_password(say("password-of", name=name), from_input=password_stdin)}
    print(say("account-in", name=sign_in(hall, "/api/sessions", body, before).name, url=hall))


@account.command("log-out", epilog=examples("dicehall account log-out", "dicehall account log-out --as Ann"))
def log_out(who: As = None, hall: Hall = HALL) -> None:
    """Sign out on this machine. Your seats are kept."""
    person = caller(hall, who, ACCOUNTS)
    if person.identity.kind == "guest":  # nobody could ever sign in as them again
        raise refused("account-guest-out", name=person.name)
    person.ask("DELETE", "/api/sessions")
    identities.forget(hall, person.identity)
    print(say("account-out", name=person.name, url=hall))


# You


@account.command(epilog=examples("dicehall account password"))
def password(who: As = None, hall: Hall = HALL, password_stdin: FromInput = False) -> None:
    """Change your password: first the old one, then the new one. Your other browsers are signed out."""
    person = caller(hall, who, ACCOUNTS)
    old = ask_password(say("password-old"), from_input=password_stdin)
    person.ask("PUT", "/api/me/password", {"old": old, "new": new_password(from_input=password_stdin)})
    print(say("password-changed", name=person.name))


@account.command(epilog=examples("dicehall account who"))
def who(hall: Hall = HALL) -> None:
    """List the identities of this machine in a hall."""
    rows = [looked_up(hall, identity) for identity in saved_at(hall)]
    show_list(("name", "kind", "now"), rows, say("identity-nobody", url=hall))


def looked_up(url: str, identity: SavedIdentity) -> tuple[str, str, str]:
    """Name, kind and what the hall says; what is new is saved."""
    try:
        person = identity.now(msgspec.convert(ask(url, "GET", "/api/me", identity=identity)[0], Person))
    except Unknown:
        identities.forget(url, identity)
        return identity.name, identity.kind, say("identity-forgotten")
    except HallRefused as error:
        return identity.name, identity.kind, str(error)
    identities.update(url, person)
    return person.name, person.kind, say("identity-here" if identities.is_here(identity) else "identity-known")


@account.command(epilog=examples("dicehall account export me.json", "dicehall account export - | less"))
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it, or - for standard output")],
    who: As = None,
    hall: Hall = HALL,
    force: Annotated[bool, typer.Option("--force", metavar="", help="Overwrite the file.")] = False,
) -> None:
    """Download everything that a hall stores about you, as JSON."""
    told = caller(hall, who, EVERYBODY).ask("GET", "/api/me/export")
    text = msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    how = os.O_TRUNC if force else os.O_EXCL
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | how, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise refused("file-exists", file=file) from None
    except OSError as error:
        raise refused("file-unwritable", file=file, why=error.strerror or "") from None
    print(say("account-exported", file=file))


@account.command(epilog=examples("dicehall account delete", "dicehall account delete --as Ann"))
def delete(who: As = None, hall: Hall = HALL, yes: Yes = False, password_stdin: FromInput = False) -> None:
    """Delete your account: you leave all tables, and your name, sessions and chat are gone for good."""
    if password_stdin and not yes:
        raise refused("delete-needs-yes")
    person = caller(hall, who, EVERYBODY)
    confirm(say("delete-what", name=person.name, url=hall), person.name, yes=yes)
    try:
        person.ask("DELETE", "/api/me")
    except HallRefused as error:
        if error.reason != "wrong_password":  # which says that there is one
            raise
        given = ask_password(say("password-of", name=person.name), from_input=password_stdin)
        person.ask("DELETE", "/api/me", {"password": given})
    identities.forget(hall, person.identity)
    print(say("delete-done", name=person.name, url=hall))


@account.command(
    epilog=examples(
        "dicehall account team",
        "dicehall account team 'Red Foxes' --colour red --pattern stripes",
        "dicehall account team --none",
    )
)
def team(
    label: Annotated[str | None, typer.Argument(metavar="[LABEL]", help="The team that you want to keep")] = None,
    colour: ColourOption = None,
    pattern: PatternOption = None,
    none: Annotated[bool, typer.Option("--none", metavar="", help="Keep none any more.")] = False,
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Show or choose the team of your profile, also as a guest: you wear it where you sit down from then on."""
    wanted = given_team(label, colour, pattern, none=none)
    person = caller(hall, who, EVERYBODY)
    if isinstance(wanted, Team):
        print(keep_team(person, wanted))
    else:
        print(team_in_words(person) if wanted is msgspec.UNSET else drop_team(person))


@account.command(epilog=examples("dicehall account predictions", "dicehall account predictions --json"))
def predictions(who: As = None, hall: Hall = HALL, json: Json = False) -> None:
    """Show your chips, your open predictions and your score, also as a guest."""
    mine = ask_mine(caller(hall, who, EVERYBODY))
    if json:
        print(msgspec.json.encode(mine).decode())
        return
    for line in mine_in_words(mine):
        print(line)


# Access tokens


@tokens.callback(epilog=examples("dicehall account tokens", "dicehall account tokens new 'my bot' --scope play"))
def list_tokens(context: typer.Context, who: As = None, hall: Hall = HALL) -> None:
    """Access tokens for bots and scripts; without a command, list yours."""
    if context.invoked_subcommand is not None:
        return
    rows = [
        (token.key, token.label, token.scope, moment(token.created), last_used(token))
        for token in tokens_of(caller(hall, who, ACCOUNTS))
    ]
    show_list(("key", "label", "scope", "made", "used"), rows, say("token-none"))


def last_used(token: SignIn) -> str:
    return say("token-unused") if token.used == token.created else moment(token.used)


def tokens_of(person: Caller) -> list[SignIn]:
    sign_ins = [msgspec.convert(each["sign_in"], SignIn) for each in person.ask("GET", "/api/me/sign-ins")]
    return [sign_in for sign_in in sign_ins if sign_in.token]


@tokens.command("new", epilog=examples("dicehall account tokens new 'my bot' --scope play"))
def new_token(
    label: Annotated[str, typer.Argument(metavar="LABEL", help="What it is for")],
    scope: Annotated[
        TokenScope, typer.Option(metavar="play|read", help="play may sit and move, read may only watch.")
    ] = "play",
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Make an access token and print it. The hall cannot show it again."""
    told = caller(hall, who, ACCOUNTS).ask("POST", "/api/me/tokens", {"label": label, "scope": scope})
    print(told["token"])
    print(say("token-once"), file=sys.stderr)


@tokens.command("revoke", epilog=examples("dicehall account tokens revoke 4f1c0c7d2f1e9a35"))
def revoke_token(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `dicehall account tokens` lists it")],
    who: As = None,
    hall: Hall = HALL,
) -> None:
    """Revoke an access token: every program that uses it is shut out at once."""
    person = caller(hall, who, ACCOUNTS)
    if key not in {token.key for token in tokens_of(person)}:  # a browser is signed out on the hall's own page
        raise refused("token-unknown", key=repr(key))
    person.ask("DELETE", f"/api/me/sign-ins/{quote(key, safe='')}")
    print(say("token-revoked", key=key))
