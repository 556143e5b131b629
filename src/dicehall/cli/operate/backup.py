"""`dicehall backup` and `dicehall restore`: a hall in one file, and out of it again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from dicehall.cli.commands.main import Refused
from dicehall.ports import JournalError
from dicehall.store.files.backup import Progress, back_up, opened
from dicehall.store.files.restore import restore as put_back


def backup(file: Path, data: Path) -> None:
    """The hall may go on meanwhile."""
    with refusals(), bars() as progress:
        made, manifest = back_up(data, file, progress)
    size = made.stat().st_size
    print(f"{made} holds the hall as it was at {manifest.made} ({readable(size)}), and was checked.")
    print("Keep it secret: it knows the dice of games that are running, and how people log in.")


def restore(file: Path, data: Path, *, replace: bool = False) -> None:
    with refusals():
        with opened(file) as (_, manifest):
            pass
        with bars() as progress:
            aside = put_back(file, data, replace=replace, progress=progress)
    print(f"{data} holds the hall as it was at {manifest.made}. Open it: dicehall serve --data {data}")
    print(
        "Games that ran then end without a result, and tables bind their dice anew: people may have learnt the old "
        "ones since. Whoever was banned, or has deleted an account, after the backup is back: look at your notes."
    )
    if aside is not None:
        print(f"What was there before is in {aside}; delete it when all is well.")


@contextmanager
def refusals() -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise Refused(str(error)) from None


@contextmanager
def bars() -> Iterator[Progress]:
    """A bar for each step, on the error output, so that whoever reads the rest is not disturbed."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn(compact=True))
    with Bars(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as shown:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = shown.add_task(what, total=of)
            shown.update(tasks[what], completed=done, total=of)

        yield progress


def readable(size: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
