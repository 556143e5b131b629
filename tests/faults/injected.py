"""What is done to a hall of two nodes: each fault comes, stays as long as it has to, and is healed before the next."""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeVar

from dicehall.store.postgres.ownership import LEASE
from tests.engines.network import BUS, DATABASE
from tests.engines.process import children_of, wait_until
from tests.faults.stages import Apart, Lined, NotRun, Plain, Stage, Switching, apart, gated, lined, plain, switching
from tests.server.gates.processes import ended, gates_of

SLOW = 50_000
"""Microseconds that each flush takes longer."""
ENOUGH = 3.0
"""Seconds that the bus is away, or that flushes are slow: time has to pass."""
BEFORE_A_SWITCH = 90.0
"""Seconds within which another server is the primary: a machine that died is missed after twenty."""

S = TypeVar("S", bound=Stage)


class Touches(Enum):
    """What is looked at to see how soon people play again."""

    ALL = auto()
    FIRST_NODE = auto()
    """The tables of that node."""
    CUT_OFF = auto()
    """Whoever has to connect again, at any table."""


async def nothing(_stage: Stage) -> None:
    pass


@dataclass(frozen=True)
class Fault(Generic[S]):
    name: str
    target: str
    stage: Callable[[Path], AbstractAsyncContextManager[S]]
    inject: Callable[[S], Awaitable[float]]
    """Returns from when on people may hope to play again, by this machine's clock, when its worst is over."""
    heal: Callable[[S], Awaitable[None]] = nothing
    touches: Touches = Touches.FIRST_NODE
    is_gradual: bool = False
    """Whether people can still play for a while after it has come: what counts is how long nobody could."""


async def killed(stage: Plain) -> float:
    since = monotonic()
    stage.nodes[0].kill()
    return since


async def started_again(stage: Plain) -> None:
    await asyncio.to_thread(stage.nodes[0].start)


async def gate_killed(stage: Stage) -> float:
    since = monotonic()
    gates = gates_of(stage.nodes[0])
    for gate in gates:
        os.kill(gate, signal.SIGKILL)
    await ended(*gates)
    return since


async def stopped_past_its_lease(stage: Plain) -> float:
    since = monotonic()
    stage.nodes[0].process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(2 * LEASE)  # time passes: others have to take its tables over
    stage.nodes[0].process.send_signal(signal.SIGCONT)
    return since


async def cut_off(stage: Lined) -> float:
    since = monotonic()
    stage.line.fall_silent()
    await asyncio.sleep(2 * LEASE)  # time passes
    stage.line.is_silent = False
    return since


async def cut_from_both(stage: Apart) -> float:
    since = monotonic()
    await cut(stage, DATABASE, BUS)
    return since


async def cut_from_the_bus(stage: Apart) -> float:
    await cut(stage, BUS)
    return monotonic()


async def cut(stage: Apart, *lines: int) -> None:
    stage.network.cut(*lines)
    await asyncio.sleep(2 * LEASE)  # time passes
    stage.network.mend(*lines)


async def without_bus(stage: Plain) -> float:
    stage.nats.kill()
    await asyncio.sleep(ENOUGH)  # time passes
    stage.nats.start()
    return monotonic()


async def without_database(stage: Plain) -> float:
    stage.postgresql.kill()
    stage.postgresql.start()
    return monotonic()


async def with_slow_flushes(stage: Plain) -> float:
    if (strace := shutil.which("strace")) is None:
        raise NotRun("strace is not here; the cure: sudo apt-get install strace")
    server = stage.postgresql.pid
    processes = [word for pid in (server, *children_of(server)) for word in ("-p", str(pid))]
    calls = "fsync,fdatasync"
    since = monotonic()
    tracer = subprocess.Popen(
        [strace, "-f", "-qq", "-e", f"trace={calls}", "-e", f"inject={calls}:delay_exit={SLOW}", "-o", "/dev/null",
         *processes], stderr=subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(ENOUGH)  # time passes
    if tracer.poll() is not None:
        _, said = tracer.communicate()
        raise NotRun(f"strace may not look at PostgreSQL here: {said.decode().strip().splitlines()[-1:]}")
    tracer.send_signal(signal.SIGINT)
    await asyncio.to_thread(tracer.communicate)
    return since


async def switched_over(stage: Switching) -> float:
    since = monotonic()
    await asyncio.to_thread(stage.patroni.switch_over)
    return since


async def failed_over(stage: Switching) -> float:
    old, since = stage.patroni.primary, monotonic()
    await asyncio.to_thread(stage.patroni.kill_postgresql, old)
    await another_primary(stage, old.name)
    return since


async def lost(stage: Switching) -> float:
    old, since = stage.patroni.primary, monotonic()
    await asyncio.to_thread(stage.patroni.kill_machine, old)
    await another_primary(stage, old.name)
    return since


async def another_primary(stage: Switching, old: str) -> None:
    await asyncio.to_thread(wait_until, lambda: stage.patroni.primary_now() not in (None, old), BEFORE_A_SWITCH)


async def whole_again(stage: Switching) -> None:
    """From the main thread: an engine ends with the thread that has started it."""
    stage.patroni.start_all()
    await asyncio.to_thread(stage.patroni.until_whole)


FAULTS: tuple[Fault[Any], ...] = (
    Fault("node kill -9", "0.2", plain, killed, started_again),
    Fault("gate killed", "–", gated, gate_killed, touches=Touches.CUT_OFF),
    Fault("node stopped past its lease", "under 4", plain, stopped_past_its_lease),
    Fault("node cut from its database", "under 4", lined, cut_off),
    Fault("node cut from database and bus", "under 4", apart, cut_from_both),
    Fault("node cut from the bus, from its return", "–", apart, cut_from_the_bus, touches=Touches.ALL),
    Fault("NATS killed, from its return", "–", plain, without_bus, touches=Touches.ALL),
    Fault("PostgreSQL killed, from its return", "–", plain, without_database, touches=Touches.ALL),
    Fault("flushes 50 ms slower", "–", plain, with_slow_flushes, touches=Touches.ALL),
    Fault("planned switch", "under 4", switching, switched_over, whole_again, touches=Touches.ALL, is_gradual=True),
    Fault("unplanned switch", "under 4", switching, failed_over, whole_again, touches=Touches.ALL, is_gradual=True),
    Fault("primary's machine lost", "–", switching, lost, whole_again, touches=Touches.ALL, is_gradual=True),
)
