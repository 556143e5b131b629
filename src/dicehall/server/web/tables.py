"""Tables of plain pages: on a narrow screen they move by themselves, and the page stays where it is."""

from collections.abc import Collection, Sequence
from html import escape


def table(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """`right` are the columns of numbers and buttons, whose headings go with them."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<div class="wide"><table{named}>{_row("th", heads, right)}{_rows(rows, right)}</table></div>'


def _rows(rows: Sequence[Sequence[str]], right: Collection[int]) -> str:
    return "".join(_row("td", row, right) for row in rows)


def _row(tag: str, cells: Sequence[str], right: Collection[int]) -> str:
    looks = [' class="right"' if at in right else "" for at in range(len(cells))]
    inside = "".join(f"<{tag}{look}>{cell}</{tag}>" for look, cell in zip(looks, cells, strict=True))
    return f"<tr>{inside}</tr>" if cells else ""
