"""How much a hall can carry: MindRoll at tables of six over real sockets, beside a bare WebSocket loop in the same run.

The server has one core to itself and the players, in this process, the other. A move is sent when all six have seen
the last one. Figures of other servers were measured elsewhere, on a machine like this one, and are only quoted.
"""

import argparse
import asyncio
import os
import pstats
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import beside
import hall_servers
import msgspec
import uvloop
from hall_clients import SEATS, BareTable, Client, Table
from hall_loads import CONNECTING, SETTLE, Load, bytes_between, closed_loop, connect_all, hang_up, paced, seat
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

EARLY, LATE = (5, 45), (200, 240)
"""The moves of a match over which bytes are averaged."""
LONGEST = 300
"""Seconds after which something has gone wrong, and would never end."""


class Peer(NamedTuple):
    """As measured elsewhere, on the same work."""

    name: str
    per_cpu_second: float
    p50: float
    p99: float
    bytes: float
    table: float
    """KB for an idle table of six."""


PEERS = (
    Peer("node ws", 4900, 0.3, 6, 279, 68),
    Peer("Colyseus", 4400, 0.4, 38, 30, 286),
    Peer("boardgame.io", 950, 1.1, 31, 954, 224),
    Peer("bg.io, files", 450, 2.6, 42, 954, 244),
)


BARE_THERE = 7600
"""Moves per CPU-second of a bare loop like ours when the others were measured; ours tells how this machine compares."""


class Scale(NamedTuple):
    some: int
    """Idle sockets, for the memory of one."""
    many: int
    tables: int
    seconds: float
    """Of each stretch of play."""
    running: int
    """Tables that a killed hall has to bring back."""


FULL = Scale(some=5000, many=10_000, tables=200, seconds=10, running=1000)
QUICK = Scale(some=1000, many=2000, tables=200, seconds=2, running=200)


# The stages


class Memory(NamedTuple):
    socket: float
    """Bytes for each idle one."""
    many: int
    """Of the whole process with very many."""


async def idle_sockets(folder: Path, scale: Scale) -> Memory:
    tokens = hall_servers.invite(folder, scale.many)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        await connect_all([Client(tokens[0])], port)
        empty = server.memory
        clients = [Client(token) for token in tokens]
        await connect_all(clients[: scale.some], port)
        await asyncio.sleep(SETTLE)
        some = server.memory
        await connect_all(clients[scale.some :], port)
        await asyncio.sleep(SETTLE)
        memory = Memory((some - empty) / scale.some, server.memory)
        for client in clients:
            client.transport.abort()
        return memory


class Play(NamedTuple):
    full: Load
    half: Load
    early: float
    """Bytes per move and client."""
    late: float
    call: float
    """Bytes of a call alone."""
    reveal: float
    """Bytes of a reveal, with all the dice turned and new ones dealt."""
    moves: int
    """All that were ever made."""
    reveals: int


async def play_hall(folder: Path, scale: Scale, profile: Path | None = None) -> Play:
    tokens = hall_servers.invite(folder, scale.tables * SEATS)
    with hall_servers.hall(folder, profile=profile) as server:
        tables = await seat(tokens, scale.tables, server.wait())
        few = tables[: scale.tables // 4]
        early = await bytes_between(few, *EARLY)
        late = await bytes_between(few, *LATE)
        reveals, revealed = sum(table.reveals for table in few), sum(table.revealed for table in few)
        calls, called = sum(table.moves for table in few) - reveals, sum(table.bytes for table in few) - revealed
        alone = called / calls / SEATS, revealed / reveals / SEATS
        full = await closed_loop(server, tables, scale.seconds)
        half = await paced(server, tables, full.rate / 2, scale.seconds)
        hang_up(tables)
        server.stop()
        moves, reveals = sum(table.moves for table in tables), sum(table.reveals for table in tables)
        return Play(full, half, early, late, *alone, moves, reveals)


async def play_bare(size: int, scale: Scale) -> tuple[Load, Load]:
    with hall_servers.bare(size) as server:
        port = server.wait()
        clients = [Client("", f"/ws?{number // SEATS}") for number in range(scale.tables * SEATS)]
        await connect_all(clients, port)
        tables: list[Table] = []
        for at in range(0, len(clients), SEATS):
            table = BareTable(clients[at : at + SEATS], Random(at))
            for client in table.clients:
                client.table = table
            tables.append(table)
        full = await closed_loop(server, tables, scale.seconds)
        half = await paced(server, tables, full.rate / 2, scale.seconds)
        hang_up(tables)
        return full, half


class Recovery(NamedTuple):
    table: float
    """Bytes for an idle table of six, its sockets included."""
    moves: float
    """At each table when the hall was killed."""
    answers: float
    """Seconds from starting the process until a page is served."""
    awake: float
    """Until every table is folded from the journal and listed as running."""
    shown: float
    """Until every table has been shown to the player whose turn it is."""
    continued: float
    """Until every table has made another move that is on disk."""


async def recover(folder: Path, scale: Scale) -> Recovery:
    tokens = hall_servers.invite(folder, scale.running * SEATS + 1)
    with hall_servers.hall(folder) as server:
        port = server.wait()
        await connect_all([Client(tokens[-1])], port)
        empty = server.memory
        tables = await seat(tokens, scale.running, port)
        idle = (server.memory - empty) / scale.running
        for table in tables:
            table.then = Table.play
            table.play()
        await asyncio.sleep(scale.seconds)
        server.kill()
    await asyncio.sleep(0.1)
    moves = statistics.mean(table.moves for table in tables)
    began = time.perf_counter()
    with hall_servers.hall(folder, port):
        await answered(port)
        answers = time.perf_counter() - began
        await answered(port, b"/api/tables", lambda page: page.count(b'"state":"playing"') == scale.running)
        awake = time.perf_counter() - began
        gate = asyncio.Semaphore(CONNECTING)
        shown = max(await asyncio.gather(*(continued(table, port, gate) for table in tables)))
        return Recovery(idle, moves, answers, awake, shown - began, time.perf_counter() - began)


async def answered(port: int, path: bytes = b"/api/games", fits: Callable[[bytes], bool] = bool) -> None:
    """Until a page comes that fits; the port alone may be open earlier."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET %b HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n" % path)
            page = await reader.read()
            if page.startswith(b"HTTP/1.1 200") and fits(page):
                return
        except OSError:
            pass
        await asyncio.sleep(0.01)


class Seen(msgspec.Struct):
    class PublicTable(msgspec.Struct):
        class Waiting(msgspec.Struct):
            due: tuple[tuple[int, float, float], ...]

        waiting: Waiting

    shown: PublicTable


async def continued(table: Table, port: int, gate: asyncio.Semaphore) -> float:
    """The last to move comes back first; if the turn has passed on, then the one whose turn it is. Says when."""
    async with gate:
        last = table.mover
        assert last is not None
        back = await come_back(table, last, port)
        ((due, _until, _since),) = msgspec.json.decode(back.whole, type=Seen).shown.waiting.due
        if table.clients[due] is not last:
            back = await come_back(table, table.clients[due], port)
        shown = time.perf_counter()
        table.begin()
        table.clients, table.mover, table.question = [back], back, back.whole
        moved = asyncio.Event()
        table.then = lambda _: moved.set()
        table.play()
        await moved.wait()
        return shown


async def come_back(table: Table, client: Client, port: int) -> Client:
    again = Client(client.token)
    again.table = table
    await again.connect(port)
    await again.demand(b'"type":"watch","table":"%b"' % table.code)
    return again


# What is printed


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 10 else f"{value:.2g}"


def times(value: float, ours: float) -> str:
    """A figure of someone else, and how many times as much ours is."""
    return f"{figure(value)} [dim]x{ours / value:.2g}[/]"


def report(scale: Scale, memory: Memory, play: Play, bare: tuple[Load, Load], recovery: Recovery) -> Grid:
    title = f"A hall on one core, MindRoll at {scale.tables} tables of six; x is ours over theirs"
    grid = Grid(box=SIMPLE_HEAD, title=title)
    for column in ("", "Dicehall", "aim", "bare loop", *(peer.name for peer in PEERS)):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)

    def row(what: str, ours: float, aim: str = "", loop: float | None = None, theirs: Sequence[float] = ()) -> None:
        others = [times(value, ours) for value in theirs]
        grid.add_row(what, f"[bold]{figure(ours)}[/]", aim, "" if loop is None else times(loop, ours), *others)

    full, half = play.full, play.half
    row("moves per second", full.rate, "", bare[0].rate)
    row("moves per CPU-second", full.per_cpu_second, "5,000", bare[0].per_cpu_second, [p.per_cpu_second for p in PEERS])
    slower = BARE_THERE / bare[0].per_cpu_second
    row(
        "  in proportion to the bare loop",
        full.per_cpu_second * slower,
        "",
        BARE_THERE,
        [p.per_cpu_second for p in PEERS],
    )
    row("p50 at half load, ms", half.percentile(0.5), "", bare[1].percentile(0.5), [peer.p50 for peer in PEERS])
    row("p99 at half load, ms", half.percentile(0.99), "< 15", bare[1].percentile(0.99), [peer.p99 for peer in PEERS])
    row(f"bytes, moves {EARLY[0]} to {EARLY[1]}", play.early, "<= 250", None, [peer.bytes for peer in PEERS])
    row(f"bytes, moves {LATE[0]} to {LATE[1]}", play.late, "<= 250", None, [peer.bytes for peer in PEERS])
    row("  of them, a call", play.call)
    row("  of them, a reveal and a new deal", play.reveal)
    row("KB per idle table of six", recovery.table / 1000, "<= 150", None, [peer.table for peer in PEERS])
    row("KB per idle socket", memory.socket / 1000)
    row(f"MB with {scale.many:,} sockets", memory.many / 1e6, "< 400" if scale is FULL else "")
    row("s until a killed hall answers", recovery.answers)
    row(f"s until its {scale.running:,} tables are back", recovery.awake, "< 2" if scale is FULL else "")
    row("s until all players are back as well", recovery.shown)
    row("s until all tables have moved on", recovery.continued)
    grid.add_section()
    row("% of its core: the players", 100 * full.busy, "", 100 * bare[0].busy)
    row("% of its core: the server", 100 * full.server / full.seconds, "", 100 * bare[0].server / bare[0].seconds)
    return grid


def top(profile: Path, moves: int, lines: int = 40) -> Grid:
    """Where the time of the server went, in microseconds a move; the profiler makes calls dearer than they are."""
    grid = Grid(box=SIMPLE_HEAD, title="The server under the profiler, microseconds per move")
    for column in ("function", "calls", "itself", "with all it calls"):
        grid.add_column(column, justify="left" if column == "function" else "right", no_wrap=True)
    rows = pstats.Stats(str(profile)).stats.items()  # type: ignore[attr-defined]
    for (file, line, name), (_, calls, own, cumulative, _) in sorted(rows, key=lambda row: -row[1][2])[:lines]:
        where = f"{Path(file).parent.name}/{Path(file).name}:{line} {name}" if line else name
        grid.add_row(where, f"{calls / moves:.1f}", f"{1e6 * own / moves:.1f}", f"{1e6 * cumulative / moves:.1f}")
    return grid


async def measure(scale: Scale, folder: Path, progress: Progress) -> tuple[Memory, Play, tuple[Load, Load], Recovery]:
    stages = progress.add_task("Idle sockets", total=4)
    memory = await idle_sockets(folder / "idle", scale)
    progress.update(stages, advance=1, description="Playing", refresh=True)
    play = await play_hall(folder / "play", scale)
    progress.update(stages, advance=1, description="Bare loop", refresh=True)
    bare = await play_bare(round((play.early + play.late) / 2), scale)
    progress.update(stages, advance=1, description="Recovery", refresh=True)
    recovery = await recover(folder / "recovery", scale)
    progress.update(stages, advance=1, description="Done", refresh=True)
    return memory, play, bare, recovery


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller and shorter, for a first look")
    parser.add_argument("--profile", action="store_true", help="only play, and say where the server's time goes")
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
        if given.profile:
            play = uvloop.run(play_hall(folder / "play", scale, folder / "profile"))
            console.print(top(folder / "profile", play.moves))
            return
        with Progress(auto_refresh=False, console=console) as progress:
            memory, play, bare, recovery = uvloop.run(asyncio.wait_for(measure(scale, folder, progress), LONGEST))
    console.print(report(scale, memory, play, bare, recovery))
    console.print(
        NOTES.format(
            half=play.full.rate / 2, few=scale.tables // 4, round=play.moves / play.reveals, behind=recovery.moves,
            running=scale.running, there=BARE_THERE, here=bare[0].per_cpu_second,
        ),
        highlight=False,
    )  # fmt: skip
    if play.full.server / play.full.seconds < 0.9 and play.full.busy < 0.9:
        console.print(CROWDED, highlight=False)


NOTES = """\
Moves are timed from sending until all six have seen them; half load is {half:,.0f} moves a second at random moments.
Bytes are WebSocket frames per move and client, averaged over these moves of {few} matches. Players do about as the
house bots do: open low, raise by one, reveal what is well above what their own die promises: {round:.1f} moves a round.
The bare loop is the hall's own socket class, answering every message to six with a ready frame of that size.
The hall that was killed had {behind:.0f} moves behind it at each of its {running:,} tables; the player in turn came
back, was shown the table, and moved. The four other servers were measured elsewhere, and none of them flushes to disk
before it tells. A bare loop like ours did {there:,} moves per CPU-second then, and {here:,.0f} here: the row below the
moves per CPU-second allows for that, roughly, by taking ours down in proportion."""
CROWDED = """\
[bold]Neither the server nor the players had their core to themselves: figures per second and milliseconds
come out worse than they are on a quiet machine.[/]"""


if __name__ == "__main__":
    main()
