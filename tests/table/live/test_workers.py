"""Processes that work for the hall: they are killed, they hang and they fail, and the work is done all the same."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from dicehall.ports.workers import WorkLost
from dicehall.table.live.workers import ATTEMPTS, Processes

WAIT = 60.0
T = TypeVar("T")


def run(evening: Callable[[Processes], Awaitable[T]], patience: float = WAIT) -> T:
    async def all_of_it() -> T:
        workers = Processes(1, patience)
        try:
            async with asyncio.timeout(WAIT):
                return await evening(workers)
        finally:
            workers.stop()

    return asyncio.run(all_of_it())


def die_once(marker: Path) -> int:
    """Kills its own process the first time."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang_once(marker: Path) -> str:
    if not marker.exists():
        marker.touch()
        time.sleep(3600)  # time passes: it hangs
    return "done"


def fail() -> None:
    raise ValueError("as asked")


async def gone(pid: int) -> None:
    """Until a process has ended; one that nobody has asked for yet may still have its number."""
    while Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        await asyncio.sleep(0.02)


def test_work_is_done_in_another_process_and_the_loop_goes_on() -> None:
    async def evening(workers: Processes) -> None:
        assert workers.pids == [], "nobody has needed any yet"
        work = workers.submit(os.getpid)
        ticks = 0
        while not work.done():
            ticks += 1
            await asyncio.sleep(0)
        assert await work != os.getpid()
        assert ticks > 1

    run(evening)


def test_work_of_a_process_that_dies_is_done_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def evening(workers: Processes) -> None:
        first, *others = await asyncio.gather(
            workers.submit(die_once, tmp_path / "dead"), *(workers.submit(abs, -number) for number in range(20))
        )
        assert first in workers.pids
        assert others == [*range(20)], "those that waited behind it lose nothing"

    with caplog.at_level(logging.WARNING):
        run(evening)
    assert [record.getMessage() for record in caplog.records] == [
        "a thinking process has died; another takes its place, and its work is done again"
    ]


def test_a_process_that_hangs_is_ended_and_its_work_is_done_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening(workers: Processes) -> None:
        await workers.submit(abs, 1)  # from here on a process is there, and takes no time to start
        assert await workers.submit(hang_once, tmp_path / "hung") == "done"

    with caplog.at_level(logging.WARNING):
        run(evening, patience=3.0)
    assert "no thinking process has answered for 3 s; they are ended" in caplog.text


def test_work_that_kills_every_process_is_given_up_and_the_next_is_done() -> None:
    async def evening(workers: Processes) -> None:
        with pytest.raises(WorkLost, match=f"{ATTEMPTS} times"):
            await workers.submit(die)
        assert await workers.submit(abs, -2) == 2

    run(evening)


def test_an_error_is_the_answer_and_costs_no_process() -> None:
    async def evening(workers: Processes) -> None:
        pid = await workers.submit(os.getpid)
        with pytest.raises(ValueError, match="as asked"):
            await workers.submit(fail)
        assert await workers.submit(os.getpid) == pid

    run(evening)


def test_stopping_cancels_what_is_awaited_and_leaves_no_process_behind(tmp_path: Path) -> None:
    async def evening(workers: Processes) -> None:
        pid = await workers.submit(os.getpid)
        work = workers.submit(hang_once, tmp_path / "hung")
        await asyncio.sleep(0)
        workers.stop()
        late = workers.submit(abs, 1)
        for each in (work, late):
            with pytest.raises(asyncio.CancelledError):
                await each
        await gone(pid)

    run(evening)


HALL = """
import asyncio, os
from dicehall.table.live.workers import Processes
async def main():
    print(await Processes(1).submit(os.getpid), flush=True)
    await asyncio.sleep(3600)
if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_hall_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "hall.py"
    script.write_text(HALL)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as hall:
        assert hall.stdout is not None
        pid = int(hall.stdout.readline())
        hall.kill()

        async def end() -> None:
            async with asyncio.timeout(WAIT):
                await gone(pid)

        asyncio.run(end())
