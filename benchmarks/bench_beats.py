"""How long a game of each kind is told on the page, beat by beat: `python benchmarks/bench_beats.py`.

Four normal bots play one game with a fixed seed. The page's own scripts cut it into beats; nobody taps. People take
no time to answer, so a wait is what seat 0 is shown between two of its turns, and nothing else. After a climax the next
question has some seconds more (docs/decisions/0026): how often telling it takes longer than that, and by how much.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dicehall.bots import find_bot
from dicehall.bots.match import play_out
from dicehall.rules.catalog import GAMES
from dicehall.rules.record import Record
from dicehall.rules.values import allowance_for

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.kit.changes import changes

WEB = Path(__file__).resolve().parents[1] / "web"
SEATS, SEED = 4, 11


def main() -> None:
    console = Console()
    table = Table(box=SIMPLE_HEAD, title="A game of four normal bots, as it is told on the page")
    columns = ("game", "told, min", "trivia", "my wait: median, s", "longest, s", "climaxes", "over their allowance",
               "at most by, s", "seconds in each beat")  # fmt: skip
    for column in columns:
        table.add_column(column, justify="left" if column in ("game", "seconds in each beat") else "right")
    for told in measured():
        beats = sorted(told["byName"].items(), key=lambda each: -each[1]["ms"])
        over = [seconds for each in told["climaxes"] if (seconds := each["ms"] / 1000 - each["allowance"]) > 0]
        table.add_row(
            told["game"],
            f"{told['total'] / 60_000:.1f}",
            f"{told['trivia'] / told['total']:.0%}",
            f"{median(told['waits']) / 1000:.1f}",
            f"{max(told['waits']) / 1000:.1f}",
            str(len(told["climaxes"])),
            str(len(over)),
            f"{max(over, default=0):.1f}",
            " · ".join(f"{name} {beat['ms'] / 1000:.0f} ({beat['count']})" for name, beat in beats),
        )
    console.print(table)


def measured() -> list[dict[str, Any]]:
    """What the page's own scripts make of these games."""
    with tempfile.TemporaryDirectory() as folder:
        games, result = Path(folder) / "games.json", Path(folder) / "told.json"
        games.write_bytes(msgspec.json.encode({each.name: told_by(record(each.name)) for each in GAMES}))
        build = [sys.executable, str(WEB / "build.py"), "--run", "beats", str(games), str(result)]
        subprocess.run(build, check=True)
        found: list[dict[str, Any]] = json.loads(result.read_text())
        return found


def told_by(played: Record) -> list[dict[str, Any]]:
    *asked, last = changes(played)
    told = [change | {"allowance": allowance_for(tuple(change["events"]))} for change in asked]
    return [*told, last | {"allowance": 0}]  # nothing is asked after it


def record(game: str) -> Record:
    listing = next(each for each in GAMES if each.name == game)
    played, _ = play_out(listing, [find_bot(game, "normal")] * SEATS, listing.options(), Random(SEED))
    return played


if __name__ == "__main__":
    main()
