"""Lists printed as tables; long ones through a pager."""

import os
from collections.abc import Sequence
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from dicehall.cli.shared.words import say
from dicehall.rules.wording import visible

IN_A_PIPE = 200
"""Columns in a pipe, where no terminal says how many: every row is one line."""


def show_list(columns: Sequence[str], rows: Sequence[Sequence[str]], none: str) -> None:
    """Columns go by the keys of their heads. The first is never cut short: it is what other commands are given.

    A cell is shown as it is: it cannot bring colours or move the cursor."""
    if not rows:
        print(none)
        return
    table = Table(box=SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(say(f"column-{column}") if column else "", style="" if number else "bold", no_wrap=not number)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = IN_A_PIPE
    show_paged(console, table)


def show_paged(console: Console, content: RenderableType) -> None:
    """Through a pager where a person reads."""
    if not console.is_terminal:
        console.print(content)
        return
    os.environ.setdefault("LESS", "-RFX")  # colours, no pager for what fits on the screen, and it stays in sight
    with console.pager(styles=not console.no_color):
        console.print(content)


def moment(seconds: float | None) -> str:
    """In the time zone of this machine."""
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}" if seconds else ""
