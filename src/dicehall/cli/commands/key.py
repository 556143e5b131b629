"""`dicehall key`: the key with which a hall signs its public log."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.commands.app import DATA, Data, OnDatabase, examples, the_extra
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


@key.command(
    epilog=examples(
        "dicehall key rotate",
        "dicehall key rotate --data ~/hall",
        "dicehall key rotate --database postgresql://hall@db/hall    # a hall on several machines",
    )
)
def rotate(data: Data = DATA, file: KeyFile = None, database: OnDatabase = None) -> None:
    """Change to a new key, which the old one signs; the hall must not be running."""
    if database is not None:
        rotate_shared(database, data, file)
        return
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


def rotate_shared(database: str, data: Path, file: Path | None) -> None:
    with the_extra():
        from dicehall.cli.operate.database_keeping import rotate_database
        from dicehall.cli.operate.node import checked_database
    from dicehall.store.files.folder import KEY

    path = file or data / KEY
    new, line = rotate_database(checked_database(database), path)
    print(say("key-rotated", line=str(line)))
    print(new.public)
    print(say("key-for-nodes", key=str(path)))
