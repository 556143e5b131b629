"""Where the time of a move goes: by layer, by thread and by system call."""

import pstats
import shutil
import signal
import subprocess
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import hall_servers
from hall_generator import SEATS, Generator, Stretch
from hall_servers import TICKS, Server
from rich.box import SIMPLE_HEAD
from rich.table import Table

SOURCES = Path(hall_servers.__file__).parents[1] / "src" / "dicehall"
BUILT_IN = "~"
"""What the profiler calls the file of functions in C."""
LEAST = 0.003
"""Layers below this share are left out, and so are modules below five times of it."""
Function = tuple[str, int, str]


class Threads(NamedTuple):
    """CPU seconds of the first process."""

    user: float
    system: float
    others: float
    """Of both, in threads other than the first: the journal's writer above all."""


def threads(server: Server) -> Threads:
    user = system = others = 0.0
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        fields = (thread / "stat").read_text().rpartition(")")[2].split()
        took = int(fields[11]) / TICKS, int(fields[12]) / TICKS
        user, system = user + took[0], system + took[1]
        others += sum(took) * (thread.name != str(server.process.pid))
    return Threads(user, system, others)


class Plain(NamedTuple):
    """A stretch without the profiler."""

    stretch: Stretch
    threads: Threads
    calls: dict[str, float]
    """System calls per move, by name."""
    missing: str
    """Why there are none."""


def play_plain(program: Path, tables: int, seconds: float) -> Plain:
    with tempfile.TemporaryDirectory() as name:
        sign_ins = hall_servers.invite(Path(name), tables * SEATS)
        with (
            hall_servers.hall(Path(name)) as server,
            Generator(program, "hall", [server.wait()], tables, sign_ins) as players,
        ):
            looks: list[Threads] = []
            server.watched = server.unwatched = lambda: looks.append(threads(server))
            stretch = players.closed(server, seconds)
            moved = Threads(*(now - then for then, now in zip(*looks, strict=True)))
            calls, missing = system_calls(server, players, seconds, Path(name) / "calls")
            return Plain(stretch, moved, calls, missing)


def play_profiled(program: Path, tables: int, seconds: float, file: Path) -> Stretch:
    with tempfile.TemporaryDirectory() as name:
        sign_ins = hall_servers.invite(Path(name), tables * SEATS)
        with (
            hall_servers.hall(Path(name), profile=file) as server,
            Generator(program, "hall", [server.wait()], tables, sign_ins) as players,
        ):
            stretch = players.closed(server, seconds)
            while not file.exists() or not file.stat().st_size:
                time.sleep(0.05)
            return stretch


def system_calls(server: Server, players: Generator, seconds: float, told: Path) -> tuple[dict[str, float], str]:
    """Per move, by name; or none, and why."""
    strace = shutil.which("strace")
    if strace is None:
        return {}, "strace is not here (apt install strace)"
    command = [strace, "-c", "-f", "-o", str(told), "-p", str(server.process.pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stderr is not None
        said = watching.stderr.readline().strip()
        if "attached" not in said:
            return {}, said
        stretch = players.closed(server, seconds)
        watching.send_signal(signal.SIGINT)
    rows = [line.split() for line in told.read_text().splitlines() if line.strip()[:1].isdigit()]
    return {row[-1]: int(row[3]) / stretch.all for row in rows if row[-1] != "total"}, ""


# By layer


class Place(NamedTuple):
    layer: str
    """A folder of the hall, or a package that it came with."""
    module: str


def place(function: Function) -> Place:
    file = Path(function[0])
    if file.is_relative_to(SOURCES):
        *folders, module = file.relative_to(SOURCES).parts
        return Place("/".join(folders[:2]), module)
    packages = [part for parent, part in pairwise(file.parts) if parent == "site-packages"]
    return Place(packages[0] if packages else "Python's library", file.name)


LOOP = Place("the loop, and what it runs", "")


class Cost(NamedTuple):
    calls: float = 0
    seconds: float = 0


def by_place(profile: Path) -> dict[Place, Cost]:
    """Own time; that of a built-in function counts for who called it."""
    costs: defaultdict[Place, Cost] = defaultdict(Cost)

    def add(where: Place, calls: float, seconds: float) -> None:
        costs[where] = Cost(costs[where].calls + calls, costs[where].seconds + seconds)

    for function, (_, calls, own, _, callers) in pstats.Stats(str(profile)).stats.items():  # type: ignore[attr-defined]
        if function[0] != BUILT_IN:
            add(place(function), calls, own)
        elif not callers:
            add(LOOP, calls, own)
        else:
            for caller, (_, called, spent, _) in callers.items():
                add(LOOP if caller[0] == BUILT_IN else place(caller), called, spent)
    return costs


def layers(profile: Path, profiled: Stretch, plain: Plain) -> Table:
    grid = Table(box=SIMPLE_HEAD, title="Where a move's time goes, by layer and module")
    for column in ("layer", "calls", "µs under the profiler", "share", "µs in proportion"):
        grid.add_column(column, justify="left" if column == "layer" else "right", no_wrap=True)
    costs = by_place(profile)
    every = sum(cost.seconds for cost in costs.values())
    first_thread = 1e6 * (plain.stretch.server - plain.threads.others) / plain.stretch.moves

    def row(name: str, chosen: list[Cost], least: float, look: str = "") -> None:
        called, spent = (sum(cost[at] for cost in chosen) for at in (0, 1))
        if spent / every >= least:
            figures = called / profiled.moves, 1e6 * spent / profiled.moves, 100 * spent / every
            cells = (f"{look}{figure:.1f}" for figure in (*figures, first_thread * spent / every))
            grid.add_row(f"{look}{name}", *cells)

    folders: defaultdict[str, dict[str, Cost]] = defaultdict(dict)
    for where, cost in costs.items():
        folders[where.layer][where.module] = cost
    for folder, modules in sorted(folders.items(), key=lambda each: -total(each[1])):
        row(folder, list(modules.values()), LEAST, "[bold]")
        for module, cost in sorted(modules.items(), key=lambda each: -each[1].seconds):
            row(f"  {module}", [cost], 5 * LEAST)
    return grid


def total(modules: dict[str, Cost]) -> float:
    return sum(cost.seconds for cost in modules.values())


def times(plain: Plain) -> Table:
    grid = Table(box=SIMPLE_HEAD, title="Without the profiler, per move")
    for column in ("", "µs"):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    user, system, others = (f"{1e6 * part / plain.stretch.moves:.1f}" for part in plain.threads)
    grid.add_row("CPU of the server", f"[bold]{1e6 * plain.stretch.server / plain.stretch.moves:.1f}[/]")
    grid.add_row("  in its own code", user)
    grid.add_row("  in the system for it", system)
    grid.add_row("  of both, in other threads: the journal's writer", others)
    return grid


def calls(plain: Plain) -> Table | str:
    if plain.missing:
        return f"System calls per move: not counted, {plain.missing}."
    grid = Table(box=SIMPLE_HEAD, title="System calls per move, under strace")
    for column in ("call", "per move"):
        grid.add_column(column, justify="right" if column == "per move" else "left", no_wrap=True)
    for name, count in sorted(plain.calls.items(), key=lambda row: -row[1]):
        if count >= 0.01:
            grid.add_row(name, f"{count:.2f}")
    grid.add_section()
    grid.add_row("all", f"[bold]{sum(plain.calls.values()):.2f}[/]")
    return grid


NOTES = """\
The last column of the layers shares out what the first thread took without the profiler, which makes small functions
dearer than they are. A built-in function counts for the module that called it: the writing to sockets and the kernel's
part of it for `socket.py`. While strace slows the server down, more moves are read at once than usual."""


def top(profile: Path, moves: int, lines: int = 40) -> Table:
    """The functions, in microseconds a move; the profiler makes calls dearer than they are."""
    grid = Table(box=SIMPLE_HEAD, title="The server under the profiler, microseconds per move")
    for column in ("function", "calls", "itself", "with all it calls"):
        grid.add_column(column, justify="left" if column == "function" else "right", no_wrap=True)
    rows = pstats.Stats(str(profile)).stats.items()  # type: ignore[attr-defined]
    for (file, line, name), (_, called, own, cumulative, _) in sorted(rows, key=lambda row: -row[1][2])[:lines]:
        where = f"{Path(file).parent.name}/{Path(file).name}:{line} {name}" if line else name
        grid.add_row(where, f"{called / moves:.1f}", f"{1e6 * own / moves:.1f}", f"{1e6 * cumulative / moves:.1f}")
    return grid
