"""What odds cost: how long an answer takes in each game, and what a hundred people who ask at once do to other moves.

The hall, the process that reckons and the disk share one core; the players have the other. While the games go on, all
hundred ask together, again and again, at a table that changes before each time, so that nothing is known already.
"""

import argparse
import asyncio
import itertools
import os
import statistics
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import hall_servers
import msgspec
import uvloop
from hall_clients import SEATS, Client
from hall_loads import Load, connect_all, hang_up, paced, seat
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid

from dicehall.bots.match import play_out
from dicehall.bots.uniform import uniform
from dicehall.odds import odds
from dicehall.rules.catalog import GAMES
from dicehall.rules.kernel import Ask

ASKERS = 100
TABLES = 20
RATE = 200.0
"""Moves a second at all tables together."""
POSITIONS = 5
"""Of each game, from its beginning to its end."""


def answers() -> Grid:
    grid = Grid("game", "seats", "median, ms", "longest, ms", "games played on", "model", box=SIMPLE_HEAD)
    for listing in GAMES:
        for seats in (2, 4):
            took, last = [], None
            record, _ = play_out(listing, [uniform] * seats, listing.options(), Random(1))
            asked = [moment for moment in record.replay() if isinstance(moment.pending, Ask)]
            for moment in asked[:: max(1, len(asked) // POSITIONS)][:POSITIONS]:
                (mover, *_) = moment.pending.due  # type: ignore[union-attr]
                view = record.game.view(moment.state, mover)
                began = time.perf_counter()
                last = odds(record.game, view, mover, Random(1))
                took.append(1000 * (time.perf_counter() - began))
            assert last is not None
            grid.add_row(
                listing.title, str(seats), f"{statistics.median(took):.0f}", f"{max(took):.0f}", str(last.playouts),
                last.model,
            )  # fmt: skip
    return grid


class Crowd:
    """A hundred people at one table of Bluff, who ask together."""

    def __init__(self, people: list[Client]) -> None:
        self.people = people
        self.waited: list[float] = []
        self.code = b""

    async def set_up(self, port: int) -> None:
        await connect_all(self.people, port)
        host = self.people[0]
        opened = await host.demand(
            b'"type":"open","game":"bluff","bots":["normal","normal","normal"],"seats":4,"odds":true'
        )
        self.code = msgspec.json.decode(opened)["table"].encode()
        for person in self.people:
            await person.demand(b'"type":"watch","table":"%b"' % self.code)
        await host.demand(self.act(b"start"))
        await asyncio.sleep(1)  # the bots have played up to the host's turn

    def act(self, what: bytes) -> bytes:
        return b'"type":"act","table":"%b","do":{"type":"%b"}' % (self.code, what)

    async def keep_asking(self) -> None:
        for what in itertools.cycle((b"lock", b"unlock")):
            await self.people[0].demand(self.act(what))  # another version: nothing is known of it
            await asyncio.gather(*map(self.ask, self.people))

    async def ask(self, person: Client) -> None:
        began = time.perf_counter()
        with suppress(RuntimeError):  # refused as stale
            await person.demand(b'"type":"odds","table":"%b"' % self.code)
            self.waited.append(1000 * (time.perf_counter() - began))


async def measured(folder: Path, seconds: float) -> tuple[Load, Load, Crowd]:
    tokens = hall_servers.invite(folder, TABLES * SEATS + ASKERS)
    with hall_servers.hall(folder) as server:
        port = await asyncio.to_thread(server.wait)
        tables = await seat(tokens[: TABLES * SEATS], TABLES, port)
        crowd = Crowd([Client(token) for token in tokens[TABLES * SEATS :]])
        await crowd.set_up(port)
        await paced(server, tables, RATE, seconds / 2)
        quiet = await paced(server, tables, RATE, seconds)
        asking = asyncio.ensure_future(crowd.keep_asking())
        await asyncio.sleep(2)  # the process that reckons is there
        crowd.waited.clear()
        asked = await paced(server, tables, RATE, seconds)
        asking.cancel()
        hang_up(tables)
    return quiet, asked, crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter stretches")
    quick = parser.parse_args().quick
    console = Console()
    console.print("[bold]An answer, for the player to move[/]")
    console.print(answers())
    hall_servers.allow_sockets()
    os.sched_setaffinity(0, {hall_servers.PLAYERS_CORE})
    with tempfile.TemporaryDirectory() as folder:
        quiet, asked, crowd = uvloop.run(measured(Path(folder), 5 if quick else 20))
    grid = Grid("moves elsewhere", "p50, ms", "p99, ms", "ratio of p99", box=SIMPLE_HEAD)
    grid.add_row("nobody asks", f"{quiet.percentile(0.5):.1f}", f"{quiet.percentile(0.99):.1f}", "1.00")
    ratio = asked.percentile(0.99) / quiet.percentile(0.99)
    grid.add_row(
        f"{ASKERS} people ask", f"{asked.percentile(0.5):.1f}", f"{asked.percentile(0.99):.1f}", f"{ratio:.2f}"
    )
    console.print(f"[bold]{TABLES} tables of six, {RATE:.0f} moves a second[/]")
    console.print(grid)
    if crowd.waited:
        waited = statistics.median(crowd.waited)
        console.print(f"{len(crowd.waited)} answers; half of them came within {waited:.0f} ms.")


if __name__ == "__main__":
    main()
