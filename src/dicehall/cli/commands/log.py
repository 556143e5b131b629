"""`dicehall log`: the public log of a hall, checked from outside."""

from typing import Annotated

import msgspec
import typer

from dicehall.cli.commands.app import Json, examples
from dicehall.cli.commands.verify import hash_from, report
from dicehall.cli.shared.addresses import address
from dicehall.cli.shared.errors import refused
from dicehall.cli.shared.files import read_file
from dicehall.rules.record import Header

log = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    epilog=examples("dicehall log verify https://dice.example.org", "dicehall log verify localhost:8000 --head 3f9a…"),
)


@log.callback()
def group() -> None:
    """A group of one command stays a group."""


@log.command(
    epilog=examples(
        "dicehall log verify https://dice.example.org",
        "dicehall log verify https://dice.example.org --record game.jsonl --key 03a1…",
        "dicehall log verify https://dice.example.org --head 1b86…",
    )
)
def verify(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the hall", callback=address)],
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="A record that must be in the log; - is standard input.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="A head that you or a friend noted: the log must continue it.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The hall's public key, if you know it.")] = None,
    json: Json = False,
) -> None:
    """Check the signed log of a hall: every line and every signature, and that it shows everyone the same."""
    from dicehall.cli.client.public_log import read_log
    from dicehall.rules.log_check import Wanted, check_log
    from dicehall.store.files.hall_key import is_signed

    header = None if record is None else header_in(record)
    wanted = Wanted(hash_from("--head", head), hash_from("--key", key), header)
    if code := report(check_log(read_log(url), is_signed, wanted), json=json):
        raise typer.Exit(code)


def header_in(file: str) -> Header:
    """The first line of a record."""
    try:
        return msgspec.json.decode(read_file(file).split(b"\n")[0], type=Header)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise refused("record-unreadable", file=file, why=str(error)) from None
