"""`dicehall backup` and `dicehall restore`: a hall in one file, and back again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, ProgressColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from dicehall.cli.shared.words import say
from dicehall.store.files.backup import back_up
from dicehall.store.files.backup_reading import Progress, open_backup
from dicehall.store.files.restore import restore as put_back

BYTES = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn(compact=True))


def backup(file: Path, data: Path) -> None:
    """The hall may go on running."""
    with bars(*BYTES) as progress:
        made, manifest = back_up(data, file, progress)
    size = made.stat().st_size
    print(say("backup-made", file=str(made), time=str(manifest.made), size=readable(size)))
    print(say("backup-secret"))


def restore(file: Path, data: Path, *, replace: bool = False) -> None:
    with open_backup(file) as (_, manifest):
        pass
    with bars(*BYTES) as progress:
        aside = put_back(file, data, replace=replace, progress=progress)
    print(say("restore-done", data=str(data), time=str(manifest.made)))
    print(say("restore-games"))
    if aside is not None:
        print(say("restore-aside", folder=str(aside)))


@contextmanager
def bars(*columns: ProgressColumn) -> Iterator[Progress]:
    """A bar for each step, on standard error, so that it does not disturb a pipe."""
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
