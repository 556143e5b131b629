"""The halls of these tests as two nodes on PostgreSQL and NATS behind one port: `TWO_NODES=1 pytest tests/server`.

Sockets and requests go to the two nodes in turns, so people meet at tables of a node that holds only some of them.
"""

import asyncio
import atexit
import os
import re
import signal
import subprocess
import threading
from collections.abc import Coroutine, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest

from dicehall.server.admin.claim import new_link
from dicehall.store.journal.memory import MemoryJournal
from dicehall.store.postgres.opening import open_books
from dicehall.store.postgres.overview import overview
from tests.engines.cluster import Front
from tests.engines.nats import Nats
from tests.engines.postgresql import PostgreSQL
from tests.engines.process import NoEngine
from tests.engines.server import HERE, free_ports
from tests.kit.forked import Dicehall
from tests.server.kit import MOMENT, PATIENCE, ROOMY, RunningHall

NAMES: Final = ("one", "other")
FOR_ONE: Final = frozenset(("--database", "--reset-on-start"))
"""Options of one process, or of a test that starts its nodes itself."""
FIGURES: Final = "numbers that are counted are those of one node"
NOT_TRUE: Final = {
    "test_http.py::test_a_new_name_is_told_wherever_the_person_is_known": "both nodes tell the new name",
    "test_fuzz_socket.py::test_no_frames_whatever_make_the_hall_fail": "the door of these tests ends half-open sockets",
    "test_reconnect.py::test_a_hall_that_closes_says_so_and_everything_goes_on_when_it_opens_again":
        "a node says in other words that it closes",
    "test_gates.py::test_a_game_is_played_through_two_gates": FIGURES,
    "test_gates.py::test_a_gate_that_dies_costs_a_reconnect_and_nothing_else": FIGURES,
    "test_reconnect.py::test_a_hall_may_begin_every_day_with_empty_boards": "--reset-on-start is for one process",
}  # fmt: skip
"""Tests that cannot hold here, and why."""
MANY: Final = "max_connections=300"


def marked(items: Iterable[pytest.Item]) -> None:
    """What cannot hold for two nodes is left out, by name."""
    for item in items:
        for name, why in NOT_TRUE.items():
            if f"{item.nodeid}[".partition("[")[0].endswith(f"/{name}"):
                item.add_marker(pytest.mark.skip(reason=f"not on two nodes: {why}"))


class Engines(NamedTuple):
    postgresql: PostgreSQL
    nats: Nats


@cache
def engines() -> Engines:
    """One of each for all halls of this process; every hall has a database of its own."""
    try:
        started = Engines(PostgreSQL(MANY), Nats())
    except NoEngine as error:
        pytest.skip(str(error))
    for each in started:
        atexit.register(each.close)
    return started


class Door:
    """The port that both nodes share, kept by a thread: the test's own loop may stand still."""

    def __init__(self, ports: list[int]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(Front(ports).listen(0), self._loop).result(PATIENCE)
        self.port: int = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # so that connections which were cut are closed


class TwoNodes(RunningHall):
    """What tests call a hall: whatever they do to it is done to both nodes."""

    def __init__(self, data: Path, *arguments: str, limits: tuple[str, ...] = ROOMY) -> None:
        self._ports = free_ports(len(NAMES))
        self._nodes: list[subprocess.Popen[str]] = []
        self.door = Door(self._ports)
        try:
            super().__init__(data, *arguments, limits=limits)
        except BaseException:
            self.__exit__()
            raise

    def start(self) -> None:
        self.database = self.database or engines().postgresql.new_database()
        self.port = self.door.port
        self.url = f"http://{HERE}:{self.port}"
        public = () if "--public-url" in self.arguments else ("--public-url", self.url)
        self.said = ""
        self._nodes = []
        for name, port in zip(NAMES, self._ports, strict=True):
            metrics = self._nodes and "--metrics" in self.arguments
            arguments = without("--metrics", self.arguments) if metrics else self.arguments
            self._nodes.append(Dicehall(
                "serve", "--data", str(self.data), "--port", str(port), *public, *arguments, "--node", name,
                "--database", self.database, "--bus", engines().nats.url,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1"},
            ))  # fmt: skip
            self._read(self._nodes[-1])
        self.process = self._nodes[0]
        in_a_thread(self._until_met())

    def _read(self, node: "subprocess.Popen[str]") -> None:
        assert node.stdout is not None
        for line in node.stdout:
            self.said += line
            if found := re.search(r"Metrics .* are at (\S+)", line):
                self.metrics = found[1]
            if "Ctrl-C closes" in line:
                return
        raise AssertionError(f"the hall did not open: {self.said}")

    async def _until_met(self) -> None:
        """Both have their share of the tables, have opened those, and reach each other."""
        database = self.database
        assert database is not None
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(headers={"host": f"{HERE}:{self.port}"}) as http:
            while True:
                rows = await overview(database)
                answers = [await http.get(f"http://{HERE}:{port}/readyz") for port in self._ports]
                shared = all(row.partitions == 256 // len(NAMES) for row in rows)
                if shared and all(answer.is_success and not answer.json().get("degraded") for answer in answers):
                    return
                await asyncio.sleep(MOMENT)

    async def secret_beside(self) -> str:
        assert self.database is not None
        books = await asyncio.to_thread(open_books, self.database, MemoryJournal())
        try:
            return (await new_link(books.accounts, self.url)).rpartition("/")[2]
        finally:
            await asyncio.to_thread(books.close)

    def kill(self) -> None:
        for node in self._nodes:
            node.kill()
            node.communicate()

    def stop(self) -> str:
        for node in self._nodes:
            node.send_signal(signal.SIGINT)
        return self.said + "".join(node.communicate(timeout=PATIENCE)[0] for node in self._nodes)

    def __exit__(self, *_: object) -> None:
        for node in self._nodes:
            if node.poll() is None:
                node.kill()
                node.communicate()
        self.door.close()


def without(option: str, arguments: tuple[str, ...]) -> tuple[str, ...]:
    at = arguments.index(option)
    return arguments[:at] + arguments[at + 2 :]


def in_a_thread(work: Coroutine[Any, Any, None]) -> None:
    """Wherever it is asked for: the test's own loop may run."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
