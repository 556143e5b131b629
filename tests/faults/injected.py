"""What is done to a hall of two nodes: each fault comes, stays as long as it has to, and is healed before the next."""

import asyncio
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import NamedTuple

from dicehall.store.postgres.ownership import LEASE
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import children_of
from tests.engines.proxy import Proxy
from tests.server.kit import RunningHall

SLOW = 50_000
"""Microseconds that each flush takes longer."""
ENOUGH = 3.0
"""Seconds that the bus is away, or that flushes are slow: time has to pass."""

NOT_RUN = (
    "a gate killed: --workers cannot be used with --database yet; tests/server/gates kills one on one machine",
    "a cut by network namespaces: the line to the database falls silent instead (tests/engines/proxy.py)",
    "planned and unplanned switches by Patroni: the soak does not start Patroni and etcd yet",
)


class NotRun(Exception):
    """Its text says why, in one line."""


class Stage(NamedTuple):
    nodes: list[RunningHall]
    postgresql: PostgreSQL
    nats: Nats
    line: Proxy
    """From the first node to the database, for faults that need one."""


async def nothing(_stage: Stage) -> None:
    pass


class Fault(NamedTuple):
    name: str
    target: str
    inject: Callable[[Stage], Awaitable[float]]
    """Returns from when on people may hope to play again, by this machine's clock."""
    heal: Callable[[Stage], Awaitable[None]] = nothing
    is_of_a_node: bool = True
    """Whether only tables of the first node are touched."""
    needs_line: bool = False


async def killed(stage: Stage) -> float:
    since = monotonic()
    stage.nodes[0].kill()
    return since


async def started_again(stage: Stage) -> None:
    await asyncio.to_thread(stage.nodes[0].start)


async def stopped_past_its_lease(stage: Stage) -> float:
    since = monotonic()
    stage.nodes[0].process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(2 * LEASE)  # time passes: others have to take its tables over
    stage.nodes[0].process.send_signal(signal.SIGCONT)
    return since


async def cut_off(stage: Stage) -> float:
    since = monotonic()
    stage.line.fall_silent()
    await asyncio.sleep(2 * LEASE)  # time passes
    stage.line.is_silent = False
    return since


async def without_bus(stage: Stage) -> float:
    stage.nats.kill()
    await asyncio.sleep(ENOUGH)  # time passes
    stage.nats.start()
    return monotonic()


async def without_database(stage: Stage) -> float:
    stage.postgresql.kill()
    stage.postgresql.start()
    return monotonic()


async def with_slow_flushes(stage: Stage) -> float:
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


FAULTS = (
    Fault("node kill -9", "0.2", killed, started_again),
    Fault("node stopped past its lease", "under 4", stopped_past_its_lease),
    Fault("node cut from its database", "under 4", cut_off, needs_line=True),
    Fault("NATS killed, from its return", "–", without_bus, is_of_a_node=False),
    Fault("PostgreSQL killed, from its return", "–", without_database, is_of_a_node=False),
    Fault("flushes 50 ms slower", "–", with_slow_flushes, is_of_a_node=False),
)
