"""Tournaments with many people on real sockets, in a hall that is killed at random moments; each format in turn."""

import argparse
import asyncio
import sys
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from time import monotonic

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.crash.cup import FORMATS, KilledCup
from tests.crash.halls import MortalHall
from tests.kit.scale import scaled

ENTRANTS = 64
COLUMNS = ("format", "entrants", "bots", "kills", "rounds", "games compared", "messages compared", "acknowledged",
           "unanswered", "entries", "wrong", "slowest return", "took")  # fmt: skip


def run(form: str, entrants: int, kills: int, seed: int, console: Console) -> tuple[KilledCup, float]:
    """One tournament from the first entry to the podium, or until something is wrong."""
    began = monotonic()
    with (
        TemporaryDirectory() as folder,
        MortalHall(Path(folder) / "data", "--fast", sabotage=("hurry_tournaments",)) as hall,
    ):
        cup = KilledCup(hall, Path(folder) / "aside", form, entrants, seed)
        asyncio.run(survive(cup, kills, console))
    return cup, monotonic() - began


async def survive(cup: KilledCup, kills: int, console: Console) -> None:
    async for _ in cup.survive(kills):
        console.print(f"{cup.form}: killed {cup.findings.kills} of {kills} times", highlight=False)
        if cup.findings.wrong:
            return


def row(cup: KilledCup, seconds: float) -> tuple[str, ...]:
    found, tournament = cup.findings, cup.cups.logs[cup.code].tournament
    numbers = (len(cup.people) + cup.bots, cup.bots, found.kills, len(tournament.rounds), len(cup.cups.compared),
               cup.cups.messages, found.acknowledged, found.unanswered, found.entries, len(found.wrong))  # fmt: skip
    return cup.form, *(f"{number:,}" for number in numbers), f"{cup.slowest:.1f} s", f"{seconds:.0f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=scaled(1, least=2), help="of each tournament (default: TRIALS)")
    parser.add_argument(
        "--entrants", type=int, default=ENTRANTS, help="a quarter of them bots; a series has 12 at most"
    )
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), help="to choose the same moments")
    parser.add_argument("--format", choices=FORMATS, help="only this one")
    arguments = parser.parse_args()
    console = Console()
    console.print(f"Seed {arguments.seed}")
    table = Table(box=SIMPLE_HEAD, title="Tournaments, and kill -9")
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "format" else "right")
    wrong: list[str] = []
    for form in [arguments.format] if arguments.format else FORMATS:
        cup, seconds = run(form, arguments.entrants, arguments.kills, arguments.seed, console)
        table.add_row(*row(cup, seconds))
        wrong += cup.findings.wrong
    console.print(table)
    for line in wrong[:20]:
        console.print(line, markup=False, highlight=False)
    if wrong:
        sys.exit(f"Seed {arguments.seed} has found {len(wrong)} faults.")


if __name__ == "__main__":
    main()
