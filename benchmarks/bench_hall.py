"""How much a hall can carry: MindRoll at tables of six over real sockets, beside other servers in the same run.

The server has one core to itself and the players, `generator.c`, the other. Servers take turns, each fresh in every
round, and figures are medians of the rounds. Then the hall alone: what idle sockets weigh, and how it comes back.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import beside
import hall_layers
import hall_servers
import uvloop
from hall_contenders import CONTENDERS, OURS, Contender, Round, play_round
from hall_generator import compiled
from hall_recovery import Memory, Recovery, idle_sockets, recover
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

LONGEST = 300
"""Seconds after which something has gone wrong, and would never end."""


class Scale(NamedTuple):
    some: int
    """Idle sockets, for the memory of one."""
    many: int
    tables: int
    rounds: int
    seconds: float
    """Of each stretch of play."""
    running: int
    """Tables that a killed hall has to bring back."""


FULL = Scale(some=5000, many=10_000, tables=200, rounds=3, seconds=5, running=1000)
QUICK = Scale(some=1000, many=2000, tables=200, rounds=1, seconds=2, running=200)

Rounds = dict[Contender, list[Round]]


def take_turns(contenders: list[Contender], scale: Scale, program: Path, progress: Progress) -> Rounds:
    """Whoever came first in a round comes last in the next; the hall begins, so that its bytes are known."""
    rounds: Rounds = {contender: [] for contender in contenders}
    stages = progress.add_task("Playing", total=scale.rounds * len(contenders))
    order = list(contenders)
    for _ in range(scale.rounds):
        for contender in order:
            progress.update(stages, description=contender.name, refresh=True)
            size = round(rounds[OURS][-1].full.bytes_per_client) if rounds[OURS] else 0
            rounds[contender].append(play_round(contender, program, scale.tables, scale.seconds, size))
            progress.update(stages, advance=1, refresh=True)
        order.append(order.pop(0))
    return rounds


async def alone(scale: Scale, folder: Path, progress: Progress) -> tuple[Memory, Recovery]:
    stages = progress.add_task("Idle sockets", total=2)
    memory = await idle_sockets(folder / "idle", scale.some, scale.many)
    progress.update(stages, advance=1, description="Recovery", refresh=True)
    recovery = await recover(folder / "recovery", scale.running, scale.seconds)
    progress.update(stages, advance=1, refresh=True)
    return memory, recovery


# What is printed


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 10 else f"{value:.2g}"


def times(value: float, ours: float) -> str:
    """A figure of someone else, and how many times as much ours is."""
    return f"{figure(value)} [dim]x{ours / value:.2g}[/]" if value else ""


FIGURES: tuple[tuple[str, str, Callable[[Round], float]], ...] = (
    ("moves per CPU-second", ">= 9,000", lambda each: each.full.per_cpu_second),
    ("  of the process that owns the tables", "", lambda each: each.full.moves / each.full.first),
    ("moves per second", "", lambda each: each.full.rate),
    ("p50 at half load, ms", "", lambda each: 1000 * each.half.p50),
    ("p99 at half load, ms", "< 15", lambda each: 1000 * each.half.p99),
    ("bytes per move and client", "<= 250", lambda each: each.full.bytes_per_client),
    ("  of them, a call", "", lambda each: each.full.bytes_of_call),
    ("  of them, a reveal and a new deal", "", lambda each: each.full.bytes_of_reveal),
    ("KB per idle table of six", "<= 150", lambda each: each.table / 1000),
    ("MB after all that play", "", lambda each: each.memory / 1e6),
    ("% of its core: the server", "", lambda each: 100 * each.full.server / each.full.seconds),
    ("% of its core: the players", "", lambda each: 100 * each.full.players / each.full.seconds),
)
"""Name, aim, and how a round tells it."""


def report(scale: Scale, rounds: Rounds) -> Grid:
    title = f"MindRoll at {scale.tables} tables of six, medians of {scale.rounds}; x is ours over theirs"
    grid = Grid(box=SIMPLE_HEAD, title=title)
    others = [contender for contender in rounds if contender is not OURS]
    for column in ("", OURS.name, "aim", *(contender.name for contender in others)):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, aim, tell in FIGURES:
        medians = {contender: statistics.median(map(tell, each)) for contender, each in rounds.items()}
        ours = medians[OURS]
        grid.add_row(name, f"[bold]{figure(ours)}[/]", aim, *(times(medians[other], ours) for other in others))
    return grid


def report_alone(scale: Scale, memory: Memory, recovery: Recovery) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, title="The hall alone")
    for column in ("", OURS.name, "aim"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    full = scale is FULL
    for name, value, aim in (
        ("KB per idle socket", memory.socket / 1000, ""),
        (f"MB with {scale.many:,} sockets", memory.many / 1e6, "< 400" if full else ""),
        ("s until a killed hall answers", recovery.answers, ""),
        (f"s until its {scale.running:,} tables are back", recovery.awake, "< 2" if full else ""),
        ("s until all players are back as well", recovery.shown, ""),
        ("s until all tables have moved on", recovery.continued, ""),
    ):
        grid.add_row(name, f"[bold]{figure(value)}[/]", aim)
    return grid


NOTES = """\
A move is timed from sending until all six have seen it, and in the closed loop the next is sent then; half load is half
the moves a second of each server's own closed loop, at random moments. Bytes are WebSocket frames with their heads.
Players do about as the bots do: open low, raise by one, reveal what is well above what their own die promises:
{round:.1f} moves a round. Only the hall has a move on disk before it tells anybody; the others keep games in memory.
  bare loop     the hall's own socket class: a message is answered to all six with a ready frame of the same size
  node ws       JSON like the hall's: a move is checked against the rules and made, the update encoded once for all six
  boardgame.io  its own server, rules and socket.io protocol, store in memory: six get the whole game as they see it"""
NOTES_ALONE = """\
The hall that was killed had {behind:.0f} moves behind it at each of its {running:,} tables; the player in turn came
back, was shown the table, and moved."""
CROWDED = """\
[bold]Neither the server nor the players had their core to themselves: figures per second and milliseconds
come out worse than they are on a quiet machine. Figures per CPU-second suffer less.[/]"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller and shorter, for a first look")
    parser.add_argument("--play", action="store_true", help="only play: no idle sockets, no recovery")
    parser.add_argument(
        "--only", metavar="NAME", action="append", default=[], help="beside this server only; repeat it for more"
    )
    parser.add_argument(
        "--layers", action="store_true", help="only say where a move's time goes: layers, threads, system calls"
    )
    parser.add_argument("--profile", action="store_true", help="only say in which functions the server's time goes")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="compare with the hall of another checkout")
    given = parser.parse_args()
    if given.beside:
        beside.compare("hall_round.py", given.beside, "quick" if given.quick else "full")
        return
    scale = QUICK if given.quick else FULL
    hall_servers.allow_sockets()
    os.sched_setaffinity(0, {hall_servers.PLAYERS_CORE})
    console = Console(width=140)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compiled(folder)
        if given.layers or given.profile:
            explain(console, folder, program, scale, given.layers)
            return
        compare(console, folder, program, scale, given)


def compare(console: Console, folder: Path, program: Path, scale: Scale, given: argparse.Namespace) -> None:
    wanted = [each for each in CONTENDERS if each is OURS or not given.only or each.name in given.only]
    contenders = [contender for contender in wanted if contender.can_run()]
    with Progress(auto_refresh=False, console=console) as progress:
        rounds = take_turns(contenders, scale, program, progress)
        if not given.play:
            memory, recovery = uvloop.run(asyncio.wait_for(alone(scale, folder, progress), LONGEST))
    console.print(report(scale, rounds))
    ours = rounds[OURS][-1].full
    console.print(NOTES.format(round=ours.seen / ours.reveals), highlight=False)
    for missing in (contender for contender in wanted if contender not in contenders):
        console.print(f"Not run here: {missing.name}, {missing.needs}.", highlight=False)
    if ours.server / ours.seconds < 0.9 and ours.players / ours.seconds < 0.9:
        console.print(CROWDED, highlight=False)
    if not given.play:
        console.print(report_alone(scale, memory, recovery))
        console.print(NOTES_ALONE.format(behind=recovery.moves, running=scale.running), highlight=False)


def explain(console: Console, folder: Path, program: Path, scale: Scale, by_layer: bool) -> None:
    profile = folder / "profile"
    stretch = hall_layers.play_profiled(program, scale.tables, scale.seconds, profile)
    if not by_layer:
        console.print(hall_layers.top(profile, stretch.moves))
        return
    plain = hall_layers.play_plain(program, scale.tables, scale.seconds)
    console.print(hall_layers.times(plain))
    console.print(hall_layers.layers(profile, stretch, plain))
    console.print(hall_layers.calls(plain), highlight=False)
    console.print(hall_layers.NOTES, highlight=False)


if __name__ == "__main__":
    main()
