"""`dicehall nights`: the theme nights of a hall."""

from shlex import quote as quoted
from typing import Annotated
from urllib.parse import quote

import msgspec
import typer

from dicehall.cli.client import identities
from dicehall.cli.client.caller import come_in
from dicehall.cli.client.nights import ask_programme, open_now
from dicehall.cli.commands.app import Hall, Json, examples
from dicehall.cli.shared.addresses import HALL
from dicehall.cli.shared.lists import show_list
from dicehall.cli.shared.words import words
from dicehall.cli.terminal.nights import on_now, rows

say = words("terminal-nights")
EXAMPLES = examples("dicehall nights", "dicehall nights --json", "dicehall nights open lantern-dice")
nights = typer.Typer(rich_markup_mode="rich", epilog=EXAMPLES)


@nights.callback(invoke_without_command=True, epilog=EXAMPLES)
def list_them(context: typer.Context, hall: Hall = HALL, json: Json = False) -> None:
    """Theme nights of a hall: what is on, what comes, and what you can open. Times are those of this machine."""
    if context.invoked_subcommand is not None:
        return
    programme = ask_programme(hall)
    if json:
        print(msgspec.json.encode(programme).decode())
        return
    for line in on_now(programme, hall):
        print(line)
    show_list(("key", "title", "game", "what", "when", "host"), rows(programme), say("none", url=hall))


@nights.command("open", epilog=examples("dicehall nights open lantern-dice --name Ann"))
def open_one(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `dicehall nights` lists it")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name (default: as last time).")] = None,
    hall: Hall = HALL,
) -> None:
    """Host this theme now: a table where you sit, or, with an account, a tournament that you start."""
    identity = come_in(hall, name)
    opened = open_now(hall, identity, quote(key, safe=""))
    identities.save(hall, identity)
    print(say("opened", code=opened.code.upper()))
    print(say("go", command=f"dicehall join {hall}{opened.link} --name {quoted(identity.name)}"))
