"""Lists of a hall as tables in the terminal; long ones a page at a time."""

import os
from collections.abc import Sequence
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dicehall.rules.wording import visible

IN_A_PIPE = 200
"""Columns, where no terminal says how many: a line is then a row."""


def show_list(heads: Sequence[str], rows: Sequence[Sequence[str]], none: str) -> None:
    """Whatever is in a cell is only shown: it has no colours of its own, and moves no cursor."""
    if not rows:
        print(none)
        return
    table = Table(box=SIMPLE_HEAD)
    for number, head in enumerate(heads):
        table.add_column(head, style="bold" if number == 0 else "")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = IN_A_PIPE
    if console.is_terminal:
        os.environ.setdefault("LESS", "-RFX")  # colours, and no pager for what fits on the screen
        with console.pager(styles=not console.no_color):
            console.print(table)
    else:
        console.print(table)


def moment(seconds: float | None) -> str:
    """By the clock of this machine."""
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}" if seconds else ""
