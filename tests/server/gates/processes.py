"""The gates of a hall, as the operating system sees them."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.kit import PATIENCE, RunningHall


def gates_of(hall: RunningHall) -> list[int]:
    """Their process ids."""
    pid = hall.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if is_gate(int(child))]


def is_gate(pid: int) -> bool:
    try:
        return b"dicehall.server.gates" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


def resident(pid: int) -> int:
    """Bytes of memory."""
    return 1024 * int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0])


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
    """They do nothing meanwhile."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            if is_gate(pid):
                os.kill(pid, signal.SIGCONT)


async def ended(*pids: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(is_gate(pid) for pid in pids):
            await asyncio.sleep(0.02)
