"""`dicehall key`: the key with which a hall signs its public log."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.commands.app import DATA, Data, examples
from dicehall.cli.shared.words import say

key = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=True,
    epilog=examples("dicehall key show", "dicehall key rotate --data ~/hall"),
)

KeyFile = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The key, if it is not hall.key in the data folder.")
]


@key.command(epilog=examples("dicehall key show", "dicehall key show --key /etc/dicehall/hall.key"))
def show(data: Data = DATA, file: KeyFile = None) -> None:
    """Print the public key, for your players to know."""
    from dicehall.store.files.folder import KEY
    from dicehall.store.files.hall_key import HallKey

    print(HallKey.read(file or data / KEY).public)


@key.command(epilog=examples("dicehall key rotate", "dicehall key rotate --data ~/hall"))
def rotate(data: Data = DATA, file: KeyFile = None) -> None:
    """Change to a new key, which the old one signs; the hall must not be running."""
    from dicehall.cli.operate.keys import key_of, rotate_to_new
    from dicehall.store.files.folder import KEY
    from dicehall.store.files.hall_key import HallKey
    from dicehall.store.journal.disk import DiskJournal

    HallKey.read(file or data / KEY)  # a hall without a key has nothing to rotate
    with closing(DiskJournal(data)) as journal:
        old = key_of(journal, data, file)
        journal.sign_with(old)
        new, line = rotate_to_new(journal, file or data / KEY, old)
    print(say("key-rotated", line=str(line)))
    print(new.public)
