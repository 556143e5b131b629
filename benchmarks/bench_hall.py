"""How much a hall can carry: MindRoll at tables of six over real sockets, beside other servers in the same run.

The server has one core to itself and the players, `generator.c`, the other; several processes have all cores but the
players', and share that one too where there are only two. Servers take turns, each fresh in every round, and figures
are medians of the rounds. Then what a table at another node costs, and what idle sockets weigh.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import beside
import hall_bytes
import hall_layers
import hall_nodes
import hall_servers
import uvloop
from hall_contenders import CONTENDERS, OURS, Contender, Round, play_round
from hall_generator import Stretch, compiled
from hall_idle import Memory, idle_sockets
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

LONGEST = 300
"""Seconds after which something has gone wrong, and would never end."""

MOVES = 400
"""At the table whose messages are taken apart."""


class Scale(NamedTuple):
    some: int
    """Idle sockets, for the memory of one."""
    many: int
    tables: int
    rounds: int
    seconds: float
    """Of each stretch of play."""


FULL = Scale(some=5000, many=10_000, tables=200, rounds=3, seconds=5)
QUICK = Scale(some=1000, many=2000, tables=200, rounds=1, seconds=2)

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


# What is printed


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 10 else f"{value:.2g}"


def micro(stretch: Stretch, seconds: float) -> float:
    return 1e6 * seconds / stretch.moves


def times(value: float, ours: float) -> str:
    """A figure of someone else, and how many times as much ours is."""
    if not value or not ours:
        return figure(value)
    return f"{figure(value)} [dim]x{ours / value:.2g}[/]"


FIGURES: tuple[tuple[str, str, Callable[[Round], float]], ...] = (
    ("moves per second", "", lambda each: each.full.rate),
    ("moves per CPU-second", ">= 9,000", lambda each: each.full.per_cpu_second),
    ("CPU per move, µs", "", lambda each: micro(each.full, each.full.server)),
    ("  of processes that own tables", "", lambda each: micro(each.full, each.full.spent.owners)),
    ("  of gates", "", lambda each: micro(each.full, each.full.spent.gates)),
    ("  of PostgreSQL and NATS", "", lambda each: micro(each.full, each.full.spent.engines)),
    ("p50 at half load, ms", "", lambda each: 1000 * each.half.p50),
    ("p99 at half load, ms", "< 15", lambda each: 1000 * each.half.p99),
    ("bytes per move and client", "<= 250", lambda each: each.full.bytes_per_client),
    ("  of them, a call", "", lambda each: each.full.bytes_of_call),
    ("  of them, a reveal and a new deal", "", lambda each: each.full.bytes_of_reveal),
    ("KB per idle table of six", "<= 150", lambda each: each.table / 1000),
    ("MB after all that play", "", lambda each: each.memory / 1e6),
    ("cores used: the server", "", lambda each: each.full.server / each.full.seconds),
    ("cores used: the players", "", lambda each: each.full.players / each.full.seconds),
    ("cores used: others, full load", "", lambda each: each.full.others / each.full.seconds),
    ("cores used: others, half load", "", lambda each: each.half.others / each.half.seconds),
)
"""Name, aim, and how a round tells it."""


def report(scale: Scale, rounds: Rounds, others: list[Contender]) -> Grid:
    title = f"MindRoll at {scale.tables} tables of six, medians of {scale.rounds}; x is one process of ours over theirs"
    grid = Grid(box=SIMPLE_HEAD, title=title)
    for column in ("", OURS.name, "aim", *(contender.name for contender in others)):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, aim, tell in FIGURES:
        medians = {contender: statistics.median(map(tell, each)) for contender, each in rounds.items()}
        ours = medians[OURS]
        grid.add_row(name, f"[bold]{figure(ours)}[/]", aim, *(times(medians[other], ours) for other in others))
    return grid


def report_idle(scale: Scale, memory: Memory) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, title="The hall alone")
    for column in ("", OURS.name, "aim"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    full = scale is FULL
    for name, value, aim in (
        ("KB per idle socket", memory.socket / 1000, ""),
        (f"MB with {scale.many:,} sockets", memory.many / 1e6, "< 400" if full else ""),
    ):
        grid.add_row(name, f"[bold]{figure(value)}[/]", aim)
    return grid


NOTES = """\
A move is timed from sending until all six have seen it, and in the closed loop the next is sent then; half load is half
the moves a second of each server's own closed loop, at random moments. Bytes are WebSocket frames with their heads.
Players do about as the bots do: open low, raise by one, reveal what is well above what their own die promises:
{round:.1f} moves a round. Only the hall has a move on disk before it tells anybody; the others keep games in memory.
  workers       one process owns the tables, the others hold the sockets; nodes keep everything in PostgreSQL
  2 nodes       everybody is connected to the node of their table; far: three of six are connected to the other node
  bare loop     the hall's own socket class: a message is answered to all six with a ready frame of the same size
  node ws       JSON like the hall's: a move is checked against the rules and made, the update encoded once for all six
  boardgame.io  its own server, rules and socket.io protocol, store in memory: six get the whole game as they see it"""
LOAD = """\
This machine has {cores} cores. Load averages (1, 5, 15 minutes): {before} before, {after} after."""
CROWDED = """\
[bold]Crowded, with the cores that others used in the middle of its rounds and in the worst:
{names}.
Their figures per second and milliseconds are worse than on a quiet machine; those per CPU-second suffer less.[/]"""
CALM = "None was crowded: others used less than {crowd} cores while it played."
CROWD = 0.2
"""Cores that others may use before milliseconds say nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller and shorter, for a first look")
    parser.add_argument("--play", action="store_true", help="only play: nothing one by one, no idle sockets")
    parser.add_argument(
        "--only", metavar="NAME", action="append", default=[], help="beside this server only; repeat it for more"
    )
    parser.add_argument(
        "--layers", action="store_true", help="only say where a move's time goes: layers, threads, system calls"
    )
    parser.add_argument("--profile", action="store_true", help="only say in which functions the server's time goes")
    parser.add_argument("--bytes", action="store_true", help="only say where the bytes of a move go")
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
        if given.bytes:
            told = uvloop.run(asyncio.wait_for(hall_bytes.listen(folder / "bytes", MOVES), LONGEST))
            console.print(hall_bytes.report(told, MOVES))
            return
        program = compiled(folder)
        if given.layers or given.profile:
            explain(console, folder, program, scale, given.layers)
            return
        compare(console, folder, program, scale, given)


def compare(console: Console, folder: Path, program: Path, scale: Scale, given: argparse.Namespace) -> None:
    wanted = [each for each in CONTENDERS if each is OURS or not given.only or each.name in given.only]
    contenders = [contender for contender in wanted if contender.can_run()]
    before = load_averages()
    with Progress(auto_refresh=False, console=console) as progress:
        rounds = take_turns(contenders, scale, program, progress)
    for halls in (True, False):
        if others := [each for each in contenders if each is not OURS and (each.protocol == "hall") == halls]:
            console.print(report(scale, rounds, others))
    ours = rounds[OURS][-1].full
    console.print(NOTES.format(round=ours.seen / ours.reveals), highlight=False)
    for missing in (contender for contender in wanted if contender not in contenders):
        console.print(f"Not run here: {missing.name}, {missing.needs}.", highlight=False)
    console.print(said_of_machine(before, rounds), highlight=False)
    if not given.play:
        if hall_nodes.can_run():
            near_and_far(scale)
        memory = uvloop.run(asyncio.wait_for(idle_sockets(folder / "idle", scale.some, scale.many), LONGEST))
        console.print(report_idle(scale, memory))


def near_and_far(scale: Scale) -> None:
    """What a table at another node costs, one thing at a time."""
    command = [sys.executable, "-m", "benchmarks.bench_nodes", *["--quick"] * (scale is QUICK)]
    with hall_servers.on(hall_servers.many_cores()):
        subprocess.run(command, cwd=hall_servers.HERE.parent, check=True)


def load_averages() -> str:
    return " ".join(f"{load:.1f}" for load in os.getloadavg())


def said_of_machine(before: str, rounds: Rounds) -> str:
    load = LOAD.format(cores=os.cpu_count(), before=before, after=load_averages())
    crowds = {contender.name: crowd(played) for contender, played in rounds.items()}
    crowded = [f"{name} ({usual:.1f}, {worst:.1f})" for name, (usual, worst) in crowds.items() if usual > CROWD]
    verdict = CROWDED.format(names=", ".join(crowded)) if crowded else CALM.format(crowd=CROWD)
    return f"{load}\n{verdict}"


def crowd(played: list[Round]) -> tuple[float, float]:
    """How many cores others used in the middle of all stretches, and in the worst."""
    others = [stretch.others / stretch.seconds for each in played for stretch in (each.full, each.half)]
    return statistics.median(others), max(others)


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
