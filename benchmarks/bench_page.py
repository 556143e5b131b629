"""What a first visit to the page costs, compressed as it is served: `python benchmarks/bench_page.py`."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from dicehall.rules.catalog import GAMES

PAGE = Path(__file__).resolve().parents[1] / "src" / "dicehall" / "server" / "web" / "page"
LIMIT = 150_000
"""Bytes of a first load, fonts included."""

VIEWS = ("Rules", "Leaderboard", "Account", "Person", "Dice", "Claim")

Manifest = dict[str, dict[str, Any]]


def main() -> None:
    manifest: Manifest = json.loads((PAGE / "manifest.json").read_text())
    table = Table("view", "scripts", "styles", "fonts", "in all, kB", f"of {LIMIT // 1000} kB", title="First load")
    for column in table.columns[1:]:
        column.justify = "right"
    for view, chunks in views().items():
        sizes = measured({"index.html", *(name for chunk in chunks for name in files(manifest, chunk))})
        total = sum(sizes.values())
        figures = [sizes[kind] / 1000 for kind in ("js", "css", "woff2")]
        table.add_row(view, *(f"{each:.1f}" for each in figures), f"{total / 1000:.1f}", f"{total / LIMIT:.0%}")
    Console().print(table)


def views() -> dict[str, tuple[str, ...]]:
    """What such a link loads at once."""
    table = ("index.html", "src/views/Table.svelte")
    others = {name.lower(): ("index.html", f"src/views/{name}.svelte") for name in VIEWS}
    games = {f"a table of {each.title}": (*table, f"src/boards/{each.name}/index.ts") for each in GAMES}
    hall = {"the hall": ("index.html", "src/views/Hall.svelte")}
    return {**hall, "a table before its game": (*table, "src/table/Lobby.svelte"), **games, **others}


def files(manifest: Manifest, chunk: str) -> Iterator[str]:
    """A chunk and all that it needs before it runs; what it loads later is not among them."""
    found = manifest[chunk]
    yield found["file"]
    yield from (*found.get("css", ()), *found.get("assets", ()))
    for needed in found.get("imports", ()):
        yield from files(manifest, needed)


def measured(names: set[str]) -> dict[str, int]:
    sizes = {"js": 0, "css": 0, "woff2": 0, "html": 0}
    for name in names:
        body = (PAGE / name).read_bytes()
        kind = name.rpartition(".")[2]
        sizes[kind] += len(body) if kind == "woff2" else len(gzip.compress(body, 9))
    return sizes


if __name__ == "__main__":
    main()
