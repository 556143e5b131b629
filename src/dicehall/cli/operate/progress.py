"""What a person sees of work that takes a while: a bar for each step, and sizes in readable units."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, ProgressColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from dicehall.store.files.backup_reading import Progress

BYTES = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn(compact=True))


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
